//! `cargo xtask new`: writes the skeleton of an evaluator, a move ordering or a search and
//! registers it, so that the engine can play with it and the contracts are run on it.

use crate::workspace;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::Path;

/// The command line of the task.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// What to write
    pub kind: Kind,
    /// Its name, as the engine's option will list it: small letters, digits and hyphens
    pub name: String,
}

/// A part of the engine that has a registry.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Implements `eval::Evaluator`
    Evaluator,
    /// Implements `ordering::MoveOrdering`
    Ordering,
    /// Implements `searcher::Searcher`
    Searcher,
}

/// Where a kind of part lives and how it is registered.
struct Layout {
    skeleton: &'static str,
    /// The directory of the modules, and the file there that declares them.
    modules: (&'static str, &'static str),
    /// Files that publish the type, with the path to the module from there.
    exports: &'static [(&'static str, &'static str)],
    registry: &'static str,
    /// The end of the registry, and what stands before it for the new part.
    entry: (&'static str, &'static str),
    option: &'static str,
    contract: &'static str,
}

impl Kind {
    fn layout(self) -> Layout {
        match self {
            Self::Evaluator => Layout {
                skeleton: include_str!("evaluator.txt"),
                modules: ("crates/eval/src", "lib.rs"),
                exports: &[("crates/eval/src/lib.rs", "MODULE")],
                registry: "crates/eval/src/registry.rs",
                entry: ("\n}\n", "\n    \"NAME\" => TYPE,"),
                option: "Evaluation",
                contract: "eval",
            },
            Self::Ordering => Layout {
                skeleton: include_str!("ordering.txt"),
                modules: ("crates/ordering/src/schemes", "mod.rs"),
                exports: &[
                    ("crates/ordering/src/schemes/mod.rs", "MODULE"),
                    ("crates/ordering/src/lib.rs", "schemes"),
                ],
                registry: "crates/ordering/src/registry.rs",
                entry: ("];\n", ", TYPE"),
                option: "Ordering",
                contract: "ordering",
            },
            Self::Searcher => Layout {
                skeleton: include_str!("searcher.txt"),
                modules: ("crates/search/src", "lib.rs"),
                exports: &[("crates/search/src/lib.rs", "MODULE")],
                registry: "crates/search/src/registry.rs",
                entry: (
                    "\n}\n",
                    "\n    \"NAME\" => |evaluator| TYPE::with_evaluator(evaluator()),",
                ),
                option: "Search",
                contract: "search",
            },
        }
    }
}

/// Runs the task in this workspace and says what to do next.
///
/// # Errors
/// When [`write()`] fails.
pub fn run(args: &Args) -> Result<()> {
    let root = workspace::root();
    let file = write(&root, args.kind, &args.name)?;
    let Layout { option, contract, .. } = args.kind.layout();
    // Puts the new lines where rustfmt wants them.
    let package = format!("bartizan-{contract}");
    let mut format = workspace::cargo();
    format.args(["fmt", "--package", &package, "--manifest-path"]).arg(root.join("Cargo.toml"));
    ensure!(format.status()?.success(), "cargo fmt failed; {file} is written and registered");
    let name = &args.name;
    // Only the layers that the contract needs are built.
    let feature = if contract == "search" { "reference" } else { contract };
    print!(
        "written: {file}\n\
         its contract: cargo test -p bartizan-contracts --no-default-features \
         --features {feature} --test {contract}\n\
         to play with it: setoption name {option} value {name}\n"
    );
    Ok(())
}

/// Writes the skeleton into the workspace at `root`, registers it, and returns its file.
///
/// # Errors
/// When the name is not one, is taken, or the files of the layer are not as expected. Nothing has
/// been written then.
pub fn write(root: &Path, kind: Kind, name: &str) -> Result<String> {
    let letters = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(letters);
    let is_name = is_name && name.split('-').all(|word| !word.is_empty());
    ensure!(is_name, "`{name}`: a name has small letters, digits and single hyphens");
    let layout = kind.layout();
    let module = name.replace('-', "_");
    let capital = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    let type_name: String = name.split('-').map(capital).collect();
    let fill = |text: &str| {
        text.replace("\"NAME\"", &format!("\"{name}\""))
            .replace("TYPE", &type_name)
            .replace("MODULE", &module)
    };
    let file = format!("{}/{module}.rs", layout.modules.0);
    ensure!(!root.join(&file).exists(), "{file} is there already");

    // The markers below end lines as every checkout with `.gitattributes` does.
    let unix = |text: &str| text.replace("\r\n", "\n");
    let mut edits: Vec<(String, String)> = vec![(file.clone(), fill(&unix(layout.skeleton)))];
    let mut edit = |file: &str, change: &dyn Fn(&str) -> Option<String>| -> Result<()> {
        let known = edits.iter().position(|(edited, _)| edited == file);
        let text = match known {
            Some(index) => edits.remove(index).1,
            None => unix(&fs::read_to_string(root.join(file)).with_context(|| file.to_owned())?),
        };
        let changed = change(&text).with_context(|| format!("{file} is not as expected"))?;
        edits.push((file.to_owned(), changed));
        Ok(())
    };
    let declarations = format!("{}/{}", layout.modules.0, layout.modules.1);
    edit(&declarations, &|text| insert_before(text, "\nmod ", &format!("\nmod {module};")))?;
    for (file, path) in layout.exports {
        let export = format!("\npub use {}::{type_name};", fill(path));
        edit(file, &|text| insert_before(text, "\npub use ", &export))?;
    }
    edit(layout.registry, &|text| {
        let at = text.rfind(layout.entry.0)?;
        let text = format!("{}{}{}", &text[..at], fill(layout.entry.1), &text[at..]);
        insert_before(&text, "\nuse crate::", &format!("\nuse crate::{type_name};"))
    })?;
    for (file, text) in edits {
        fs::write(root.join(&file), text).with_context(|| format!("cannot write {file}"))?;
    }
    Ok(file)
}

/// The text with `line` before the first `marker`.
fn insert_before(text: &str, marker: &str, line: &str) -> Option<String> {
    let at = text.find(marker)?;
    Some(format!("{}{line}{}", &text[..at], &text[at..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_checked() {
        let root = workspace::root();
        for name in ["", "A", "-a", "a--b", "a_b", "9", "a b", "../a"] {
            assert!(write(&root, Kind::Evaluator, name).is_err(), "{name:?}");
        }
        let error = write(&root, Kind::Evaluator, "centre").expect_err("taken");
        assert!(error.to_string().contains("there already"), "{error}");
    }

    #[test]
    fn line_ends_of_windows_are_read() {
        let root = testkit::TempFolder::new("scaffold");
        for kind in [Kind::Evaluator, Kind::Ordering, Kind::Searcher] {
            let layout = kind.layout();
            let exports = layout.exports.iter().map(|(file, _)| *file);
            for file in exports.chain([layout.registry]) {
                let text = fs::read_to_string(workspace::root().join(file)).unwrap();
                let copy = root.join(file);
                fs::create_dir_all(copy.parent().unwrap()).unwrap();
                fs::write(copy, text.replace("\r\n", "\n").replace('\n', "\r\n")).unwrap();
            }
            let file = write(&root, kind, "new-part").unwrap();
            for file in [file.as_str(), layout.registry] {
                let text = fs::read_to_string(root.join(file)).unwrap();
                assert!(text.contains("NewPart") && !text.contains('\r'), "{file}: {text}");
            }
        }
    }
}
