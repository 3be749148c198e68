//! The files of results.

use crate::results::Origin;
use crate::workspace;
use anyhow::{Context, Result};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Files of results, and what was wrong with others.
#[derive(Debug, Default)]
pub struct ResultFiles {
    paths: BTreeSet<PathBuf>,
    files: Vec<ResultFile>,
    problems: Vec<String>,
}

/// A file of results.
#[derive(Clone, Debug)]
pub struct ResultFile {
    /// Its path, from the root of the workspace where it is in there.
    pub path: PathBuf,
    /// Where the results come from; older files do not say it.
    pub origin: Option<Origin>,
    content: Map<String, Value>,
}

/// Results of one kind with their file.
#[derive(Clone, Debug)]
pub struct Found<T> {
    /// The file.
    pub file: ResultFile,
    /// What is in it.
    pub results: T,
}

impl ResultFiles {
    /// Adds a file, or the JSON files in a folder in the order of their names, once each.
    pub fn add(&mut self, path: &Path) {
        let listed = fs::metadata(path).and_then(|metadata| {
            if !metadata.is_dir() {
                return Ok(vec![path.to_path_buf()]);
            }
            let entries: Vec<PathBuf> = fs::read_dir(path)?
                .map(|entry| entry.map(|entry| entry.path()))
                .collect::<Result<_, _>>()?;
            let is_json = |path: &PathBuf| path.extension().is_some_and(|end| end == "json");
            Ok(entries.into_iter().filter(is_json).collect())
        });
        match listed {
            Ok(mut paths) => {
                paths.sort();
                paths.iter().for_each(|path| self.add_file(path));
            }
            Err(error) => self.problems.push(format!("{}: {error}", path.display())),
        }
    }

    fn add_file(&mut self, path: &Path) {
        if !self.paths.insert(path.canonicalize().unwrap_or_else(|_| path.to_path_buf())) {
            return;
        }
        match ResultFile::read(path) {
            Ok(file) => self.files.push(file),
            Err(error) => self.problems.push(format!("{}: {error:#}", path.display())),
        }
    }

    /// Takes the files that have this key, which no other kind of results has.
    pub fn take<T: DeserializeOwned>(&mut self, key: &str) -> Vec<Found<T>> {
        let files: Vec<_> =
            self.files.extract_if(.., |file| file.content.contains_key(key)).collect();
        let mut found = Vec::new();
        for file in files {
            match T::deserialize(Value::Object(file.content.clone())) {
                Ok(results) => found.push(Found { file, results }),
                Err(error) => self.problems.push(format!("{}: {error}", file.path.display())),
            }
        }
        found
    }

    /// What was wrong with files, those that nobody has taken among them.
    pub fn problems(&self) -> impl Iterator<Item = String> {
        let unknown = self.files.iter().map(|file| {
            let keys: Vec<&str> = file.content.keys().map(String::as_str).collect();
            format!("{}: no known results, only {}", file.path.display(), keys.join(", "))
        });
        self.problems.iter().cloned().chain(unknown)
    }
}

impl ResultFile {
    fn read(path: &Path) -> Result<Self> {
        let text = fs::read(path)?;
        let mut content: Map<String, Value> =
            serde_json::from_slice(&text).context("no results")?;
        let origin = content.remove("origin").map(serde_json::from_value).transpose();
        let path = path.strip_prefix(workspace::root()).unwrap_or(path).to_path_buf();
        Ok(Self { path, origin: origin.context("origin")?, content })
    }

    /// Its name without folder and ending.
    #[must_use]
    pub fn name(&self) -> String {
        self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Where the results come from, in a line.
    #[must_use]
    pub fn source(&self) -> String {
        let path = self.path.display();
        let Some(Origin { command, commit, date }) = &self.origin else { return path.to_string() };
        let commit = commit.as_ref().map(|commit| format!(" at {commit}")).unwrap_or_default();
        format!("{command}{commit}, {date} ({path})")
    }
}
