//! The words of a PGN text.

use super::tags::{TagText, is_tag_line};
use crate::{is_space, leading_result};

/// A word with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    /// The line it begins in.
    pub line: usize,
    /// Line breaks before it; the beginning of the text is one. Two and more are a blank line.
    pub breaks: usize,
    /// Where it stands in the text, in bytes.
    pub begin: usize,
    pub end: usize,
    pub kind: TokenKind<'a>,
}

/// The kinds of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind<'a> {
    /// A tag.
    Tag(TagText<'a>),
    /// A comment, or something in brackets that is no tag.
    Comment(&'a str),
    /// A variation, from the first bracket to its partner, both left out.
    Variation(&'a str),
    /// The digits behind `$`.
    Nag(&'a str),
    /// A move with its number and signs, a result, or what is neither.
    Word(&'a str),
    /// Something that has no end: the text says what.
    Unclosed(&'static str),
}

/// Splits a text into words.
#[derive(Clone)]
pub(super) struct Tokens<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    /// Line breaks since the last word.
    breaks: usize,
    /// The first `}` behind a place that was looked at, or the end of the text where there is none: each is
    /// looked for once.
    close: usize,
}

impl<'a> Tokens<'a> {
    /// The words of a text that begins in this line of its file; `breaks` line breaks are before it.
    pub(super) fn new(text: &'a str, line: usize, breaks: usize) -> Self {
        Self { text, at: 0, line, breaks, close: 0 }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Takes `length` bytes.
    fn take(&mut self, length: usize) -> &'a str {
        let taken = &self.rest()[..length];
        self.at += length;
        self.line += taken.bytes().filter(|&byte| byte == b'\n').count();
        taken
    }

    /// The rest of the line without its end.
    fn take_line(&mut self) -> &'a str {
        self.take(line_length(self.rest()))
    }

    /// Skips white space, and lines that begin with `%`.
    fn skip_space(&mut self) {
        loop {
            let rest = self.rest();
            let line = self.line;
            self.take(rest.find(|c| !is_space(c)).unwrap_or(rest.len()));
            self.breaks += self.line - line;
            if self.breaks == 0 || !self.rest().starts_with('%') {
                return;
            }
            self.take_line();
            self.breaks -= 1;
        }
    }

    /// A comment in braces. One without an end ends before the tags of the next game: where a line begins with a
    /// tag, and no brace closes or another one opens first. A comment may have such a line, but no braces.
    fn comment(&mut self) -> TokenKind<'a> {
        let (begin, text) = (self.at + 1, self.text);
        if self.close < begin {
            self.close = text[begin..].find('}').map_or(text.len(), |at| begin + at);
        }
        let closed = self.close < text.len();
        let tag = tag_line_in(&text[begin..self.close]).map(|at| begin + at);
        let end = match tag {
            // The line break before the tag stays.
            Some(tag) if !closed || text[tag..self.close].contains('{') => tag - 1,
            _ => self.close,
        };
        self.take(end - self.at);
        if end == text.len() || text[end..].starts_with('\n') {
            return TokenKind::Unclosed("comment");
        }
        let end = end + self.nested_length(&text[begin..end]);
        self.take(end + 1 - self.at);
        TokenKind::Comment(text[begin..end].trim())
    }

    /// How far a comment reaches behind the first brace that closes, which is the next character: braces inside it
    /// are no comments of their own, but where all of them are closed they were meant so.
    fn nested_length(&self, comment: &str) -> usize {
        let rest = self.rest();
        let mut length = 0;
        for _ in comment.matches('{') {
            let next = rest[length + 1..].find(['{', '}']).map(|at| length + 1 + at);
            match next.filter(|&at| rest[at..].starts_with('}')) {
                Some(at) => length = at,
                None => return 0,
            }
        }
        if tag_line_in(&rest[..length]).is_some() { 0 } else { length }
    }

    /// A variation with those inside it. Brackets in its comments do not count.
    fn variation(&mut self) -> TokenKind<'a> {
        let (begin, mut depth) = (self.at + 1, 0);
        loop {
            let rest = self.rest();
            let found = rest.find(['(', ')', '{', ';', '\n']).unwrap_or(rest.len());
            self.take(found);
            match self.rest().chars().next() {
                Some('(') => depth += 1,
                Some(')') if depth == 1 => {
                    let text = &self.text[begin..self.at];
                    self.take(1);
                    return TokenKind::Variation(text);
                }
                Some(')') => depth -= 1,
                Some('{') => match self.comment() {
                    TokenKind::Comment(_) => continue,
                    unclosed => return unclosed,
                },
                Some(';') => {
                    self.take_line();
                    continue;
                }
                // A line break.
                Some(_) if !is_tag_line(&self.rest()[1..]) => {}
                _ => return TokenKind::Unclosed("variation"),
            }
            self.take(1);
        }
    }

    /// A tag. Anything else in brackets is a comment, up to the end of the line where they are not closed.
    fn tag(&mut self) -> TokenKind<'a> {
        if let Some((tag, length)) = TagText::split(self.rest()) {
            self.take(length);
            return TokenKind::Tag(tag);
        }
        let line = &self.rest()[..line_length(self.rest())];
        let length = line.find(']').map_or(line.len(), |end| end + 1);
        TokenKind::Comment(self.take(length).trim())
    }

    /// A word up to white space or the beginning of something else. Brackets round the piece of a promotion
    /// belong to it.
    fn word(&mut self) -> TokenKind<'a> {
        let rest = self.rest();
        let result = leading_result(rest);
        if let Some(("*", length)) = result {
            return TokenKind::Word(self.take(length));
        }
        let is_end = |c: char| is_space(c) || "{}();[]$<,".contains(c);
        let mut end = rest.find(is_end).unwrap_or(rest.len());
        let bracket = &rest.as_bytes()[end..];
        if let [b'(', piece, b')', ..] = bracket
            && b"NBRQnbrq".contains(piece)
            && rest[..end].ends_with(['1', '8', '='])
        {
            end += 3;
            end += rest[end..].find(is_end).unwrap_or(rest.len() - end);
        }
        // Some results have spaces in them.
        TokenKind::Word(self.take(result.map_or(end, |(_, length)| length.max(end))))
    }

    /// The kind of the word that stands here.
    fn kind(&mut self) -> Option<TokenKind<'a>> {
        let rest = self.rest();
        Some(match rest.chars().next()? {
            '[' => self.tag(),
            '(' => self.variation(),
            '{' => self.comment(),
            ';' => TokenKind::Comment(self.take_line()[1..].trim()),
            '$' => {
                let digits = rest[1..].find(|c: char| !c.is_ascii_digit());
                TokenKind::Nag(&self.take(digits.map_or(rest.len(), |end| end + 1))[1..])
            }
            // Reserved by the standard.
            '<' => {
                let line = &rest[..line_length(rest)];
                let length = line.find('>').map_or(line.len(), |end| end + 1);
                TokenKind::Comment(self.take(length).trim())
            }
            _ => self.word(),
        })
    }
}

fn line_length(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

/// Where the first line of a text, but its own first one, begins with a tag.
fn tag_line_in(text: &str) -> Option<usize> {
    text.match_indices('\n').map(|(at, _)| at + 1).find(|&at| is_tag_line(&text[at..]))
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        self.skip_space();
        // Brackets that close nothing, and commas between moves.
        while self.rest().starts_with([')', ']', '}', ',']) {
            self.take(1);
            self.skip_space();
        }
        let (line, begin, breaks) = (self.line, self.at, self.breaks);
        let kind = self.kind()?;
        self.breaks = 0;
        Some(Token { line, breaks, begin, end: self.at, kind })
    }
}

#[cfg(test)]
mod tests {
    use super::TokenKind::*;
    use super::*;

    fn kinds(text: &str) -> Vec<TokenKind<'_>> {
        Tokens::new(text, 1, 1).map(|token| token.kind).collect()
    }

    fn tag<'a>(name: &'a str, value: &'a str) -> TokenKind<'a> {
        Tag(TagText { name, value, quoted: true })
    }

    #[test]
    fn words_of_a_game() {
        let text = "[Event \"a \\\"b\\\" c\"] [ White\"x\" ]\n% not this\n1. e4 {good\nmove} 1... e5!? \
                    $14$1 2.Nf3 ; rest\n(2. f4 (2. d4) {)} exf4) a8(Q)+ Nc6* <x y> ) 1 - 0 1/2-1/2";
        let expected = [
            tag("Event", "a \\\"b\\\" c"),
            tag("White", "x"),
            Word("1."),
            Word("e4"),
            Comment("good\nmove"),
            Word("1..."),
            Word("e5!?"),
            Nag("14"),
            Nag("1"),
            Word("2.Nf3"),
            Comment("rest"),
            Variation("2. f4 (2. d4) {)} exf4"),
            Word("a8(Q)+"),
            Word("Nc6*"),
            Comment("<x y>"),
            Word("1 - 0"),
            Word("1/2-1/2"),
        ];
        assert_eq!(kinds(text), expected);
    }

    #[test]
    fn lines_and_breaks_are_counted() {
        let places: Vec<_> = Tokens::new("a\n{b\nc} d\n\n(e\n)\n%x\n;f\n\n%\ng", 5, 1)
            .map(|token| (token.line, token.breaks))
            .collect();
        assert_eq!(places, [(5, 1), (6, 1), (7, 0), (9, 2), (12, 1), (15, 2)]);
    }

    #[test]
    fn comments_end_before_the_next_game() {
        let unclosed = Unclosed("comment");
        for (text, expected) in [
            ("a {b", vec![Word("a"), unclosed]),
            ("{a\n[A \"b\"]", vec![unclosed, tag("A", "b")]),
            ("{a\n[A \"b\"]\n{c}", vec![unclosed, tag("A", "b"), Comment("c")]),
            ("{a\n[A \"b\"]\n} c", vec![Comment("a\n[A \"b\"]"), Word("c")]),
            ("{a {b}} c", vec![Comment("a {b}"), Word("c")]),
            ("{a {b} c} d {e}", vec![Comment("a {b} c"), Word("d"), Comment("e")]),
            ("{a {{b} c} d} e", vec![Comment("a {{b} c} d"), Word("e")]),
            ("{a {b} c {d} e", vec![Comment("a {b"), Word("c"), Comment("d"), Word("e")]),
            ("{a {b} c\n[A \"b\"]\n}", vec![Comment("a {b"), Word("c"), tag("A", "b")]),
            ("(a (b)", vec![Unclosed("variation")]),
            ("(a\n[A \"b\"]", vec![Unclosed("variation"), tag("A", "b")]),
            ("(a {\n[A \"b\"]", vec![unclosed, tag("A", "b")]),
            ("[\nA", vec![Comment("["), Word("A")]),
            ("[]x <y", vec![Comment("[]"), Word("x"), Comment("<y")]),
        ] {
            assert_eq!(kinds(text), expected, "{text}");
        }
    }
}
