//! Questions about single moves, and about squares: is the king safe after it, is it legal, does it
//! give check, what is attacked.

use board::attacks::piece_attacks;
use board::{Bitboard, CastlingSide, Color, File, Move, PieceKind, Position, Square};

use crate::{MoveList, candidates, generate, legal_moves};

/// Whether the own king is not attacked after a candidate move.
pub(crate) fn keeps_king_safe(position: &Position, mv: Move) -> bool {
    let us = position.side_to_move();
    let (king, occupied, taken) = if mv.is_castle() {
        let side = if mv.to().file() > mv.from().file() {
            CastlingSide::Short
        } else {
            CastlingSide::Long
        };
        let (king_file, rook_file) = match side {
            CastlingSide::Short => (File::G, File::F),
            CastlingSide::Long => (File::C, File::D),
        };
        let king = Square::new(king_file, mv.from().rank());
        let rook = Square::new(rook_file, mv.from().rank());
        let lifted = position.occupied() - mv.from().bitboard() - mv.to().bitboard();
        (king, lifted | king.bitboard() | rook.bitboard(), Bitboard::EMPTY)
    } else {
        let taken =
            if mv.is_en_passant() { candidates::passed_pawn(mv) } else { mv.to() }.bitboard();
        let king = if mv.from() == position.king(us) { mv.to() } else { position.king(us) };
        let occupied = (position.occupied() - mv.from().bitboard() - taken) | mv.to().bitboard();
        (king, occupied, taken)
    };
    (position.attackers_to(king, occupied) & (position.color(!us) - taken)).is_empty()
}

/// Whether there is a legal move.
#[must_use]
pub fn has_legal_move(position: &Position) -> bool {
    !legal_moves(position).is_empty()
}

/// Whether these bits, from wherever, are a legal move here.
#[must_use]
pub fn is_legal(position: &Position, mv: Move) -> bool {
    legal_moves(position).contains(&mv)
}

/// Whether a legal move gives check.
#[must_use]
pub fn gives_check(position: &Position, mv: Move) -> bool {
    position.make(mv).in_check()
}

/// Every square that a colour attacks.
#[must_use]
pub fn attacked_by(position: &Position, color: Color) -> Bitboard {
    let mut attacked = Bitboard::EMPTY;
    for kind in PieceKind::ALL {
        for square in position.of(color, kind) {
            attacked |= piece_attacks(kind, color, square, position.occupied());
        }
    }
    attacked
}

/// The legal moves of a colour as if it were to move; en passant is off where it is not, and an
/// attacked king cannot be taken.
#[must_use]
pub fn moves_for(position: &Position, color: Color) -> MoveList {
    let mut list = MoveList::new();
    generate::<crate::All>(&position.with_side_to_move(color), &mut list);
    let other_king = position.king(!color);
    list.retain(|mv| mv.to() != other_king);
    list
}
