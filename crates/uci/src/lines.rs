//! Reads lines of unlimited length that need not be UTF-8.

use std::io::{BufRead, ErrorKind, Read, Result};

/// Maximum length of a line in bytes; a game of 100,000 moves fits. The rest of a longer line is
/// skipped.
const MAX_LINE_BYTES: u64 = 1 << 20;

/// The next line with its line ending; `None` at the end of input. Invalid UTF-8 is replaced by
/// U+FFFD.
///
/// # Errors
/// When the reader fails, except by an interruption.
pub fn next_line(input: &mut impl BufRead) -> Result<Option<String>> {
    let mut bytes = Vec::new();
    let count = input.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes)?;
    if count == 0 {
        return Ok(None);
    }
    if count as u64 == MAX_LINE_BYTES && bytes.last() != Some(&b'\n') {
        skip_rest_of_line(input)?;
    }
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

/// Reads and discards the rest of the line.
fn skip_rest_of_line(input: &mut impl BufRead) -> Result<()> {
    loop {
        let (used, ended) = match input.fill_buf() {
            Ok([]) => return Ok(()),
            Ok(buffer) => match buffer.iter().position(|&byte| byte == b'\n') {
                Some(end) => (end + 1, true),
                None => (buffer.len(), false),
            },
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        input.consume(used);
        if ended {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all_lines(mut input: &[u8]) -> Vec<String> {
        std::iter::from_fn(|| next_line(&mut input).expect("memory does not fail")).collect()
    }

    #[test]
    fn the_last_line_may_lack_a_newline() {
        assert_eq!(read_all_lines(b"uci\r\nisready\nquit"), ["uci\r\n", "isready\n", "quit"]);
        assert_eq!(read_all_lines(b""), Vec::<String>::new());
    }

    #[test]
    fn invalid_utf8_is_replaced() {
        assert_eq!(read_all_lines(b"\xff\xfe\nuci\n"), ["\u{fffd}\u{fffd}\n", "uci\n"]);
    }

    #[test]
    fn overlong_lines_are_truncated() {
        let mut input = vec![b'x'; 3 * MAX_LINE_BYTES as usize];
        input.extend_from_slice(b"\nuci\n");
        let lines = read_all_lines(&input);
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0].len() as u64, MAX_LINE_BYTES);
        assert_eq!(lines[1], "uci\n");
    }
}
