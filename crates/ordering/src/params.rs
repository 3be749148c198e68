//! Every number that the default scheme, [`Modern`](crate::Modern), may be tuned by.
//! The figures of the source systems are facts of theirs and stand with their schemes.
//!
//! Units: history values are gravity units within the table's limit; scores are sums
//! of them; exchange values are centipawns.

/// Limit of an entry of the butterfly history.
pub const BUTTERFLY_MAX: i32 = 8192;
/// Limit of an entry of the pawn history.
pub const PAWN_MAX: i32 = 8192;
/// Limit of an entry of the capture history.
pub const CAPTURE_MAX: i32 = 12_800;
/// Limit of an entry of the continuation history.
pub const CONTINUATION_MAX: i32 = 15_360;

/// How much a history moves when a node of some depth ends:
/// `clamp(slope · depth − offset, 0, cap)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Gravity units per ply of depth.
    pub slope: i32,
    /// Taken off at every depth.
    pub offset: i32,
    /// The most it can come to.
    pub cap: i32,
}

impl Step {
    /// The step at `depth`, never negative.
    #[inline]
    #[must_use]
    pub const fn at(self, depth: i32) -> i32 {
        let value = self.slope.saturating_mul(depth).saturating_sub(self.offset);
        if value < 0 {
            0
        } else if value > self.cap {
            self.cap
        } else {
            value
        }
    }
}

/// Butterfly and pawn histories, for the best move.
pub const QUIET_BONUS: Step = Step { slope: 184, offset: 72, cap: 1670 };
/// Butterfly and pawn histories, for quiet moves tried in vain.
pub const QUIET_MALUS: Step = Step { slope: 171, offset: 46, cap: 1053 };
/// Continuation histories, for the best move.
pub const CONTINUATION_BONUS: Step = Step { slope: 130, offset: 60, cap: 1200 };
/// Continuation histories, for quiet moves tried in vain.
pub const CONTINUATION_MALUS: Step = Step { slope: 300, offset: 49, cap: 900 };
/// Capture history, for the best move.
pub const CAPTURE_BONUS: Step = Step { slope: 140, offset: 50, cap: 1400 };
/// Capture history, for noisy moves tried in vain.
pub const CAPTURE_MALUS: Step = Step { slope: 160, offset: 50, cap: 1200 };

/// How far back the continuation histories look, in plies.
pub const CONTINUATION_PLIES: [usize; 4] = [1, 2, 4, 6];

/// What the weights of the quiet score are divided by.
pub const WEIGHT_UNIT: i32 = 64;
/// Weight of the butterfly history.
pub const BUTTERFLY_WEIGHT: i32 = 110;
/// Weight of the pawn history.
pub const PAWN_WEIGHT: i32 = 64;
/// Weights of the continuation histories, as in [`CONTINUATION_PLIES`].
pub const CONTINUATION_WEIGHTS: [i32; 4] = [101, 67, 68, 66];

/// Score of a quiet move that attacks the enemy king with the moved piece.
pub const DIRECT_CHECK: i32 = 10_700;
/// Score of moving away a piece (pawn to king) that a lesser one attacks.
pub const ESCAPE: [i32; 6] = [0, 8000, 8000, 14_000, 20_000, 0];
/// Score lost by moving a piece (pawn to king) to where a lesser one attacks it.
pub const WALK_INTO: [i32; 6] = [0, 8800, 8800, 8800, 8800, 0];

/// What a victim is worth in the noisy score (pawn to king), centipawns.
pub const VICTIM_VALUES: [i32; 6] = [100, 320, 330, 500, 900, 0];
/// Weight of the victim's value beside the capture history.
pub const VICTIM_WEIGHT: i32 = 14;
/// A noisy move is good if its exchange value is at least −score / this.
pub const GOOD_NOISY_DIVISOR: i32 = 36;
/// In quiescence a noisy move is good if its exchange value is at least this.
pub const GOOD_NOISY_QUIESCENCE: i32 = 0;
