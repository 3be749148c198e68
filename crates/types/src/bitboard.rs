//! Bitboards: sets of squares as 64-bit words.

mod geometry;
mod iter;
mod ops;
mod text;

pub use iter::{Squares, Subsets};

use crate::Square;

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
    ///
    /// ```
    /// use bartizan_types::{Bitboard, Square};
    ///
    /// assert!(Bitboard::CENTER.contains(Square::D4) && !Bitboard::CENTER.contains(Square::C4));
    /// ```
    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether the set is empty.
    ///
    /// ```
    /// use bartizan_types::{File, Rank};
    ///
    /// let both = File::A.bitboard() & File::B;
    /// assert!(both.is_empty() && !(File::A.bitboard() & Rank::First).is_empty());
    /// ```
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set holds any square.
    ///
    /// ```
    /// use bartizan_types::{Bitboard, File};
    ///
    /// let passers = Bitboard::NORTH & File::A;
    /// assert!(passers.any() && !Bitboard::EMPTY.any());
    /// ```
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// How many squares it holds.
    ///
    /// ```
    /// use bartizan_types::Bitboard;
    ///
    /// assert_eq!((Bitboard::EDGES.count(), Bitboard::LIGHT.count()), (28, 32));
    /// ```
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether it holds two squares or more.
    ///
    /// ```
    /// use bartizan_types::Square;
    ///
    /// let checkers = Square::E4.bitboard();
    /// assert!(!checkers.more_than_one() && checkers.with(Square::H5).more_than_one());
    /// ```
    #[inline(always)]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The lowest square.
    ///
    /// ```
    /// use bartizan_types::{Bitboard, Square};
    ///
    /// assert_eq!(Bitboard::CENTER.first(), Some(Square::D4));
    /// assert_eq!(Bitboard::EMPTY.first(), None);
    /// ```
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_index(self.0.trailing_zeros() as usize)) }
    }

    /// The highest square.
    ///
    /// ```
    /// use bartizan_types::{Bitboard, Square};
    ///
    /// assert_eq!(Bitboard::CENTER.last(), Some(Square::E5));
    /// assert_eq!(Bitboard::EMPTY.last(), None);
    /// ```
    #[inline(always)]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::from_index(63 - self.0.leading_zeros() as usize))
        }
    }

    /// The square of a set of one; `None` of others.
    ///
    /// ```
    /// use bartizan_types::{File, Rank, Square};
    ///
    /// assert_eq!((File::E.bitboard() & Rank::First).single_square(), Some(Square::E1));
    /// assert_eq!(File::E.bitboard().single_square(), None);
    /// ```
    #[inline(always)]
    pub const fn single_square(self) -> Option<Square> {
        if self.more_than_one() { None } else { self.first() }
    }

    /// Whether the other set holds all squares of this one.
    ///
    /// ```
    /// use bartizan_types::Bitboard;
    ///
    /// assert!(Bitboard::CORNERS.is_subset(Bitboard::EDGES));
    /// assert!(!Bitboard::EDGES.is_subset(Bitboard::CORNERS));
    /// ```
    #[inline(always)]
    pub const fn is_subset(self, other: Bitboard) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether this set holds all squares of the other one.
    ///
    /// ```
    /// use bartizan_types::Bitboard;
    ///
    /// assert!(Bitboard::EDGES.is_superset(Bitboard::CORNERS));
    /// assert!(Bitboard::EDGES.is_superset(Bitboard::EMPTY));
    /// ```
    #[inline(always)]
    pub const fn is_superset(self, other: Bitboard) -> bool {
        other.is_subset(self)
    }

    /// Whether the sets have no square in common.
    ///
    /// ```
    /// use bartizan_types::{Bitboard, File, Rank};
    ///
    /// assert!(Bitboard::LIGHT.is_disjoint(Bitboard::DARK));
    /// assert!(!File::A.bitboard().is_disjoint(Rank::First.bitboard()));
    /// ```
    #[inline(always)]
    pub const fn is_disjoint(self, other: Bitboard) -> bool {
        self.0 & other.0 == 0
    }

    /// The set and this square.
    ///
    /// ```
    /// use bartizan_types::{Bitboard, Square};
    ///
    /// const KNIGHTS: Bitboard = Square::B1.bitboard().with(Square::G1);
    /// assert_eq!(KNIGHTS, Square::B1.bitboard() | Square::G1);
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | square.bitboard().0)
    }

    /// The set less this square.
    ///
    /// ```
    /// use bartizan_types::{File, Square};
    ///
    /// assert_eq!(File::H.bitboard().without(Square::H1).first(), Some(Square::H2));
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !square.bitboard().0)
    }

    /// The set less this square if it holds it, else with it.
    ///
    /// ```
    /// use bartizan_types::Square;
    ///
    /// let moved = Square::E2.bitboard().toggled(Square::E2).toggled(Square::E4);
    /// assert_eq!(moved, Square::E4.bitboard());
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn toggled(self, square: Square) -> Bitboard {
        Bitboard(self.0 ^ square.bitboard().0)
    }

    /// Adds a square; whether the set lacked it.
    ///
    /// ```
    /// use bartizan_types::{Bitboard, Square};
    ///
    /// let mut seen = Bitboard::EMPTY;
    /// assert!(seen.insert(Square::E4) && !seen.insert(Square::E4));
    /// ```
    #[inline(always)]
    pub const fn insert(&mut self, square: Square) -> bool {
        let before = *self;
        *self = before.with(square);
        !before.contains(square)
    }

    /// Removes a square; whether the set held it.
    ///
    /// ```
    /// use bartizan_types::{Rank, Square};
    ///
    /// let mut pawns = Rank::Second.bitboard();
    /// assert!(pawns.remove(Square::E2) && !pawns.remove(Square::E2));
    /// assert_eq!(pawns.count(), 7);
    /// ```
    #[inline(always)]
    pub const fn remove(&mut self, square: Square) -> bool {
        let before = *self;
        *self = before.without(square);
        before.contains(square)
    }

    /// Removes a square if the set holds it, else adds it.
    ///
    /// ```
    /// use bartizan_types::Square;
    ///
    /// let mut marked = Square::E4.bitboard();
    /// marked.toggle(Square::E4);
    /// assert!(marked.is_empty());
    /// ```
    #[inline(always)]
    pub const fn toggle(&mut self, square: Square) {
        *self = self.toggled(square);
    }

    /// Adds or removes a square.
    ///
    /// ```
    /// use bartizan_types::{Bitboard, File, Rank, Square};
    ///
    /// let mut open_files = Bitboard::EMPTY;
    /// for file in File::ALL {
    ///     open_files.set(Square::new(file, Rank::First), file > File::F);
    /// }
    /// assert_eq!(open_files, Square::G1.bitboard() | Square::H1);
    /// ```
    #[inline(always)]
    pub const fn set(&mut self, square: Square, is_held: bool) {
        *self = if is_held { self.with(square) } else { self.without(square) };
    }

    /// Removes the lowest square and returns it.
    ///
    /// ```
    /// use bartizan_types::{Bitboard, Square};
    ///
    /// let (mut rooks, mut squares) = (Bitboard::CORNERS, Vec::new());
    /// while let Some(square) = rooks.pop_first() {
    ///     squares.push(square);
    /// }
    /// assert_eq!(squares, [Square::A1, Square::H1, Square::A8, Square::H8]);
    /// ```
    #[inline(always)]
    pub const fn pop_first(&mut self) -> Option<Square> {
        let first = self.first();
        self.0 &= self.0.wrapping_sub(1);
        first
    }

    /// Removes the highest square and returns it.
    ///
    /// ```
    /// use bartizan_types::{Bitboard, Square};
    ///
    /// let mut rooks = Bitboard::CORNERS;
    /// assert_eq!((rooks.pop_last(), rooks.count()), (Some(Square::H8), 3));
    /// ```
    #[inline(always)]
    pub const fn pop_last(&mut self) -> Option<Square> {
        let last = self.last();
        if let Some(square) = last {
            *self = self.without(square);
        }
        last
    }

    /// Its squares, lowest first; the same as `into_iter`.
    ///
    /// ```
    /// use bartizan_types::{Bitboard, Square};
    ///
    /// assert_eq!(Bitboard::CORNERS.iter().map(Square::index).collect::<Vec<_>>(), [0, 7, 56, 63]);
    /// ```
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
}
