//! Pawn moves, a whole rank of pawns at a time.

use board::{Bitboard, Color, File, Move, MoveFlag, PieceKind, Position, Rank, attacks};

use crate::{Kind, MoveSink};

/// What a side's pawns look like: directions as square offsets, and its ranks.
struct Direction {
    forward: i8,
    /// Captures towards the A file and towards the H file.
    west: i8,
    east: i8,
    last_rank: Bitboard,
    /// Where a pawn stands after the first half of a double push.
    third_rank: Bitboard,
}

#[inline(always)]
fn direction(us: Color) -> Direction {
    match us {
        Color::White => Direction {
            forward: 8,
            west: 7,
            east: 9,
            last_rank: Rank::Eighth.bitboard(),
            third_rank: Rank::Third.bitboard(),
        },
        Color::Black => Direction {
            forward: -8,
            west: -9,
            east: -7,
            last_rank: Rank::First.bitboard(),
            third_rank: Rank::Sixth.bitboard(),
        },
    }
}

/// The set moved by an offset; the caller has seen to it that no pawn leaves the board sideways.
#[inline(always)]
fn shift(set: Bitboard, delta: i8) -> Bitboard {
    if delta > 0 { set << delta as u32 } else { set >> -delta as u32 }
}

/// `evasions` are the squares that answer a check, all when there is none.
#[inline(always)]
pub(super) fn generate<K: Kind>(
    position: &Position,
    us: Color,
    evasions: Bitboard,
    sink: &mut impl MoveSink,
) {
    let pawns = position.of(us, PieceKind::Pawn);
    let pinned = pawns & position.pinned();
    pawn_set::<K>(position, us, pawns - pinned, evasions, sink);
    // Each pinned pawn has its own line.
    for from in pinned {
        let line = attacks::line(position.king(us), from);
        pawn_set::<K>(position, us, from.bitboard(), evasions & line, sink);
    }
    if K::NOISY
        && let Some(target) = position.en_passant()
    {
        for from in attacks::pawn_attacks(!us, target) & pawns {
            if position.is_en_passant_safe(from, target) {
                sink.push(Move::new(from, target, MoveFlag::EN_PASSANT));
            }
        }
    }
}

/// Moves of these pawns to squares of `allowed`, but for en passant.
#[inline(always)]
fn pawn_set<K: Kind>(
    position: &Position,
    us: Color,
    pawns: Bitboard,
    allowed: Bitboard,
    sink: &mut impl MoveSink,
) {
    let to = direction(us);
    let empty = !position.occupied();
    let pushed = shift(pawns, to.forward) & empty;
    let single = pushed & allowed;
    if K::QUIET {
        let double = shift(pushed & to.third_rank, to.forward) & empty & allowed;
        sink.pawns(single - to.last_rank, to.forward, MoveFlag::QUIET);
        sink.pawns(double, 2 * to.forward, MoveFlag::DOUBLE_PUSH);
    }
    if K::NOISY {
        let takes = position.color(!us) & allowed;
        captures(us, pawns, takes, sink);
        sink.promotions(single & to.last_rank, to.forward, &MoveFlag::PROMOTIONS);
    }
}

/// Captures of these pawns on squares of `takes`, promotions included.
#[inline(always)]
pub(super) fn captures(us: Color, pawns: Bitboard, takes: Bitboard, sink: &mut impl MoveSink) {
    let to = direction(us);
    let west = shift(pawns - File::A.bitboard(), to.west) & takes;
    let east = shift(pawns - File::H.bitboard(), to.east) & takes;
    sink.pawns(west - to.last_rank, to.west, MoveFlag::CAPTURE);
    sink.pawns(east - to.last_rank, to.east, MoveFlag::CAPTURE);
    if ((west | east) & to.last_rank).any() {
        sink.promotions(west & to.last_rank, to.west, &MoveFlag::CAPTURE_PROMOTIONS);
        sink.promotions(east & to.last_rank, to.east, &MoveFlag::CAPTURE_PROMOTIONS);
    }
}
