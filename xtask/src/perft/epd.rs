//! The text of a perft suite: `FEN ;D1 20 ;D2 400`, one position a line, empty
//! lines and lines that start with `#` skipped. Not a reader for EPD in general.

use anyhow::{Context, Error, Result};
use board::Position;
use std::fmt::Write;
use testkit::{PerftLine, parse_perft_suite};

/// The number of move paths of one length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftCount {
    /// Length in plies, at least 1.
    pub depth: u32,
    /// Number of paths.
    pub nodes: u64,
}

/// A position and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftEntry {
    /// The line in its file, from 1; 0 where it comes from no file.
    pub line: usize,
    /// The position as written in the suite.
    pub fen: String,
    /// Counts in ascending depth, at least one.
    pub counts: Vec<PerftCount>,
}

impl PerftEntry {
    /// The position itself.
    ///
    /// # Errors
    /// When the FEN is not that of a valid position.
    pub fn position(&self) -> Result<Position> {
        Position::from_fen(&self.fen).with_context(|| format!("bad position `{}`", self.fen))
    }
}

/// Reads a suite.
///
/// # Errors
/// Names the first line that is wrong, by number, and what is wrong with it; a
/// suite without any position is an error too.
pub fn parse(text: &str) -> Result<Vec<PerftEntry>> {
    let read = |PerftLine { line, fen, counts }| {
        let counts = counts.into_iter().map(|(depth, nodes)| PerftCount { depth, nodes }).collect();
        let entry = PerftEntry { line, fen, counts };
        entry.position().with_context(|| format!("line {line}"))?;
        Ok(entry)
    };
    parse_perft_suite(text).map_err(Error::msg)?.into_iter().map(read).collect()
}

/// Writes a suite; [`parse`] reads it back.
#[must_use]
pub fn format(entries: &[PerftEntry]) -> String {
    let mut text = String::new();
    for entry in entries {
        text.push_str(&entry.fen);
        for count in &entry.counts {
            write!(text, " ;D{} {}", count.depth, count.nodes).expect("a String takes any text");
        }
        text.push('\n');
    }
    text
}
