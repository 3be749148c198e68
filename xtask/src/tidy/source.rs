//! The conventions for a single Rust file.

use super::Violation;
use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// Longest file and longest function, in lines.
const FILE_LINES: usize = 450;
const FUNCTION_LINES: usize = 100;

/// Crates in which printing is forbidden.
const LIBRARIES: [&str; 5] = ["board", "movegen", "eval", "ordering", "search"];

const PRINTING: [&str; 4] = ["print", "println", "eprint", "eprintln"];
const UNFINISHED: [&str; 3] = ["todo", "unimplemented", "dbg"];

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
    if !text.lines().next().is_some_and(is_header) {
        report(1, "the first line must begin with `//!` and say what the file is".to_owned());
    }
    match text.parse::<TokenStream>() {
        Err(error) => report(1, format!("not Rust: {error}")),
        Ok(tokens) => check_tokens(tokens, in_library(file), &mut report),
    }
    violations
}

fn is_header(line: &str) -> bool {
    line.strip_prefix("//!").is_some_and(|rest| !rest.trim().is_empty())
}

fn in_library(file: &str) -> bool {
    LIBRARIES.iter().any(|name| file.starts_with(&format!("crates/{name}/src/")))
}

/// Checks tokens instead of a syntax tree, so that the insides of macros count too.
fn check_tokens(tokens: TokenStream, library: bool, report: &mut dyn FnMut(usize, String)) {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    for (index, tree) in trees.iter().enumerate() {
        match tree {
            TokenTree::Group(group) => check_tokens(group.stream(), library, report),
            TokenTree::Ident(ident) => {
                let (name, line) = (ident.to_string(), ident.span().start().line);
                let lifetime = index > 0 && is_punct(&trees[index - 1], '\'');
                if name == "static" && !lifetime && is_ident(trees.get(index + 1), "mut") {
                    report(line, "`static mut`: use an atomic, a lock or a `OnceLock`".to_owned());
                }
                if name == "fn" {
                    check_length(line, &trees[index + 1..], report);
                }
                if !is_macro_call(&trees[index + 1..]) {
                    continue;
                }
                if UNFINISHED.contains(&name.as_str()) {
                    report(line, format!("`{name}!`: finish it"));
                }
                if library && PRINTING.contains(&name.as_str()) {
                    report(line, format!("`{name}!`: library crates never print"));
                }
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

fn is_punct(tree: &TokenTree, wanted: char) -> bool {
    matches!(tree, TokenTree::Punct(punct) if punct.as_char() == wanted)
}

fn is_ident(tree: Option<&TokenTree>, wanted: &str) -> bool {
    matches!(tree, Some(TokenTree::Ident(ident)) if ident == wanted)
}

/// True when what follows a name makes it the call of a macro: `!` and a group.
fn is_macro_call(rest: &[TokenTree]) -> bool {
    let [TokenTree::Punct(punct), TokenTree::Group(group), ..] = rest else { return false };
    punct.as_char() == '!'
        && punct.spacing() == Spacing::Alone
        && group.delimiter() != Delimiter::None
}

/// Reports a function that is too long. `rest` is what follows `fn`: a name, unless it is the type of
/// a function, and the signature up to the body, or to a semicolon where there is none.
fn check_length(first: usize, rest: &[TokenTree], report: &mut dyn FnMut(usize, String)) {
    let [TokenTree::Ident(name), rest @ ..] = rest else { return };
    let body = rest.iter().find_map(|tree| match tree {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(Some(group)),
        TokenTree::Punct(punct) if punct.as_char() == ';' => Some(None),
        _ => None,
    });
    let Some(Some(body)) = body else { return };
    let lines = body.span_close().end().line - first + 1;
    if lines > FUNCTION_LINES {
        report(first, format!("`{name}` has {lines} lines: {FUNCTION_LINES} is the most"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UCI_FILE: &str = "crates/uci/src/lib.rs";
    const LIBRARY_FILE: &str = "crates/search/src/lib.rs";

    fn messages(file: &str, text: &str) -> Vec<String> {
        check(file, text).iter().map(ToString::to_string).collect()
    }

    /// Exactly one violation, at that line and with that word in it.
    fn assert_one(file: &str, text: &str, line: usize, word: &str) {
        let violations = check(file, text);
        assert_eq!(violations.len(), 1, "{violations:?}");
        assert_eq!(violations[0].line, line, "{violations:?}");
        assert!(violations[0].message.contains(word), "{violations:?}");
    }

    #[test]
    fn clean_file_has_no_findings() {
        let text = "//! Fine.\n\nstatic WORD: &'static str = \"todo!() static mut println!()\";\n\
                    /// `todo!()`\nfn f(a: &'static mut u8) { assert!(*a != 0); let todo = 1; }\n";
        assert_eq!(messages(LIBRARY_FILE, text), [] as [&str; 0]);
    }

    #[test]
    fn missing_and_empty_headers_are_reported() {
        for text in ["", "fn f() {}\n", "// plain\nfn f() {}\n", "//!\nfn f() {}\n", "\n//! late\n"]
        {
            assert_one(UCI_FILE, text, 1, "first line");
        }
    }

    #[test]
    fn mutable_statics_are_found_in_macros_too() {
        assert_one(UCI_FILE, "//! x\n\nstatic mut COUNT: u32 = 0;\n", 3, "static mut");
        assert_one(UCI_FILE, "//! x\nextern \"C\" {\n    static mut E: u8;\n}\n", 3, "static mut");
        assert_one(
            UCI_FILE,
            "//! x\nmacro_rules! m { () => {\n static mut E: u8 = 0; } }\n",
            3,
            "static mut",
        );
    }

    #[test]
    fn printing_is_reported_in_library_crates_only() {
        for name in PRINTING {
            let text = format!("//! x\nfn f() {{\n    {name}!(\"1\");\n}}\n");
            assert_one(LIBRARY_FILE, &text, 3, "never print");
            assert_eq!(messages(UCI_FILE, &text), [] as [&str; 0]);
            assert_eq!(messages("crates/search/tests/a.rs", &text), [] as [&str; 0]);
        }
    }

    #[test]
    fn unfinished_code_is_found() {
        for name in UNFINISHED {
            let text = format!("//! x\nfn f() {{ vec![{name}!(1)]; }}\n");
            assert_one(UCI_FILE, &text, 2, "finish it");
        }
    }

    #[test]
    fn long_files_and_functions_are_found() {
        let fits = format!("//! x\n{}", "// line\n".repeat(FILE_LINES - 1));
        assert_eq!(messages(UCI_FILE, &fits), [] as [&str; 0]);
        assert_one(UCI_FILE, &format!("{fits}// one more\n"), FILE_LINES + 1, "split");
        for head in ["fn long()", "impl A {\nfn long()", "trait A {\nfn long()"] {
            let tail = if head.contains('{') { "}" } else { "" };
            let line = 2 + head.lines().count();
            let body =
                |lines| format!("//! x\n\n{head} {{\n{}}}\n{tail}\n", "f();\n".repeat(lines));
            assert_eq!(messages(UCI_FILE, &body(FUNCTION_LINES - 2)), [] as [&str; 0]);
            assert_one(UCI_FILE, &body(FUNCTION_LINES - 1), line, "`long` has 101 lines");
        }
    }

    #[test]
    fn line_ends_of_windows_change_nothing() {
        let fine = include_str!("source.rs").replace("\r\n", "\n");
        let faulty = fine.replacen("fn is_header", "static mut A: u8 = 0;\nfn is_header", 1);
        for text in [fine, faulty, "fn f() { todo!() }\n".to_owned(), "//!\n".to_owned()] {
            let windows = text.replace('\n', "\r\n");
            assert_eq!(messages(UCI_FILE, &windows), messages(UCI_FILE, &text));
        }
    }

    #[test]
    fn syntax_errors_are_reported() {
        assert_one(UCI_FILE, "//! x\nfn f( {}\n", 1, "not Rust");
        assert_one(UCI_FILE, "//! x\n\nfn f() }\n", 1, "not Rust");
    }
}
