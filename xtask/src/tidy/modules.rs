//! The layers inside the search crate: the modules that every search needs, and on them the two
//! searches, which do not use each other.

use super::Violation;

const SOURCES: &str = "crates/search/src/";
/// The modules of the two searches.
const SEARCHES: [&str; 2] = ["pvs", "reference"];
/// The files that may use both: the public face and the list of searches.
const FACE: [&str; 2] = ["lib.rs", "registry.rs"];

/// Every line of one file that uses a search it must not use.
#[must_use]
pub fn check(file: &str, text: &str) -> Vec<Violation> {
    let Some(path) = file.strip_prefix(SOURCES).filter(|path| !FACE.contains(path)) else {
        return Vec::new();
    };
    let own = path.split(['/', '.']).next().unwrap_or_default();
    let mut violations = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        for search in SEARCHES.into_iter().filter(|&search| search != own) {
            let used = ["crate::", "super::"].into_iter().any(|prefix| {
                code.match_indices(prefix).any(|(at, _)| names(&code[at + prefix.len()..], search))
            });
            if used {
                let message = format!("{path} must not use the search `{search}`");
                violations.push(Violation { file: file.to_owned(), line: index + 1, message });
            }
        }
    }
    violations
}

/// Whether a path, or the first level of a list of paths, begins with the module, or names what the
/// crate's root exports of it.
fn names(path: &str, module: &str) -> bool {
    let list = path.strip_prefix('{').unwrap_or(path).trim_end_matches([';', '}', ' ']);
    list.split(", ").any(|item| {
        let first = item.split("::").next().unwrap_or_default().trim();
        let exported: &[&str] = if module == "pvs" { &["Pvs"] } else { &["Minimax", "AlphaBeta"] };
        first == module || exported.iter().any(|name| first.starts_with(name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(file: &str, text: &str) -> Vec<usize> {
        check(file, text).into_iter().map(|violation| violation.line).collect()
    }

    #[test]
    fn searches_do_not_use_each_other() {
        let text = "use crate::tt::Bound;\nuse crate::pvs::Pvs;\nuse crate::{limits, reference};\n";
        assert_eq!(lines("crates/search/src/pvs/node.rs", text), [3]);
        assert_eq!(lines("crates/search/src/reference/mod.rs", text), [2]);
        assert_eq!(lines("crates/search/src/finish.rs", text), [2, 3]);
        assert!(lines("crates/search/src/lib.rs", text).is_empty());
        assert!(lines("crates/uci/src/engine.rs", text).is_empty());
    }

    #[test]
    fn exports_and_comments() {
        let text =
            "/// See [`crate::Pvs`].\nlet x = crate::Pvs::new();\nuse crate::pv::legal_pv;\n";
        assert_eq!(lines("crates/search/src/bench.rs", text), [2]);
    }
}
