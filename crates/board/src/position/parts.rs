//! The parts of a position before they are a [`Position`](crate::Position): what a FEN says.

use crate::{Color, Piece, Square};

/// What a position is made from. Nothing here is checked; `fen::validate` does that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parts {
    /// Who stands where.
    pub board: [Option<Piece>; 64],
    /// Who moves.
    pub side_to_move: Color,
    /// Rook squares of the castling rights, by colour and [`CastlingSide`](crate::CastlingSide).
    pub castling: [[Option<Square>; 2]; 2],
    /// The square that a pawn has just passed over, usable or not.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the move, from 1.
    pub fullmove_number: u16,
}
