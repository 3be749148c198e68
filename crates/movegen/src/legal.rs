//! Legality of an arbitrary move, such as one from the transposition table.

use board::{Bitboard, Color, Move, MoveFlag, PieceKind, Position, Rank, attacks};

use crate::generate::evasions;
use crate::king::is_castle_legal;

/// Whether the move is legal here, flag included: true exactly for the moves that the generator
/// yields. Any bits are allowed, such as those of a transposition table entry of another position.
///
/// ```
/// use bartizan_movegen::board::{Move, MoveFlag, Position, Square};
/// use bartizan_movegen::is_legal;
///
/// let start = Position::startpos();
/// assert!(is_legal(&start, Move::new(Square::E2, Square::E4, MoveFlag::DOUBLE_PUSH)));
/// // The flag must be right, and the move be one of the side to move.
/// assert!(!is_legal(&start, Move::new(Square::E2, Square::E4, MoveFlag::QUIET)));
/// assert!(!is_legal(&start, Move::new(Square::E7, Square::E5, MoveFlag::DOUBLE_PUSH)));
/// ```
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
        let occupied_without_king = position.occupied() ^ from.bitboard();
        let attackers = position.attackers_to(to, occupied_without_king);
        return (attackers & position.color(!us)).is_empty();
    }
    if flag == MoveFlag::EN_PASSANT {
        return piece.kind() == PieceKind::Pawn
            && position.en_passant() == Some(to)
            && attacks::pawn_attacks(us, from).contains(to)
            && position.is_en_passant_safe(from, to);
    }
    let is_pseudo_legal = match piece.kind() {
        PieceKind::Pawn => is_pseudo_legal_pawn_move(position, mv),
        kind => {
            let right_flag = match position.piece_on(to) {
                Some(_) => flag == MoveFlag::CAPTURE,
                None => flag == MoveFlag::QUIET,
            };
            right_flag && attacks::piece_attacks(kind, us, from, position.occupied()).contains(to)
        }
    };
    is_pseudo_legal && keeps_king_safe(position, mv)
}

/// Whether a move of a piece other than the king answers a check and respects a pin.
fn keeps_king_safe(position: &Position, mv: Move) -> bool {
    let us = position.side_to_move();
    evasions(position, us).contains(mv.to())
        && (!position.pinned().contains(mv.from())
            || attacks::line(position.king(us), mv.from()).contains(mv.to()))
}

/// Whether a pawn move other than en passant is pseudo-legal and has the right flag.
fn is_pseudo_legal_pawn_move(position: &Position, mv: Move) -> bool {
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
    let push = match us {
        Color::White => Bitboard::north,
        Color::Black => Bitboard::south,
    };
    let empty = !position.occupied();
    let single = push(from.bitboard()) & empty;
    if flag == MoveFlag::DOUBLE_PUSH {
        return from.rank().relative_to(us) == Rank::Second && (push(single) & empty).contains(to);
    }
    (promotes || flag == MoveFlag::QUIET) && single.contains(to)
}
