//! The legal moves of a kind of piece to a square, found from the square: what a move in SAN asks for.

use board::{Bitboard, Color, Move, MoveFlag, PieceKind, Position, Rank, Square, attacks};

use crate::MoveList;
use crate::generate::evasions;
use crate::legal::is_legal;

/// The legal moves of the pieces of one kind to one square, castling aside: of [`legal_moves`](crate::legal_moves)
/// those with this [`to`](Move::to) whose [`moved_piece`](Position::moved_piece) is of this kind. For a pawn on
/// the last rank that is each of the four promotions. Other moves are not generated.
///
/// # Examples
///
/// ```
/// use bartizan_movegen::board::{PieceKind, Position, Square};
/// use bartizan_movegen::moves_of_kind_to;
///
/// let position = Position::startpos();
/// let moves = moves_of_kind_to(&position, PieceKind::Knight, Square::F3);
/// assert_eq!(moves.len(), 1);
/// assert_eq!(moves[0].to_string(), "g1f3");
/// ```
#[must_use]
pub fn moves_of_kind_to(position: &Position, kind: PieceKind, to: Square) -> MoveList {
    let mut list = MoveList::new();
    let us = position.side_to_move();
    if position.color(us).contains(to) {
        return list;
    }
    let captures = position.color(!us).contains(to);
    let flag = if captures { MoveFlag::CAPTURE } else { MoveFlag::QUIET };
    let king = position.king(us);
    if kind == PieceKind::King {
        let mv = Move::new(king, to, flag);
        if is_legal(position, mv) {
            list.push(mv);
        }
        return list;
    }
    let is_en_passant = kind == PieceKind::Pawn && position.en_passant() == Some(to);
    if is_en_passant {
        for from in attacks::pawn_attacks(!us, to) & position.of(us, kind) {
            if position.is_en_passant_safe(from, to) {
                list.push(Move::new(from, to, MoveFlag::EN_PASSANT));
            }
        }
    }
    if !evasions(position, us).contains(to) {
        return list;
    }
    let origins = match kind {
        PieceKind::Pawn => pawn_origins(position, us, to, captures),
        _ => attacks::piece_attacks(kind, us, to, position.occupied()) & position.of(us, kind),
    };
    for from in origins {
        if position.pinned().contains(from) && !attacks::line(king, from).contains(to) {
            continue;
        }
        let double = kind == PieceKind::Pawn && from.index().abs_diff(to.index()) == 16;
        let flags: &[MoveFlag] = match (kind, to.rank().relative_to(us)) {
            (PieceKind::Pawn, Rank::Eighth) if captures => &MoveFlag::CAPTURE_PROMOTIONS,
            (PieceKind::Pawn, Rank::Eighth) => &MoveFlag::PROMOTIONS,
            _ if double => &[MoveFlag::DOUBLE_PUSH],
            _ => &[flag],
        };
        list.extend(flags.iter().map(|&flag| Move::new(from, to, flag)));
    }
    list
}

/// Pawns that reach the square by a push, or by a capture if there is something to take, pins and checks
/// aside.
fn pawn_origins(position: &Position, us: Color, to: Square, captures: bool) -> Bitboard {
    let pawns = position.of(us, PieceKind::Pawn);
    if captures {
        return attacks::pawn_attacks(!us, to) & pawns;
    }
    let back = match us {
        Color::White => Bitboard::south,
        Color::Black => Bitboard::north,
    };
    let once = back(to.bitboard());
    let doubles = to.rank().relative_to(us) == Rank::Fourth;
    let twice = if doubles { back(once - position.occupied()) } else { Bitboard::EMPTY };
    (once | twice) & pawns
}
