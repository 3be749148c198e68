//! [`Score`]: centipawns, with ranges at both ends for tablebase results and mates.
//!
//! ```text
//! ±30,000            MAX_EVAL                     limit of evaluations
//! ±30,754 … ±31,000  TB_WIN_IN_MAX_PLY … TB_WIN   tablebase win, minus the ply
//! ±31,754 … ±32,000  MATE_IN_MAX_PLY … MATE       mate, minus its ply
//! ±32,001            INFINITE                     greater than every score
//! ```

use board::Color;
use std::fmt;
use std::ops::{Add, Neg, Sub};

/// The greatest distance from the root that the engine searches, in plies.
pub const MAX_PLY: usize = 246;

/// A score in centipawns (a pawn is about 100), as a rule from the view of the side to move.
/// Every score of an evaluator or a search fits into 16 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// Equality.
    pub const ZERO: Self = Self(0);
    /// A drawn game.
    pub const DRAW: Self = Self::ZERO;
    /// Greater than every score.
    pub const INFINITE: Self = Self(32_001);
    /// Checkmate at the root; one less for each ply of distance.
    pub const MATE: Self = Self(32_000);
    /// The smallest winning mate score: mate at the greatest distance.
    pub const MATE_IN_MAX_PLY: Self = Self(Self::MATE.0 - MAX_PLY as i32);
    /// A tablebase win at the root; one less for each ply of distance.
    pub const TB_WIN: Self = Self(31_000);
    /// The smallest tablebase win: at the greatest distance.
    pub const TB_WIN_IN_MAX_PLY: Self = Self(Self::TB_WIN.0 - MAX_PLY as i32);
    /// The largest evaluation.
    pub const MAX_EVAL: Self = Self(30_000);

    /// A score of `raw` centipawns.
    #[must_use]
    pub const fn new(raw: i32) -> Self {
        Self(raw)
    }

    /// The raw value: centipawns, unless it is a mate or tablebase score.
    #[must_use]
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// The side to move gives mate `ply` plies from the root.
    #[must_use]
    pub const fn mate_in(ply: usize) -> Self {
        Self(Self::MATE.0 - ply as i32)
    }

    /// The side to move is mated `ply` plies from the root.
    #[must_use]
    pub const fn mated_in(ply: usize) -> Self {
        Self(ply as i32 - Self::MATE.0)
    }

    /// A tablebase win `ply` plies from the root.
    #[must_use]
    pub const fn tb_win_in(ply: usize) -> Self {
        Self(Self::TB_WIN.0 - ply as i32)
    }

    /// A tablebase loss `ply` plies from the root.
    #[must_use]
    pub const fn tb_loss_in(ply: usize) -> Self {
        Self(ply as i32 - Self::TB_WIN.0)
    }

    /// A mate for either side.
    #[must_use]
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= Self::MATE_IN_MAX_PLY.0
    }

    /// A proven win: by tablebase or by mate.
    #[must_use]
    pub const fn is_win(self) -> bool {
        self.0 >= Self::TB_WIN_IN_MAX_PLY.0
    }

    /// A proven loss: by tablebase or by mate.
    #[must_use]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Self::TB_WIN_IN_MAX_PLY.0
    }

    /// A proven win or loss.
    #[must_use]
    pub const fn is_decisive(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Mate distance in full moves, negative (or 0 for checkmate on the board) for the side that
    /// is mated; `None` if the score is not a mate score.
    #[must_use]
    pub const fn mate_moves(self) -> Option<i32> {
        if !self.is_mate() {
            return None;
        }
        let plies = Self::MATE.0 - self.0.abs();
        let moves = (plies + 1) / 2;
        Some(if self.0 > 0 { moves } else { -moves })
    }

    /// White's score from the view of `side`, or the reverse: negated for Black.
    #[must_use]
    pub const fn relative_to(self, side: Color) -> Self {
        match side {
            Color::White => self,
            Color::Black => Self(-self.0),
        }
    }

    /// The score clamped to the range of evaluations, ±[`Score::MAX_EVAL`].
    #[must_use]
    pub const fn clamp_eval(self) -> Self {
        match self.0 {
            raw if raw > Self::MAX_EVAL.0 => Self::MAX_EVAL,
            raw if raw < -Self::MAX_EVAL.0 => Self(-Self::MAX_EVAL.0),
            _ => self,
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

/// In pawns, `+0.34`; `#4` and `#-3` for mates in moves; `+TB12` for a tablebase win at ply 12.
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
