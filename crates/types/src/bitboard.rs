//! Bitboards: sets of squares as 64-bit words.

mod iter;
mod ops;

use core::fmt;
use core::str::FromStr;

pub use iter::{Squares, Subsets};

use crate::{Color, File, ParseError, Rank, Square};

const PICTURE: &str = "a set of squares: 64 of the marks X and .";

/// A set of squares; bit `n` stands for the square of index `n`.
///
/// It has the operators of sets, with a square, a file or a rank on the right too: `|`, `&`, `^`, `-` for the
/// difference and `!` for the complement. Sets are ordered as their numbers are.
///
/// ```
/// use bartizan_types::{Bitboard, File, Rank, Square};
///
/// let mut set = Rank::Second.bitboard() - File::A | Square::E4;
/// assert_eq!((set.count(), set.contains(Square::A2)), (8, false));
/// assert_eq!((set.first(), set.last()), (Some(Square::B2), Some(Square::E4)));
/// assert_eq!(set.pop_first(), Some(Square::B2));
/// assert!(set.is_subset(Bitboard::FULL) && set.is_disjoint(File::B.bitboard()));
/// let squares: Vec<Square> = (set & File::E).into_iter().collect();
/// assert_eq!(squares, [Square::E2, Square::E4]);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

const NOT_A: u64 = !File::A.bitboard().0;
const NOT_H: u64 = !File::H.bitboard().0;

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// Every square.
    pub const FULL: Bitboard = Bitboard(!0);
    /// The light squares.
    pub const LIGHT: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);
    /// The first and the eighth rank.
    pub const BACK_RANKS: Bitboard = Bitboard(0xff00_0000_0000_00ff);
    /// The files A and H.
    pub const SIDES: Bitboard = Bitboard(0x8181_8181_8181_8181);
    /// The ranks from the fifth on.
    pub const NORTH: Bitboard = Bitboard(0xffff_ffff_0000_0000);
    /// The ranks up to the fourth.
    pub const SOUTH: Bitboard = Bitboard(!Self::NORTH.0);
    /// The files from E on.
    pub const EAST: Bitboard = Bitboard(0xf0f0_f0f0_f0f0_f0f0);
    /// The files up to D.
    pub const WEST: Bitboard = Bitboard(!Self::EAST.0);
    /// The dark squares (A1 is one).
    pub const DARK: Bitboard = Bitboard(!Self::LIGHT.0);
    /// The squares of the files A and H and of the first and the eighth rank.
    pub const EDGES: Bitboard = Bitboard(0xff81_8181_8181_81ff);
    /// A1, H1, A8 and H8.
    pub const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);
    /// D4, E4, D5 and E5.
    pub const CENTER: Bitboard = Bitboard(0x0000_0018_1800_0000);

    /// Whether the set holds this square.
    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set holds any square.
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// How many squares it holds.
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether it holds two squares or more.
    #[inline(always)]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The lowest square.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_index(self.0.trailing_zeros() as usize)) }
    }

    /// The highest square.
    #[inline(always)]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::from_index(63 - self.0.leading_zeros() as usize))
        }
    }

    /// The square of a set of one; `None` of others.
    #[inline(always)]
    pub const fn single_square(self) -> Option<Square> {
        if self.more_than_one() { None } else { self.first() }
    }

    /// Whether the other set holds all squares of this one.
    #[inline(always)]
    pub const fn is_subset(self, other: Bitboard) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether this set holds all squares of the other one.
    #[inline(always)]
    pub const fn is_superset(self, other: Bitboard) -> bool {
        other.is_subset(self)
    }

    /// Whether the sets have no square in common.
    #[inline(always)]
    pub const fn is_disjoint(self, other: Bitboard) -> bool {
        self.0 & other.0 == 0
    }

    /// The set and this square.
    #[inline(always)]
    #[must_use]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | square.bitboard().0)
    }

    /// The set less this square.
    #[inline(always)]
    #[must_use]
    pub const fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !square.bitboard().0)
    }

    /// The set less this square if it holds it, else with it.
    #[inline(always)]
    #[must_use]
    pub const fn toggled(self, square: Square) -> Bitboard {
        Bitboard(self.0 ^ square.bitboard().0)
    }

    /// Adds a square; whether the set lacked it.
    #[inline(always)]
    pub const fn insert(&mut self, square: Square) -> bool {
        let before = *self;
        *self = before.with(square);
        !before.contains(square)
    }

    /// Removes a square; whether the set held it.
    #[inline(always)]
    pub const fn remove(&mut self, square: Square) -> bool {
        let before = *self;
        *self = before.without(square);
        before.contains(square)
    }

    /// Removes a square if the set holds it, else adds it.
    #[inline(always)]
    pub const fn toggle(&mut self, square: Square) {
        *self = self.toggled(square);
    }

    /// Adds or removes a square.
    #[inline(always)]
    pub const fn set(&mut self, square: Square, is_held: bool) {
        *self = if is_held { self.with(square) } else { self.without(square) };
    }

    /// Removes the lowest square and returns it.
    #[inline(always)]
    pub const fn pop_first(&mut self) -> Option<Square> {
        let first = self.first();
        self.0 &= self.0.wrapping_sub(1);
        first
    }

    /// Removes the highest square and returns it.
    #[inline(always)]
    pub const fn pop_last(&mut self) -> Option<Square> {
        let last = self.last();
        if let Some(square) = last {
            *self = self.without(square);
        }
        last
    }

    /// Its squares, lowest first; the same as `into_iter`.
    #[inline(always)]
    pub fn iter(self) -> Squares {
        self.into_iter()
    }

    /// All its subsets, from the empty one to itself: as many as 2 to the power of its size.
    ///
    /// ```
    /// use bartizan_types::{Bitboard, Square};
    ///
    /// let set = Square::A1.bitboard() | Square::C1;
    /// let subsets: Vec<u64> = set.subsets().map(u64::from).collect();
    /// assert_eq!(subsets, [0, 1, 4, 5]);
    /// ```
    pub const fn subsets(self) -> Subsets {
        Subsets::new(self)
    }

    /// The set seen from this side: unchanged for White, flipped for Black.
    #[inline(always)]
    pub const fn relative_to(self, color: Color) -> Bitboard {
        match color {
            Color::White => self,
            Color::Black => self.flip_vertical(),
        }
    }

    /// The set mirrored top to bottom.
    #[inline(always)]
    pub const fn flip_vertical(self) -> Bitboard {
        Bitboard(self.0.swap_bytes())
    }

    /// The set mirrored left to right.
    #[inline]
    pub const fn flip_horizontal(self) -> Bitboard {
        self.rotate_180().flip_vertical()
    }

    /// The set mirrored at the diagonal from A1 to H8.
    ///
    /// Blocks of 4, 2 and 1 squares change places across the diagonal (Chess Programming Wiki, "Flipping Mirroring and
    /// Rotating").
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
    #[inline]
    pub const fn flip_anti_diagonal(self) -> Bitboard {
        self.flip_diagonal().rotate_180()
    }

    /// The set turned clockwise by 90 degrees: A1 becomes A8.
    #[inline]
    pub const fn rotate_90(self) -> Bitboard {
        self.flip_diagonal().flip_vertical()
    }

    /// The set turned by 180 degrees.
    #[inline]
    pub const fn rotate_180(self) -> Bitboard {
        Bitboard(self.0.reverse_bits())
    }

    /// The set turned clockwise by 270 degrees: A1 becomes H1.
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
    #[inline(always)]
    pub const fn north(self) -> Bitboard {
        Bitboard(self.0 << 8)
    }

    /// One rank down, towards the first.
    #[inline(always)]
    pub const fn south(self) -> Bitboard {
        Bitboard(self.0 >> 8)
    }

    /// One file towards H.
    #[inline(always)]
    pub const fn east(self) -> Bitboard {
        Bitboard((self.0 & NOT_H) << 1)
    }

    /// One file towards A.
    #[inline(always)]
    pub const fn west(self) -> Bitboard {
        Bitboard((self.0 & NOT_A) >> 1)
    }

    /// One step towards H8.
    #[inline(always)]
    pub const fn north_east(self) -> Bitboard {
        Bitboard((self.0 & NOT_H) << 9)
    }

    /// One step towards A8.
    #[inline(always)]
    pub const fn north_west(self) -> Bitboard {
        Bitboard((self.0 & NOT_A) << 7)
    }

    /// One step towards H1.
    #[inline(always)]
    pub const fn south_east(self) -> Bitboard {
        Bitboard((self.0 & NOT_H) >> 7)
    }

    /// One step towards A1.
    #[inline(always)]
    pub const fn south_west(self) -> Bitboard {
        Bitboard((self.0 & NOT_A) >> 9)
    }
}

/// Eight lines, the eighth rank first, with `X` for each square that the set holds and `.` for others.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let is_held = self.contains(Square::new(file, rank));
                f.write_str(if is_held { "X" } else { "." })?;
                f.write_str(if file == File::H { "\n" } else { " " })?;
            }
        }
        Ok(())
    }
}

/// Reads what [`Display`](fmt::Display) writes: eight ranks from the eighth on, `X` or `x` for the squares of the set, `.` for others,
/// white space anywhere.
///
/// ```
/// use bartizan_types::{Bitboard, Square};
///
/// let corners: Bitboard = "X......X ........ ........ ........
///                          ........ ........ ........ X......X".parse()?;
/// assert_eq!(corners, Bitboard::CORNERS);
/// assert_eq!(corners.to_string().parse(), Ok(corners));
/// # Ok::<(), bartizan_types::ParseError>(())
/// ```
impl FromStr for Bitboard {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Bitboard, ParseError> {
        let (mut set, mut count) = (0_u64, 0);
        for mark in text.chars().filter(|mark| !mark.is_whitespace()) {
            set = match mark {
                'X' | 'x' => set << 1 | 1,
                '.' => set << 1,
                _ => return Err(ParseError(PICTURE)),
            };
            count += 1;
        }
        // The first square of the text, A8, is the highest bit of all, and H1 the lowest.
        if count == 64 { Ok(Bitboard(set).flip_horizontal()) } else { Err(ParseError(PICTURE)) }
    }
}

/// The lines of [`Display`](fmt::Display), after a line end.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}
