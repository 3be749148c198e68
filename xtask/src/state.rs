//! The state of a task that can be interrupted, in a JSON file: a later process goes on with it.

use crate::output::{make_folder, write_file};
use anyhow::{Context, Result};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Time between two writes.
const SAVE_EVERY: Duration = Duration::from_secs(1);

/// The file of a task's state. It is replaced as a whole, so that a process that is killed leaves
/// the state of a second ago at worst.
#[derive(Debug)]
pub struct StateFile {
    path: PathBuf,
    saved: Instant,
}

impl StateFile {
    /// The file, and the state in it if there is one. Makes the folder.
    ///
    /// # Errors
    /// When the folder cannot be made or the file is not readable as a `T`.
    pub fn open<T: DeserializeOwned>(path: &Path) -> Result<(Self, Option<T>)> {
        if let Some(folder) = path.parent() {
            make_folder(folder)?;
        }
        let file = Self { path: path.to_path_buf(), saved: Instant::now() };
        let state = match fs::read(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            read => {
                let content = read.with_context(|| format!("cannot read {}", path.display()))?;
                let state = serde_json::from_slice(&content);
                Some(state.with_context(|| format!("{} has no state", path.display()))?)
            }
        };
        Ok((file, state))
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the last write was long enough ago for the next.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.saved.elapsed() >= SAVE_EVERY
    }

    /// Writes a state.
    ///
    /// # Errors
    /// When that fails; the file then has its former content.
    pub fn save(&mut self, state: &impl Serialize) -> Result<()> {
        self.saved = Instant::now();
        let text = serde_json::to_string_pretty(state).context("cannot write JSON")?;
        write_file(&self.path, format!("{text}\n").as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_read_as_it_was_written() {
        let folder = std::env::temp_dir().join(format!("xtask-state-{}", std::process::id()));
        let path = folder.join("deep/state.json");
        let (mut file, none) = StateFile::open::<Vec<u32>>(&path).unwrap();
        assert_eq!(none, None);
        file.save(&[3, 1, 2]).unwrap();
        file.save(&[3, 1]).unwrap();
        assert_eq!(StateFile::open::<Vec<u32>>(&path).unwrap().1, Some(vec![3, 1]));
        let left: Vec<_> = fs::read_dir(path.parent().unwrap()).unwrap().collect();
        assert_eq!(left.len(), 1, "{left:?}");
        fs::write(&path, "[3, ").unwrap();
        let error = StateFile::open::<Vec<u32>>(&path).expect_err("a torn file");
        assert!(error.to_string().contains("state.json"), "{error}");
        fs::remove_dir_all(folder).unwrap();
    }
}
