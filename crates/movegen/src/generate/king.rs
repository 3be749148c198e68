//! King moves and castling.

use board::{
    Bitboard, CastlingRights, CastlingSide, Color, Move, MoveFlag, Position, Square, attacks,
};

use crate::attacked::attacked_through;
use crate::{Kind, MoveSink};

#[inline(always)]
pub(super) fn generate<K: Kind>(position: &Position, us: Color, sink: &mut impl MoveSink) {
    let king = position.king(us);
    let enemies = position.color(!us);
    let mut targets = attacks::king(king) - position.color(us);
    if !K::QUIET {
        targets &= enemies;
    }
    if !K::NOISY {
        targets = targets - enemies;
    }
    let castles = K::QUIET
        && may_castle(position, us)
        && CastlingSide::ALL.iter().any(|&side| open_castle(position, us, side).is_some());
    if targets.is_empty() && !castles {
        return;
    }
    let danger = king_danger(position, us);
    sink.piece(king, targets - danger, enemies);
    if castles {
        for side in CastlingSide::ALL {
            if let Some((rook, path)) = open_castle(position, us, side)
                && (path & danger).is_empty()
            {
                sink.push(Move::new(king, rook, MoveFlag::CASTLE));
            }
        }
    }
}

/// Squares where the king of `us` would stand attacked. It is lifted off the board first: it cannot
/// hide behind itself.
#[inline(always)]
pub(super) fn king_danger(position: &Position, us: Color) -> Bitboard {
    attacked_through(position, !us, position.occupied() ^ position.king(us).bitboard())
}

/// Whether any castling is worth a closer look.
#[inline(always)]
fn may_castle(position: &Position, us: Color) -> bool {
    !position.in_check() && position.castling_rights().intersects(CastlingRights::both(us))
}

/// The rook of a castling right and the squares that must not be attacked for the king to use it;
/// `None` without the right or with pieces in the way.
#[inline(always)]
fn open_castle(position: &Position, us: Color, side: CastlingSide) -> Option<(Square, Bitboard)> {
    let rook = position.castling_rook(us, side)?;
    let king = position.king(us);
    let mv = Move::new(king, rook, MoveFlag::CASTLE);
    let (king_target, rook_target) = (mv.castle_king_target(), mv.castle_rook_target());
    let king_path = attacks::between(king, king_target) | king_target.bitboard();
    let rook_path = attacks::between(rook, rook_target) | rook_target.bitboard();
    let blocked =
        (king_path | rook_path) & (position.occupied() - king.bitboard() - rook.bitboard());
    // In Chess960 the castling rook may shield its king from a rook on the rim.
    (blocked.is_empty() && !position.pinned().contains(rook)).then_some((rook, king_path))
}

/// Whether castling with the rook on this square is legal.
pub(crate) fn is_castle_legal(position: &Position, us: Color, rook: Square) -> bool {
    may_castle(position, us)
        && CastlingSide::ALL.iter().any(|&side| {
            open_castle(position, us, side).is_some_and(|(square, path)| {
                square == rook && (path & king_danger(position, us)).is_empty()
            })
        })
}
