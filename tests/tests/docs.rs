//! The book holds together: every page is in the summary, and every file it links to or shows is there.

use std::path::{Path, PathBuf};

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

#[test]
fn pages_and_links() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let book = root.join("docs/src");
    let summary = std::fs::read_to_string(book.join("SUMMARY.md")).expect("the summary");
    let mut checked = 0;
    for page in
        pages(&book).into_iter().chain(["README.md", "CONTRIBUTING.md"].map(|name| root.join(name)))
    {
        let text = std::fs::read_to_string(&page).expect("a page");
        let folder = page.parent().expect("a page lies in a folder");
        if let Ok(name) = page.strip_prefix(&book) {
            let listed = name == Path::new("SUMMARY.md")
                || summary.contains(&format!("]({})", name.display()));
            assert!(listed, "{} is not in the summary", name.display());
        }
        let links = between(&text, "](", ')')
            .filter(|link| !link.contains("://") && !link.starts_with('#'));
        let shown =
            between(&text, "{{#include ", '}').map(|link| link.split(':').next().unwrap_or(link));
        let files = between(&text, "`", '`')
            .filter(|name| name.starts_with("crates/") && name.ends_with(".rs"));
        for file in files {
            assert!(root.join(file).exists(), "{}: there is no {file}", page.display());
        }
        for link in links.chain(shown) {
            let target = folder.join(link.split('#').next().unwrap_or(link));
            assert!(target.exists(), "{}: {link} leads nowhere", page.display());
            checked += 1;
        }
    }
    assert!(checked > 20, "only {checked} links were found");
}
