//! Moves as text: UCI notation and standard algebraic notation (SAN).

use board::{Move, Position};

mod line;
mod san;
mod uci;

pub use line::line_to_san;
pub use san::{parse_san, to_san};
pub use uci::{parse_uci, to_uci};

/// The legal move that a text in UCI notation or SAN means in `position`.
///
/// # Errors
/// [`MoveParseError`], that of SAN where the text is in neither notation.
pub fn parse_move(position: &Position, text: &str) -> Result<Move, MoveParseError> {
    match parse_uci(position, text) {
        Err(MoveParseError::Malformed) => parse_san(position, text),
        parsed => parsed,
    }
}

/// Why a text is not a legal move of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveParseError {
    /// The text is not a move in this notation, in any position.
    #[error("this is not a move in the expected notation")]
    Malformed,
    /// The text is a move, but it is not legal here.
    #[error("this move is not legal here")]
    Illegal,
    /// A pawn reaches the last rank and the text names no promotion piece.
    #[error("this move does not say what the pawn becomes")]
    MissingPromotion,
    /// More than one legal move matches.
    #[error("more than one legal move can be meant")]
    Ambiguous,
}
