//! The suites and the paths of their files.

use super::epd::{self, PerftEntry};
use crate::workspace;
use anyhow::{Context, Result};
use std::convert::Infallible;
use std::fs;
use std::path::PathBuf;
use std::str::FromStr;

/// A suite by name, or any file of the same format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Suite {
    /// Positions of orthodox chess.
    Standard,
    /// Fischer's starting positions and positions from games that began with them.
    Chess960,
    /// A file.
    File(PathBuf),
}

impl FromStr for Suite {
    type Err = Infallible;

    fn from_str(name: &str) -> Result<Self, Infallible> {
        Ok(match name {
            "standard" => Self::Standard,
            "chess960" => Self::Chess960,
            path => Self::File(PathBuf::from(path)),
        })
    }
}

impl Suite {
    /// Where the suite is read from.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        match self {
            Self::Standard => folder().join("standard.epd"),
            Self::Chess960 => folder().join("chess960.epd"),
            Self::File(path) => path.clone(),
        }
    }

    /// Reads the suite.
    ///
    /// # Errors
    /// When the file cannot be read or a line of it is wrong; the message names both.
    pub fn load(&self) -> Result<Vec<PerftEntry>> {
        let path = self.path();
        let text = fs::read_to_string(&path)
            .with_context(|| format!("cannot read the suite {}", path.display()))
            .context("expected `standard`, `chess960` or a file")?;
        epd::parse(&text).with_context(|| format!("bad suite {}", path.display()))
    }
}

/// The folder of the suites that belong to the project.
#[must_use]
pub fn folder() -> PathBuf {
    workspace::root().join("tests/testkit/data").join("perft")
}
