//! Example of a replaced layer: a move generator with all public names of Bartizan's own, written the
//! plain way. It generates pseudo-legal moves and keeps those after which the own king is not attacked.
//!
//! It depends on `types` and `board` alone. What each public name means is documented in `crates/movegen`. To build the
//! engine on it, name this package in the line `movegen` of `[workspace.dependencies]`.

#![allow(missing_docs, reason = "the public names are those of crates/movegen, documented there")]

use board::attacks::{between, pawn_attacks, piece_attacks};
use board::{Bitboard, CastlingSide, Color, Move, MoveFlag, PieceKind, Position, Rank, Square};

pub use types::{All, GenType, MoveList, Noisy, Quiet};

pub fn generate<T: GenType>(position: &Position, list: &mut MoveList) {
    each_pseudo_legal(position, |mv| {
        let wanted = if mv.is_noisy() { T::NOISY } else { T::QUIET };
        if wanted && keeps_king_safe(position, mv) {
            list.push(mv);
        }
    });
}

#[must_use]
pub fn legal_moves(position: &Position) -> MoveList {
    let mut list = MoveList::new();
    generate::<All>(position, &mut list);
    list
}

#[must_use]
pub fn has_legal_move(position: &Position) -> bool {
    !legal_moves(position).is_empty()
}

#[must_use]
pub fn is_legal(position: &Position, mv: Move) -> bool {
    legal_moves(position).contains(&mv)
}

#[must_use]
pub fn moves_of_kind_to(position: &Position, kind: PieceKind, to: Square) -> MoveList {
    let mut list = legal_moves(position);
    list.retain(|mv| mv.to() == to && !mv.is_castle() && position.moved_piece(mv).kind() == kind);
    list
}

#[must_use]
pub fn gives_check(position: &Position, mv: Move) -> bool {
    position.make(mv).in_check()
}

#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => legal_moves(position).len() as u64,
        _ => legal_moves(position).iter().map(|&mv| perft(&position.make(mv), depth - 1)).sum(),
    }
}

/// The square of the piece that a capture takes.
fn captured_square(mv: Move) -> Square {
    if mv.is_en_passant() { Square::new(mv.to().file(), mv.from().rank()) } else { mv.to() }
}

/// Whether the own king is not attacked after a pseudo-legal move.
fn keeps_king_safe(position: &Position, mv: Move) -> bool {
    let us = position.side_to_move();
    let removed = mv.from().bitboard() | captured_square(mv).bitboard();
    let (king, added) = if mv.is_castle() {
        let king = mv.castle_king_target();
        (king, king.bitboard() | mv.castle_rook_target().bitboard())
    } else {
        let king = if mv.from() == position.king(us) { mv.to() } else { position.king(us) };
        (king, mv.to().bitboard())
    };
    let attackers = position.attackers_to(king, (position.occupied() - removed) | added);
    (attackers & position.color(!us) & !removed).is_empty()
}

/// Calls `push` with what each piece can do without regard to its own king. Castling alone is tested for
/// attacked squares here, since those on the king's path are part of its rule.
fn each_pseudo_legal(position: &Position, mut push: impl FnMut(Move)) {
    let us = position.side_to_move();
    let (own, enemy) = (position.color(us), position.color(!us));
    for kind in PieceKind::ALL {
        for from in position.of(us, kind) {
            if kind == PieceKind::Pawn {
                pawn_moves(position, from, &mut push);
                continue;
            }
            for to in piece_attacks(kind, us, from, position.occupied()) - own {
                let flag = if enemy.contains(to) { MoveFlag::CAPTURE } else { MoveFlag::QUIET };
                push(Move::new(from, to, flag));
            }
        }
    }
    for side in CastlingSide::ALL {
        castling(position, side, &mut push);
    }
}

fn pawn_moves(position: &Position, from: Square, push: &mut impl FnMut(Move)) {
    let us = position.side_to_move();
    let ahead = |square: Square| match us {
        Color::White => square.bitboard().north() - position.occupied(),
        Color::Black => square.bitboard().south() - position.occupied(),
    };
    let is_last = |to: Square| to.rank().relative_to(us) == Rank::Eighth;
    for to in pawn_attacks(us, from) & position.color(!us) {
        let flags =
            if is_last(to) { &MoveFlag::CAPTURE_PROMOTIONS } else { &[MoveFlag::CAPTURE][..] };
        flags.iter().for_each(|&flag| push(Move::new(from, to, flag)));
    }
    for once in ahead(from) {
        let flags = if is_last(once) { &MoveFlag::PROMOTIONS } else { &[MoveFlag::QUIET][..] };
        flags.iter().for_each(|&flag| push(Move::new(from, once, flag)));
        if from.rank().relative_to(us) == Rank::Second {
            for twice in ahead(once) {
                push(Move::new(from, twice, MoveFlag::DOUBLE_PUSH));
            }
        }
    }
    if let Some(to) = position.en_passant().filter(|&to| pawn_attacks(us, from).contains(to)) {
        push(Move::new(from, to, MoveFlag::EN_PASSANT));
    }
}

/// Castling by the rules of Chess960, which include those of standard chess: all squares on the paths
/// of king and rook are empty, and the king passes no attacked square.
fn castling(position: &Position, side: CastlingSide, push: &mut impl FnMut(Move)) {
    let us = position.side_to_move();
    let Some(rook) = position.castling_rook(us, side) else { return };
    let king = position.king(us);
    let mv = Move::new(king, rook, MoveFlag::CASTLE);
    let path = |from: Square, to: Square| between(from, to) | to.bitboard();
    let king_path = path(king, mv.castle_king_target());
    let needed: Bitboard = king_path | path(rook, mv.castle_rook_target());
    let others = position.occupied() - king.bitboard() - rook.bitboard();
    if (needed & others).any() || position.in_check() {
        return;
    }
    let without_king = position.occupied() ^ king.bitboard();
    let is_safe =
        |square| (position.attackers_to(square, without_king) & position.color(!us)).is_empty();
    if king_path.into_iter().all(is_safe) {
        push(mv);
    }
}
