//! What every move generator has: a list of moves, and which moves go into it.

use crate::Move;
use arrayvec::ArrayVec;

/// A list of moves on the stack, with room for those of every position.
///
/// No game reaches more than 218; with sixteen pieces of any kinds the most known are 240. A proof of no more
/// than 320: of the queens on a line of `n` squares the first has `n - 1` moves along it at most, the second
/// adds `n - 3` at most, and others add none. That is 91 moves along the ranks for fifteen queens, as
/// many along the files, and 64 along the diagonals of each direction: 310, and 10 of the king. Any other piece
/// in place of a queen has no more than the 14 moves that the last queen adds.
pub type MoveList = ArrayVec<Move, 320>;

/// Which legal moves a generator lists. [`Noisy`] and [`Quiet`] are disjoint, and
/// together they are [`All`].
pub trait GenType {
    /// Whether captures (en passant included) and promotions are generated.
    const NOISY: bool;
    /// Whether all other moves are generated, castling included.
    const QUIET: bool;
}

/// All legal moves.
pub struct All;
/// Legal captures, en passant captures and promotions.
pub struct Noisy;
/// Legal moves that are neither captures nor promotions.
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
