//! Sets of squares relative to a side: shifts, fills and spans towards its last rank, ranks,
//! king zone and king flank. `us` is a constant wherever these are inlined.

use board::{Bitboard, Color, File, Rank, Square, attacks};

/// Files C to F.
pub(super) const CENTRE_FILES: Bitboard = Bitboard(0x3c3c_3c3c_3c3c_3c3c);
/// D4, E4, D5, E5.
pub(super) const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);
/// Queenside (files A to C) and kingside (files F to H).
pub(super) const FLANKS: [Bitboard; 2] =
    [Bitboard(0x0707_0707_0707_0707), Bitboard(0xe0e0_e0e0_e0e0_e0e0)];

/// The set shifted one rank towards the last rank of `us`.
#[inline(always)]
pub(super) fn forward(us: Color, set: Bitboard) -> Bitboard {
    match us {
        Color::White => set.north(),
        Color::Black => set.south(),
    }
}

/// Front fill (Chess Programming Wiki): the set and all squares in front of it.
#[inline(always)]
pub(super) fn front_fill(us: Color, mut set: Bitboard) -> Bitboard {
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

/// Front span (Chess Programming Wiki): all squares in front of the set.
#[inline(always)]
pub(super) fn front_span(us: Color, set: Bitboard) -> Bitboard {
    front_fill(us, forward(us, set))
}

/// The squares beside those of the set, on adjacent files.
#[inline(always)]
pub(super) fn adjacent(set: Bitboard) -> Bitboard {
    set.east() | set.west()
}

/// File fill (Chess Programming Wiki): all squares of the files of the set.
#[inline(always)]
pub(super) fn file_fill(set: Bitboard) -> Bitboard {
    front_fill(Color::White, front_fill(Color::Black, set))
}

/// The rank of a square relative to `us`: 0 for its first rank.
#[inline(always)]
pub(super) fn relative_rank(us: Color, square: Square) -> usize {
    square.relative_to(us).rank().index()
}

/// Ranks `low..=high` relative to `us`, counted from 0.
#[inline(always)]
pub(super) fn relative_ranks(us: Color, low: usize, high: usize) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    for index in low..=high {
        set |= Rank::from_index(index).bitboard();
    }
    match us {
        Color::White => set,
        Color::Black => set.flip_vertical(),
    }
}

/// King zone: the 3×3 squares around the king, moved inwards at an edge of the board.
#[inline(always)]
pub(super) fn king_zone(king: Square) -> Bitboard {
    let file = king.file().index().clamp(1, 6);
    let rank = king.rank().index().clamp(1, 6);
    let centre = Square::new(File::from_index(file), Rank::from_index(rank));
    attacks::king(centre) | centre.bitboard()
}

/// King flank: the four files of the queenside, centre or kingside, where the king is.
#[inline(always)]
pub(super) fn king_flank(king: Square) -> Bitboard {
    match king.file() {
        File::A | File::B | File::C => Bitboard(0x0f0f_0f0f_0f0f_0f0f),
        File::D | File::E => CENTRE_FILES,
        File::F | File::G | File::H => Bitboard(0xf0f0_f0f0_f0f0_f0f0),
    }
}

/// X-ray attacks to `square`, diagonal and straight: the squares from which a slider attacks
/// `square` through exactly one piece of `occupied`.
#[inline(always)]
pub(super) fn x_ray_lines(square: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
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
    fn fills_ranks_and_king_zone() {
        let e4 = Square::E4.bitboard();
        assert_eq!(front_span(Color::White, e4).count(), 4);
        assert_eq!(front_span(Color::Black, e4).count(), 3);
        assert_eq!(file_fill(e4), File::E.bitboard());
        assert_eq!(relative_ranks(Color::Black, 1, 1), Rank::Seventh.bitboard());
        assert_eq!(relative_rank(Color::Black, Square::A8), 0);
        assert_eq!(king_zone(Square::G1), king_zone(Square::G2));
        assert_eq!(king_zone(Square::A8), king_zone(Square::B7));
        for square in Square::ALL {
            assert_eq!(king_zone(square).count(), 9);
        }
    }
}
