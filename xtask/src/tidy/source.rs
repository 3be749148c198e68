//! What clippy does not say of a Rust file: its first line, its length, and `static mut`.

use super::Violation;

/// Longest file, in lines.
const FILE_LINES: usize = 450;

/// Checks the text of one file; `file` is its path from the root of the
/// workspace.
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
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().trim_start_matches("pub ").starts_with("static mut ") {
            let advice = "`static mut`: use an atomic, a lock or a `OnceLock`";
            report(index + 1, advice.to_owned());
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Exactly one violation, at that line and with that word in it.
    fn assert_one(text: &str, line: usize, word: &str) {
        let violations = check("crates/uci/src/lib.rs", text);
        assert_eq!(violations.len(), 1, "{violations:?}");
        assert_eq!(violations[0].line, line, "{violations:?}");
        assert!(violations[0].message.contains(word), "{violations:?}");
    }

    #[test]
    fn faults_are_found() {
        let fits = format!("//! x\n{}", "// static mut\r\n".repeat(FILE_LINES - 1));
        assert_eq!(check("a.rs", &fits), []);
        assert_one(&format!("{fits}// one more\n"), FILE_LINES + 1, "split");
        for text in ["", "fn f() {}\n", "// plain\nfn f() {}\n", "//!\nfn f() {}\n", "\n//! late\n"]
        {
            assert_one(text, 1, "first line");
        }
        assert_one("//! x\n\nstatic mut COUNT: u32 = 0;\n", 3, "static mut");
        assert_one("//! x\nextern \"C\" {\n    pub static mut E: u8;\n}\n", 3, "static mut");
    }
}
