//! [`Score`]: what a position is worth, in centipawns, with bands at both ends for
//! tablebase results and for mates.
//!
//! ```text
//! ±30,000            MAX_EVAL    evaluations stay inside
//! ±30,754 … ±31,000  TB_BOUND … TB_WIN   won by tablebase, less the plies to get there
//! ±31,754 … ±32,000  MATE_BOUND … MATE   mate, less the plies until it
//! ±32,001            INFINITE    outside every score
//! ```

use std::fmt;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

/// The deepest line the engine looks at, in half-moves from the root.
pub const MAX_PLY: usize = 246;

/// A score in centipawns (a pawn is about 100), as a rule from the side to move's
/// view. Ordered; every score that an evaluator or a search makes fits 16 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// Nothing between the sides.
    pub const ZERO: Self = Self(0);
    /// A drawn game.
    pub const DRAW: Self = Self::ZERO;
    /// Greater than every score.
    pub const INFINITE: Self = Self(32_001);
    /// Mate on the board for the side that gave it; less one per ply until then.
    pub const MATE: Self = Self(32_000);
    /// The smallest winning mate score.
    pub const MATE_BOUND: Self = Self(Self::MATE.0 - MAX_PLY as i32);
    /// A tablebase win at the root; less one per ply to the position looked up.
    pub const TB_WIN: Self = Self(31_000);
    /// The smallest tablebase win.
    pub const TB_BOUND: Self = Self(Self::TB_WIN.0 - MAX_PLY as i32);
    /// The largest evaluation.
    pub const MAX_EVAL: Self = Self(30_000);

    /// A score of `raw` centipawns.
    #[must_use]
    pub const fn new(raw: i32) -> Self {
        Self(raw)
    }

    /// The number inside, in centipawns outside the bands.
    #[must_use]
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// The side to move mates `ply` half-moves from the root.
    #[must_use]
    pub const fn mate_in(ply: usize) -> Self {
        Self(Self::MATE.0 - ply as i32)
    }

    /// The side to move is mated `ply` half-moves from the root.
    #[must_use]
    pub const fn mated_in(ply: usize) -> Self {
        Self(ply as i32 - Self::MATE.0)
    }

    /// A tablebase win found `ply` half-moves from the root.
    #[must_use]
    pub const fn tb_win_in(ply: usize) -> Self {
        Self(Self::TB_WIN.0 - ply as i32)
    }

    /// A tablebase loss found `ply` half-moves from the root.
    #[must_use]
    pub const fn tb_loss_in(ply: usize) -> Self {
        Self(ply as i32 - Self::TB_WIN.0)
    }

    /// A mate for either side.
    #[must_use]
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= Self::MATE_BOUND.0
    }

    /// A proven win: by tablebase or by mate.
    #[must_use]
    pub const fn is_win(self) -> bool {
        self.0 >= Self::TB_BOUND.0
    }

    /// A proven loss: by tablebase or by mate.
    #[must_use]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Self::TB_BOUND.0
    }

    /// A proven win or loss.
    #[must_use]
    pub const fn is_decisive(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Full moves until mate, negative (or 0, on the board) for the side that is
    /// mated; `None` where the score is no mate.
    #[must_use]
    pub const fn mate_moves(self) -> Option<i32> {
        if !self.is_mate() {
            return None;
        }
        let plies = Self::MATE.0 - self.0.abs();
        let moves = (plies + 1) / 2;
        Some(if self.0 > 0 { moves } else { -moves })
    }

    /// The score cut to the range of evaluations, ±[`Score::MAX_EVAL`].
    #[must_use]
    pub const fn clamp_eval(self) -> Self {
        let limit = Self::MAX_EVAL.0;
        if self.0 > limit {
            Self(limit)
        } else if self.0 < -limit {
            Self(-limit)
        } else {
            self
        }
    }
}

impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add for Score {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Score {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;

    fn add(self, centipawns: i32) -> Self {
        Self(self.0 + centipawns)
    }
}

impl Sub<i32> for Score {
    type Output = Self;

    fn sub(self, centipawns: i32) -> Self {
        Self(self.0 - centipawns)
    }
}

impl<T> AddAssign<T> for Score
where
    Self: Add<T, Output = Self>,
{
    fn add_assign(&mut self, other: T) {
        *self = *self + other;
    }
}

impl<T> SubAssign<T> for Score
where
    Self: Sub<T, Output = Self>,
{
    fn sub_assign(&mut self, other: T) {
        *self = *self - other;
    }
}

/// For people: `+0.34`, `#4` and `#-3` for mates in moves, `+TB12` for a
/// tablebase win 12 plies away.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.mate_moves() {
            let sign = if self.0 < 0 { "-" } else { "" };
            write!(f, "#{sign}{}", moves.abs())
        } else if self.is_decisive() {
            let sign = if self.0 < 0 { '-' } else { '+' };
            write!(f, "{sign}TB{}", Self::TB_WIN.0 - self.0.abs())
        } else {
            write!(f, "{:+.2}", f64::from(self.0) / 100.0)
        }
    }
}
