//! The page "Where is it": each row names an item of the source, and the file and line that has it.

use super::Violation;
use anyhow::{Context, Result};
use std::fs;
use std::path::Path;

/// The page.
const PAGE: &str = "docs/src/where.md";

/// Every row whose item is not where it says, and the page with the present lines, and the present files where an item
/// has moved.
///
/// # Errors
/// When the page cannot be read.
pub fn check(root: &Path, files: &[String]) -> Result<(Vec<Violation>, String)> {
    let page = fs::read_to_string(root.join(PAGE)).context(PAGE)?;
    let (mut violations, mut corrected) = (Vec::new(), String::new());
    for (index, line) in page.lines().enumerate() {
        let mut line = line.to_owned();
        if let Some((item, stated)) = row(&line) {
            let found = find(item, stated, root, files);
            if found.as_deref() != Ok(stated) {
                let message = match &found {
                    Ok(place) => format!(
                        "`{item}` is at {place}, not at {stated}: `cargo xtask tidy --bless` corrects that"
                    ),
                    Err(message) => message.clone(),
                };
                violations.push(Violation { file: PAGE.to_owned(), line: index + 1, message });
                line = found.map_or(line.clone(), |place| line.replace(stated, &place));
            }
        }
        corrected += &(line + "\n");
    }
    Ok((violations, corrected))
}

/// Writes the page.
///
/// # Errors
/// When that fails.
pub fn write(root: &Path, page: &str) -> Result<()> {
    fs::write(root.join(PAGE), page).context(PAGE)
}

/// What defines the item of a row, as in `fn see_ge`, and the place: `| what | `ITEM` | `FILE:LINE` |`.
fn row(line: &str) -> Option<(&str, &str)> {
    let cells: Vec<&str> = line.split('|').map(str::trim).collect();
    let ["", _, item, place, ""] = cells[..] else { return None };
    let code = |cell| str::strip_prefix(cell, "`")?.strip_suffix('`');
    Some((code(item)?, code(place)?))
}

/// Where an item is defined: in the file of its row, or else in the only one below `crates` that has it.
fn find(item: &str, stated: &str, root: &Path, files: &[String]) -> Result<String, String> {
    let in_file = |file: &str| {
        let text = fs::read_to_string(root.join(file)).ok()?;
        Some(format!("{file}:{}", line_of(&text, item)?))
    };
    let stated = stated.rsplit_once(':').map_or(stated, |(file, _)| file);
    if let Some(place) = in_file(stated) {
        return Ok(place);
    }
    let sources = files.iter().filter(|file| file.starts_with("crates/"));
    let places: Vec<String> = sources.filter_map(|file| in_file(file)).collect();
    match &places[..] {
        [place] => Ok(place.clone()),
        [] => Err(format!("`{item}` is defined nowhere below crates")),
        _ => Err(format!("`{item}` is not in {stated}, but in {}", places.join(", "))),
    }
}

/// The number of the first line that defines an item, whatever its visibility.
fn line_of(text: &str, item: &str) -> Option<usize> {
    let defines = |line: &str| {
        let Some((before, after)) = line.split_once(item) else { return false };
        let mut before = before.split_whitespace();
        before.all(|word| word.starts_with("pub") || ["const", "unsafe"].contains(&word))
            && !after.starts_with(|c: char| c.is_alphanumeric() || c == '_')
    };
    text.lines().position(defines).map(|index| index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_found() {
        let text = "// fn a\nfn ab() {}\n    pub(super) const fn a<T>() {}\npub struct S(u8);\nconst N: u8 = 1;\n";
        for (item, line) in [
            ("fn a", Some(3)),
            ("fn ab", Some(2)),
            ("struct S", Some(4)),
            ("const N", Some(5)),
            ("fn b", None),
            ("struct T", None),
        ] {
            assert_eq!(line_of(text, item), line, "{item}");
        }
    }

    #[test]
    fn moved_items_are_found_and_missing_ones_named() {
        let root = testkit::TempFolder::new("where");
        let write = |file: &str, text: &str| {
            let path = root.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("crates/a/src/lib.rs", "//! A.\nfn one() {}\nfn two() {}\n");
        write("crates/a/src/new.rs", "//! B.\nfn two() {}\nfn three() {}\n");
        let files = ["crates/a/src/lib.rs", "crates/a/src/new.rs"].map(str::to_owned);
        for (item, place, message) in [
            ("fn one", "crates/a/src/lib.rs:2", None),
            ("fn one", "crates/a/src/lib.rs:3", Some("is at crates/a/src/lib.rs:2")),
            ("fn three", "crates/a/src/lib.rs:3", Some("is at crates/a/src/new.rs:3")),
            (
                "fn two",
                "crates/a/src/gone.rs:3",
                Some("but in crates/a/src/lib.rs:3, crates/a/src/new.rs:2"),
            ),
            ("fn four", "crates/a/src/lib.rs:3", Some("defined nowhere")),
        ] {
            let page = format!(
                "# Where\n\n| what | item | place |\n|---|---|---|\n| x | `{item}` | `{place}` |\n"
            );
            write(PAGE, &page);
            let (found, corrected) = check(&root, &files).unwrap();
            assert_eq!(found.len(), usize::from(message.is_some()), "{item} {place}: {found:?}");
            let message = message.unwrap_or_default();
            assert!(found.iter().all(|fault| fault.message.contains(message)), "{found:?}");
            let present = message.strip_prefix("is at ").unwrap_or(place);
            assert_eq!(corrected, page.replace(place, present));
        }
    }
}
