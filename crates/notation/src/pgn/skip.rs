//! Skips what is not wanted or cannot be read.

use super::game::starts_game;
use super::read::{PgnError, PgnErrorCause, Reader};
use super::tags::is_tag_line;
use super::token::{Cursor, Token, TokenKind, plain_word, tag_line_in};
use super::word::Word;
use super::{ReadError, Source};
use crate::Sign;
use alloc::borrow::ToOwned;

impl<S: Source> Reader<S> {
    /// Skips the moves of a game, or the rest of them, without a look at them.
    pub(super) fn skip_moves(&mut self) -> Result<(), ReadError> {
        let mut ended = false;
        loop {
            if !ended {
                let length = skipped_length(&self.window.text[self.cursor.at..]);
                self.move_on(length);
            }
            let Some((token, behind)) = self.peek()? else { return Ok(()) };
            if starts_game(&token, ended) {
                self.keep(token, behind);
                return Ok(());
            }
            if ended && !self.goes_on(None)? {
                return Ok(());
            }
            self.cursor = behind;
            ended = self.is_end(&token);
        }
    }

    /// Moves on behind so many bytes, at the end of a word.
    fn move_on(&mut self, length: usize) {
        if length > 0 {
            let skipped = &self.window.text.as_bytes()[self.cursor.at..][..length];
            self.cursor.line += skipped.iter().filter(|&&byte| byte == b'\n').count();
            self.cursor.at += length;
            self.cursor.breaks = 0;
        }
    }

    /// Whether a word ends with a result.
    pub(super) fn is_end(&self, token: &Token) -> bool {
        let word = &self.window.text[token.begin..token.end];
        let may_be = |c: char| "0125*+-=".contains(c) || !c.is_ascii();
        if !matches!(token.kind, TokenKind::Word) || !word.ends_with(may_be) {
            return false;
        }
        match Word::read(word) {
            Some(word) => word.signs.iter().any(|sign| matches!(sign, Sign::Result(_))),
            None => ["1-0", "0-1", "1/2", "*"].iter().any(|result| word.ends_with(result)),
        }
    }

    /// Skips the rest of a game that is wrong: up to its result, or to the tags of the next one.
    pub(super) fn malformed(
        &mut self,
        wrong: Option<Token>,
        cause: PgnErrorCause,
    ) -> Result<ReadError, ReadError> {
        let mut ended = wrong.as_ref().is_some_and(|token| self.is_end(token));
        let mut end = self.cursor.at;
        while !ended {
            let Some((token, behind)) = self.peek()? else { break };
            if starts_game(&token, false) {
                self.keep(token, behind);
                break;
            }
            self.cursor = behind;
            end = token.end;
            ended = self.is_end(&token);
        }
        let mut source_text = self.window.text[self.begin..end].to_owned();
        self.comments_behind()?;
        self.scratch.add_comments(&self.window.text, &mut source_text);
        let line = wrong.map_or(self.line, |token| token.line);
        Ok(PgnError { line, cause, source_text }.into())
    }

    /// Goes on with the next line that begins with a tag, behind a game that is too long.
    pub(super) fn resynchronise(&mut self) -> Result<(), ReadError> {
        self.peeked = None;
        self.gone = Some(self.offset());
        let (mut begin, mut line) = (self.begin, self.line);
        loop {
            let text = &self.window.text[begin..];
            let found = tag_line_in(text);
            // A tag whose end is missing stays.
            let length = match found {
                None if !self.window.ended => text.rfind('\n').unwrap_or(text.len()),
                found => found.unwrap_or(text.len()),
            };
            line += text.as_bytes()[..length].iter().filter(|&&byte| byte == b'\n').count();
            self.cursor = Cursor { at: begin + length, line, breaks: 1, close: 0 };
            if found.is_some() || self.window.ended {
                return Ok(());
            }
            self.window.drop_front(begin + length);
            begin = 0;
            self.window.more(self.window.text.len(), line)?;
        }
    }
}

/// How many bytes may be skipped of the moves that a text begins with: those before the last word of the game, or if
/// something in them needs a look, some words and comments. A game ends where a line begins with a tag, and with a
/// result that others follow.
fn skipped_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut end = 0;
    while let Some(length) = text[end..].find('\n') {
        end += length + 1;
        match bytes.get(end) {
            Some(b'[') if is_tag_line(&text[end..]) => {
                let moves = text[..end].trim_ascii_end();
                let before_last = moves.rfind([' ', '\n']).map_or(0, |at| at + 1);
                let (moves, last) = moves.split_at(before_last);
                let moves = moves.trim_ascii_end();
                // A comment may go on behind the tag; the result `1 - 0` may be cut in two.
                let is_whole = !last.contains('{') && !moves.ends_with(" -");
                if is_whole && has_nothing_to_look_at(moves) {
                    return moves.len();
                }
                break;
            }
            // Brackets that close nothing may stand before a tag too.
            None | Some(b'[' | b'%' | b' ' | b'\t' | b')' | b']' | b'}' | b',') => break,
            Some(_) => {}
        }
    }
    words_and_comments(bytes)
}

/// Whether a game has neither results nor what hides braces, and its comments are closed. Without a branch for each
/// byte, and with counts in bytes, so that many are looked at together.
fn has_nothing_to_look_at(text: &str) -> bool {
    let moves = text.as_bytes();
    let (mut special, mut opens, mut brackets, mut depth) = (0_u8, 0_u8, 0_u8, 0_isize);
    for part in moves.chunks(64) {
        let mut braces = 0_i8;
        for &byte in part {
            let is_special =
                (byte == b';') | (byte == b'<') | (byte == b'*') | (byte == b'/') | (byte >= 0x80);
            special |= u8::from(is_special);
            opens |= u8::from(byte == b'{');
            brackets |= u8::from(byte == b'[');
            braces += i8::from(byte == b'{') - i8::from(byte == b'}');
        }
        depth += isize::from(braces);
    }
    // By four slices of the same length.
    let length = moves.len().saturating_sub(3);
    let [first, second, third, fourth] =
        [0, 1, 2, 3].map(|begin| moves.get(begin..begin + length).unwrap_or_default());
    for index in 0..length {
        let found = is_result([first[index], second[index], third[index], fourth[index]]);
        special |= u8::from(found);
    }
    if let Some(&[first, second, third]) = moves.last_chunk() {
        special |= u8::from(is_result([first, second, third, b' ']));
    }
    let last_brace = |end| moves[..end].iter().rfind(|byte| matches!(byte, b'{' | b'}'));
    // A brace that closes nothing can be as many as one that is not closed, which is the last one then.
    let is_closed = || opens == 0 || last_brace(moves.len()) == Some(&b'}');
    // Outside of comments, brackets hide braces.
    let is_inside = |(at, _)| last_brace(at) == Some(&b'{');
    let are_inside = || brackets == 0 || text.match_indices('[').all(is_inside);
    special == 0 && depth == 0 && is_closed() && are_inside()
}

/// Whether four bytes may be a result without `/`, or part of one: `1-0`, `1 - 0`, `0.5-0.5`, `1:0`, `+:-`. Clocks,
/// as in `0:10:00`, have one more digit.
#[inline(always)]
fn is_result([first, second, third, fourth]: [u8; 4]) -> bool {
    let is_digit = |byte: u8| byte.wrapping_sub(b'0') < 10;
    let digits = is_digit(first) & is_digit(third);
    let spaces = (first == b' ') & (third == b' ');
    let sign = (first == b'+') | (first == b'-') | (first == b'=');
    ((second == b'-') & (digits | spaces))
        | ((second == b':') & ((digits & !is_digit(fourth)) | sign))
}

/// The length of words without results, comments and white space that a text begins with, up to the end of one.
fn words_and_comments(text: &[u8]) -> usize {
    let (mut index, mut end) = (0, 0);
    while let Some(&byte) = text.get(index) {
        match byte {
            b' ' => index += 1,
            b'\n' if !matches!(text.get(index + 1), None | Some(b'[' | b'%')) => index += 1,
            b'{' => {
                let inside = text[index + 1..].iter();
                let length = inside.take_while(|byte| !matches!(byte, b'{' | b'}' | b'\n')).count();
                index += length + 2;
                if text.get(index - 1) != Some(&b'}') {
                    return end;
                }
                end = index;
            }
            _ => match plain_word(&text[index..]) {
                Some(length) if !may_end_with_result(&text[index..index + length]) => {
                    index += length;
                    end = index;
                }
                _ => return end,
            },
        }
    }
    end
}

/// Whether a word may end with a result.
fn may_end_with_result(word: &[u8]) -> bool {
    matches!(
        word,
        [.., b'-', b'0' | b'1'] | [.., b'/', b'2'] | [.., b'.', b'5'] | [.., b':', _] | [.., b'*']
    )
}
