//! The suites: a position a line, `FEN ;D1 20 ;D2 400`. Not a reader for EPD in general.

use crate::workspace;
use anyhow::{Context, Error, Result};
use board::Position;
use std::convert::Infallible;
use std::fs;
use std::path::PathBuf;
use std::str::FromStr;
pub use testkit::PerftLine;

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
    pub fn load(&self) -> Result<Vec<PerftLine>> {
        let path = self.path();
        let text = fs::read_to_string(&path)
            .with_context(|| format!("cannot read the suite {}", path.display()))
            .context("expected `standard`, `chess960` or a file")?;
        parse(&text).with_context(|| format!("bad suite {}", path.display()))
    }
}

/// The folder of the suites that belong to the project.
#[must_use]
pub fn folder() -> PathBuf {
    workspace::root().join("tests/testkit/data").join("perft")
}

/// Reads a suite.
///
/// # Errors
/// Names the first line that is wrong, by number, and what is wrong with it; a
/// suite without any position is an error too.
pub fn parse(text: &str) -> Result<Vec<PerftLine>> {
    let lines = testkit::parse_perft_suite(text).map_err(Error::msg)?;
    for PerftLine { line, fen, .. } in &lines {
        position(fen).with_context(|| format!("line {line}"))?;
    }
    Ok(lines)
}

/// The position of a line.
///
/// # Errors
/// When the FEN is not that of a valid position.
pub fn position(fen: &str) -> Result<Position> {
    Position::from_fen(fen).with_context(|| format!("bad position `{fen}`"))
}

/// Writes a suite; [`parse`] reads it back.
#[must_use]
pub fn format(lines: &[PerftLine]) -> String {
    let line = |PerftLine { fen, counts, .. }: &PerftLine| {
        let counts: String =
            counts.iter().map(|(depth, nodes)| format!(" ;D{depth} {nodes}")).collect();
        format!("{fen}{counts}\n")
    };
    lines.iter().map(line).collect()
}
