//! The words of a PGN text.

/// A word with the line it begins in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub line: usize,
    pub kind: TokenKind<'a>,
}

/// The kinds of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind<'a> {
    /// A tag: its name, and its value with its escapes.
    Tag(&'a str, &'a str),
    /// A comment.
    Comment(&'a str),
    /// A variation, from the first bracket to its partner, both left out.
    Variation(&'a str),
    /// `$` and what follows it, or `!`, `?` and both.
    Nag(&'a str),
    /// A move, a result, or what is neither. Move numbers are left out.
    Word(&'a str),
    /// Something that has no end: the text says what.
    Unclosed(&'static str),
}

/// Splits a text into words.
pub(super) struct Tokens<'a> {
    rest: &'a str,
    line: usize,
    /// Whether nothing of the line has been read.
    at_line_start: bool,
}

impl<'a> Tokens<'a> {
    /// The words of a text that begins in this line of its file.
    pub(super) fn new(text: &'a str, line: usize) -> Self {
        Self { rest: text, line, at_line_start: true }
    }

    /// Takes `length` bytes.
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        self.line += taken.matches('\n').count();
        self.at_line_start = taken.ends_with('\n');
        taken
    }

    /// The rest of the line.
    fn take_line(&mut self) -> &'a str {
        self.take(self.rest.find('\n').map_or(self.rest.len(), |end| end + 1))
    }

    /// Skips white space, and lines that begin with `%`.
    fn skip_space(&mut self) {
        loop {
            let space = self.rest.len() - self.rest.trim_start().len();
            if space > 0 {
                let line_start = self.rest[..space].trim_end_matches([' ', '\t']).ends_with('\n');
                self.take(space);
                self.at_line_start = line_start;
            }
            if !(self.at_line_start && self.rest.starts_with('%')) {
                return;
            }
            self.take_line();
        }
    }

    /// What stands between the first character and `end`, both of them left out.
    fn take_enclosed(&mut self, end: char, what: &'static str) -> Result<&'a str, TokenKind<'a>> {
        match self.rest[1..].find(end) {
            Some(length) => {
                let text = &self.rest[1..=length];
                self.take(length + 2);
                Ok(text)
            }
            None => {
                self.take(self.rest.len());
                Err(TokenKind::Unclosed(what))
            }
        }
    }

    /// `[Name "value"]`, or the tag as far as it goes.
    fn tag(&mut self) -> TokenKind<'a> {
        match tag_parts(self.rest) {
            Some((name, value, length)) => {
                self.take(length);
                TokenKind::Tag(name, value)
            }
            None => {
                self.take_line();
                TokenKind::Unclosed("tag")
            }
        }
    }

    /// A variation with those inside it. Brackets in its comments do not count.
    fn variation(&mut self) -> TokenKind<'a> {
        // The character that ends the comment.
        let (mut depth, mut comment) = (0, None);
        for (index, c) in self.rest.char_indices() {
            match c {
                _ if comment == Some(c) => comment = None,
                _ if comment.is_some() => {}
                '{' => comment = Some('}'),
                ';' => comment = Some('\n'),
                '(' => depth += 1,
                ')' if depth == 1 => {
                    let text = &self.rest[1..index];
                    self.take(index + 1);
                    return TokenKind::Variation(text.trim());
                }
                ')' => depth -= 1,
                _ => {}
            }
        }
        self.take(self.rest.len());
        TokenKind::Unclosed("variation")
    }

    /// A word up to white space or the beginning of something else.
    fn word(&mut self) -> Option<TokenKind<'a>> {
        let is_end = |c: char| c.is_whitespace() || "{}();[]$!?".contains(c);
        let first = self.rest.chars().next()?;
        let glyph = |c: char| matches!(c, '!' | '?');
        if first == '$' || glyph(first) {
            let is_part = |c: char| if first == '$' { c.is_ascii_digit() } else { glyph(c) };
            let end = self.rest[1..].find(|c| !is_part(c)).map_or(self.rest.len(), |end| end + 1);
            return Some(TokenKind::Nag(self.take(end)));
        }
        let end = self.rest.find(is_end).unwrap_or(self.rest.len());
        let word = self.take(end.max(first.len_utf8()));
        // A number with its dots, perhaps with the move behind it.
        let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let dotted = digits.trim_start_matches('.');
        let is_number = dotted.len() < digits.len() || digits.is_empty();
        let word = if is_number { dotted } else { word };
        (!word.is_empty()).then_some(TokenKind::Word(word))
    }
}

/// Whether a tag may have this name. `[%eval 0.3]` is a command in a comment.
pub(super) fn is_tag_name(name: &str) -> bool {
    !name.is_empty() && !name.starts_with('%')
}

/// The name and value of the tag that a text begins with, and the length of the tag; nothing where it does
/// not end in its line. Reads no further than the tag, so that many of them in a line take linear time.
fn tag_parts(text: &str) -> Option<(&str, &str, usize)> {
    let is_space = |c: char| c.is_whitespace() && c != '\n';
    let inside = text[1..].trim_start_matches(is_space);
    let (name, rest) = inside.split_at(inside.find(|c: char| c.is_whitespace() || c == '"')?);
    if !is_tag_name(name) {
        return None;
    }
    let rest = rest.trim_start_matches(is_space).strip_prefix('"')?;
    let mut escaped = false;
    let end = rest.find(|c| {
        let ends = c == '\n' || c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    })?;
    let after = rest[end..].strip_prefix('"')?.trim_start_matches(is_space).strip_prefix(']')?;
    Some((name, &rest[..end], text.len() - after.len()))
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            self.skip_space();
            let line = self.line;
            let kind = match self.rest.chars().next()? {
                '[' => Some(self.tag()),
                '(' => Some(self.variation()),
                '{' => Some(match self.take_enclosed('}', "comment") {
                    Ok(comment) => TokenKind::Comment(comment.trim()),
                    Err(unclosed) => unclosed,
                }),
                ';' => Some(TokenKind::Comment(self.take_line()[1..].trim())),
                _ => self.word(),
            };
            if let Some(kind) = kind {
                return Some(Token { line, kind });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::TokenKind::*;
    use super::*;

    fn kinds(text: &str) -> Vec<TokenKind<'_>> {
        Tokens::new(text, 1).map(|token| token.kind).collect()
    }

    #[test]
    fn words_of_a_game() {
        let text = "[Event \"a \\\"b\\\" c\"] [ White\"x\" ]\r\n% not this\n1. e4 {good\nmove} 1... e5!? \
                    $14 2.Nf3 ; rest\n(2. f4 (2. d4) {)} exf4) 2...Nc6 3 Bb5 1/2-1/2";
        let expected = [
            Tag("Event", "a \\\"b\\\" c"),
            Tag("White", "x"),
            Word("e4"),
            Comment("good\nmove"),
            Word("e5"),
            Nag("!?"),
            Nag("$14"),
            Word("Nf3"),
            Comment("rest"),
            Variation("2. f4 (2. d4) {)} exf4"),
            Word("Nc6"),
            Word("Bb5"),
            Word("1/2-1/2"),
        ];
        assert_eq!(kinds(text), expected);
    }

    #[test]
    fn lines_are_counted() {
        let lines: Vec<usize> =
            Tokens::new("a\n{b\nc} d\n\n(e\n)\n;f\ng", 5).map(|token| token.line).collect();
        assert_eq!(lines, [5, 6, 7, 9, 11, 12]);
    }

    #[test]
    fn results_and_castling_with_zeros_are_words() {
        let text = "0-0-0 0-0 1-0 0-1 * 12 12. 3...";
        assert_eq!(kinds(text), ["0-0-0", "0-0", "1-0", "0-1", "*"].map(Word));
    }

    #[test]
    fn unclosed_parts_are_told() {
        assert_eq!(kinds("a {b"), [Word("a"), Unclosed("comment")]);
        assert_eq!(kinds("(a (b)"), [Unclosed("variation")]);
        assert_eq!(kinds("[Event \"a]\nb"), [Unclosed("tag"), Word("b")]);
        assert_eq!(kinds("[Event a]"), [Unclosed("tag")]);
        for text in ["[\nA \"x\"]", "[A\n\"x\"]", "[A \"x\n\"]", "[A \"x\\\n\"]", "[A \"x\"\n]"] {
            assert_eq!(kinds(text)[0], Unclosed("tag"), "{text}");
        }
        assert_eq!(kinds("["), [Unclosed("tag")]);
    }

    #[test]
    fn any_text_comes_to_an_end() {
        for text in ["}", ")", "]", "\"", "é}é", "$", "$x", "....", "1.é", "\u{3000}", "%", "a%"]
        {
            assert!(Tokens::new(text, 1).count() <= 3, "{text}");
        }
    }
}
