//! The setup that a [`Position`](crate::Position) is built from: the content of a FEN.

use crate::{Color, Piece, Square};

/// The content of a FEN, not validated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Setup {
    /// The piece on each square.
    pub board: [Option<Piece>; 64],
    /// The side to move.
    pub side_to_move: Color,
    /// Rook squares of the castling rights, by color and [`CastlingSide`](crate::CastlingSide).
    pub castling: [[Option<Square>; 2]; 2],
    /// The square that a pawn has just passed over, whether or not it can be captured there.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The move number, from 1.
    pub fullmove_number: u16,
}
