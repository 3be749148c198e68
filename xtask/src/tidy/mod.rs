//! `cargo xtask tidy`: conventions that neither the compiler nor clippy checks.

mod layers;
mod source;
mod where_is;

use crate::metadata::Metadata;
use crate::workspace;
use anyhow::{Context, Result, bail};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use testkit::workspace::relative;

/// A violation of a convention.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Violation {
    /// The file, relative to the root of the workspace, with `/` between folders.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong and, where it is not plain, what to do.
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}

/// The command line of the task.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Write the present line numbers into the page "Where is it?" first
    #[arg(long)]
    pub bless: bool,
}

/// Runs every check over the working tree.
///
/// # Errors
/// When there are violations (all are printed) or the tree cannot be read.
pub fn run(args: &Args) -> Result<()> {
    let root = workspace::root();
    let metadata = Metadata::load()?;
    let mut violations = layers::check(&metadata);
    let paths = rust_files(&root)?;
    let files = names(&paths, &root);
    for (path, file) in paths.iter().zip(&files) {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        violations.extend(source::check(file, &text));
    }
    let (mut moved, page) = where_is::check(&root, &files)?;
    if args.bless {
        where_is::write(&root, &page)?;
        moved = where_is::check(&root, &files)?.0;
    }
    violations.extend(moved);
    violations.sort();
    for violation in &violations {
        println!("{violation}");
    }
    if !violations.is_empty() {
        bail!("{} violations", violations.len());
    }
    println!("tidy: {} Rust files, all in order", files.len());
    Ok(())
}

/// Paths below the root, written alike on every system.
fn names(paths: &[PathBuf], root: &Path) -> Vec<String> {
    let root = root.display().to_string();
    paths.iter().map(|path| relative(&path.display().to_string(), &root)).collect()
}

/// Every Rust file of the tree but what was built and what is hidden.
fn rust_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    for entry in entries {
        let entry = entry?;
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy();
        // Build folders carry a tag file; links are not followed, so that no loop can be.
        if entry.file_type()?.is_dir() {
            let built = path.join("CACHEDIR.TAG").exists() || name == "target";
            if !built && !name.starts_with('.') {
                files.extend(rust_files(&path)?);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_says_where_everything_is() {
        let root = workspace::root();
        let files = rust_files(&root).expect("the source");
        let files = names(&files, &root);
        assert_eq!(where_is::check(&root, &files).expect("the page").0, []);
    }
}
