//! Ranks, the rows of the board.

use crate::text::{index_conversions, letter_conversions};
use crate::{Bitboard, Color, File};

/// A rank, the first to the eighth, seen from White.
///
/// ```
/// use bartizan_types::{Color, Rank};
///
/// assert_eq!("2".parse(), Ok(Rank::Second));
/// assert_eq!((Rank::Second.index(), Rank::Second.to_char()), (1, '2'));
/// assert_eq!(Rank::Second.relative_to(Color::Black), Rank::Seventh);
/// assert_eq!(Rank::Second.offset(-2), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Rank {
    First,
    Second,
    Third,
    Fourth,
    Fifth,
    Sixth,
    Seventh,
    Eighth,
}

impl Rank {
    /// All ranks from the first.
    pub const ALL: [Rank; 8] = [
        Rank::First,
        Rank::Second,
        Rank::Third,
        Rank::Fourth,
        Rank::Fifth,
        Rank::Sixth,
        Rank::Seventh,
        Rank::Eighth,
    ];

    /// 0 for the first to 7 for the eighth.
    ///
    /// ```
    /// use bartizan_types::Rank;
    ///
    /// assert_eq!((Rank::First.index(), Rank::Eighth.index()), (0, 7));
    /// ```
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The rank of this index, taken modulo 8. [`Rank::try_from_index`] refuses larger ones.
    ///
    /// ```
    /// use bartizan_types::Rank;
    ///
    /// assert_eq!((Rank::from_index(1), Rank::from_index(8)), (Rank::Second, Rank::First));
    /// ```
    #[inline(always)]
    pub const fn from_index(index: usize) -> Rank {
        match index & 7 {
            0 => Rank::First,
            1 => Rank::Second,
            2 => Rank::Third,
            3 => Rank::Fourth,
            4 => Rank::Fifth,
            5 => Rank::Sixth,
            6 => Rank::Seventh,
            _ => Rank::Eighth,
        }
    }

    /// The digit, `1` to `8`.
    ///
    /// ```
    /// use bartizan_types::Rank;
    ///
    /// assert_eq!(Rank::ALL.map(Rank::to_char).iter().collect::<String>(), "12345678");
    /// ```
    pub const fn to_char(self) -> char {
        (b'1' + self as u8) as char
    }

    /// The rank of a digit, `1` to `8`.
    ///
    /// ```
    /// use bartizan_types::Rank;
    ///
    /// assert_eq!((Rank::from_char('8'), Rank::from_char('9')), (Some(Rank::Eighth), None));
    /// ```
    pub const fn from_char(digit: char) -> Option<Rank> {
        match digit {
            '1'..='8' => Some(Rank::from_index(digit as usize - '1' as usize)),
            _ => None,
        }
    }

    /// Its eight squares.
    ///
    /// ```
    /// use bartizan_types::{File, Rank, Square};
    ///
    /// assert_eq!((Rank::Seventh.bitboard() & File::E).single_square(), Some(Square::E7));
    /// ```
    #[inline(always)]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(0xff << (8 * self.index()))
    }

    /// The same rank seen from this side: unchanged for White, mirrored for Black.
    ///
    /// ```
    /// use bartizan_types::{Color, Rank};
    ///
    /// // A pawn promotes on the last rank as its side sees the board.
    /// assert_eq!(Rank::Eighth.relative_to(Color::Black), Rank::First);
    /// ```
    #[inline(always)]
    pub const fn relative_to(self, color: Color) -> Rank {
        match color {
            Color::White => self,
            Color::Black => self.flip_vertical(),
        }
    }

    /// The rank so many steps towards the eighth, or towards the first if negative; `None` beyond the board.
    ///
    /// ```
    /// use bartizan_types::Rank;
    ///
    /// assert_eq!((Rank::Second.offset(2), Rank::Second.offset(-2)), (Some(Rank::Fourth), None));
    /// ```
    pub const fn offset(self, ranks: i8) -> Option<Rank> {
        let index = self.index() as isize + ranks as isize;
        if index < 0 { None } else { Rank::try_from_index(index as usize) }
    }

    /// How many steps the other rank is away: 0 to 7.
    ///
    /// ```
    /// use bartizan_types::Rank;
    ///
    /// assert_eq!(Rank::Second.distance(Rank::Eighth), 6);
    /// ```
    pub const fn distance(self, other: Rank) -> u32 {
        self.index().abs_diff(other.index()) as u32
    }

    /// The rank mirrored top to bottom (the first becomes the eighth).
    ///
    /// ```
    /// use bartizan_types::Rank;
    ///
    /// assert_eq!(Rank::Second.flip_vertical(), Rank::Seventh);
    /// ```
    #[inline(always)]
    pub const fn flip_vertical(self) -> Rank {
        Rank::from_index(7 - self.index())
    }

    /// The file that the rank becomes by [`Square::flip_diagonal`](crate::Square::flip_diagonal): the first A.
    ///
    /// ```
    /// use bartizan_types::{File, Rank};
    ///
    /// assert_eq!(Rank::Third.flip_diagonal(), File::C);
    /// ```
    #[inline(always)]
    pub const fn flip_diagonal(self) -> File {
        File::from_index(self.index())
    }
}

index_conversions!(Rank, "a rank, 0 to 7");
letter_conversions!(Rank, "a rank, 1 to 8");
