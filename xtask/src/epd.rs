//! Files with a position on each line, as EPD or FEN.

use anyhow::{Context, Result, bail};
use board::Position;
use search::Game;

/// The lines of a file that hold something, with their numbers from 1: empty lines and those that
/// start with `#` are skipped.
pub fn numbered_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// Reads a position in which the game goes on, and the EPD operations behind it.
///
/// # Errors
/// When there is none, or the game is over.
pub fn playable_position(text: &str) -> Result<(Position, &str)> {
    let read = Position::from_epd(text).with_context(|| format!("bad position `{text}`"))?;
    if let Some(ending) = Game::new(read.0.clone()).termination() {
        bail!("the game is over ({ending:?}) in `{text}`");
    }
    Ok(read)
}
