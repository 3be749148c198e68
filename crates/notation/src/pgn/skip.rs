//! Skips what is not wanted or cannot be read.

use super::game::starts_game;
use super::read::Reader;
use super::tags::is_tag_line;
use super::token::{Cursor, Token, TokenKind, plain_word, tag_line_in};
use super::word::Word;
use super::{PgnError, PgnErrorCause, ReadError, Source};
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
    let lines = has_nothing_to_look_at(before.as_bytes())?;
    // A number alone may be a part of a result.
    if matches!(&moves[last..], "1-0" | "0-1" | "1/2-1/2" | "*") {
        let behind = &moves.as_bytes()[before.len()..last];
        return Some((moves.len(), lines + lines_in(behind), true));
    }
    Some((before.len(), lines, false))
}

/// The line breaks of moves in which a game cannot end, and which hide nothing: no results, no lines that begin with
/// `%` or space, comments that are closed, and no brackets and colons outside of them.
fn has_nothing_to_look_at(moves: &[u8]) -> Option<usize> {
    let [mut lines, mut opened, mut closed] = [0; 3];
    let mut special = 0;
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
                let mut part = [b' '; STEP + 2];
                part[..rest.len()].copy_from_slice(rest);
                looks.add(&part);
                rest = rest.get(STEP..).unwrap_or_default();
            }
            if rest.is_empty() {
                break;
            }
        }
        special |= looks.special.iter().fold(0, |all, one| all | one);
        if special & Looks::HERE != 0 {
            return None;
        }
        lines += sum(looks.lines);
        opened += sum(looks.opened);
        closed += sum(looks.closed);
    }
    let is_brace = |byte: &&u8| matches!(byte, b'{' | b'}');
    let is_closed = || opened == 0 || moves.iter().rfind(is_brace) == Some(&b'}');
    let are_fine = || special & Looks::OUTSIDE == 0 || has_them_inside_comments(moves);
    (opened == closed && is_closed() && are_fine()).then_some(lines)
}

/// Whether all brackets and colons stand in comments, which have no braces inside. Outside of them brackets hide braces or
/// begin tags, and colons may be results, such as `1:0` and `+:-`.
fn has_them_inside_comments(moves: &[u8]) -> bool {
    // All bits are set inside of a comment.
    let mut inside = 0;
    moves.chunks(STEP).all(|part| {
        let mut bytes = [b' '; STEP];
        bytes[..part.len()].copy_from_slice(part);
        let (opens, closes) =
            (bits(&bytes, |byte| byte == b'{'), bits(&bytes, |byte| byte == b'}'));
        let others = bits(&bytes, |byte| (byte == b'[') | (byte == b':'));
        // Each bit is the sum of those up to it.
        let mut after = opens | closes;
        for shift in [1, 2, 4, 8, 16, 32] {
            after ^= after << shift;
        }
        after ^= inside;
        let before = after << 1 | inside & 1;
        inside = 0_u64.wrapping_sub(after >> 63);
        opens & before == 0 && (closes | others) & !before == 0
    })
}

/// A bit for each byte, the lowest for the first.
#[inline(always)]
fn bits(bytes: &[u8; STEP], is_set: impl Fn(u8) -> bool) -> u64 {
    let mut flags = [0; STEP];
    for (flag, &byte) in flags.iter_mut().zip(bytes) {
        *flag = u8::from(is_set(byte));
    }
    let mut bits = 0;
    for (index, word) in flags.chunks_exact(8).enumerate() {
        let word = u64::from_le_bytes(word.try_into().unwrap_or_default());
        // The product has the lowest bits of the bytes in its highest byte.
        bits |= word.wrapping_mul(0x0102_0408_1020_4080) >> 56 << (8 * index);
    }
    bits
}

/// Bytes that are looked at together.
const STEP: usize = 64;

/// What was found among the bytes of some steps, by their places in them.
struct Looks {
    /// What needs a look.
    special: [u8; STEP],
    lines: [u8; STEP],
    /// Braces.
    opened: [u8; STEP],
    closed: [u8; STEP],
}

impl Looks {
    /// What is special wherever it stands, and what is so outside of comments.
    const HERE: u8 = 1;
    const OUTSIDE: u8 = 2;
    const NONE: Looks =
        Looks { special: [0; STEP], lines: [0; STEP], opened: [0; STEP], closed: [0; STEP] };

    /// Without branches, so that many bytes are looked at in one instruction. The last two are looked at in the next
    /// step.
    #[inline(always)]
    fn add(&mut self, part: &[u8; STEP + 2]) {
        let is_score = |byte: u8| byte.wrapping_sub(b'0') <= 5;
        for at in 0..STEP {
            let [byte, next, third] = [part[at], part[at + 1], part[at + 2]];
            let is_special =
                (byte == b';') | (byte == b'<') | (byte == b'*') | (byte == b'/') | (byte >= 0x80);
            let is_line = byte == b'\n';
            let hides = is_line & ((next == b'%') | (next == b' ') | (next == b'\t'));
            // `1-0`, `1 - 0`, and in the middle of `0.5-0.5`.
            let scores = is_score(byte) & is_score(third) | (byte == b' ') & (third == b' ');
            let is_result = (next == b'-') & scores;
            let outside = (byte == b'[') | (byte == b':');
            self.special[at] |= Self::HERE * u8::from(is_special | hides | is_result);
            self.special[at] |= Self::OUTSIDE * u8::from(outside);
            self.lines[at] += u8::from(is_line);
            self.opened[at] += u8::from(byte == b'{');
            self.closed[at] += u8::from(byte == b'}');
        }
    }
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
