//! Results in the pages of the book: the part between two comments is replaced.

use super::export::OrderingResults;
use super::measure::SearchSpec;
use super::show;
use anyhow::{Context, Result, bail, ensure};
use games::output::write_file;
use std::fs;
use std::path::{Path, PathBuf};

/// Begins what is replaced.
const OPEN: &str = "<!-- measured -->";
/// Ends it.
const CLOSE: &str = "<!-- /measured -->";

/// A page of which a part between two markers is made by measuring.
#[derive(Debug)]
pub struct DocsPage {
    path: PathBuf,
    open: &'static str,
    close: &'static str,
}

impl DocsPage {
    /// The page in this file, with its markers.
    ///
    /// # Errors
    /// When it is missing or has not exactly one pair of them.
    pub fn find(path: PathBuf, open: &'static str, close: &'static str) -> Result<Self> {
        let page = Self { path, open, close };
        page.render("").map(|_| page)
    }

    /// Puts `body` between the markers of the page as it is now.
    pub fn write(&self, body: &str) -> Result<()> {
        write_file(&self.path, self.render(body)?.as_bytes())
    }

    fn render(&self, body: &str) -> Result<String> {
        let name = self.path.display();
        let text = fs::read_to_string(&self.path)
            .with_context(|| format!("cannot read the chapter {name}"))?;
        replace_between(&text, self.open, self.close, body).with_context(|| name.to_string())
    }
}

/// The page of the book that holds measured figures, `README.md`, and the folder of its charts.
#[derive(Debug)]
pub struct DocsPages {
    folder: PathBuf,
    overview: DocsPage,
}

impl DocsPages {
    /// Finds the page.
    ///
    /// # Errors
    /// When it is missing or has not exactly one pair of markers.
    pub fn find(folder: &Path) -> Result<Self> {
        let overview = DocsPage::find(folder.join("README.md"), OPEN, CLOSE)?;
        Ok(Self { folder: folder.to_path_buf(), overview })
    }

    /// Puts the figures of a run into the page, and its charts beside it.
    pub fn write(
        &self,
        results: &OrderingResults,
        command: &str,
        charts: &[(String, String)],
    ) -> Result<()> {
        let rows = show::rows_with_matches(&results.rows, &results.matches);
        let origin = format!("Measured with {} by\n\n```sh\n{command}\n```\n", results.engine);
        let mut body = String::new();
        for &SearchSpec { setting, depth } in &results.parameters.plan.settings {
            let (title, tables) = (setting.title(), show::overview(&rows, setting));
            body.push_str(&format!("**In {title}**, to depth {depth}:\n\n{tables}\n"));
            let ending = format!("-{}.svg", setting.name());
            for (name, _) in charts.iter().filter(|(name, _)| name.ends_with(&ending)) {
                body.push_str(&format!("![{}]({name})\n\n", name.trim_end_matches(".svg")));
            }
        }
        self.overview.write(&format!("{body}{}\n{origin}", show::legend()))?;
        charts
            .iter()
            .try_for_each(|(name, svg)| write_file(&self.folder.join(name), svg.as_bytes()))
    }
}

/// The text with `body` between two markers, instead of what stood there.
///
/// # Errors
/// When there is not exactly one pair of these markers.
pub fn replace_between(text: &str, open: &str, close: &str, body: &str) -> Result<String> {
    for marker in [open, close] {
        let count = text.matches(marker).count();
        ensure!(count == 1, "`{marker}` stands there {count} times instead of once");
    }
    let (before, rest) = text.split_once(open).context("no opening marker")?;
    let Some((_, after)) = rest.split_once(close) else {
        bail!("`{close}` stands before `{open}`");
    };
    Ok(format!("{before}{open}\n\n{}\n\n{close}{after}", body.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_between_markers_is_replaced() {
        let page = format!("# See\n\n{OPEN}\nold\n{CLOSE}\n\nThe end.\n");
        let once = replace_between(&page, OPEN, CLOSE, "| new |\n").unwrap();
        assert_eq!(once, format!("# See\n\n{OPEN}\n\n| new |\n\n{CLOSE}\n\nThe end.\n"));
        assert_eq!(replace_between(&once, OPEN, CLOSE, "| new |\n").unwrap(), once);
    }

    #[test]
    fn missing_and_duplicate_markers_are_reported() {
        let message = |text: &str| {
            format!("{:#}", replace_between(text, OPEN, CLOSE, "").expect_err("bad markers"))
        };
        assert!(message("nothing").contains("`<!-- measured -->` stands there 0 times"));
        assert!(message(OPEN).contains("`<!-- /measured -->` stands there 0 times"));
        assert!(message(&format!("{OPEN}{OPEN}{CLOSE}")).contains("2 times"));
        assert!(message(&format!("{CLOSE}{OPEN}")).contains("stands before"));
        let missing = DocsPages::find(Path::new("no-such-folder")).expect_err("no folder");
        assert!(format!("{missing:#}").contains("README.md"));
    }
}
