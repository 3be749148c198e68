//! The quick way to read a move, where it is written as the standard has it.

use super::token::Cursor;
use crate::San;

/// A move as the standard has it, with its number and sign.
pub(super) struct StandardWord {
    pub san: San,
    pub nag: Option<u8>,
    pub begin: usize,
    pub behind: Cursor,
}

impl StandardWord {
    /// The one that stands at a place, behind white space and a number. Nothing for all other words, and where the text
    /// may go on.
    #[inline(always)]
    pub(super) fn read(text: &[u8], mut cursor: Cursor) -> Option<Self> {
        let at = |index: usize| text.get(index).copied().unwrap_or(0);
        let mut index = cursor.at;
        let skip_space = |index: &mut usize, line: &mut usize| {
            while matches!(at(*index), b' ' | b'\n') {
                *line += usize::from(at(*index) == b'\n');
                *index += 1;
            }
        };
        skip_space(&mut index, &mut cursor.line);
        let mut begin = index;
        if matches!(at(index), b'1'..=b'9') {
            while at(index).is_ascii_digit() {
                index += 1;
            }
            let digits = index;
            while at(index) == b'.' {
                index += 1;
            }
            if index == digits {
                return None;
            }
            if matches!(at(index), b' ' | b'\n') {
                let line = cursor.line;
                skip_space(&mut index, &mut cursor.line);
                // A line that begins with `%` is none of the game.
                if cursor.line > line && at(index) == b'%' {
                    return None;
                }
                begin = index;
            }
        }
        let (san, length) = San::split_standard(&text[index..])?;
        index += length;
        index += usize::from(matches!(at(index), b'+' | b'#'));
        let (nag, length) = match (at(index), at(index + 1)) {
            (b'!', b'!') => (Some(3), 2),
            (b'?', b'?') => (Some(4), 2),
            (b'!', b'?') => (Some(5), 2),
            (b'?', b'!') => (Some(6), 2),
            (b'!', _) => (Some(1), 1),
            (b'?', _) => (Some(2), 1),
            _ => (None, 0),
        };
        index += length;
        let behind = Cursor { at: index, breaks: 0, ..cursor };
        matches!(at(index), b' ' | b'\n' | b')' | b'{').then_some(Self { san, nag, begin, behind })
    }
}

/// A comment in braces that stands at a place, behind spaces and without line breaks and braces inside, and the place
/// behind it. Nothing for all others.
#[inline]
pub(super) fn standard_comment(text: &str, cursor: Cursor) -> Option<(&str, Cursor)> {
    let bytes = text.as_bytes();
    let mut begin = cursor.at;
    while bytes.get(begin) == Some(&b' ') {
        begin += 1;
    }
    if bytes.get(begin) != Some(&b'{') {
        return None;
    }
    begin += 1;
    let length = bytes[begin..].iter().position(|byte| matches!(byte, b'{' | b'}' | b'\n'))?;
    let end = begin + length;
    let behind = Cursor { at: end + 1, breaks: 0, ..cursor };
    (bytes[end] == b'}').then(|| (text[begin..end].trim(), behind))
}
