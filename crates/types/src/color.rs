//! The two sides.

use core::fmt;
use core::ops::Not;
use core::str::FromStr;

use crate::text::index_conversions;
use crate::{ParseError, Rank};

/// A side, White or Black.
///
/// ```
/// use bartizan_types::{Color, Rank};
///
/// assert_eq!((!Color::White, Color::Black.to_char()), (Color::Black, 'b'));
/// assert_eq!("white".parse(), Ok(Color::White));
/// assert_eq!((Color::Black.back_rank(), Color::Black.pawn_direction()), (Rank::Eighth, -1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    /// The side that moves first.
    White,
    /// The side that moves second.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// 0 for White, 1 for Black.
    ///
    /// ```
    /// use bartizan_types::Color;
    ///
    /// let clocks = [300, 295];
    /// assert_eq!(clocks[Color::Black.index()], 295);
    /// ```
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other side; the same as `!self`, usable in constants.
    ///
    /// ```
    /// use bartizan_types::Color;
    ///
    /// const OPPONENT: Color = Color::White.other();
    /// assert_eq!(OPPONENT, Color::Black);
    /// ```
    #[inline(always)]
    pub const fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// The letter of FEN, `w` or `b`.
    ///
    /// ```
    /// use bartizan_types::Color;
    ///
    /// assert_eq!(Color::ALL.map(Color::to_char), ['w', 'b']);
    /// ```
    pub const fn to_char(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }

    /// The side of a letter of FEN, `w` or `b`.
    ///
    /// ```
    /// use bartizan_types::Color;
    ///
    /// assert_eq!((Color::from_char('b'), Color::from_char('B')), (Some(Color::Black), None));
    /// ```
    pub const fn from_char(letter: char) -> Option<Color> {
        match letter {
            'w' => Some(Color::White),
            'b' => Some(Color::Black),
            _ => None,
        }
    }

    /// Whether it is White.
    ///
    /// ```
    /// use bartizan_types::Color;
    ///
    /// assert!(Color::White.is_white() && !Color::Black.is_white());
    /// ```
    #[inline(always)]
    pub const fn is_white(self) -> bool {
        matches!(self, Color::White)
    }

    /// Whether it is Black.
    ///
    /// ```
    /// use bartizan_types::Color;
    ///
    /// assert!(Color::Black.is_black() && !Color::White.is_black());
    /// ```
    #[inline(always)]
    pub const fn is_black(self) -> bool {
        matches!(self, Color::Black)
    }

    /// The first value for White, the second for Black.
    ///
    /// ```
    /// use bartizan_types::Color;
    ///
    /// assert_eq!(Color::Black.fold_wb(8, 1), 1);
    /// ```
    #[inline(always)]
    pub fn fold_wb<T>(self, white: T, black: T) -> T {
        match self {
            Color::White => white,
            Color::Black => black,
        }
    }

    /// `white` or `black`, as [`Display`](fmt::Display) writes it.
    ///
    /// ```
    /// use bartizan_types::Color;
    ///
    /// assert_eq!(Color::White.name(), "white");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Color::White => "white",
            Color::Black => "black",
        }
    }

    /// The ranks that a pawn of this side goes up in a step: 1 for White, -1 for Black.
    ///
    /// ```
    /// use bartizan_types::{Color, Square};
    ///
    /// assert_eq!(Square::E7.offset(0, Color::Black.pawn_direction()), Some(Square::E6));
    /// ```
    #[inline(always)]
    pub const fn pawn_direction(self) -> i8 {
        match self {
            Color::White => 1,
            Color::Black => -1,
        }
    }

    /// The rank where its pieces start, the first as it sees the board. Its pawns promote on that of the other side.
    ///
    /// ```
    /// use bartizan_types::{Color, File, Rank, Square};
    ///
    /// assert_eq!(Color::Black.back_rank(), Rank::Eighth);
    /// assert_eq!(Square::new(File::E, Color::White.back_rank()), Square::E1);
    /// ```
    #[inline(always)]
    pub const fn back_rank(self) -> Rank {
        Rank::First.relative_to(self)
    }

    /// The rank where its pawns start, the second as it sees the board.
    ///
    /// ```
    /// use bartizan_types::{Color, Rank};
    ///
    /// assert_eq!(Color::Black.pawn_rank(), Rank::Seventh);
    /// ```
    #[inline(always)]
    pub const fn pawn_rank(self) -> Rank {
        Rank::Second.relative_to(self)
    }
}

index_conversions!(Color, "a color, 0 or 1");

impl Not for Color {
    type Output = Color;

    #[inline(always)]
    fn not(self) -> Color {
        self.other()
    }
}

/// `white` or `black`.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// From `white`, `black`, or the letters of FEN, `w` and `b`.
impl FromStr for Color {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Color, ParseError> {
        match text {
            "w" | "white" => Ok(Color::White),
            "b" | "black" => Ok(Color::Black),
            _ => Err(ParseError("a color, white or black")),
        }
    }
}
