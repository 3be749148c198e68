//! What clippy does not say of a Rust file: its first line, its length, and whether one search uses the other.

use super::Violation;

/// Longest file, in lines.
const FILE_LINES: usize = 450;
/// The modules of the two searches of the search crate, and the beginnings of the names that its root exports of them.
const SEARCHES: [(&str, &[&str]); 2] =
    [("pvs", &["Pvs"]), ("reference", &["Minimax", "AlphaBeta"])];
/// The files there that may use both: the public face and the list of searches.
const FACE: [&str; 2] = ["lib.rs", "registry.rs"];

/// Checks the text of one file; `file` is its path from the root of the workspace.
#[must_use]
pub fn check(file: &str, text: &str) -> Vec<Violation> {
    let mut violations = Vec::new();
    let mut report = |line: usize, message: String| {
        violations.push(Violation { file: file.to_owned(), line, message });
    };
    let lines = text.lines().count();
    if lines > FILE_LINES {
        report(FILE_LINES + 1, format!("{lines} lines: split the file, {FILE_LINES} is the most"));
    }
    let header = text.lines().next().and_then(|line| line.strip_prefix("//!"));
    if header.is_none_or(|rest| rest.trim().is_empty()) {
        report(1, "the first line must begin with `//!` and say what the file is".to_owned());
    }
    if let Some(path) = file.strip_prefix("crates/search/src/").filter(|path| !FACE.contains(path))
    {
        let own = path.split(['/', '.']).next().unwrap_or_default();
        for (index, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            for (search, exported) in SEARCHES.iter().filter(|(search, _)| *search != own) {
                if uses(code, search, exported) {
                    report(index + 1, format!("{path} must not use the search `{search}`"));
                }
            }
        }
    }
    violations
}

/// Whether a line names a module of the crate or what is exported of it.
fn uses(code: &str, module: &str, exported: &[&str]) -> bool {
    let mut words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
    (code.contains("crate::") || code.contains("super::"))
        && words.any(|word| word == module || exported.iter().any(|name| word.starts_with(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(file: &str, text: &str) -> Vec<usize> {
        check(file, text).into_iter().map(|violation| violation.line).collect()
    }

    #[test]
    fn long_files_and_missing_headers_are_found() {
        let fits = format!("//! x\n{}", "// x\r\n".repeat(FILE_LINES - 1));
        assert_eq!(check("a.rs", &fits), []);
        assert_eq!(lines("a.rs", &format!("{fits}// one more\n")), [FILE_LINES + 1]);
        for text in ["", "fn f() {}\n", "// plain\nfn f() {}\n", "//!\nfn f() {}\n", "\n//! late\n"]
        {
            assert_eq!(lines("a.rs", text), [1], "{text}");
        }
    }

    #[test]
    fn searches_do_not_use_each_other() {
        let text = "//! x\nuse crate::tt::Bound;\nuse crate::pvs::Pvs;\n\
            use crate::{limits, reference};\n/// See [`crate::Pvs`].\nuse crate::pv::legal_pv;\n";
        for (file, expected) in [
            ("crates/search/src/pvs/node.rs", &[4][..]),
            ("crates/search/src/reference/mod.rs", &[3]),
            ("crates/search/src/finish.rs", &[3, 4]),
            ("crates/search/src/lib.rs", &[]),
            ("crates/uci/src/engine.rs", &[]),
        ] {
            assert_eq!(lines(file, text), expected, "{file}");
        }
        assert_eq!(lines("crates/search/src/bench.rs", "//! x\nlet x = crate::Pvs::new();\n"), [2]);
    }
}
