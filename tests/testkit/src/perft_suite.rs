//! Reads perft suites: one position a line with its counts by depth.

use std::path::Path;

use crate::data::lines;

/// One line of a perft suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftLine {
    /// The position.
    pub fen: String,
    /// Depths and the number of leaves at each.
    pub counts: Vec<(u32, u64)>,
}

/// Reads a perft suite: a FEN, then `;D1 20 ;D2 400 …`, one count at least.
///
/// # Panics
/// When a line does not have that form.
#[must_use]
pub fn perft_suite(path: &Path) -> Vec<PerftLine> {
    lines(path).iter().map(|line| perft_line(line)).collect()
}

fn perft_line(line: &str) -> PerftLine {
    let mut fields = line.split(';').map(str::trim);
    let fen = fields.next().unwrap_or_default().to_string();
    let count = |field| perft_count(field).unwrap_or_else(|| panic!("no count, `{field}`: {line}"));
    let counts: Vec<(u32, u64)> = fields.map(count).collect();
    assert!(!counts.is_empty(), "no perft counts in: {line}");
    PerftLine { fen, counts }
}

/// `D3 8902` as depth and count.
fn perft_count(field: &str) -> Option<(u32, u64)> {
    let (depth, count) = field.strip_prefix('D')?.split_once(char::is_whitespace)?;
    Some((depth.parse().ok()?, count.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read() {
        let line = perft_line("8/8 w - - ;D1 20 ;D2  400");
        assert_eq!((line.fen.as_str(), &line.counts[..]), ("8/8 w - -", &[(1, 20), (2, 400)][..]));
        for text in ["", "D3", "3 8902", "Dx 8902", "D3 8902 1", "D3 -1", "D3 8e3"] {
            assert_eq!(perft_count(text), None, "{text}");
        }
    }

    #[test]
    #[should_panic(expected = "no count, `D2 4oo`")]
    fn a_count_that_cannot_be_read_is_an_error() {
        perft_line("8/8 w - - ;D1 20 ;D2 4oo ;D3 8000");
    }

    #[test]
    #[should_panic(expected = "no perft counts")]
    fn a_line_without_counts_is_an_error() {
        perft_line("8/8 w - -");
    }
}
