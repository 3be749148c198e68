//! Texts from outside: their encodings (UTF-8, UTF-16 with a byte order mark, Windows-1252, and mixtures of the first
//! and the last, as files put together of several are), and parts of them in messages.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// What Windows-1252 has at 0x80 to 0x9F. Five bytes are free; they become control characters, as in browsers.
/// All other bytes are those of Latin-1.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The text of a file, with `\n` at the end of each line. What is not UTF-8 is taken for Windows-1252, byte by
/// byte, so that one wrong byte changes no other character.
///
/// ```
/// use bartizan_notation::decode;
///
/// assert_eq!(decode(b"O\x92Kelly\r\n".to_vec()), "O’Kelly\n");
/// assert_eq!(decode(b"\xff\xfee\x004\x00".to_vec()), "e4");
/// ```
#[must_use]
pub fn decode(bytes: Vec<u8>) -> String {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) if !text.contains('\r') => return text,
        Ok(text) => text.into_bytes(),
        Err(error) => error.into_bytes(),
    };
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    Decoder::default().push(&bytes, true, &mut text);
    text
}

fn windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9f => WINDOWS_1252[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// A length of a text, and where what is behind it begins in its file, in bytes.
type Mark = (u64, u64);

/// Decodes a text that comes in pieces as [`decode`] does a whole one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Decoder {
    /// How two bytes of UTF-16 are read; nothing for other encodings.
    utf16: Option<fn([u8; 2]) -> u16>,
    /// Whether the encoding is known.
    pub started: bool,
    /// The beginning of a character whose end has not come.
    rest: Vec<u8>,
    /// Whether the last character was a carriage return, written as a line break.
    after_return: bool,
    /// Bytes of the file that are decoded.
    decoded: u64,
    /// Bytes of the text that are forgotten.
    forgotten: u64,
    /// Where text and file differ in length, in their order; nothing if nobody asks for places in the file.
    marks: Option<Vec<Mark>>,
}

impl Decoder {
    /// One that tells where its text stands in the file.
    pub(crate) fn with_marks() -> Self {
        Self { marks: Some(Vec::new()), ..Self::default() }
    }

    /// Goes on at another place of the file, with an empty text.
    #[cfg(feature = "std")]
    pub(crate) fn restart(&mut self, offset: u64) {
        let start = Self { decoded: offset, marks: Some([(0, offset)].into()), ..Self::default() };
        let known = offset > 0;
        *self =
            Self { started: known && self.started, utf16: self.utf16.filter(|_| known), ..start };
    }

    /// Where a byte of the text that is not forgotten stands in the file.
    pub(crate) fn offset(&self, text: &str, at: usize) -> u64 {
        let place = self.forgotten + at as u64;
        let marks = self.marks.as_deref().unwrap_or_default();
        let index = marks.partition_point(|&(length, _)| length <= place);
        let (length, offset) = index.checked_sub(1).map_or((0, 0), |index| marks[index]);
        offset + self.encoded_length(&text[(length - self.forgotten) as usize..at])
    }

    /// Forgets the first bytes of the text.
    pub(crate) fn forget(&mut self, text: &str, length: usize) {
        let offset = self.offset(text, length);
        self.forgotten += length as u64;
        let forgotten = self.forgotten;
        if let Some(marks) = &mut self.marks {
            let index = marks.partition_point(|&(length, _)| length <= forgotten);
            marks.splice(..index, [(forgotten, offset)]);
        }
    }

    /// The bytes that a part of the text has in the file.
    fn encoded_length(&self, text: &str) -> u64 {
        match self.utf16 {
            Some(_) => 2 * text.encode_utf16().count() as u64,
            None => text.len() as u64,
        }
    }

    /// Notes where the text stands.
    fn mark(&mut self, text: &str) {
        let mark = (self.forgotten + text.len() as u64, self.decoded);
        self.marks.iter_mut().for_each(|marks| marks.push(mark));
    }

    /// Decodes the next piece, and with `last` also what has no end.
    pub(crate) fn push(&mut self, bytes: &[u8], last: bool, text: &mut String) {
        if self.rest.is_empty() {
            return self.decode(bytes, last, text);
        }
        let mut joined = core::mem::take(&mut self.rest);
        joined.extend(bytes);
        self.decode(&joined, last, text);
    }

    fn decode(&mut self, mut bytes: &[u8], last: bool, text: &mut String) {
        if !self.started {
            if bytes.len() < 2 && !last {
                return self.rest.extend(bytes);
            }
            self.started = true;
            self.utf16 = match bytes {
                [0xff, 0xfe, ..] => Some(u16::from_le_bytes),
                [0xfe, 0xff, ..] => Some(u16::from_be_bytes),
                _ => None,
            };
            if self.utf16.is_some() {
                bytes = &bytes[2..];
                self.decoded = 2;
                self.mark(text);
            }
        }
        match self.utf16 {
            Some(read) => self.decode_utf16(bytes, read, last, text),
            None => self.decode_utf8(bytes, last, text),
        }
    }

    fn decode_utf8(&mut self, mut bytes: &[u8], last: bool, text: &mut String) {
        loop {
            let error = match core::str::from_utf8(bytes) {
                Ok(valid) => return self.push_lines(valid, text),
                Err(error) => error,
            };
            let (valid, invalid) = bytes.split_at(error.valid_up_to());
            self.push_lines(core::str::from_utf8(valid).unwrap_or_default(), text);
            if error.error_len().is_none() && !last {
                return self.rest.extend(invalid);
            }
            let (invalid, behind) = invalid.split_at(error.error_len().unwrap_or(invalid.len()));
            for &byte in invalid {
                text.push(windows_1252(byte));
                self.decoded += 1;
                self.mark(text);
            }
            self.after_return = false;
            bytes = behind;
        }
    }

    fn decode_utf16(
        &mut self,
        bytes: &[u8],
        read: fn([u8; 2]) -> u16,
        last: bool,
        text: &mut String,
    ) {
        let units = |bytes: &[u8]| read([bytes[0], bytes[1]]);
        let mut end = bytes.len() & !1;
        let is_half = end > 0 && (0xd800..0xdc00).contains(&units(&bytes[end - 2..]));
        if is_half && !last {
            end -= 2;
        }
        let (whole, rest) = bytes.split_at(end);
        for c in char::decode_utf16(whole.chunks_exact(2).map(units)) {
            let c = c.unwrap_or(char::REPLACEMENT_CHARACTER);
            self.push_lines(c.encode_utf8(&mut [0; 4]), text);
        }
        if !last {
            self.rest.extend(rest);
        }
    }

    /// Adds a text whose lines end in any way.
    fn push_lines(&mut self, mut added: &str, text: &mut String) {
        if added.is_empty() {
            return;
        }
        if core::mem::take(&mut self.after_return) {
            added = self.strip_line_feed(added, text);
        }
        while let Some(at) = find_pair(added.as_bytes(), |byte, _| byte == b'\r') {
            text.push_str(&added[..at]);
            text.push('\n');
            self.decoded += self.encoded_length(&added[..=at]);
            added = &added[at + 1..];
            self.after_return = added.is_empty();
            added = self.strip_line_feed(added, text);
        }
        text.push_str(added);
        self.decoded += self.encoded_length(added);
    }

    /// What comes behind a carriage return.
    fn strip_line_feed<'a>(&mut self, added: &'a str, text: &str) -> &'a str {
        let Some(rest) = added.strip_prefix('\n') else { return added };
        self.decoded += self.encoded_length("\n");
        self.mark(text);
        rest
    }
}

/// Where the first byte is that meets a condition together with the one behind it (0 at the end). Looks at many bytes
/// at once, without a branch for each.
#[inline(always)]
pub(crate) fn find_pair(bytes: &[u8], is_found: impl Fn(u8, u8) -> bool) -> Option<usize> {
    const STEP: usize = 64;
    let mut begin = 0;
    while let Some(part) = bytes[begin..].first_chunk::<{ STEP + 1 }>() {
        let mut any = false;
        for at in 0..STEP {
            any |= is_found(part[at], part[at + 1]);
        }
        if any {
            break;
        }
        begin += STEP;
    }
    let behind = |at: usize| bytes.get(at + 1).copied().unwrap_or(0);
    (begin..bytes.len()).find(|&at| is_found(bytes[at], behind(at)))
}

/// White space, and what stands for nothing: byte order marks, also those inside files that were put together of
/// several, the mark of DOS at the end of a file, and null characters.
pub(crate) fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\0' | '\u{1a}' | '\u{feff}')
}

/// Characters that [`shortened`] leaves.
const QUOTED_LENGTH: usize = 80;

/// A text from a file, with U+FFFD for the control characters, which a terminal would obey.
///
/// ```
/// use bartizan_notation::text::{printable, shortened};
///
/// assert_eq!(printable("a\u{1b}[2Jb"), "a\u{fffd}[2Jb");
/// assert_eq!(shortened(&"x".repeat(99)), "x".repeat(80) + " …");
/// ```
#[must_use]
pub fn printable(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}

/// The beginning of a text.
///
/// ```
/// use bartizan_notation::text::shortened;
///
/// assert_eq!(shortened("e4"), "e4");
/// assert_eq!(shortened(&"♞".repeat(81)), "♞".repeat(80) + " …");
/// ```
#[must_use]
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(QUOTED_LENGTH) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_told_apart() {
        let utf16 = |text: &str, bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
            "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(bytes).collect()
        };
        for (bytes, expected) in [
            (b"O\x92Kelly \x80 \xe9 \x81".to_vec(), "O’Kelly € é \u{81}"),
            ("É š ♘".into(), "É š ♘"),
            // One byte spoils nothing else, not even in its line.
            ([b"Kov\xe1cs - ", "Šarić\n♘".as_bytes()].concat(), "Kovács - Šarić\n♘"),
            ("\u{feff}é".into(), "\u{feff}é"),
            (utf16("é𝄞\r\n", u16::to_le_bytes), "é𝄞\n"),
            (utf16("é𝄞", u16::to_be_bytes), "é𝄞"),
            ([&b"\xff\xfee\x00\x00\xd8"[..], b"x"].concat(), "e\u{fffd}"),
            (b"\xc3".to_vec(), "Ã"),
            (b"a\rb\r\nc\n\r".to_vec(), "a\nb\nc\n\n"),
            (Vec::new(), ""),
        ] {
            assert_eq!(decode(bytes.clone()), expected, "{bytes:x?}");
            for length in 1..=bytes.len().max(1) {
                let (mut decoder, mut text) = (Decoder::default(), String::new());
                bytes.chunks(length).for_each(|piece| decoder.push(piece, false, &mut text));
                decoder.push(&[], true, &mut text);
                assert_eq!(text, expected, "{bytes:x?} in pieces of {length}");
            }
        }
    }
}
