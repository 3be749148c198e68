//! The book holds together: every page is in the summary, every file and heading it links to and every
//! file it shows is there, it is no longer than a person reads, and mdBook builds it without a warning.
//! The notes, which are no part of it, have right links too.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use testkit::data;
use testkit::workspace::relative;

/// The pages of the book, as paths.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder of the book").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(pages(&path));
        } else if path.extension().is_some_and(|end| end == "md") {
            found.push(path);
        }
    }
    found
}

/// What stands between `open` and `close`, each time.
fn between<'a>(text: &'a str, open: &'a str, close: char) -> impl Iterator<Item = &'a str> {
    text.split(open).skip(1).filter_map(move |rest| rest.split(close).next())
}

/// The anchors that mdBook gives the headings of a page.
fn anchors(text: &str) -> Vec<String> {
    let mut in_code = false;
    let mut times = HashMap::new();
    let headings = text.lines().filter(|line| {
        in_code ^= line.starts_with("```");
        !in_code && line.starts_with('#')
    });
    headings
        .map(|line| {
            let title = line.trim_start_matches('#').trim().to_lowercase();
            let kept = title.chars().filter_map(|c| match c {
                ' ' => Some('-'),
                _ => (c.is_alphanumeric() || "-_".contains(c)).then_some(c),
            });
            let anchor: String = kept.collect();
            let time = times.entry(anchor.clone()).or_insert(0);
            *time += 1;
            if *time == 1 { anchor } else { format!("{anchor}-{}", *time - 1) }
        })
        .collect()
}

#[test]
fn pages_and_links() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let book = root.join("docs/src");
    let summary = std::fs::read_to_string(book.join("SUMMARY.md")).expect("the summary");
    // Files that commands make are not there before.
    let ignored = std::fs::read_to_string(root.join(".gitignore")).expect("a list");
    let is_ignored = |path: &Path| {
        let path = path.parent()?.canonicalize().ok()?.join(path.file_name()?);
        let name = relative(path.to_str()?, root.canonicalize().ok()?.to_str()?);
        Some(ignored.lines().any(|line| line.strip_prefix('/') == Some(&name)))
    };
    let mut checked = 0;
    let others = ["README.md", "CONTRIBUTING.md"].map(|name| root.join(name));
    for page in pages(&book).into_iter().chain(pages(&root.join("docs/notes"))).chain(others) {
        let text = std::fs::read_to_string(&page).expect("a page");
        let folder = page.parent().expect("a page lies in a folder");
        if page.starts_with(&book) {
            let name = relative(&page.display().to_string(), &book.display().to_string());
            let listed = name == "SUMMARY.md" || summary.contains(&format!("]({name})"));
            assert!(listed, "{name} is not in the summary");
        }
        // Pages of GitHub that belong to the repository are reached from two folders above its files.
        let elsewhere = |link: &str| link.contains("://") || link.starts_with("../../");
        let links = between(&text, "](", ')').filter(|link| !elsewhere(link));
        let shown =
            between(&text, "{{#include ", '}').map(|link| link.split(':').next().unwrap_or(link));
        let files = between(&text, "`", '`').filter(|name| {
            let ends = |end: &str| name.ends_with(end);
            (name.starts_with("crates/") && ends(".rs"))
                || (name.starts_with("docs/") && (ends(".md") || ends(".json")))
        });
        for file in files {
            assert!(root.join(file).exists(), "{}: there is no {file}", page.display());
        }
        for link in links.chain(shown) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { folder.join(file) };
            assert!(
                target.exists() || is_ignored(&target) == Some(true),
                "{}: {link} leads nowhere",
                page.display()
            );
            if !anchor.is_empty() {
                let linked = std::fs::read_to_string(&target).expect("a page");
                let is_there = anchors(&linked).iter().any(|known| known == anchor);
                assert!(is_there, "{}: there is no heading for {link}", page.display());
            }
            checked += 1;
        }
    }
    assert!(checked > 20, "only {checked} links were found");
}

/// The page of charts has every result that is kept.
#[test]
fn charts_show_all_results() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let page = std::fs::read_to_string(docs.join("src/measure/charts.md")).expect("the page");
    for entry in std::fs::read_dir(docs.join("results")).expect("the results").flatten() {
        let name = entry.file_name().into_string().expect("a name");
        assert!(page.contains(&format!("{{{{#include ../../results/{name}}}}}")), "{name}");
    }
}

#[test]
fn mdbook_builds_without_a_warning() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let mut command = Command::new("mdbook");
    command
        .arg("build")
        .arg(docs)
        .args(["--dest-dir", concat!(env!("CARGO_TARGET_TMPDIR"), "/book")]);
    let Ok(output) = command.output() else {
        return data::report_skipped("mdbook_builds_without_a_warning", "mdbook");
    };
    let log = String::from_utf8_lossy(&output.stderr);
    let is_clean = !["WARN", "ERROR"].iter().any(|level| log.contains(level));
    assert!(output.status.success() && is_clean, "{log}");
}

/// What grows beyond it is a diary, and belongs to `docs/notes`, or is said twice.
const MOST_WORDS: usize = 42_000;

#[test]
fn the_book_is_short() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src");
    let words =
        |page: &PathBuf| std::fs::read_to_string(page).expect("a page").split_whitespace().count();
    let sum: usize = pages(&book).iter().map(words).sum();
    assert!(sum < MOST_WORDS, "the book has {sum} words");
}
