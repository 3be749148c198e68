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
    Some(external_folder().join(name)).filter(|path| path.exists())
}

fn external_folder() -> PathBuf {
    match std::env::var_os("BARTIZAN_DATA") {
        Some(path) => PathBuf::from(path),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
    }
}

/// What may be missing where everything else is expected: no package manager has the programs, and those
/// for WebAssembly take minutes to build.
const OPTIONAL: [&str; 3] = ["fastchess", "lichess-bot", "the tools for WebAssembly"];

/// What is missing where [`external_folder`] has no endgame tables.
pub const TABLES: &str = "Syzygy tables (BARTIZAN_DATA)";

/// Says that `test` is skipped because `what` is missing.
///
/// # Panics
/// As [`skip`] fails.
pub fn report_skipped(test: &str, what: &str) {
    skip(test, what).unwrap_or_else(|error| panic!("{error}"));
}

/// Says that `test` is skipped because `what` is missing. With `BARTIZAN_EXPECT_ALL` set, as `.ci/run`
/// does on Linux where it has installed what the tests need, that is an error unless `what` is one of a
/// few programs, or [`TABLES`] where there is no such folder.
///
/// # Errors
/// When the skip was not expected.
pub fn skip(test: &str, what: &str) -> Result<(), String> {
    // Written past the test harness, which swallows what passing tests print.
    let _ = writeln!(std::io::stderr(), "skipped: {what} missing ({test})");
    let strict = std::env::var_os("BARTIZAN_EXPECT_ALL").is_some_and(|value| !value.is_empty());
    if strict && !may_be_missing(what, &external_folder()) {
        return Err(format!("{test}: {what} is missing, and this run expects it"));
    }
    Ok(())
}

fn may_be_missing(what: &str, external_folder: &Path) -> bool {
    OPTIONAL.contains(&what) || what == TABLES && !external_folder.is_dir()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_cannot_be_installed_may_be_missing() {
        let there = Path::new(env!("CARGO_MANIFEST_DIR"));
        let missing = there.join("no-such-folder");
        for what in ["fastchess", "lichess-bot"] {
            assert!(may_be_missing(what, there) && may_be_missing(what, &missing), "{what}");
        }
        // Part of the data is a mistake, none of it is not.
        assert!(may_be_missing(TABLES, &missing) && !may_be_missing(TABLES, there));
        for what in ["mdbook", "python-chess", "Xvfb", "xboard", "polyglot", "scid", "pychess", ""]
        {
            assert!(!may_be_missing(what, &missing), "{what}");
        }
    }
}
