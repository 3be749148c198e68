//! The page "Where is it": each row names an item of the source, and the file and line that has it.

use super::Violation;
use crate::workspace;
use anyhow::{Context, Result};
use std::fs;
use std::path::Path;

/// The page.
const PAGE: &str = "docs/src/where.md";

/// Every row whose item is not where it says.
///
/// # Errors
/// When the page or the source cannot be read.
pub fn check(root: &Path, files: &[String]) -> Result<Vec<Violation>> {
    let page = fs::read_to_string(root.join(PAGE)).context(PAGE)?;
    let mut violations = Vec::new();
    for (index, line) in page.lines().enumerate() {
        let Some(row) = Row::parse(line) else { continue };
        let mut report = |message: String| {
            violations.push(Violation { file: PAGE.to_owned(), line: index + 1, message });
        };
        match row.find(root, files) {
            Ok(place) if place == row.place => {}
            Ok(place) => {
                let advice = "`cargo xtask tidy --bless` corrects that";
                report(format!("`{}` is at {place}, not at {}: {advice}", row.item, row.place));
            }
            Err(message) => report(message),
        }
    }
    Ok(violations)
}

/// Writes the present lines into the page, and the present files where an item has moved.
///
/// # Errors
/// When the page or the source cannot be read, or the page not be written.
pub fn bless(files: &[String]) -> Result<()> {
    let root = workspace::root();
    let page = fs::read_to_string(root.join(PAGE)).context(PAGE)?;
    let corrected = page.lines().map(|line| {
        let row = Row::parse(line);
        let place = row.as_ref().and_then(|row| row.find(&root, files).ok());
        match row.zip(place) {
            Some((row, place)) => line.replace(&format!("`{}`", row.place), &format!("`{place}`")),
            None => line.to_owned(),
        }
    });
    let text: String = corrected.map(|line| line + "\n").collect();
    fs::write(root.join(PAGE), text).context(PAGE)
}

/// A row `| what | `ITEM` | `FILE:LINE` |`.
struct Row<'a> {
    /// What defines the item, as in `fn see_ge`.
    item: &'a str,
    place: &'a str,
    file: &'a str,
}

impl<'a> Row<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let ["", _, item, place, ""] = cells[..] else { return None };
        let code = |cell: &'a str| cell.strip_prefix('`')?.strip_suffix('`');
        let (item, place) = (code(item)?, code(place)?);
        Some(Self { item, place, file: place.rsplit_once(':').map_or(place, |(file, _)| file) })
    }

    /// Where the item is defined: in the file of the row, or else in the only one below `crates` that has it.
    fn find(&self, root: &Path, files: &[String]) -> Result<String, String> {
        let in_file = |file: &str| {
            let text = fs::read_to_string(root.join(file)).ok()?;
            Some(format!("{file}:{}", line_of(&text, self.item)?))
        };
        if let Some(place) = in_file(self.file) {
            return Ok(place);
        }
        let sources = files.iter().filter(|file| file.starts_with("crates/"));
        let places: Vec<String> = sources.filter_map(|file| in_file(file)).collect();
        match &places[..] {
            [place] => Ok(place.clone()),
            [] => Err(format!("`{}` is defined nowhere below crates", self.item)),
            _ => Err(format!(
                "`{}` is not in {}, but in {}",
                self.item,
                self.file,
                places.join(", ")
            )),
        }
    }
}

/// The number of the first line that defines an item, whatever its visibility.
fn line_of(text: &str, item: &str) -> Option<usize> {
    let defines = |line: &str| {
        let line = line.trim_start();
        let line = match line.strip_prefix("pub") {
            Some(rest) if rest.starts_with('(') => {
                rest.split_once(')').map_or(rest, |(_, rest)| rest)
            }
            Some(rest) => rest,
            None => line,
        };
        let mut line = line.trim_start();
        if item.starts_with("fn ") {
            for word in ["const ", "unsafe "] {
                line = line.strip_prefix(word).unwrap_or(line);
            }
        }
        let rest = line.strip_prefix(item);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    text.lines().position(defines).map(|index| index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_found() {
        let text = "// fn a\nfn ab() {}\n    pub(super) const fn a<T>() {}\npub struct S(u8);\nconst N: u8 = 1;\n";
        for (item, line) in
            [("fn a", 3), ("fn ab", 2), ("struct S", 4), ("const N", 5)].map(|(a, b)| (a, Some(b)))
        {
            assert_eq!(line_of(text, item), line, "{item}");
        }
        for item in ["fn b", "struct T", "const", "fn"] {
            assert_eq!(line_of(text, item).filter(|_| item.contains(' ')), None, "{item}");
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
            write(
                PAGE,
                &format!(
                    "# Where\n\n| what | item | place |\n|---|---|---|\n| x | `{item}` | `{place}` |\n"
                ),
            );
            let found = check(&root, &files).unwrap();
            assert_eq!(found.len(), usize::from(message.is_some()), "{item} {place}: {found:?}");
            assert!(
                found.iter().all(|fault| fault.message.contains(message.unwrap_or_default())),
                "{found:?}"
            );
        }
    }
}
