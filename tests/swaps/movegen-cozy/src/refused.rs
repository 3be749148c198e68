//! Legal moves of the positions that cozy-chess refuses: each pseudo-legal move is made, and kept if the
//! own king is not attacked then. Captures of the enemy king are left out.

use board::attacks::{between, pawn_attacks, piece_attacks};
use board::{CastlingSide, Color, Move, MoveFlag, PieceKind, Position, Rank, Square};

/// Calls `push` with every legal move.
pub(crate) fn each_legal(position: &Position, mut push: impl FnMut(Move)) {
    let us = position.side_to_move();
    let is_attacked = |position: &Position, square| {
        (position.attackers_to(square, position.occupied()) & position.color(!us)).any()
    };
    each_pseudo_legal(position, |mv| {
        let after = position.make(mv);
        if !is_attacked(&after, after.king(us)) {
            push(mv);
        }
    });
    for side in CastlingSide::ALL {
        let Some(rook) = position.castling_rook(us, side) else { continue };
        let king = position.king(us);
        let mv = Move::new(king, rook, MoveFlag::CASTLE);
        let path = |from: Square, to: Square| between(from, to) | to.bitboard();
        let king_path = path(king, mv.castle_king_target());
        let others = position.occupied() - king.bitboard() - rook.bitboard();
        let is_blocked = ((king_path | path(rook, mv.castle_rook_target())) & others).any();
        let without_king = position.occupied() ^ king.bitboard();
        let is_safe =
            |square| (position.attackers_to(square, without_king) & position.color(!us)).is_empty();
        if !is_blocked && !position.in_check() && king_path.into_iter().all(is_safe) {
            let after = position.make(mv);
            if !is_attacked(&after, after.king(us)) {
                push(mv);
            }
        }
    }
}

/// Pseudo-legal moves other than castling and captures of the king.
fn each_pseudo_legal(position: &Position, mut push: impl FnMut(Move)) {
    let us = position.side_to_move();
    let enemies = position.color(!us) - position.king(!us).bitboard();
    let empty = !position.occupied();
    for kind in PieceKind::ALL {
        for from in position.of(us, kind) {
            if kind != PieceKind::Pawn {
                let attacked = piece_attacks(kind, us, from, position.occupied());
                (attacked & enemies)
                    .into_iter()
                    .for_each(|to| push(Move::new(from, to, MoveFlag::CAPTURE)));
                (attacked & empty)
                    .into_iter()
                    .for_each(|to| push(Move::new(from, to, MoveFlag::QUIET)));
                continue;
            }
            let is_last = |to: Square| to.rank().relative_to(us) == Rank::Eighth;
            for to in pawn_attacks(us, from) & enemies {
                let flags = if is_last(to) {
                    &MoveFlag::CAPTURE_PROMOTIONS
                } else {
                    &[MoveFlag::CAPTURE][..]
                };
                flags.iter().for_each(|&flag| push(Move::new(from, to, flag)));
            }
            let ahead = |square: Square| match us {
                Color::White => square.bitboard().north() & empty,
                Color::Black => square.bitboard().south() & empty,
            };
            for once in ahead(from) {
                let flags =
                    if is_last(once) { &MoveFlag::PROMOTIONS } else { &[MoveFlag::QUIET][..] };
                flags.iter().for_each(|&flag| push(Move::new(from, once, flag)));
                if from.rank().relative_to(us) == Rank::Second {
                    for twice in ahead(once) {
                        push(Move::new(from, twice, MoveFlag::DOUBLE_PUSH));
                    }
                }
            }
            for to in
                position.en_passant().into_iter().filter(|&to| pawn_attacks(us, from).contains(to))
            {
                push(Move::new(from, to, MoveFlag::EN_PASSANT));
            }
        }
    }
}
