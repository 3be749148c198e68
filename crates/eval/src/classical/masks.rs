//! Sets of squares that the evaluation needs, seen from either side: steps and fills
//! towards a side's last rank, and the king's zone. `us` is a constant wherever
//! these are inlined.

use board::{Bitboard, Color, File, Rank, Square, attacks};

/// Files C to F.
pub(super) const CENTRE_FILES: Bitboard = Bitboard(0x3c3c_3c3c_3c3c_3c3c);
/// D4, E4, D5, E5.
pub(super) const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);
/// Files A to C and their mirror image, for pawns on both wings.
pub(super) const WINGS: [Bitboard; 2] =
    [Bitboard(0x0707_0707_0707_0707), Bitboard(0xe0e0_e0e0_e0e0_e0e0)];

/// One step towards the last rank.
#[inline(always)]
pub(super) fn forward(us: Color, set: Bitboard) -> Bitboard {
    match us {
        Color::White => set.north(),
        Color::Black => set.south(),
    }
}

/// The set and everything in front of it.
#[inline(always)]
pub(super) fn fill_forward(us: Color, mut set: Bitboard) -> Bitboard {
    match us {
        Color::White => {
            set |= set << 8;
            set |= set << 16;
            set | set << 32
        }
        Color::Black => {
            set |= set >> 8;
            set |= set >> 16;
            set | set >> 32
        }
    }
}

/// Everything in front of the set, itself left out.
#[inline(always)]
pub(super) fn ahead(us: Color, set: Bitboard) -> Bitboard {
    fill_forward(us, forward(us, set))
}

/// The squares next to the set's, to the left and to the right.
#[inline(always)]
pub(super) fn beside(set: Bitboard) -> Bitboard {
    set.east() | set.west()
}

/// All squares of the files that the set touches.
#[inline(always)]
pub(super) fn files(set: Bitboard) -> Bitboard {
    fill_forward(Color::White, fill_forward(Color::Black, set))
}

/// The rank's index as this side counts: 0 for its own first rank.
#[inline(always)]
pub(super) fn rank_of(us: Color, square: Square) -> usize {
    square.relative_to(us).rank().index()
}

/// Ranks `low..=high` as this side counts from 0.
#[inline(always)]
pub(super) fn ranks(us: Color, low: usize, high: usize) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    for index in low..=high {
        set |= Rank::from_index(index).bitboard();
    }
    match us {
        Color::White => set,
        Color::Black => set.flip(),
    }
}

/// The king's square, moved off the rim, and the squares around it.
#[inline(always)]
pub(super) fn king_zone(king: Square) -> Bitboard {
    let file = king.file().index().clamp(1, 6);
    let rank = king.rank().index().clamp(1, 6);
    let centre = Square::new(File::from_index(file), Rank::from_index(rank));
    attacks::king(centre) | centre.bitboard()
}

/// The files of the wing, or the centre, on which a king on this file stands.
#[inline(always)]
pub(super) fn king_wing(king: Square) -> Bitboard {
    match king.file() {
        File::A | File::B | File::C => Bitboard(0x0f0f_0f0f_0f0f_0f0f),
        File::D | File::E => CENTRE_FILES,
        File::F | File::G | File::H => Bitboard(0xf0f0_f0f0_f0f0_f0f0),
    }
}

/// Diagonal and straight lines to `square` that one piece of `occupied` closes: a slider that
/// stands on one of them attacks `square` once that piece steps aside.
#[inline(always)]
pub(super) fn hidden_lines(square: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
    let (diagonal, straight) = (attacks::bishop(square, occupied), attacks::rook(square, occupied));
    (
        attacks::bishop(square, occupied - diagonal) - diagonal,
        attacks::rook(square, occupied - straight) - straight,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fills_and_zones() {
        let e4 = Square::E4.bitboard();
        assert_eq!(ahead(Color::White, e4).count(), 4);
        assert_eq!(ahead(Color::Black, e4).count(), 3);
        assert_eq!(files(e4), File::E.bitboard());
        assert_eq!(ranks(Color::Black, 1, 1), Rank::Seventh.bitboard());
        assert_eq!(rank_of(Color::Black, Square::A8), 0);
        assert_eq!(king_zone(Square::G1), king_zone(Square::G2));
        assert_eq!(king_zone(Square::A8), king_zone(Square::B7));
        for square in Square::ALL {
            assert_eq!(king_zone(square).count(), 9);
        }
    }
}
