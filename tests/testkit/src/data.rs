//! Test data files, and the report of a test that is skipped because an external file is missing.

use std::io::Write;
use std::path::{Path, PathBuf};

/// A file of this repository's `tests/testkit/data/`.
#[must_use]
pub fn repository_file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(name)
}

/// Data that is not part of the repository: `$BARTIZAN_DATA/name`, else `../shared/data/name`
/// beside the checkout. `None` if it is not there.
#[must_use]
pub fn external_file(name: &str) -> Option<PathBuf> {
    let root = match std::env::var_os("BARTIZAN_DATA") {
        Some(path) => PathBuf::from(path),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
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
pub fn report_skipped(test: &str, what: &str) {
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
