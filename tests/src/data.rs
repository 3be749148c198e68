//! Where test data lies, and how a test that misses something outside the repository says so.
//! Not a place for data itself: that is in `tests/data/`, or outside and optional.

use std::io::Write;
use std::path::{Path, PathBuf};

/// A file of this repository's `tests/data/`.
#[must_use]
pub fn own(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(name)
}

/// Data that is not part of the repository: `$BARTIZAN_DATA/name`, else `../shared/data/name`
/// beside the checkout. `None` if it is not there.
#[must_use]
pub fn outside(name: &str) -> Option<PathBuf> {
    let root = match std::env::var_os("BARTIZAN_DATA") {
        Some(path) => PathBuf::from(path),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"),
    };
    Some(root.join(name)).filter(|path| path.exists())
}

/// Says that `test` is skipped because `what` is missing.
///
/// With `BARTIZAN_EXPECT_ALL` set (the continuous integration does), a skip is a failure, unless
/// `BARTIZAN_MAY_SKIP`, a list of names separated by commas, holds `what`.
///
/// # Panics
/// When the skip was not expected.
pub fn skipped(test: &str, what: &str) {
    // Written past the test harness, which swallows what passing tests print.
    let _ = writeln!(std::io::stderr(), "skipped: {what} missing ({test})");
    let strict = std::env::var_os("BARTIZAN_EXPECT_ALL").is_some_and(|value| !value.is_empty());
    let allowed = std::env::var("BARTIZAN_MAY_SKIP").unwrap_or_default();
    assert!(
        !strict || allowed.split(',').any(|name| name.trim() == what),
        "{test}: {what} is missing, and this run expects it"
    );
}

/// The lines of a text file that are neither blank nor comments (`#`).
///
/// # Panics
/// When the file cannot be read.
#[must_use]
pub fn lines(path: &Path) -> Vec<String> {
    let text =
        std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(String::from)
        .collect()
}

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
