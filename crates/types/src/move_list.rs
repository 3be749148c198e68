//! What every move generator has: a list of moves, and which moves go into it.

use core::fmt;
use core::ops::{Deref, DerefMut};

use arrayvec::ArrayVec;

use crate::Move;

/// A list of moves on the stack, with room for those of every position.
///
/// No game reaches more than 218; with sixteen pieces of any kinds the most known are 240. A proof of no more
/// than 320: of the queens on a line of `n` squares the first has `n - 1` moves along it at most, the second
/// adds `n - 3` at most, and others add none. That is 91 moves along the ranks for fifteen queens, as
/// many along the files, and 64 along the diagonals of each direction: 310, and 10 of the king. Any other piece
/// in place of a queen has no more than the 14 moves that the last queen adds.
///
/// It is a slice of moves with [`push`](MoveList::push) and [`retain`](MoveList::retain).
///
/// ```
/// use bartizan_types::{Move, MoveFlag, MoveList, Square};
///
/// let mut moves = MoveList::new();
/// moves.push(Move::new(Square::E2, Square::E4, MoveFlag::DOUBLE_PUSH));
/// moves.push(Move::new(Square::E4, Square::D5, MoveFlag::CAPTURE));
/// moves.retain(Move::is_capture);
/// assert_eq!(moves.iter().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["e4d5"]);
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct MoveList(ArrayVec<Move, { MoveList::CAPACITY }>);

impl MoveList {
    /// The most moves that a list holds.
    pub const CAPACITY: usize = 320;

    /// An empty list.
    ///
    /// ```
    /// use bartizan_types::MoveList;
    ///
    /// assert!(MoveList::new().is_empty());
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn new() -> MoveList {
        MoveList(ArrayVec::new())
    }

    /// Appends a move.
    ///
    /// ```
    /// use bartizan_types::{Move, MoveFlag, MoveList, Square};
    ///
    /// let mut moves = MoveList::new();
    /// moves.push(Move::new(Square::G1, Square::F3, MoveFlag::QUIET));
    /// assert_eq!((moves.len(), moves[0].to()), (1, Square::F3));
    /// ```
    ///
    /// # Panics
    /// If the list is full, which the legal moves of one position never make it.
    #[inline(always)]
    pub fn push(&mut self, mv: Move) {
        self.0.push(mv);
    }

    /// Removes all moves.
    ///
    /// ```
    /// use bartizan_types::{Move, MoveFlag, MoveList, Square};
    ///
    /// let mut moves: MoveList = [Move::new(Square::G1, Square::F3, MoveFlag::QUIET)].into_iter().collect();
    /// moves.clear();
    /// assert_eq!(moves.len(), 0);
    /// ```
    #[inline(always)]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Keeps the moves for which the function is true, in their order.
    ///
    /// ```
    /// use bartizan_types::{Move, MoveFlag, MoveList, Square};
    ///
    /// let knight = Move::new(Square::G1, Square::F3, MoveFlag::QUIET);
    /// let pawn = Move::new(Square::E2, Square::E4, MoveFlag::DOUBLE_PUSH);
    /// let mut moves: MoveList = [knight, pawn].into_iter().collect();
    /// moves.retain(|mv| mv.from() != Square::G1);
    /// assert_eq!(moves[..], [pawn]);
    /// ```
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        self.0.retain(|mv| keep(*mv));
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline(always)]
    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl DerefMut for MoveList {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.0
    }
}

/// # Panics
/// If the list becomes full, as for [`MoveList::push`].
impl Extend<Move> for MoveList {
    #[inline]
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        self.0.extend(moves);
    }
}

/// # Panics
/// If there are more than [`MoveList::CAPACITY`] moves.
impl FromIterator<Move> for MoveList {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> MoveList {
        MoveList(ArrayVec::from_iter(moves))
    }
}

/// The moves of a [`MoveList`] in their order.
///
/// ```
/// use bartizan_types::{Move, MoveFlag, MoveList, Square};
///
/// let knights = [Square::F3, Square::H3].map(|to| Move::new(Square::G1, to, MoveFlag::QUIET));
/// let mut moves = MoveList::from_iter(knights).into_iter();
/// assert_eq!((moves.len(), moves.next_back()), (2, Some(knights[1])));
/// ```
#[derive(Clone, Debug)]
pub struct MoveListIntoIter(arrayvec::IntoIter<Move, { MoveList::CAPACITY }>);

impl Iterator for MoveListIntoIter {
    type Item = Move;

    #[inline(always)]
    fn next(&mut self) -> Option<Move> {
        self.0.next()
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for MoveListIntoIter {
    fn next_back(&mut self) -> Option<Move> {
        self.0.next_back()
    }
}

impl ExactSizeIterator for MoveListIntoIter {}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = MoveListIntoIter;

    #[inline(always)]
    fn into_iter(self) -> MoveListIntoIter {
        MoveListIntoIter(self.0.into_iter())
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    #[inline(always)]
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// Which legal moves a generator lists. [`Noisy`] and [`Quiet`] are disjoint, and
/// together they are [`All`].
///
/// ```
/// use bartizan_types::{All, GenType, Noisy, Quiet};
///
/// // A generator asks for it and lists no more; `bartizan_movegen::generate` is one.
/// fn lists_castling<T: GenType>() -> bool {
///     T::QUIET
/// }
/// assert!(lists_castling::<All>() && lists_castling::<Quiet>() && !lists_castling::<Noisy>());
/// ```
pub trait GenType {
    /// Whether captures (en passant included) and promotions are generated.
    const NOISY: bool;
    /// Whether all other moves are generated, castling included.
    const QUIET: bool;
}

/// All legal moves.
///
/// ```
/// use bartizan_types::{All, GenType};
///
/// assert_eq!((All::NOISY, All::QUIET), (true, true));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct All;
/// Legal captures, en passant captures and promotions.
///
/// ```
/// use bartizan_types::{GenType, Noisy};
///
/// assert_eq!((Noisy::NOISY, Noisy::QUIET), (true, false));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Noisy;
/// Legal moves that are neither captures nor promotions.
///
/// ```
/// use bartizan_types::{GenType, Quiet};
///
/// assert_eq!((Quiet::NOISY, Quiet::QUIET), (false, true));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Quiet;

impl GenType for All {
    const NOISY: bool = true;
    const QUIET: bool = true;
}

impl GenType for Noisy {
    const NOISY: bool = true;
    const QUIET: bool = false;
}

impl GenType for Quiet {
    const NOISY: bool = false;
    const QUIET: bool = true;
}
