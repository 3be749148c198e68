//! `cargo xtask report`: the results of the other tasks, from their JSON files, as one HTML page.

mod files;
mod page;
mod sections;

use crate::output::{make_folder, write_file, write_text};
use crate::progress::note;
use crate::workspace;
use anyhow::Result;
use files::ResultFiles;
use std::io;
use std::path::{Path, PathBuf};

/// The folder of the results that the book shows.
const KEPT: &str = "docs/results";
/// The page of the book.
const BOOK_PAGE: &str = "docs/src/report.html";
/// Where tasks leave their results: files, and folders of files.
const PLACES: [&str; 10] = [
    "target/ordering/ordering.json",
    "target/ordering/kiwipete.json",
    "target/ladder.json",
    "target/ablation/results.json",
    "target/match",
    "target/sprt",
    "target/peers.json",
    "target/speed",
    "target/counts",
    "target/spsa",
];

/// Shows the results in docs/results and those that tasks have left below target.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// More files of results, or folders of them
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Where the page is written [default: target/report.html]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the page of the book, docs/src/report.html, with the results in docs/results alone
    #[arg(long, conflicts_with_all = ["files", "out"])]
    book: bool,
}

/// Runs the task. A file that cannot be used is named and left out.
///
/// # Errors
/// When the page cannot be written.
pub fn run(args: &Args) -> Result<()> {
    let path = if args.book {
        write_book_page()?
    } else {
        let root = workspace::root();
        let mut files = ResultFiles::default();
        let places = [KEPT].iter().chain(&PLACES).map(|place| root.join(place));
        places.filter(|path| path.exists()).for_each(|path| files.add(&path));
        args.files.iter().for_each(|path| files.add(path));
        let out = args.out.clone().unwrap_or_else(|| root.join("target/report.html"));
        write_page(&mut files, &out)?;
        out
    };
    write_text(&mut io::stdout(), &format!("{}\n", path.display()))
}

/// Writes the page of the book.
///
/// # Errors
/// When that fails.
pub fn write_book_page() -> Result<PathBuf> {
    let root = workspace::root();
    let mut files = ResultFiles::default();
    files.add(&root.join(KEPT));
    let path = root.join(BOOK_PAGE);
    write_page(&mut files, &path)?;
    Ok(path)
}

/// Writes a page, and notes what was left out.
fn write_page(files: &mut ResultFiles, path: &Path) -> Result<()> {
    let page = page::render(&sections::all(files));
    for problem in files.problems() {
        note(&format!("left out: {problem}"));
    }
    if let Some(folder) = path.parent() {
        make_folder(folder)?;
    }
    write_file(path, page.as_bytes())
}

#[cfg(test)]
mod tests;
