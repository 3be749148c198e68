//! Which moves to generate.

/// A kind of generation. [`Noisy`] and [`Quiet`] are disjoint and together [`All`].
pub trait Kind {
    /// Captures (en passant included) and promotions.
    const NOISY: bool;
    /// All other moves, castling included.
    const QUIET: bool;
}

/// Every legal move.
pub struct All;
/// Legal captures, en passant and promotions.
pub struct Noisy;
/// Legal moves that are not [`Noisy`].
pub struct Quiet;

impl Kind for All {
    const NOISY: bool = true;
    const QUIET: bool = true;
}

impl Kind for Noisy {
    const NOISY: bool = true;
    const QUIET: bool = false;
}

impl Kind for Quiet {
    const NOISY: bool = false;
    const QUIET: bool = true;
}
