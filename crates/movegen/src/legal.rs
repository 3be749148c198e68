//! Legality of any sixteen bits that call themselves a move.

use board::{Bitboard, Move, MoveFlag, PieceKind, Position, Rank, attacks};

use crate::generate::king::is_castle_legal;

/// Whether the move is legal here, its flag included: true exactly for the generator's moves.
///
/// Any bits are allowed, such as those of a hash entry that belongs to another position.
pub fn is_legal(position: &Position, mv: Move) -> bool {
    let us = position.side_to_move();
    let (from, to, flag) = (mv.from(), mv.to(), mv.flag());
    let Some(piece) = position.piece_on(from) else { return false };
    if piece.color() != us {
        return false;
    }
    if flag == MoveFlag::CASTLE {
        return piece.kind() == PieceKind::King && is_castle_legal(position, us, to);
    }
    if position.color(us).contains(to) {
        return false;
    }
    if piece.kind() == PieceKind::King {
        let quiet = flag == MoveFlag::QUIET && !position.occupied().contains(to);
        let capture = flag == MoveFlag::CAPTURE && position.color(!us).contains(to);
        if !(quiet || capture) || !attacks::king(from).contains(to) {
            return false;
        }
        let lifted = position.occupied() ^ from.bitboard();
        return (position.attackers_to(to, lifted) & position.color(!us)).is_empty();
    }
    if flag == MoveFlag::EN_PASSANT {
        return piece.kind() == PieceKind::Pawn
            && position.en_passant() == Some(to)
            && attacks::pawn_attacks(us, from).contains(to)
            && position.is_en_passant_safe(from, to);
    }
    let fits = match piece.kind() {
        PieceKind::Pawn => pawn_fits(position, mv),
        kind => {
            let right_flag = match position.piece_on(to) {
                Some(_) => flag == MoveFlag::CAPTURE,
                None => flag == MoveFlag::QUIET,
            };
            right_flag && attacks::piece_attacks(kind, us, from, position.occupied()).contains(to)
        }
    };
    fits && keeps_king_safe(position, mv)
}

/// Whether a move of a piece other than the king answers a check and respects a pin.
fn keeps_king_safe(position: &Position, mv: Move) -> bool {
    let king = position.king(position.side_to_move());
    let checkers = position.checkers();
    if let Some(checker) = checkers.first() {
        let evasions = attacks::between(king, checker) | checkers;
        if checkers.more_than_one() || !evasions.contains(mv.to()) {
            return false;
        }
    }
    !position.pinned().contains(mv.from()) || attacks::line(king, mv.from()).contains(mv.to())
}

/// Whether a pawn move, not en passant, moves as pawns do and carries the flag that goes with it.
fn pawn_fits(position: &Position, mv: Move) -> bool {
    let us = position.side_to_move();
    let (from, to, flag) = (mv.from(), mv.to(), mv.flag());
    let promotes = to.rank().relative_to(us) == Rank::Eighth;
    if promotes != mv.is_promotion() {
        return false;
    }
    if mv.is_capture() {
        return (promotes || flag == MoveFlag::CAPTURE)
            && position.color(!us).contains(to)
            && attacks::pawn_attacks(us, from).contains(to);
    }
    let step = match us {
        board::Color::White => Bitboard::north,
        board::Color::Black => Bitboard::south,
    };
    let empty = !position.occupied();
    let single = step(from.bitboard()) & empty;
    if flag == MoveFlag::DOUBLE_PUSH {
        return from.rank().relative_to(us) == Rank::Second && (step(single) & empty).contains(to);
    }
    (promotes || flag == MoveFlag::QUIET) && single.contains(to)
}
