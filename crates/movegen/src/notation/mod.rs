//! Moves as text: UCI's coordinates and standard algebraic notation. Positions as text are the
//! board's business, and games (PGN) are nobody's here.

mod san;
mod uci;

pub use san::{parse_san, to_san};
pub use uci::{parse_uci, to_uci};

/// Why a text is not a move in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveParseError {
    /// The text is no move in this notation at all, in no position.
    #[error("this is not a move in the expected notation")]
    Malformed,
    /// It is a move, but there is no such legal move here.
    #[error("this move is not legal here")]
    Illegal,
    /// A pawn reaches the last rank and the text does not say what it becomes.
    #[error("this move does not say what the pawn becomes")]
    MissingPromotion,
    /// More than one legal move fits.
    #[error("more than one legal move can be meant")]
    Ambiguous,
}
