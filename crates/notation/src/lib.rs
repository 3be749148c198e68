//! Moves, positions and games as text and in files.
//!
//! | module | task |
//! |---|---|
//! | the root | moves in UCI notation, in standard algebraic notation (SAN) and as files have them |
//! | [`pgn`] | games, read and written |
//! | [`epd`] | the lines of suites of positions |
//! | [`book`] | opening books in the Polyglot format |
//! | [`repair`] | positions as GUIs send them |
//! | [`number`], [`text`] | numbers as people write them; texts from outside in messages |
//!
//! It needs the board and the move generator only, and knows neither engine nor protocol.

use board::{Move, Position};

pub mod book;
mod dialect;
pub mod epd;
pub mod number;
pub mod pgn;
pub mod repair;
mod san;
mod signs;
pub mod text;
mod uci;

pub(crate) use dialect::WrittenMove;
pub use dialect::{is_move_text, parse_dialect};
pub use san::{line_to_san, parse_san, to_san};
pub(crate) use signs::{Sign, known_result, leading_result, read_signs};
pub use text::decode;
pub(crate) use text::{is_space, unix_lines};
pub use uci::{is_chess960, parse_uci, to_uci};

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
