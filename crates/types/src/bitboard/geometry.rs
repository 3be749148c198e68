//! Sets mirrored, turned and moved on the board.

use super::Bitboard;
use crate::{Color, File};

const NOT_A: u64 = !File::A.bitboard().0;
const NOT_H: u64 = !File::H.bitboard().0;

impl Bitboard {
    /// The set seen from this side: unchanged for White, flipped for Black.
    ///
    /// ```
    /// use bartizan_types::{Color, Rank};
    ///
    /// assert_eq!(Rank::Second.bitboard().relative_to(Color::Black), Rank::Seventh.bitboard());
    /// assert_eq!(Rank::Second.bitboard().relative_to(Color::White), Rank::Second.bitboard());
    /// ```
    #[inline(always)]
    pub const fn relative_to(self, color: Color) -> Bitboard {
        match color {
            Color::White => self,
            Color::Black => self.flip_vertical(),
        }
    }

    /// The set mirrored top to bottom.
    ///
    /// ```
    /// use bartizan_types::Square;
    ///
    /// let kings_pawns = Square::E2.bitboard() | Square::F2;
    /// assert_eq!(kings_pawns.flip_vertical(), Square::E7.bitboard() | Square::F7);
    /// ```
    #[inline(always)]
    pub const fn flip_vertical(self) -> Bitboard {
        Bitboard(self.0.swap_bytes())
    }

    /// The set mirrored left to right.
    ///
    /// ```
    /// use bartizan_types::File;
    ///
    /// assert_eq!(File::A.bitboard().flip_horizontal(), File::H.bitboard());
    /// ```
    #[inline]
    pub const fn flip_horizontal(self) -> Bitboard {
        self.rotate_180().flip_vertical()
    }

    /// The set mirrored at the diagonal from A1 to H8.
    ///
    /// Blocks of 4, 2 and 1 squares change places across the diagonal (Chess Programming Wiki, "Flipping Mirroring and
    /// Rotating").
    ///
    /// ```
    /// use bartizan_types::{File, Rank};
    ///
    /// assert_eq!(File::A.bitboard().flip_diagonal(), Rank::First.bitboard());
    /// ```
    #[inline]
    pub const fn flip_diagonal(self) -> Bitboard {
        const fn swap(set: u64, mask: u64, distance: u32) -> u64 {
            let different = mask & (set ^ set << distance);
            set ^ different ^ different >> distance
        }
        let set = swap(self.0, 0x0f0f_0f0f_0000_0000, 28);
        Bitboard(swap(swap(set, 0x3333_0000_3333_0000, 14), 0x5500_5500_5500_5500, 7))
    }

    /// The set mirrored at the diagonal from H1 to A8.
    ///
    /// ```
    /// use bartizan_types::{File, Rank};
    ///
    /// assert_eq!(File::A.bitboard().flip_anti_diagonal(), Rank::Eighth.bitboard());
    /// ```
    #[inline]
    pub const fn flip_anti_diagonal(self) -> Bitboard {
        self.flip_diagonal().rotate_180()
    }

    /// The set turned clockwise by 90 degrees: A1 becomes A8.
    ///
    /// ```
    /// use bartizan_types::{File, Rank, Square};
    ///
    /// assert_eq!(Rank::First.bitboard().rotate_90(), File::A.bitboard());
    /// assert_eq!(Square::A1.bitboard().rotate_90(), Square::A8.bitboard());
    /// ```
    #[inline]
    pub const fn rotate_90(self) -> Bitboard {
        self.flip_diagonal().flip_vertical()
    }

    /// The set turned by 180 degrees.
    ///
    /// ```
    /// use bartizan_types::Square;
    ///
    /// assert_eq!(Square::B1.bitboard().rotate_180(), Square::G8.bitboard());
    /// ```
    #[inline]
    pub const fn rotate_180(self) -> Bitboard {
        Bitboard(self.0.reverse_bits())
    }

    /// The set turned clockwise by 270 degrees: A1 becomes H1.
    ///
    /// ```
    /// use bartizan_types::{File, Rank};
    ///
    /// assert_eq!(Rank::First.bitboard().rotate_270(), File::H.bitboard());
    /// ```
    #[inline]
    pub const fn rotate_270(self) -> Bitboard {
        self.rotate_90().rotate_180()
    }

    /// The set moved by so many files towards H and ranks towards the eighth, negative ones towards A and the first.
    /// Squares that leave the board are lost.
    ///
    /// ```
    /// use bartizan_types::{Bitboard, Square};
    ///
    /// let set = Square::E4.bitboard() | Square::H4;
    /// assert_eq!(set.shift(1, 2), Square::F6.bitboard());
    /// ```
    pub const fn shift(self, files: i8, ranks: i8) -> Bitboard {
        let distance = files.unsigned_abs();
        if distance > 7 || ranks.unsigned_abs() > 7 {
            return Bitboard::EMPTY;
        }
        // The files that stay on the board, as a rank; then on all ranks.
        let row = if files > 0 { 0xff >> distance } else { 0xff << distance & 0xff };
        let kept = self.0 & (row * File::A.bitboard().0);
        let by = 8 * ranks + files;
        Bitboard(if by >= 0 { kept << by } else { kept >> -by })
    }

    /// One rank up, towards the eighth.
    ///
    /// ```
    /// use bartizan_types::Rank;
    ///
    /// assert_eq!(Rank::Second.bitboard().north(), Rank::Third.bitboard());
    /// assert!(Rank::Eighth.bitboard().north().is_empty());
    /// ```
    #[inline(always)]
    pub const fn north(self) -> Bitboard {
        Bitboard(self.0 << 8)
    }

    /// One rank down, towards the first.
    ///
    /// ```
    /// use bartizan_types::Rank;
    ///
    /// assert_eq!(Rank::Seventh.bitboard().south(), Rank::Sixth.bitboard());
    /// ```
    #[inline(always)]
    pub const fn south(self) -> Bitboard {
        Bitboard(self.0 >> 8)
    }

    /// One file towards H.
    ///
    /// ```
    /// use bartizan_types::Square;
    ///
    /// let rooks = Square::A1.bitboard() | Square::H1;
    /// assert_eq!(rooks.east(), Square::B1.bitboard());
    /// ```
    #[inline(always)]
    pub const fn east(self) -> Bitboard {
        Bitboard((self.0 & NOT_H) << 1)
    }

    /// One file towards A.
    ///
    /// ```
    /// use bartizan_types::Square;
    ///
    /// let rooks = Square::A1.bitboard() | Square::H1;
    /// assert_eq!(rooks.west(), Square::G1.bitboard());
    /// ```
    #[inline(always)]
    pub const fn west(self) -> Bitboard {
        Bitboard((self.0 & NOT_A) >> 1)
    }

    /// One step towards H8.
    ///
    /// ```
    /// use bartizan_types::Square;
    ///
    /// let pawns = Square::E4.bitboard() | Square::H4;
    /// assert_eq!(pawns.north_east(), Square::F5.bitboard());
    /// ```
    #[inline(always)]
    pub const fn north_east(self) -> Bitboard {
        Bitboard((self.0 & NOT_H) << 9)
    }

    /// One step towards A8.
    ///
    /// ```
    /// use bartizan_types::Square;
    ///
    /// let pawns = Square::A4.bitboard() | Square::E4;
    /// assert_eq!(pawns.north_west(), Square::D5.bitboard());
    /// ```
    #[inline(always)]
    pub const fn north_west(self) -> Bitboard {
        Bitboard((self.0 & NOT_A) << 7)
    }

    /// One step towards H1.
    ///
    /// ```
    /// use bartizan_types::Square;
    ///
    /// let pawns = Square::E5.bitboard() | Square::H5;
    /// assert_eq!(pawns.south_east(), Square::F4.bitboard());
    /// ```
    #[inline(always)]
    pub const fn south_east(self) -> Bitboard {
        Bitboard((self.0 & NOT_H) >> 7)
    }

    /// One step towards A1.
    ///
    /// ```
    /// use bartizan_types::Square;
    ///
    /// let pawns = Square::A5.bitboard() | Square::E5;
    /// assert_eq!(pawns.south_west(), Square::D4.bitboard());
    /// ```
    #[inline(always)]
    pub const fn south_west(self) -> Bitboard {
        Bitboard((self.0 & NOT_A) >> 9)
    }
}
