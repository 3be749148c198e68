//! The generation types: all moves, noisy moves, quiet moves.

/// Which legal moves [`generate`](crate::generate) lists. [`Noisy`] and [`Quiet`] are disjoint, and
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
