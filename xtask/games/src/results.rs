//! Results as JSON files, with where they come from.

use crate::output::{make_folder, write_file};
use crate::revision::git;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::env;
use std::path::Path;
use std::sync::LazyLock;
use std::time::SystemTime;

/// Where results come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The command line.
    pub command: String,
    /// The commit, with `-dirty` where files were changed; `None` outside of a repository.
    pub commit: Option<String>,
    /// The day in UTC, as 2026-11-22.
    pub date: String,
}

/// The origin of the results of this process.
pub static ORIGIN: LazyLock<Origin> = LazyLock::new(|| {
    let arguments: Vec<String> =
        env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    Origin {
        command: format!("cargo xtask {}", arguments.join(" ")),
        commit: git(&["describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]).ok(),
        date: now.chars().take_while(|&c| c != 'T').collect(),
    }
});

/// Results with their origin.
#[derive(Serialize)]
struct File<'a, T> {
    origin: &'a Origin,
    #[serde(flatten)]
    results: &'a T,
}

/// Writes results, which are a map, into a file as [`write_file`] does, with their origin. The folder is made
/// where it is missing.
///
/// # Errors
/// When that fails; the message names the file.
pub fn write_results(path: &Path, results: &impl Serialize) -> Result<()> {
    let text = serde_json::to_string_pretty(&File { origin: &ORIGIN, results });
    let text = text.with_context(|| format!("cannot write {}", path.display()))?;
    path.parent().map_or(Ok(()), make_folder)?;
    write_file(path, (text + "\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    use std::fs;

    #[test]
    fn results_are_written_with_their_origin() {
        let folder = testkit::TempFolder::new("results");
        let path = folder.join("results.json");
        write_results(&path, &json!({ "games": 12 })).unwrap();
        let written: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        assert_eq!(written["games"], 12);
        let origin: Origin = serde_json::from_value(written["origin"].clone()).unwrap();
        assert_eq!(origin, *ORIGIN);
        assert!(origin.command.starts_with("cargo xtask"), "{origin:?}");
        let numbers: Vec<usize> = origin.date.split('-').map(str::len).collect();
        assert_eq!(numbers, [4, 2, 2], "{origin:?}");
        let error = write_results(&path, &[12]).expect_err("not a map");
        assert!(error.to_string().contains("results.json"), "{error:#}");
    }
}
