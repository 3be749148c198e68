//! Squares.

use core::fmt;
use core::str::FromStr;

use crate::text::index_conversions;
use crate::{Bitboard, Color, File, ParseError, Rank};

/// A square; A1 is 0, B1 is 1, H8 is 63.
///
/// ```
/// use bartizan_types::{Color, File, Rank, Square};
///
/// let square: Square = "e4".parse()?;
/// assert_eq!(square, Square::new(File::E, Rank::Fourth));
/// assert_eq!((square.index(), square.to_string()), (28, "e4".to_owned()));
/// assert_eq!(square.offset(-1, 2), Some(Square::D6));
/// assert_eq!(square.relative_to(Color::Black), Square::E5);
/// assert_eq!(square.distance(Square::H8), 4);
/// # Ok::<(), bartizan_types::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Square(u8);

#[allow(missing_docs)]
impl Square {
    pub const A1: Square = Square(0);
    pub const B1: Square = Square(1);
    pub const C1: Square = Square(2);
    pub const D1: Square = Square(3);
    pub const E1: Square = Square(4);
    pub const F1: Square = Square(5);
    pub const G1: Square = Square(6);
    pub const H1: Square = Square(7);
    pub const A2: Square = Square(8);
    pub const B2: Square = Square(9);
    pub const C2: Square = Square(10);
    pub const D2: Square = Square(11);
    pub const E2: Square = Square(12);
    pub const F2: Square = Square(13);
    pub const G2: Square = Square(14);
    pub const H2: Square = Square(15);
    pub const A3: Square = Square(16);
    pub const B3: Square = Square(17);
    pub const C3: Square = Square(18);
    pub const D3: Square = Square(19);
    pub const E3: Square = Square(20);
    pub const F3: Square = Square(21);
    pub const G3: Square = Square(22);
    pub const H3: Square = Square(23);
    pub const A4: Square = Square(24);
    pub const B4: Square = Square(25);
    pub const C4: Square = Square(26);
    pub const D4: Square = Square(27);
    pub const E4: Square = Square(28);
    pub const F4: Square = Square(29);
    pub const G4: Square = Square(30);
    pub const H4: Square = Square(31);
    pub const A5: Square = Square(32);
    pub const B5: Square = Square(33);
    pub const C5: Square = Square(34);
    pub const D5: Square = Square(35);
    pub const E5: Square = Square(36);
    pub const F5: Square = Square(37);
    pub const G5: Square = Square(38);
    pub const H5: Square = Square(39);
    pub const A6: Square = Square(40);
    pub const B6: Square = Square(41);
    pub const C6: Square = Square(42);
    pub const D6: Square = Square(43);
    pub const E6: Square = Square(44);
    pub const F6: Square = Square(45);
    pub const G6: Square = Square(46);
    pub const H6: Square = Square(47);
    pub const A7: Square = Square(48);
    pub const B7: Square = Square(49);
    pub const C7: Square = Square(50);
    pub const D7: Square = Square(51);
    pub const E7: Square = Square(52);
    pub const F7: Square = Square(53);
    pub const G7: Square = Square(54);
    pub const H7: Square = Square(55);
    pub const A8: Square = Square(56);
    pub const B8: Square = Square(57);
    pub const C8: Square = Square(58);
    pub const D8: Square = Square(59);
    pub const E8: Square = Square(60);
    pub const F8: Square = Square(61);
    pub const G8: Square = Square(62);
    pub const H8: Square = Square(63);
}

impl Square {
    /// All squares from A1 to H8.
    pub const ALL: [Square; 64] = {
        let mut all = [Square::A1; 64];
        let mut i = 0;
        while i < 64 {
            all[i] = Square(i as u8);
            i += 1;
        }
        all
    };

    /// The square of this file and rank.
    #[inline(always)]
    pub const fn new(file: File, rank: Rank) -> Square {
        Square(rank as u8 * 8 + file as u8)
    }

    /// 0 for A1 to 63 for H8.
    #[inline(always)]
    pub const fn index(self) -> usize {
        // The mask spares the bounds check wherever a table has 64 entries.
        (self.0 & 63) as usize
    }

    /// The square of two bytes, a lower-case letter and a digit; the same as from text.
    ///
    /// # Errors
    /// When they are none.
    ///
    /// ```
    /// use bartizan_types::Square;
    ///
    /// assert_eq!(Square::from_ascii(b"e4"), Ok(Square::E4));
    /// assert!(Square::from_ascii(b"e9").is_err());
    /// ```
    pub const fn from_ascii(text: &[u8]) -> Result<Square, ParseError> {
        match *text {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                Ok(Square((rank - b'1') * 8 + (file - b'a')))
            }
            _ => Err(ParseError("a square such as e4")),
        }
    }

    /// The square of this index, taken modulo 64. [`Square::try_from_index`] refuses larger ones.
    #[inline(always)]
    pub const fn from_index(index: usize) -> Square {
        Square((index & 63) as u8)
    }

    /// Its file.
    #[inline(always)]
    pub const fn file(self) -> File {
        File::from_index(self.index() & 7)
    }

    /// Its rank.
    #[inline(always)]
    pub const fn rank(self) -> Rank {
        Rank::from_index(self.index() >> 3)
    }

    /// The square mirrored top to bottom (A1 becomes A8).
    #[inline(always)]
    pub const fn flip_vertical(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// The square mirrored left to right (A1 becomes H1).
    #[inline(always)]
    pub const fn flip_horizontal(self) -> Square {
        Square(self.0 ^ 7)
    }

    /// The square mirrored at the diagonal from A1 to H8 (H1 becomes A8).
    #[inline(always)]
    pub const fn flip_diagonal(self) -> Square {
        Square::new(self.rank().flip_diagonal(), self.file().flip_diagonal())
    }

    /// The square mirrored at the diagonal from H1 to A8 (A1 becomes H8).
    #[inline(always)]
    pub const fn flip_anti_diagonal(self) -> Square {
        self.flip_diagonal().rotate_180()
    }

    /// The square on the board turned clockwise by 90 degrees (A1 becomes A8).
    #[inline(always)]
    pub const fn rotate_90(self) -> Square {
        self.flip_diagonal().flip_vertical()
    }

    /// The square on the board turned by 180 degrees (A1 becomes H8).
    #[inline(always)]
    pub const fn rotate_180(self) -> Square {
        Square(self.0 ^ 63)
    }

    /// The square on the board turned clockwise by 270 degrees (A1 becomes H1).
    #[inline(always)]
    pub const fn rotate_270(self) -> Square {
        self.flip_diagonal().flip_horizontal()
    }

    /// The square seen from this side: unchanged for White, flipped for Black.
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
    #[inline]
    pub const fn forward(self, color: Color) -> Option<Square> {
        self.offset(0, color.pawn_direction())
    }

    /// The square behind it, as this side's pawns go; `None` on the side's first rank.
    #[inline]
    pub const fn backward(self, color: Color) -> Option<Square> {
        self.offset(0, -color.pawn_direction())
    }

    /// The bitboard of this square alone.
    #[inline(always)]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << self.index())
    }

    /// Whether it is a light square, as H1 is.
    #[inline(always)]
    pub const fn is_light(self) -> bool {
        Bitboard::LIGHT.contains(self)
    }

    /// Whether it is a dark square, as A1 is.
    #[inline(always)]
    pub const fn is_dark(self) -> bool {
        !self.is_light()
    }

    /// Chebyshev distance to another square, in king moves: 0 to 7.
    #[inline]
    pub const fn distance(self, other: Square) -> u32 {
        let files = self.file().distance(other.file());
        let ranks = self.rank().distance(other.rank());
        if files > ranks { files } else { ranks }
    }

    /// Manhattan distance to another square, in rook moves of one square: 0 to 14.
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

index_conversions!(Square, "a square, 0 to 63");

/// The square of this file and rank.
impl From<(File, Rank)> for Square {
    fn from((file, rank): (File, Rank)) -> Square {
        Square::new(file, rank)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// From a lower-case letter and a digit.
impl FromStr for Square {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Square, ParseError> {
        Square::from_ascii(text.as_bytes())
    }
}
