//! The state of a task that can be interrupted, in a JSON file: a later process goes on with it.

use crate::checksum::crc32;
use crate::output::{make_folder, open_locked};
use crate::results::write_results;
use anyhow::{Context, Result, ensure};
use bartizan::pool::Threads;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use xtask::workspace;

/// Time between two writes.
const SAVE_EVERY: Duration = Duration::from_secs(1);

/// The part of the command line that such tasks have in common.
#[derive(clap::Args, Clone, Debug)]
pub struct RunOptions {
    /// How many jobs are done at a time.
    #[command(flatten)]
    pub threads: Threads,
    /// Where the state is kept (default: below target, by the settings)
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// The file of a task's state: its settings and what it has reached with them. It is replaced as a
/// whole, so that a process that is killed leaves the state of a second ago at worst. Another file
/// is locked as long as this value lives.
#[derive(Debug)]
pub struct StateFile {
    path: PathBuf,
    settings: Value,
    /// The last write of this process.
    saved: Option<Instant>,
    _lock: File,
}

impl StateFile {
    /// The file of a run with these settings, and the state in it if there is one. Unless the command
    /// line names it, it is in a folder below `target`, one for these settings and no others.
    ///
    /// # Errors
    /// When the file cannot be made, is in use by another process, not readable as a `T`, or of a run
    /// with other settings.
    pub fn open<T: DeserializeOwned>(
        options: &RunOptions,
        folder: &str,
        settings: Value,
    ) -> Result<(Self, Option<T>)> {
        let checksum = crc32(settings.to_string().as_bytes());
        let default = || workspace::root().join(format!("target/{folder}/{checksum}.json"));
        let path = options.out.clone().unwrap_or_else(default);
        if let Some(folder) = path.parent() {
            make_folder(folder)?;
        }
        let name = path.display();
        let lock_path = path.with_added_extension("lock");
        let lock = open_locked(&lock_path, "another run needs another --out")?;
        let state = match fs::read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            read => {
                let content = read.with_context(|| format!("cannot read {name}"))?;
                let content: Value = serde_json::from_slice(&content)
                    .with_context(|| format!("{name} has no state"))?;
                let changed = changed_settings(&content["settings"], &settings);
                ensure!(
                    changed.is_empty(),
                    "{name} has another run, which differs in: {}; choose another --out",
                    changed.join(", ")
                );
                let state = serde_json::from_value(content);
                Some(state.with_context(|| format!("{name} has no state"))?)
            }
        };
        Ok((Self { path, settings, saved: None, _lock: lock }, state))
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the last write was long enough ago for the next; the first is due at once.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.saved.is_none_or(|saved| saved.elapsed() >= SAVE_EVERY)
    }

    /// Writes a state, a map, with the settings.
    ///
    /// # Errors
    /// When that fails; the file then has its former content.
    pub fn save(&mut self, state: &impl Serialize) -> Result<()> {
        self.saved = Some(Instant::now());
        let mut content = json!(state);
        content["settings"] = self.settings.clone();
        write_results(&self.path, &content)
    }
}

/// The names of the settings that are not the same.
fn changed_settings<'a>(stored: &'a Value, now: &'a Value) -> Vec<&'a str> {
    let maps = [stored, now].into_iter().filter_map(Value::as_object);
    let names: BTreeSet<&str> = maps.flat_map(|map| map.keys().map(String::as_str)).collect();
    names.into_iter().filter(|name| stored.get(name) != now.get(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct State {
        numbers: Vec<u32>,
    }

    fn open(path: &Path, seed: u32) -> Result<(StateFile, Option<State>)> {
        let options = RunOptions { threads: Threads::default(), out: Some(path.to_path_buf()) };
        StateFile::open(&options, "none", json!({ "seed": seed }))
    }

    #[test]
    fn a_state_is_read_as_it_was_written() {
        let folder = testkit::TempFolder::new("state");
        let path = folder.join("deep/state.json");
        let (mut file, none) = open(&path, 1).unwrap();
        assert!(none.is_none() && file.is_due());
        file.save(&State { numbers: vec![3, 1, 2] }).unwrap();
        let state = State { numbers: vec![3, 1] };
        file.save(&state).unwrap();
        let in_use = open(&path, 1).expect_err("the file is in use").to_string();
        assert!(in_use.contains("in use by another process"), "{in_use}");
        drop(file);
        assert_eq!(open(&path, 1).unwrap().1, Some(state));
        let other = open(&path, 2).expect_err("another run").to_string();
        assert!(other.contains("another run, which differs in: seed"), "{other}");
        let left: Vec<_> = fs::read_dir(path.parent().unwrap()).unwrap().collect();
        assert_eq!(left.len(), 2, "state and lock: {left:?}");
        fs::write(&path, "[3, ").unwrap();
        let error = open(&path, 1).expect_err("a torn file");
        assert!(error.to_string().contains("state.json"), "{error}");
    }
}
