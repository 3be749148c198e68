//! Moves as text: UCI notation, standard algebraic notation (SAN), and what is written for them in files.

use board::{Move, Position};

mod dialect;
mod encoding;
mod line;
mod san;
mod signs;
mod uci;

pub(crate) use dialect::WrittenMove;
pub use dialect::{is_move_text, parse_dialect};
pub use encoding::decode;
pub(crate) use encoding::{is_space, unix_lines};
pub use line::line_to_san;
pub use san::{parse_san, to_san};
pub(crate) use signs::{Sign, known_result, leading_result, read_signs};
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
