//! What each piece could do if the king did not matter. Castling alone is complete here: its rules
//! about attacked squares are part of the move, not of its consequences.

use board::attacks::{between, pawn_attacks, piece_attacks};
use board::{
    Bitboard, CastlingSide, Color, File, Move, MoveFlag, PieceKind, Position, Rank, Square,
};

/// Calls `yield_move` with every candidate of the side to move.
pub(crate) fn each(position: &Position, mut yield_move: impl FnMut(Move)) {
    let us = position.side_to_move();
    let (own, enemy) = (position.color(us), position.color(!us));
    for from in own {
        match position.kind_on(from) {
            Some(PieceKind::Pawn) => pawn(position, from, &mut yield_move),
            Some(kind) => {
                for to in piece_attacks(kind, us, from, position.occupied()) - own {
                    let flag = if enemy.contains(to) { MoveFlag::CAPTURE } else { MoveFlag::QUIET };
                    yield_move(Move::new(from, to, flag));
                }
            }
            None => {}
        }
    }
    for side in CastlingSide::ALL {
        yield_castling(position, side, &mut yield_move);
    }
}

/// The square of the pawn that an en-passant capture takes.
pub(crate) fn passed_pawn(mv: Move) -> Square {
    Square::new(mv.to().file(), mv.from().rank())
}

fn pawn(position: &Position, from: Square, yield_move: &mut impl FnMut(Move)) {
    let us = position.side_to_move();
    let ahead = |square: Square| {
        let forward = if us == Color::White { 8 } else { -8 };
        Square::from_index((square.index() as i32 + forward) as usize)
    };
    let once = ahead(from);
    if !position.occupied().contains(once) {
        with_promotions(us, from, once, MoveFlag::QUIET, MoveFlag::PROMO_KNIGHT, yield_move);
        let twice = ahead(once);
        if from.relative_to(us).rank() == Rank::Second && !position.occupied().contains(twice) {
            yield_move(Move::new(from, twice, MoveFlag::DOUBLE_PUSH));
        }
    }
    for to in pawn_attacks(us, from) & position.color(!us) {
        with_promotions(
            us,
            from,
            to,
            MoveFlag::CAPTURE,
            MoveFlag::CAPTURE_PROMO_KNIGHT,
            yield_move,
        );
    }
    if let Some(to) = position.en_passant().filter(|&to| pawn_attacks(us, from).contains(to)) {
        yield_move(Move::new(from, to, MoveFlag::EN_PASSANT));
    }
}

/// A pawn's move, four moves where it reaches the last rank. `knight` is the promotion to a knight.
fn with_promotions(
    us: Color,
    from: Square,
    to: Square,
    plain: MoveFlag,
    knight: MoveFlag,
    yield_move: &mut impl FnMut(Move),
) {
    if to.relative_to(us).rank() != Rank::Eighth {
        return yield_move(Move::new(from, to, plain));
    }
    let flags = if knight == MoveFlag::PROMO_KNIGHT {
        [
            MoveFlag::PROMO_KNIGHT,
            MoveFlag::PROMO_BISHOP,
            MoveFlag::PROMO_ROOK,
            MoveFlag::PROMO_QUEEN,
        ]
    } else {
        [
            MoveFlag::CAPTURE_PROMO_KNIGHT,
            MoveFlag::CAPTURE_PROMO_BISHOP,
            MoveFlag::CAPTURE_PROMO_ROOK,
            MoveFlag::CAPTURE_PROMO_QUEEN,
        ]
    };
    for flag in flags {
        yield_move(Move::new(from, to, flag));
    }
}

/// Castling, by the Chess960 rules, of which the usual ones are a case: everything between king,
/// rook and the squares they go to is empty, and the king passes no attacked square.
fn yield_castling(position: &Position, side: CastlingSide, yield_move: &mut impl FnMut(Move)) {
    let us = position.side_to_move();
    let Some(rook) = position.castling_rook(us, side) else { return };
    let king = position.king(us);
    let (king_file, rook_file) = match side {
        CastlingSide::Short => (File::G, File::F),
        CastlingSide::Long => (File::C, File::D),
    };
    let king_to = Square::new(king_file, king.rank());
    let rook_to = Square::new(rook_file, king.rank());
    let both = king.bitboard() | rook.bitboard();
    let path = |from: Square, to: Square| between(from, to) | to.bitboard();
    let needed: Bitboard = (path(king, king_to) | path(rook, rook_to)) - both;
    if (needed & position.occupied()).any() || position.in_check() {
        return;
    }
    let enemy = position.color(!us);
    // Where the rook leaves the rank open behind the king, the check after the move tells.
    let passed = between(king, king_to) | king_to.bitboard();
    let without_king = position.occupied() ^ king.bitboard();
    if passed
        .into_iter()
        .all(|square| (position.attackers_to(square, without_king) & enemy).is_empty())
    {
        yield_move(Move::new(king, rook, MoveFlag::CASTLE));
    }
}
