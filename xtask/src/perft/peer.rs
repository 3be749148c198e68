//! The same counts by cozy-chess, an independent generator. Only what the perft
//! tasks need of it.

use anyhow::{Context, Result, anyhow};
use board::Position;
use cozy_chess::Board;
use std::collections::BTreeMap;

/// Reads a position into cozy-chess.
///
/// The text goes to it as it stands, so that a fault in our own reader shows up
/// as a difference. Only forms that cozy-chess does not know (X-FEN castling
/// rights, missing counters) pass through our reader first.
///
/// # Errors
/// When neither way gives a position.
pub fn board(fen: &str) -> Result<Board> {
    if let Ok(board) = fen.parse() {
        return Ok(board);
    }
    let position = Position::from_fen(fen).with_context(|| format!("bad position `{fen}`"))?;
    Board::from_fen(&position.to_shredder_fen(), true)
        .map_err(|error| anyhow!("cozy-chess refuses `{fen}`: {error}"))
}

/// Number of move paths, the last ply counted without making its moves.
#[must_use]
pub fn perft(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    // Two closures, so that the one for the last ply is compiled as lean as can be.
    match depth {
        0 => nodes = 1,
        1 => {
            board.generate_moves(|moves| {
                nodes += moves.len() as u64;
                false
            });
        }
        _ => {
            board.generate_moves(|moves| {
                for mv in moves {
                    let mut child = board.clone();
                    child.play_unchecked(mv);
                    nodes += perft(&child, depth - 1);
                }
                false
            });
        }
    }
    nodes
}

/// Counts below each move, by the move's text: `e2e4`, castling as king takes
/// rook. `depth` must be at least 1.
#[must_use]
pub fn divide(board: &Board, depth: u32) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            counts.insert(mv.to_string(), perft(&child, depth - 1));
        }
        false
    });
    counts
}

/// The position after the move with that text, if it is legal.
#[must_use]
pub fn after(board: &Board, text: &str) -> Option<Board> {
    let mut child = board.clone();
    child.try_play(text.parse().ok()?).ok()?;
    Some(child)
}
