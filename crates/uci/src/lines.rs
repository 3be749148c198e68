//! Reads lines of unlimited length, in whatever encoding.

use std::io::{BufRead, ErrorKind, Result};

/// Maximum length of a line in bytes; a game of 100,000 moves fits. The rest of a longer line is
/// skipped.
const MAX_LINE_BYTES: usize = 1 << 20;

/// Byte order marks of UTF-8 and of both kinds of UTF-16.
const BYTE_ORDER_MARKS: [&[u8]; 3] = [b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"];

/// The lines of an input. A line ends with LF, CR or both.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    /// The last line has ended with CR: an LF that follows belongs to it.
    after_return: bool,
}

impl<R: BufRead> Lines<R> {
    /// The lines of `input`.
    pub fn new(input: R) -> Self {
        Self { input, after_return: false }
    }

    /// The next line without its ending; `None` at the end of input.
    ///
    /// Invalid UTF-8 is replaced by U+FFFD. Byte order marks at the beginning and zero bytes are left out, so
    /// that ASCII in UTF-16 is read too.
    ///
    /// # Errors
    /// When the reader fails, except by an interruption.
    pub fn next_line(&mut self) -> Result<Option<String>> {
        let mut bytes = Vec::new();
        loop {
            let buffer = match self.input.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if buffer.is_empty() {
                let is_blank = bytes.iter().all(|&byte| byte == 0);
                return Ok((!is_blank).then(|| decode(&bytes)));
            }
            let end = buffer.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let text = &buffer[..end.unwrap_or(buffer.len())];
            bytes.extend_from_slice(&text[..text.len().min(MAX_LINE_BYTES - bytes.len())]);
            let Some(end) = end else {
                let length = buffer.len();
                self.input.consume(length);
                continue;
            };
            let is_feed = buffer[end] == b'\n';
            self.input.consume(end + 1);
            let second_half = is_feed && self.after_return && bytes.iter().all(|&byte| byte == 0);
            self.after_return = !is_feed;
            if !second_half {
                return Ok(Some(decode(&bytes)));
            }
            bytes.clear();
        }
    }
}

/// The text of a line.
fn decode(bytes: &[u8]) -> String {
    let mut bytes = bytes;
    while let Some(rest) = BYTE_ORDER_MARKS.iter().find_map(|mark| bytes.strip_prefix(*mark)) {
        bytes = rest;
    }
    let text: Vec<u8> = bytes.iter().copied().filter(|&byte| byte != 0).collect();
    String::from_utf8_lossy(&text).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    /// The lines as they are read from a whole buffer, and from one that holds a byte at a time.
    fn read_all_lines(input: &[u8]) -> Vec<String> {
        let read = |input: Box<dyn BufRead + '_>| -> Vec<String> {
            let mut lines = Lines::new(input);
            std::iter::from_fn(|| lines.next_line().expect("memory does not fail")).collect()
        };
        let whole = read(Box::new(input));
        assert_eq!(read(Box::new(BufReader::with_capacity(1, input))), whole, "{input:?}");
        whole
    }

    #[test]
    fn any_line_ending_and_encoding_is_read() {
        assert_eq!(read_all_lines(b"uci\r\nisready\nquit"), ["uci", "isready", "quit"]);
        assert_eq!(read_all_lines(b"uci\risready\rquit\r"), ["uci", "isready", "quit"]);
        assert_eq!(read_all_lines(b"\n\r\n\r\ruci\n\n"), ["", "", "", "", "uci", ""]);
        assert_eq!(read_all_lines(b""), Vec::<String>::new());
        let utf16 = |order: fn(u16) -> [u8; 2]| -> Vec<u8> {
            "\u{feff}uci\r\nisready\r\n".encode_utf16().flat_map(order).collect()
        };
        for input in [
            b"\xef\xbb\xbfuci\nisready\n".to_vec(),
            b"\xef\xbb\xbfuci\n\xef\xbb\xbfisready".to_vec(),
            b"\xef\xbb\xbf\xef\xbb\xbfuci\nisready\n".to_vec(),
            b"u\0ci\n\0isready\0\0\n\0".to_vec(),
            utf16(u16::to_le_bytes),
            utf16(u16::to_be_bytes),
        ] {
            assert_eq!(read_all_lines(&input), ["uci", "isready"], "{input:?}");
        }
        assert_eq!(read_all_lines(b"\xff\xfd\nuci\n"), ["\u{fffd}\u{fffd}", "uci"]);
    }

    #[test]
    fn overlong_lines_are_truncated() {
        let mut input = vec![b'x'; 3 * MAX_LINE_BYTES];
        input.extend_from_slice(b"\nuci\n");
        let lines = read_all_lines(&input);
        assert_eq!((lines[0].len(), &lines[1..]), (MAX_LINE_BYTES, &["uci".to_owned()][..]));
    }
}
