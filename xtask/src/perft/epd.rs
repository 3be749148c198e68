//! The text of a perft suite: `FEN ;D1 20 ;D2 400`, one position a line, empty
//! lines and lines that start with `#` skipped. Not a reader for EPD in general.

use crate::epd::numbered_lines;
use anyhow::{Context, Result, bail, ensure};
use board::Position;
use std::fmt::Write;

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
    let mut entries = Vec::new();
    for (line, content) in numbered_lines(text) {
        entries.push(parse_line(line, content).with_context(|| format!("line {line}"))?);
    }
    ensure!(!entries.is_empty(), "no position in the suite");
    Ok(entries)
}

fn parse_line(line: usize, content: &str) -> Result<PerftEntry> {
    let mut fields = content.split(';').map(str::trim);
    let fen = fields.next().unwrap_or_default().to_owned();
    let mut counts: Vec<PerftCount> = Vec::new();
    for field in fields {
        let count = parse_count(field)?;
        if counts.last().is_some_and(|last| last.depth >= count.depth) {
            bail!("depth {} comes after depth {}", count.depth, counts[counts.len() - 1].depth);
        }
        counts.push(count);
    }
    ensure!(!counts.is_empty(), "no count: expected `FEN ;D1 20 ;D2 400`");
    let entry = PerftEntry { line, fen, counts };
    entry.position()?;
    Ok(entry)
}

fn parse_count(field: &str) -> Result<PerftCount> {
    let parts: Vec<&str> = field.split_whitespace().collect();
    let [depth, nodes] = parts[..] else {
        bail!("`;{field}` is not a count: expected `;D1 20`");
    };
    let depth = depth
        .strip_prefix('D')
        .and_then(|digits| digits.parse().ok())
        .filter(|&depth| depth > 0)
        .with_context(|| format!("`{depth}` is not a depth: expected `D1` or more"))?;
    let nodes = nodes.parse().with_context(|| format!("`{nodes}` is not a number of nodes"))?;
    Ok(PerftCount { depth, nodes })
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
