//! Files with a position on each line, as EPD or FEN.

use anyhow::{Context, Result, bail};
use board::Position;
use game::Game;
use notation::epd::with_counters;
use uci::format::termination;

pub use notation::epd::numbered_lines;

/// Reads a position in which the game goes on, and the EPD operations behind it.
///
/// # Errors
/// When there is none, or the game is over.
pub fn playable_position(text: &str) -> Result<(Position, &str)> {
    let read = Position::from_epd(text)
        .and_then(|(position, rest)| Ok((with_counters(position, rest)?, rest)))
        .with_context(|| format!("bad position `{text}`"))?;
    if let Some(ending) = Game::new(read.0.clone()).termination() {
        bail!("the game is over ({}) in `{text}`", termination(ending));
    }
    Ok(read)
}
