//! The squares of a set, sets from squares, and the subsets of a set.

use core::iter::FusedIterator;

use super::Bitboard;
use crate::Square;

/// The squares of a [`Bitboard`], lowest first.
///
/// ```
/// use bartizan_types::{Rank, Square};
///
/// let mut squares = Rank::First.bitboard().into_iter();
/// assert_eq!((squares.next(), squares.next_back()), (Some(Square::A1), Some(Square::H1)));
/// assert_eq!(squares.len(), 6);
/// ```
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let first = Bitboard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(first)
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl DoubleEndedIterator for Squares {
    #[inline(always)]
    fn next_back(&mut self) -> Option<Square> {
        let last = Bitboard(self.0).last()?;
        self.0 ^= last.bitboard().0;
        Some(last)
    }
}

impl ExactSizeIterator for Squares {}
impl FusedIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        set.extend(squares);
        set
    }
}

impl Extend<Square> for Bitboard {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        for square in squares {
            self.insert(square);
        }
    }
}

/// The subsets of a [`Bitboard`], see [`Bitboard::subsets`].
///
/// ```
/// use bartizan_types::{Bitboard, Square};
///
/// let blockers = Square::B1.bitboard() | Square::C1 | Square::D1;
/// let subsets: Vec<Bitboard> = blockers.subsets().collect();
/// assert_eq!((subsets.len(), subsets[0], subsets[7]), (8, Bitboard::EMPTY, blockers));
/// ```
#[derive(Clone, Debug)]
pub struct Subsets {
    set: u64,
    next: Option<u64>,
}

impl Subsets {
    pub(super) const fn new(set: Bitboard) -> Subsets {
        Subsets { set: set.0, next: Some(0) }
    }
}

impl Iterator for Subsets {
    type Item = Bitboard;

    /// By the carry-rippler (M. van Kervinck, 1995): counts in the bits of the set.
    fn next(&mut self) -> Option<Bitboard> {
        let subset = self.next?;
        let next = subset.wrapping_sub(self.set) & self.set;
        self.next = (next != 0).then_some(next);
        Some(Bitboard(subset))
    }
}

impl FusedIterator for Subsets {}
