//! Lines from any reader: bytes that are no UTF-8 are tolerated, and so is a line without end.
//! What a line means is `parse`'s to say.

use std::io::{BufRead, ErrorKind, Read, Result};

/// Longest line that is kept, in bytes. A game of a hundred thousand moves fits.
const LONGEST: u64 = 1 << 20;

/// The next line, with whatever ended it; `None` at the end of input. What a line has beyond the
/// limit is read and dropped.
///
/// # Errors
/// When the reader fails for another reason than an interruption.
pub fn next_line(input: &mut impl BufRead) -> Result<Option<String>> {
    let mut bytes = Vec::new();
    let count = input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)?;
    if count == 0 {
        return Ok(None);
    }
    if count as u64 == LONGEST && bytes.last() != Some(&b'\n') {
        drop_line(input)?;
    }
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

/// Reads to the end of the line and keeps nothing.
fn drop_line(input: &mut impl BufRead) -> Result<()> {
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

    fn all(mut input: &[u8]) -> Vec<String> {
        std::iter::from_fn(|| next_line(&mut input).expect("memory does not fail")).collect()
    }

    #[test]
    fn lines_and_an_unfinished_last_one() {
        assert_eq!(all(b"uci\r\nisready\nquit"), ["uci\r\n", "isready\n", "quit"]);
        assert_eq!(all(b""), Vec::<String>::new());
    }

    #[test]
    fn bytes_that_are_no_text() {
        assert_eq!(all(b"\xff\xfe\nuci\n"), ["\u{fffd}\u{fffd}\n", "uci\n"]);
    }

    #[test]
    fn a_line_without_end_is_cut() {
        let mut input = vec![b'x'; 3 * LONGEST as usize];
        input.extend_from_slice(b"\nuci\n");
        let lines = all(&input);
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0].len() as u64, LONGEST);
        assert_eq!(lines[1], "uci\n");
    }
}
