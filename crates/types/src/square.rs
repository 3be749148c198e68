//! Squares. Where they are from each other is in `geometry`.

mod geometry;

use core::fmt;
use core::str::FromStr;

use crate::text::index_conversions;
use crate::{Bitboard, File, ParseError, Rank};

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
    ///
    /// ```
    /// use bartizan_types::{File, Rank, Square};
    ///
    /// assert_eq!(Square::new(File::E, Rank::Fourth), Square::E4);
    /// ```
    #[inline(always)]
    pub const fn new(file: File, rank: Rank) -> Square {
        Square(rank as u8 * 8 + file as u8)
    }

    /// 0 for A1 to 63 for H8.
    ///
    /// ```
    /// use bartizan_types::Square;
    ///
    /// assert_eq!((Square::A1.index(), Square::H1.index(), Square::A2.index()), (0, 7, 8));
    /// ```
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
    ///
    /// ```
    /// use bartizan_types::Square;
    ///
    /// assert_eq!((Square::from_index(28), Square::from_index(64)), (Square::E4, Square::A1));
    /// ```
    #[inline(always)]
    pub const fn from_index(index: usize) -> Square {
        Square((index & 63) as u8)
    }

    /// Its file.
    ///
    /// ```
    /// use bartizan_types::{File, Square};
    ///
    /// assert_eq!(Square::E4.file(), File::E);
    /// ```
    #[inline(always)]
    pub const fn file(self) -> File {
        File::from_index(self.index() & 7)
    }

    /// Its rank.
    ///
    /// ```
    /// use bartizan_types::{Rank, Square};
    ///
    /// assert_eq!(Square::E4.rank(), Rank::Fourth);
    /// ```
    #[inline(always)]
    pub const fn rank(self) -> Rank {
        Rank::from_index(self.index() >> 3)
    }

    /// The bitboard of this square alone.
    ///
    /// ```
    /// use bartizan_types::{Bitboard, Square};
    ///
    /// assert_eq!(Square::B1.bitboard() | Square::G1.bitboard(), Bitboard(0b0100_0010));
    /// ```
    #[inline(always)]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << self.index())
    }

    /// Whether it is a light square, as H1 is.
    ///
    /// ```
    /// use bartizan_types::Square;
    ///
    /// assert!(Square::H1.is_light() && !Square::A1.is_light());
    /// ```
    #[inline(always)]
    pub const fn is_light(self) -> bool {
        Bitboard::LIGHT.contains(self)
    }

    /// Whether it is a dark square, as A1 is.
    ///
    /// ```
    /// use bartizan_types::Square;
    ///
    /// assert!(Square::A1.is_dark() && Square::D4.is_dark());
    /// ```
    #[inline(always)]
    pub const fn is_dark(self) -> bool {
        !self.is_light()
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
