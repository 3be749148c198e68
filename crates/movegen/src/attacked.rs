//! Squares a side attacks.

use board::{Bitboard, Color, PieceKind, Position, attacks};

/// All squares that this side attacks, its own pieces' squares included where defended.
#[inline]
pub fn attacked_by(position: &Position, color: Color) -> Bitboard {
    attacked_through(position, color, position.occupied())
}

/// The same with another occupancy: without a king, squares behind it count as attacked.
#[inline(always)]
pub(crate) fn attacked_through(position: &Position, color: Color, occupied: Bitboard) -> Bitboard {
    let own = position.color(color);
    let queens = position.pieces(PieceKind::Queen);
    let mut set = attacks::pawn_attacks_set(color, position.of(color, PieceKind::Pawn))
        | attacks::knight_attacks_set(position.of(color, PieceKind::Knight))
        | attacks::king(position.king(color));
    for square in own & (position.pieces(PieceKind::Bishop) | queens) {
        set |= attacks::bishop(square, occupied);
    }
    for square in own & (position.pieces(PieceKind::Rook) | queens) {
        set |= attacks::rook(square, occupied);
    }
    set
}
