//! Skips what is not wanted or cannot be read.

use super::game::starts_game;
use super::read::{PgnError, PgnErrorCause, Reader};
use super::tags::is_tag_line;
use super::token::{Cursor, Token, TokenKind, plain_word, tag_line_in};
use super::word::Word;
use super::{ReadError, Source};
use crate::Sign;
use crate::text::find_pair;
use alloc::borrow::ToOwned;

impl<S: Source> Reader<S> {
    /// Skips the moves of a game, or the rest of them, without a look at them.
    pub(super) fn skip_moves(&mut self) -> Result<(), ReadError> {
        let mut ended = false;
        loop {
            if !ended {
                ended = self.skip_in_steps()?;
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

    /// Skips as many moves as need no look, up to the end of a word; whether that is the result of the game.
    fn skip_in_steps(&mut self) -> Result<bool, ReadError> {
        let mut text = &self.window.text[self.cursor.at..];
        let mut line = tag_behind_line(text.as_bytes());
        // The end of the game is likely to come with the next bytes.
        if line.is_none() && self.window.may_read_behind(self.cursor.at, self.begin) {
            self.window.more(self.begin, self.line)?;
            text = &self.window.text[self.cursor.at..];
            line = tag_behind_line(text.as_bytes());
        }
        let game =
            line.filter(|&end| is_tag_line(&text[end..])).and_then(|end| moves_of(&text[..end]));
        let (length, lines, ended) = game.unwrap_or_else(|| {
            let length = words_and_comments(text.as_bytes());
            (length, lines_in(&text.as_bytes()[..length]), false)
        });
        if length > 0 {
            self.cursor.line += lines;
            self.cursor.at += length;
            self.cursor.breaks = 0;
        }
        Ok(ended)
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

/// Where the first line of a text, but its own first one, begins with a bracket.
fn tag_behind_line(text: &[u8]) -> Option<usize> {
    find_pair(text, |byte, next| (byte == b'\n') & (next == b'[')).map(|at| at + 1)
}

fn lines_in(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte == b'\n').count()
}

/// How many bytes may be skipped of a text with the moves of one game, how many line breaks are among them, and whether
/// the result is: all before the last word, and that if it is a result. Nothing if something in them needs a look: the
/// game may end before.
fn moves_of(text: &str) -> Option<(usize, usize, bool)> {
    let moves = text.trim_ascii_end();
    let last = moves.as_bytes().iter().rposition(|&byte| matches!(byte, b' ' | b'\n'));
    let last = last.map_or(0, |at| at + 1);
    let before = moves[..last].trim_ascii_end();
    // The last word may begin a comment that goes on behind the tag, or end the result `1 - 0`.
    if moves[last..].contains('{') || before.ends_with(" -") {
        return None;
    }
    let lines = has_nothing_to_look_at(before)?;
    // A number alone may be a part of a result.
    if matches!(&moves[last..], "1-0" | "0-1" | "1/2-1/2" | "*") {
        let behind = &moves.as_bytes()[before.len()..last];
        return Some((moves.len(), lines + lines_in(behind), true));
    }
    Some((before.len(), lines, false))
}

/// The line breaks of moves in which a game cannot end, and which hide nothing: no results, no lines that begin with
/// `%`, space or what closes nothing, comments that are closed, and no brackets outside of them, which hide braces.
fn has_nothing_to_look_at(text: &str) -> Option<usize> {
    let moves = text.as_bytes();
    let [mut lines, mut opened, mut closed, mut brackets] = [0; 4];
    let sum = |counts: [u8; STEP]| counts.iter().map(|&count| usize::from(count)).sum::<usize>();
    let mut rest = moves;
    while !rest.is_empty() {
        let mut looks = Looks::NONE;
        // As many steps as counts in bytes allow.
        for _ in 0..u8::MAX {
            if let Some(part) = rest.first_chunk() {
                looks.add(part);
                rest = &rest[STEP..];
            } else {
                let mut part = [b' '; STEP + 3];
                part[..rest.len()].copy_from_slice(rest);
                looks.add(&part);
                rest = rest.get(STEP..).unwrap_or_default();
            }
            if rest.is_empty() {
                break;
            }
        }
        if looks.special != [0; STEP] {
            return None;
        }
        lines += sum(looks.lines);
        opened += sum(looks.opened);
        closed += sum(looks.closed);
        brackets += sum(looks.brackets);
    }
    let last_brace = |end| moves[..end].iter().rfind(|byte| matches!(byte, b'{' | b'}'));
    let is_closed = || opened == 0 || last_brace(moves.len()) == Some(&b'}');
    let is_inside = |(at, _)| last_brace(at) == Some(&b'{');
    let are_inside = || brackets == 0 || text.match_indices('[').all(is_inside);
    (opened == closed && is_closed() && are_inside()).then_some(lines)
}

/// Bytes that are looked at together.
const STEP: usize = 64;

/// What was found among the bytes of some steps, by their places in them.
struct Looks {
    /// What needs a look, if not 0.
    special: [u8; STEP],
    lines: [u8; STEP],
    /// Braces.
    opened: [u8; STEP],
    closed: [u8; STEP],
    /// What opens tags, commands in comments, and comments that have other brackets.
    brackets: [u8; STEP],
}

impl Looks {
    const NONE: Looks = {
        let none = [0; STEP];
        Looks { special: none, lines: none, opened: none, closed: none, brackets: none }
    };

    /// Without branches, so that many bytes are looked at in one instruction. The last three are looked at in the next
    /// step.
    #[inline(always)]
    fn add(&mut self, part: &[u8; STEP + 3]) {
        for at in 0..STEP {
            let [byte, next, third, fourth] = [part[at], part[at + 1], part[at + 2], part[at + 3]];
            let is_special =
                (byte == b';') | (byte == b'<') | (byte == b'*') | (byte == b'/') | (byte >= 0x80);
            let is_line = byte == b'\n';
            let closes = (next == b')') | (next == b']') | (next == b'}') | (next == b',');
            let hides = is_line & ((next == b'%') | (next == b' ') | (next == b'\t') | closes);
            let is_result = is_result([byte, next, third, fourth]);
            self.special[at] |= u8::from(is_special | hides | is_result);
            self.lines[at] += u8::from(is_line);
            self.opened[at] += u8::from(byte == b'{');
            self.closed[at] += u8::from(byte == b'}');
            self.brackets[at] += u8::from(byte == b'[');
        }
    }
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
