//! The words of a PGN text.

use super::tags::{TagText, is_tag_line};
use crate::{is_space, leading_result};
use core::ops::Range;

/// A word with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// The line it begins in.
    pub line: usize,
    /// Line breaks before it; the beginning of the text is one. Two and more are a blank line.
    pub breaks: usize,
    /// Where it stands in the text, in bytes.
    pub begin: usize,
    pub end: usize,
    pub kind: TokenKind,
}

/// A part of the text, in bytes.
pub(super) type Span = Range<usize>;

/// The kinds of words, with the places of their parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A tag.
    Tag(TagSpan),
    /// A comment, or something in brackets that is no tag.
    Comment(Span),
    /// A variation, from the first bracket to its partner, both left out.
    Variation(Span),
    /// The digits behind `$`.
    Nag(Span),
    /// A move with its number and signs, a result, or what is neither.
    Word,
    /// Something that has no end: the text says what.
    Unclosed(&'static str),
}

/// A tag as it stands in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TagSpan {
    pub name: Span,
    pub value: Span,
    /// Whether it begins like a tag of the standard. `[Round 1]` does not.
    pub quoted: bool,
}

/// Where a text is read on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor {
    pub at: usize,
    pub line: usize,
    /// Line breaks since the last word.
    pub breaks: usize,
    /// The first `}` behind a place that was looked at, or the end of the text where there is none: each is
    /// looked for once.
    pub close: usize,
}

/// Splits a text into words.
#[derive(Clone)]
pub(super) struct Tokens<'a> {
    text: &'a str,
    pub cursor: Cursor,
    /// Whether something ended only with the text: more text may change it.
    pub hit_end: bool,
}

/// Longest result with spaces in it.
const RESULT_LENGTH: usize = 24;

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str, cursor: Cursor) -> Self {
        Self { text, cursor, hit_end: false }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.cursor.at..]
    }

    /// The length of a text whose end is not in it.
    fn open_end(&mut self, text: &str) -> usize {
        self.hit_end = true;
        text.len()
    }

    /// The length of a text up to the end of the line.
    fn line_length(&mut self, text: &str) -> usize {
        text.find('\n').unwrap_or_else(|| self.open_end(text))
    }

    /// Takes `length` bytes.
    fn take(&mut self, length: usize) -> Span {
        let begin = self.cursor.at;
        self.cursor.at += length;
        let taken = &self.text.as_bytes()[begin..self.cursor.at];
        self.cursor.line += taken.iter().filter(|&&byte| byte == b'\n').count();
        begin..self.cursor.at
    }

    /// The rest of the line without its end.
    fn take_line(&mut self) -> Span {
        let length = self.line_length(self.rest());
        self.take(length)
    }

    fn trimmed(&self, span: Span) -> Span {
        let text = &self.text[span.clone()];
        let begin = span.end - text.trim_start().len();
        begin..begin + text.trim().len()
    }

    /// Skips white space, and lines that begin with `%`.
    fn skip_space(&mut self) {
        let bytes = self.text.as_bytes();
        loop {
            let line = self.cursor.line;
            while let Some(&byte) = bytes.get(self.cursor.at) {
                match byte {
                    b' ' => self.cursor.at += 1,
                    b'\n' => {
                        self.cursor.at += 1;
                        self.cursor.line += 1;
                    }
                    b'!'..=b'~' => break,
                    _ => match self.rest().chars().next().filter(|&c| is_space(c)) {
                        Some(c) => self.cursor.at += c.len_utf8(),
                        None => break,
                    },
                }
            }
            self.cursor.breaks += self.cursor.line - line;
            if self.cursor.at == bytes.len() {
                self.hit_end = true;
            }
            if self.cursor.breaks == 0 || !self.rest().starts_with('%') {
                return;
            }
            self.take_line();
            self.cursor.breaks -= 1;
        }
    }

    /// A comment in braces. One without an end ends before the tags of the next game: where a line begins with a
    /// tag, and no brace closes or another one opens first. A comment may have such a line, but no braces.
    fn comment(&mut self) -> TokenKind {
        let (begin, text) = (self.cursor.at + 1, self.text);
        if self.cursor.close < begin {
            self.cursor.close = text[begin..].find('}').map_or(text.len(), |at| begin + at);
        }
        let closed = self.cursor.close < text.len();
        self.hit_end |= !closed;
        let inside = &text.as_bytes()[begin..self.cursor.close];
        if closed && !inside.contains(&b'{') && !inside.contains(&b'\n') {
            self.cursor.at = self.cursor.close + 1;
            return TokenKind::Comment(self.trimmed(begin..self.cursor.close));
        }
        let tag = tag_line_in(&text[begin..self.cursor.close]).map(|at| begin + at);
        let end = match tag {
            // The line break before the tag stays.
            Some(tag) if !closed || text[tag..self.cursor.close].contains('{') => tag - 1,
            _ => self.cursor.close,
        };
        self.take(end - self.cursor.at);
        if end == text.len() || text[end..].starts_with('\n') {
            return TokenKind::Unclosed("comment");
        }
        let end = end + self.nested_length(&text[begin..end]);
        self.take(end + 1 - self.cursor.at);
        TokenKind::Comment(self.trimmed(begin..end))
    }

    /// How far a comment reaches behind the first brace that closes, which is the next character: braces inside it
    /// are no comments of their own, but where all of them are closed they were meant so.
    fn nested_length(&mut self, comment: &str) -> usize {
        let rest = self.rest();
        let mut length = 0;
        for _ in comment.matches('{') {
            let next = rest[length + 1..].find(['{', '}']).map(|at| length + 1 + at);
            self.hit_end |= next.is_none();
            match next.filter(|&at| rest[at..].starts_with('}')) {
                Some(at) => length = at,
                None => return 0,
            }
        }
        if tag_line_in(&rest[..length]).is_some() { 0 } else { length }
    }

    /// A variation with those inside it. Brackets in its comments do not count.
    fn variation(&mut self) -> TokenKind {
        let (begin, mut depth) = (self.cursor.at + 1, 0);
        let is_mark = |&byte: &u8| matches!(byte, b'(' | b')' | b'{' | b';' | b'\n');
        loop {
            let rest = self.rest();
            let found = rest.as_bytes().iter().position(is_mark);
            let found = found.unwrap_or_else(|| self.open_end(rest));
            self.take(found);
            match self.rest().chars().next() {
                Some('(') => depth += 1,
                Some(')') if depth == 1 => {
                    let span = begin..self.cursor.at;
                    self.take(1);
                    return TokenKind::Variation(span);
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
                Some(_) if !self.is_tag_line(1) => {}
                _ => return TokenKind::Unclosed("variation"),
            }
            self.take(1);
        }
    }

    /// Whether a tag begins behind so many bytes.
    fn is_tag_line(&mut self, skipped: usize) -> bool {
        let rest = &self.rest()[skipped..];
        self.line_length(rest);
        is_tag_line(rest)
    }

    /// A tag. Anything else in brackets is a comment, up to the end of the line where they are not closed.
    fn tag(&mut self) -> TokenKind {
        if let Some((tag, length)) = TagText::split_usual(self.rest()) {
            let begin = self.cursor.at;
            self.cursor.at += length;
            return TokenKind::Tag(tag.span(self.text, begin));
        }
        let rest = self.rest();
        self.line_length(rest);
        if let Some((tag, length)) = TagText::split(rest) {
            let span = self.take(length);
            return TokenKind::Tag(tag.span(self.text, span.start));
        }
        let length = self.line_length(rest);
        let length = rest[..length].find(']').map_or(length, |end| end + 1);
        let span = self.take(length);
        TokenKind::Comment(self.trimmed(span))
    }

    /// A word up to white space or the beginning of something else. Brackets round the piece of a promotion
    /// belong to it.
    fn word(&mut self) -> TokenKind {
        let rest = self.rest();
        if let Some(length) = plain_word(rest.as_bytes()) {
            self.cursor.at += length;
            return TokenKind::Word;
        }
        self.hit_end |= rest.len() < RESULT_LENGTH;
        let result = leading_result(rest);
        if let Some(("*", length)) = result {
            self.take(length);
            return TokenKind::Word;
        }
        let is_end = |c: char| is_space(c) || "{}();[]$<,".contains(c);
        let mut end = rest.find(is_end).unwrap_or_else(|| self.open_end(rest));
        let bracket = &rest.as_bytes()[end..];
        self.hit_end |= bracket.len() < 3;
        let promotion =
            |piece| b"NBRQnbrq".contains(piece) && rest[..end].ends_with(['1', '8', '=']);
        if matches!(bracket, [b'(', piece, b')', ..] if promotion(piece)) {
            end += 3;
            end += rest[end..].find(is_end).unwrap_or_else(|| self.open_end(&rest[end..]));
        }
        // Some results have spaces in them.
        self.take(result.map_or(end, |(_, length)| length.max(end)));
        TokenKind::Word
    }

    /// The kind of the word that stands here.
    fn kind(&mut self) -> Option<TokenKind> {
        let rest = self.rest();
        Some(match rest.chars().next()? {
            '[' => self.tag(),
            '(' => self.variation(),
            '{' => self.comment(),
            ';' => {
                let line = self.take_line();
                TokenKind::Comment(self.trimmed(line.start + 1..line.end))
            }
            '$' => {
                let digits = rest[1..].find(|c: char| !c.is_ascii_digit()).map(|end| end + 1);
                let length = digits.unwrap_or_else(|| self.open_end(rest));
                let span = self.take(length);
                TokenKind::Nag(span.start + 1..span.end)
            }
            // Reserved by the standard.
            '<' => {
                let length = self.line_length(rest);
                let length = rest[..length].find('>').map_or(length, |end| end + 1);
                let span = self.take(length);
                TokenKind::Comment(self.trimmed(span))
            }
            _ => self.word(),
        })
    }
}

/// The length of a word in ASCII that has no result at its beginning. Nothing for other words.
#[inline]
pub(super) fn plain_word(text: &[u8]) -> Option<usize> {
    let begins = match *text {
        [b'A'..=b'Z' | b'a'..=b'z', ..] => true,
        [b'1'..=b'9', second, ..] => second.is_ascii_digit() || second == b'.',
        _ => false,
    };
    if !begins {
        return None;
    }
    let length = text.iter().position(|&byte| !is_plain(byte))?;
    (text[length].is_ascii() && text[length] != b'(').then_some(length)
}

/// Whether a byte ends no word.
#[inline]
fn is_plain(byte: u8) -> bool {
    const PLAIN: [bool; 256] = {
        let mut plain = [false; 256];
        let mut byte = b'!';
        while byte <= b'~' {
            plain[byte as usize] = true;
            byte += 1;
        }
        let mut ends = b"{}();[]$<,".as_slice();
        while let [first, rest @ ..] = ends {
            plain[*first as usize] = false;
            ends = rest;
        }
        plain
    };
    PLAIN[usize::from(byte)]
}

/// Where the first line of a text, but its own first one, begins with a tag.
pub(super) fn tag_line_in(text: &str) -> Option<usize> {
    text.match_indices('\n').map(|(at, _)| at + 1).find(|&at| is_tag_line(&text[at..]))
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        self.skip_space();
        // Brackets that close nothing, and commas between moves.
        while let Some(b')' | b']' | b'}' | b',') = self.text.as_bytes().get(self.cursor.at) {
            self.take(1);
            self.skip_space();
        }
        let Cursor { line, at: begin, breaks, .. } = self.cursor;
        let kind = self.kind()?;
        self.cursor.breaks = 0;
        Some(Token { line, breaks, begin, end: self.cursor.at, kind })
    }
}

#[cfg(test)]
mod tests;
