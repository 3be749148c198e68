//! Positions for cozy-chess, an independent move generator.

use anyhow::{Context, Result, anyhow};
use board::Position;
use testkit::CozyBoard;

/// Reads a position into cozy-chess.
///
/// The text is passed on unchanged, so that a fault in our own parser shows up as a difference. Only
/// forms that cozy-chess does not know (X-FEN castling rights, missing counters) pass through our
/// parser first.
///
/// # Errors
/// When neither way gives a position.
pub fn parse_board(fen: &str) -> Result<CozyBoard> {
    if let Ok(board) = CozyBoard::from_fen(fen) {
        return Ok(board);
    }
    let position = Position::from_fen(fen).with_context(|| format!("bad position `{fen}`"))?;
    CozyBoard::from_fen(&position.to_shredder_fen())
        .map_err(|error| anyhow!("cozy-chess refuses `{fen}`: {error}"))
}
