//! Castling rights and sides.

use core::fmt::{self, Write};
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};
use core::str::FromStr;

use bitflags::bitflags;

use crate::text::{index_conversions, letter_conversions};
use crate::{Color, File, ParseError};

/// The side of castling, named by where the king ends (as in Chess960).
///
/// ```
/// use bartizan_types::{CastlingSide, File};
///
/// let side: CastlingSide = "q".parse()?;
/// assert_eq!((side, side.name()), (CastlingSide::QueenSide, "queen side"));
/// assert_eq!((side.king_target(), side.rook_target()), (File::C, File::D));
/// # Ok::<(), bartizan_types::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum CastlingSide {
    /// King to the G file, rook to the F file: O-O.
    KingSide,
    /// King to the C file, rook to the D file: O-O-O.
    QueenSide,
}

impl CastlingSide {
    /// King side, then queen side.
    pub const ALL: [CastlingSide; 2] = [CastlingSide::KingSide, CastlingSide::QueenSide];

    /// 0 for the king side, 1 for the queen side.
    ///
    /// ```
    /// use bartizan_types::CastlingSide;
    ///
    /// assert_eq!(CastlingSide::ALL.map(CastlingSide::index), [0, 1]);
    /// ```
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of FEN, `k` or `q`.
    ///
    /// ```
    /// use bartizan_types::CastlingSide;
    ///
    /// assert_eq!(CastlingSide::ALL.map(CastlingSide::to_char), ['k', 'q']);
    /// ```
    pub const fn to_char(self) -> char {
        match self {
            CastlingSide::KingSide => 'k',
            CastlingSide::QueenSide => 'q',
        }
    }

    /// The side of a letter of FEN in either case.
    ///
    /// ```
    /// use bartizan_types::CastlingSide;
    ///
    /// assert_eq!(CastlingSide::from_char('Q'), Some(CastlingSide::QueenSide));
    /// assert_eq!(CastlingSide::from_char('A'), None);
    /// ```
    pub const fn from_char(letter: char) -> Option<CastlingSide> {
        match letter {
            'k' | 'K' => Some(CastlingSide::KingSide),
            'q' | 'Q' => Some(CastlingSide::QueenSide),
            _ => None,
        }
    }

    /// `king side` or `queen side`.
    ///
    /// ```
    /// use bartizan_types::CastlingSide;
    ///
    /// assert_eq!(CastlingSide::KingSide.name(), "king side");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            CastlingSide::KingSide => "king side",
            CastlingSide::QueenSide => "queen side",
        }
    }

    /// The file where the king ends.
    ///
    /// ```
    /// use bartizan_types::{CastlingSide, File};
    ///
    /// assert_eq!(CastlingSide::KingSide.king_target(), File::G);
    /// assert_eq!(CastlingSide::QueenSide.king_target(), File::C);
    /// ```
    #[inline(always)]
    pub const fn king_target(self) -> File {
        match self {
            CastlingSide::KingSide => File::G,
            CastlingSide::QueenSide => File::C,
        }
    }

    /// The file where the rook ends.
    ///
    /// ```
    /// use bartizan_types::{CastlingSide, File};
    ///
    /// assert_eq!(CastlingSide::KingSide.rook_target(), File::F);
    /// assert_eq!(CastlingSide::QueenSide.rook_target(), File::D);
    /// ```
    #[inline(always)]
    pub const fn rook_target(self) -> File {
        match self {
            CastlingSide::KingSide => File::F,
            CastlingSide::QueenSide => File::D,
        }
    }
}

index_conversions!(CastlingSide, "a side of castling, 0 or 1");
letter_conversions!(CastlingSide, "a side of castling, k or q");

bitflags! {
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
    struct Flags: u8 {
        const WHITE_KING_SIDE = 1;
        const WHITE_QUEEN_SIDE = 2;
        const BLACK_KING_SIDE = 4;
        const BLACK_QUEEN_SIDE = 8;
    }
}

/// A set of castling rights: which castlings no king or rook move has made impossible so far.
///
/// ```
/// use bartizan_types::{CastlingRights, CastlingSide, Color};
///
/// let rights = CastlingRights::ALL - CastlingRights::both(Color::White);
/// assert!(rights.contains(CastlingRights::of(Color::Black, CastlingSide::QueenSide)));
/// assert_eq!(rights.to_string(), "kq");
/// assert_eq!("kq".parse(), Ok(rights));
/// let sides: Vec<_> = rights.into_iter().collect();
/// assert_eq!(sides[0], (Color::Black, CastlingSide::KingSide));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CastlingRights(Flags);

impl CastlingRights {
    /// No right.
    pub const EMPTY: CastlingRights = CastlingRights(Flags::empty());
    /// All four.
    pub const ALL: CastlingRights = CastlingRights(Flags::all());
    /// White king to the G file.
    pub const WHITE_KING_SIDE: CastlingRights = CastlingRights(Flags::WHITE_KING_SIDE);
    /// White king to the C file.
    pub const WHITE_QUEEN_SIDE: CastlingRights = CastlingRights(Flags::WHITE_QUEEN_SIDE);
    /// Black king to the G file.
    pub const BLACK_KING_SIDE: CastlingRights = CastlingRights(Flags::BLACK_KING_SIDE);
    /// Black king to the C file.
    pub const BLACK_QUEEN_SIDE: CastlingRights = CastlingRights(Flags::BLACK_QUEEN_SIDE);

    /// The single right of this color and side.
    ///
    /// ```
    /// use bartizan_types::{CastlingRights, CastlingSide, Color};
    ///
    /// let right = CastlingRights::of(Color::Black, CastlingSide::QueenSide);
    /// assert_eq!(right, CastlingRights::BLACK_QUEEN_SIDE);
    /// ```
    #[inline(always)]
    pub const fn of(color: Color, side: CastlingSide) -> CastlingRights {
        CastlingRights(Flags::from_bits_retain(1 << (color.index() * 2 + side.index())))
    }

    /// Both rights of this color.
    ///
    /// ```
    /// use bartizan_types::{CastlingRights, Color};
    ///
    /// assert_eq!(CastlingRights::both(Color::White).to_string(), "KQ");
    /// ```
    #[inline(always)]
    pub const fn both(color: Color) -> CastlingRights {
        CastlingRights(Flags::from_bits_retain(3 << (color.index() * 2)))
    }

    /// The rights as four bits: White king side 1, White queen side 2, Black king side 4, Black queen side 8.
    ///
    /// ```
    /// use bartizan_types::CastlingRights;
    ///
    /// assert_eq!((CastlingRights::BLACK_KING_SIDE.bits(), CastlingRights::ALL.bits()), (4, 15));
    /// ```
    #[inline(always)]
    pub const fn bits(self) -> u8 {
        self.0.bits()
    }

    /// The rights of these four bits, see [`CastlingRights::bits`]; `None` if others are set.
    ///
    /// ```
    /// use bartizan_types::{CastlingRights, Color};
    ///
    /// assert_eq!(CastlingRights::from_bits(12), Some(CastlingRights::both(Color::Black)));
    /// assert_eq!(CastlingRights::from_bits(16), None);
    /// ```
    pub const fn from_bits(bits: u8) -> Option<CastlingRights> {
        match Flags::from_bits(bits) {
            Some(flags) => Some(CastlingRights(flags)),
            None => None,
        }
    }

    /// Whether the right of this color and side is there.
    ///
    /// ```
    /// use bartizan_types::{CastlingRights, CastlingSide, Color};
    ///
    /// let rights: CastlingRights = "Kq".parse()?;
    /// assert!(rights.has(Color::White, CastlingSide::KingSide));
    /// assert!(!rights.has(Color::Black, CastlingSide::KingSide));
    /// # Ok::<(), bartizan_types::ParseError>(())
    /// ```
    #[inline(always)]
    pub const fn has(self, color: Color, side: CastlingSide) -> bool {
        self.contains(CastlingRights::of(color, side))
    }

    /// Whether there is no right.
    ///
    /// ```
    /// use bartizan_types::{CastlingRights, Color};
    ///
    /// let rights = CastlingRights::both(Color::White);
    /// assert!(!rights.is_empty() && (rights - CastlingRights::ALL).is_empty());
    /// ```
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// Whether all of these rights are there.
    ///
    /// ```
    /// use bartizan_types::{CastlingRights, Color};
    ///
    /// let rights = CastlingRights::ALL - CastlingRights::BLACK_QUEEN_SIDE;
    /// assert!(rights.contains(CastlingRights::both(Color::White)));
    /// assert!(!rights.contains(CastlingRights::both(Color::Black)));
    /// ```
    #[inline(always)]
    pub const fn contains(self, rights: CastlingRights) -> bool {
        self.0.contains(rights.0)
    }

    /// Whether one of these rights is there.
    ///
    /// ```
    /// use bartizan_types::{CastlingRights, Color};
    ///
    /// let rights = CastlingRights::ALL - CastlingRights::BLACK_QUEEN_SIDE;
    /// assert!(rights.intersects(CastlingRights::both(Color::Black)));
    /// assert!(!rights.intersects(CastlingRights::BLACK_QUEEN_SIDE));
    /// ```
    #[inline(always)]
    pub const fn intersects(self, rights: CastlingRights) -> bool {
        self.0.intersects(rights.0)
    }
}

/// The rights that both sets have.
impl BitAnd for CastlingRights {
    type Output = CastlingRights;

    #[inline(always)]
    fn bitand(self, other: CastlingRights) -> CastlingRights {
        CastlingRights(self.0 & other.0)
    }
}

impl BitAndAssign for CastlingRights {
    #[inline(always)]
    fn bitand_assign(&mut self, other: CastlingRights) {
        self.0 &= other.0;
    }
}

/// The rights that the set lacks.
impl Not for CastlingRights {
    type Output = CastlingRights;

    #[inline(always)]
    fn not(self) -> CastlingRights {
        CastlingRights(!self.0)
    }
}

impl BitOr for CastlingRights {
    type Output = CastlingRights;

    #[inline(always)]
    fn bitor(self, other: CastlingRights) -> CastlingRights {
        CastlingRights(self.0 | other.0)
    }
}

impl BitOrAssign for CastlingRights {
    #[inline(always)]
    fn bitor_assign(&mut self, other: CastlingRights) {
        self.0 |= other.0;
    }
}

/// The rights of the left set that the right one lacks.
impl Sub for CastlingRights {
    type Output = CastlingRights;

    #[inline(always)]
    fn sub(self, other: CastlingRights) -> CastlingRights {
        CastlingRights(self.0 - other.0)
    }
}

impl SubAssign for CastlingRights {
    #[inline(always)]
    fn sub_assign(&mut self, other: CastlingRights) {
        self.0 -= other.0;
    }
}

impl FromIterator<(Color, CastlingSide)> for CastlingRights {
    fn from_iter<I: IntoIterator<Item = (Color, CastlingSide)>>(rights: I) -> CastlingRights {
        let set = |set, (color, side)| set | CastlingRights::of(color, side);
        rights.into_iter().fold(CastlingRights::EMPTY, set)
    }
}

/// The single rights, in the order `KQkq`.
impl IntoIterator for CastlingRights {
    type Item = (Color, CastlingSide);
    type IntoIter = CastlingRightsIntoIter;

    fn into_iter(self) -> CastlingRightsIntoIter {
        CastlingRightsIntoIter(self)
    }
}

/// The single rights of [`CastlingRights`] as color and side, in the order `KQkq`.
///
/// ```
/// use bartizan_types::{CastlingRights, CastlingSide, Color};
///
/// let rights: CastlingRights = "Kq".parse()?;
/// let all: Vec<(Color, CastlingSide)> = rights.into_iter().collect();
/// assert_eq!(all, [(Color::White, CastlingSide::KingSide), (Color::Black, CastlingSide::QueenSide)]);
/// # Ok::<(), bartizan_types::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct CastlingRightsIntoIter(CastlingRights);

impl Iterator for CastlingRightsIntoIter {
    type Item = (Color, CastlingSide);

    fn next(&mut self) -> Option<(Color, CastlingSide)> {
        let bit = self.0.bits().trailing_zeros() as usize;
        let color = Color::try_from_index(bit / 2)?;
        let side = CastlingSide::try_from_index(bit % 2)?;
        self.0 -= CastlingRights::of(color, side);
        Some((color, side))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.bits().count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for CastlingRightsIntoIter {}

/// The field of a FEN for standard chess: `KQkq`, or `-` without rights.
impl fmt::Display for CastlingRights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        self.into_iter().try_for_each(|(color, side)| {
            f.write_char(match color {
                Color::White => side.to_char().to_ascii_uppercase(),
                Color::Black => side.to_char(),
            })
        })
    }
}

/// From the letters `KQkq`, each once and in any order, or `-`.
impl FromStr for CastlingRights {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<CastlingRights, ParseError> {
        const ERROR: ParseError = ParseError("castling rights such as KQkq or -");
        let mut rights = CastlingRights::EMPTY;
        for letter in text.chars().filter(|_| text != "-") {
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let right = CastlingRights::of(color, CastlingSide::from_char(letter).ok_or(ERROR)?);
            if rights.contains(right) {
                return Err(ERROR);
            }
            rights |= right;
        }
        if text.is_empty() { Err(ERROR) } else { Ok(rights) }
    }
}

impl fmt::Debug for CastlingRights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CastlingRights({self})")
    }
}
