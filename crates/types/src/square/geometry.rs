//! Squares mirrored, turned and moved on the board, and how far they are from each other.

use super::Square;
use crate::{Bitboard, Color};

impl Square {
    /// The square mirrored top to bottom (A1 becomes A8).
    ///
    /// ```
    /// use bartizan_types::Square;
    ///
    /// assert_eq!(Square::E2.flip_vertical(), Square::E7);
    /// ```
    #[inline(always)]
    pub const fn flip_vertical(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// The square mirrored left to right (A1 becomes H1).
    ///
    /// ```
    /// use bartizan_types::Square;
    ///
    /// assert_eq!(Square::B1.flip_horizontal(), Square::G1);
    /// ```
    #[inline(always)]
    pub const fn flip_horizontal(self) -> Square {
        Square(self.0 ^ 7)
    }

    /// The square mirrored at the diagonal from A1 to H8 (H1 becomes A8).
    ///
    /// ```
    /// use bartizan_types::Square;
    ///
    /// assert_eq!((Square::B1.flip_diagonal(), Square::D4.flip_diagonal()), (Square::A2, Square::D4));
    /// ```
    #[inline(always)]
    pub const fn flip_diagonal(self) -> Square {
        Square::new(self.rank().flip_diagonal(), self.file().flip_diagonal())
    }

    /// The square mirrored at the diagonal from H1 to A8 (A1 becomes H8).
    ///
    /// ```
    /// use bartizan_types::Square;
    ///
    /// assert_eq!((Square::G1.flip_anti_diagonal(), Square::E4.flip_anti_diagonal()), (Square::H2, Square::E4));
    /// ```
    #[inline(always)]
    pub const fn flip_anti_diagonal(self) -> Square {
        self.flip_diagonal().rotate_180()
    }

    /// The square on the board turned clockwise by 90 degrees (A1 becomes A8).
    ///
    /// ```
    /// use bartizan_types::Square;
    ///
    /// assert_eq!((Square::A1.rotate_90(), Square::B1.rotate_90()), (Square::A8, Square::A7));
    /// ```
    #[inline(always)]
    pub const fn rotate_90(self) -> Square {
        self.flip_diagonal().flip_vertical()
    }

    /// The square on the board turned by 180 degrees (A1 becomes H8).
    ///
    /// ```
    /// use bartizan_types::Square;
    ///
    /// assert_eq!(Square::B1.rotate_180(), Square::G8);
    /// ```
    #[inline(always)]
    pub const fn rotate_180(self) -> Square {
        Square(self.0 ^ 63)
    }

    /// The square on the board turned clockwise by 270 degrees (A1 becomes H1).
    ///
    /// ```
    /// use bartizan_types::Square;
    ///
    /// assert_eq!((Square::A1.rotate_270(), Square::B1.rotate_270()), (Square::H1, Square::H2));
    /// ```
    #[inline(always)]
    pub const fn rotate_270(self) -> Square {
        self.flip_diagonal().flip_horizontal()
    }

    /// The square seen from this side: unchanged for White, flipped for Black.
    ///
    /// ```
    /// use bartizan_types::{Color, Square};
    ///
    /// // The square of the king after castling, for either side.
    /// assert_eq!(Square::G1.relative_to(Color::White), Square::G1);
    /// assert_eq!(Square::G1.relative_to(Color::Black), Square::G8);
    /// ```
    #[inline(always)]
    pub const fn relative_to(self, color: Color) -> Square {
        match color {
            Color::White => self,
            Color::Black => self.flip_vertical(),
        }
    }

    /// The square so many files towards H and ranks towards the eighth, negative ones towards A and the first; `None`
    /// beyond the board.
    ///
    /// ```
    /// use bartizan_types::Square;
    ///
    /// assert_eq!(Square::G1.offset(1, 2), Some(Square::H3));
    /// assert_eq!(Square::G1.offset(2, 1), None);
    /// ```
    #[inline]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        match (self.file().offset(files), self.rank().offset(ranks)) {
            (Some(file), Some(rank)) => Some(Square::new(file, rank)),
            _ => None,
        }
    }

    /// The square in front of it, as this side's pawns go; `None` on the last rank.
    ///
    /// ```
    /// use bartizan_types::{Color, Square};
    ///
    /// assert_eq!(Square::E2.forward(Color::White), Some(Square::E3));
    /// assert_eq!(Square::E1.forward(Color::Black), None);
    /// ```
    #[inline]
    pub const fn forward(self, color: Color) -> Option<Square> {
        self.offset(0, color.pawn_direction())
    }

    /// The square behind it, as this side's pawns go; `None` on the side's first rank.
    ///
    /// ```
    /// use bartizan_types::{Color, Square};
    ///
    /// // The pawn that an en passant capture on e6 takes.
    /// assert_eq!(Square::E6.backward(Color::White), Some(Square::E5));
    /// ```
    #[inline]
    pub const fn backward(self, color: Color) -> Option<Square> {
        self.offset(0, -color.pawn_direction())
    }

    /// Chebyshev distance to another square, in king moves: 0 to 7.
    ///
    /// ```
    /// use bartizan_types::Square;
    ///
    /// assert_eq!(Square::E1.distance(Square::G1), 2);
    /// assert_eq!(Square::A1.distance(Square::H8), 7);
    /// ```
    #[inline]
    pub const fn distance(self, other: Square) -> u32 {
        let files = self.file().distance(other.file());
        let ranks = self.rank().distance(other.rank());
        if files > ranks { files } else { ranks }
    }

    /// Manhattan distance to another square, in rook moves of one square: 0 to 14.
    ///
    /// ```
    /// use bartizan_types::Square;
    ///
    /// assert_eq!(Square::A1.manhattan_distance(Square::H8), 14);
    /// ```
    #[inline]
    pub const fn manhattan_distance(self, other: Square) -> u32 {
        self.file().distance(other.file()) + self.rank().distance(other.rank())
    }

    /// Distance to another square in knight moves on an empty board: 0 to 6.
    ///
    /// ```
    /// use bartizan_types::Square;
    ///
    /// assert_eq!(Square::G1.knight_distance(Square::F3), 1);
    /// assert_eq!(Square::A1.knight_distance(Square::B2), 4);
    /// ```
    pub const fn knight_distance(self, other: Square) -> u32 {
        let files = self.file().distance(other.file());
        let ranks = self.rank().distance(other.rank());
        let (long, short) = if files > ranks { (files, ranks) } else { (ranks, files) };
        let ends = self.bitboard().0 | other.bitboard().0;
        match (long, short) {
            (1, 0) => 3,
            (2, 2) => 4,
            // The two squares through which others go are missing in a corner.
            (1, 1) if ends & Bitboard::CORNERS.0 != 0 => 4,
            _ => {
                // A move goes two squares at most in one direction and three in both, and changes the color of the
                // square.
                let (by_long, by_both) = (long.div_ceil(2), (long + short).div_ceil(3));
                let least = if by_long > by_both { by_long } else { by_both };
                least + (least + long + short) % 2
            }
        }
    }
}
