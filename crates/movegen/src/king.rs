//! King moves and castling.

use board::{
    Bitboard, CastlingRights, CastlingSide, Color, Move, MoveFlag, Position, Square, attacks,
};

use crate::GenType;
use crate::generate::targets_of_type;
use crate::sink::MoveSink;

#[inline(always)]
pub(crate) fn generate<T: GenType>(position: &Position, us: Color, sink: &mut impl MoveSink) {
    let king = position.king(us);
    let enemies = position.color(!us);
    let targets = targets_of_type::<T>(attacks::king(king) - position.color(us), enemies);
    let castles = T::QUIET
        && can_try_castling(position, us)
        && CastlingSide::ALL.iter().any(|&side| unblocked_castling(position, us, side).is_some());
    if targets.is_empty() && !castles {
        return;
    }
    let danger = king_danger(position, us);
    sink.push_piece_moves(king, targets - danger, enemies);
    if castles {
        for side in CastlingSide::ALL {
            if let Some((rook, path)) = unblocked_castling(position, us, side) {
                if (path & danger).is_empty() {
                    sink.push(Move::new(king, rook, MoveFlag::CASTLE));
                }
            }
        }
    }
}

/// Squares that the enemy attacks once the king of `us` is off the board, since the squares behind it
/// on a slider's line are attacked too.
#[inline(always)]
pub(crate) fn king_danger(position: &Position, us: Color) -> Bitboard {
    position.attacked_by(!us, position.occupied() ^ position.king(us).bitboard())
}

/// Whether the side has a castling right and is not in check.
#[inline(always)]
fn can_try_castling(position: &Position, us: Color) -> bool {
    !position.in_check() && position.castling_rights().intersects(CastlingRights::both(us))
}

/// The rook of a castling right and the squares on the king's path, its target included, which must
/// not be attacked. `None` without the right, or if castling is blocked.
#[inline(always)]
fn unblocked_castling(
    position: &Position,
    us: Color,
    side: CastlingSide,
) -> Option<(Square, Bitboard)> {
    let rook = position.castling_rook(us, side)?;
    let king = position.king(us);
    // Each square between the two is on the path of one of them. Most castling is blocked there.
    if (attacks::between(king, rook) & position.occupied()).any() {
        return None;
    }
    let mv = Move::new(king, rook, MoveFlag::CASTLE);
    let (king_target, rook_target) = (mv.castle_king_target(), mv.castle_rook_target());
    let king_path = attacks::between(king, king_target) | king_target.bitboard();
    let rook_path = attacks::between(rook, rook_target) | rook_target.bitboard();
    let blocked =
        (king_path | rook_path) & (position.occupied() - king.bitboard() - rook.bitboard());
    // In Chess960 the castling rook can be pinned on the first rank.
    (blocked.is_empty() && !position.pinned().contains(rook)).then_some((rook, king_path))
}

/// Whether castling with the rook on this square is legal.
pub(crate) fn is_castle_legal(position: &Position, us: Color, rook: Square) -> bool {
    can_try_castling(position, us)
        && CastlingSide::ALL.iter().any(|&side| {
            unblocked_castling(position, us, side).is_some_and(|(square, path)| {
                square == rook && (path & king_danger(position, us)).is_empty()
            })
        })
}
