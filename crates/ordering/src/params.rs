//! The tunable parameters of the default scheme, [`Modern`](crate::Modern), and the limits of its
//! histories. Values of a published scheme stand with that scheme.
//!
//! Units: history values are gravity units within the limit of their table; scores are weighted
//! sums of them; exchange values are centipawns.

use crate::QuietEvent;
use board::PieceKind;

/// Limit of an entry of the butterfly history. Part of the table's type, so not tunable.
pub const BUTTERFLY_MAX: i32 = 8192;
/// Limit of an entry of the pawn history. Part of the table's type, so not tunable.
pub const PAWN_MAX: i32 = 8192;
/// Limit of an entry of the capture history. Part of the table's type, so not tunable.
pub const CAPTURE_MAX: i32 = 12_800;
/// Limit of an entry of the continuation history. Part of the table's type, so not tunable.
pub const CONTINUATION_MAX: i32 = 15_360;

/// Distances in plies at which the continuation histories look back.
pub const CONTINUATION_PLIES: [usize; 4] = [1, 2, 4, 6];

/// Divisor of the weighted sum of histories in the quiet score.
pub const WEIGHT_UNIT: i32 = 64;

crate::tunable_params! {
    /// The parameters of one [`Modern`](crate::Modern).
    OrderingParams {
        // Bonus and malus of the butterfly and pawn histories: clamp(slope·depth − offset, 0, max),
        // gravity units.
        quiet_bonus_slope = 214, 60..=400, step 15;
        quiet_bonus_offset = 70, 0..=400, step 15;
        quiet_bonus_max = 1795, 600..=3500, step 120;
        quiet_malus_slope = 184, 60..=400, step 15;
        quiet_malus_offset = 38, 0..=400, step 15;
        quiet_malus_max = 904, 400..=3000, step 100;
        // The same of the continuation histories.
        continuation_bonus_slope = 167, 40..=400, step 15;
        continuation_bonus_offset = 53, 0..=400, step 15;
        continuation_bonus_max = 1282, 400..=3500, step 100;
        continuation_malus_slope = 279, 80..=700, step 25;
        continuation_malus_offset = 35, 0..=400, step 15;
        continuation_malus_max = 656, 300..=3000, step 90;
        // The same of the capture history.
        capture_bonus_slope = 121, 40..=400, step 15;
        capture_bonus_offset = 45, 0..=400, step 15;
        capture_bonus_max = 1317, 400..=3500, step 100;
        capture_malus_slope = 167, 40..=400, step 15;
        capture_malus_offset = 51, 0..=400, step 15;
        capture_malus_max = 1256, 400..=3500, step 100;

        // Evaluation difference of a quiet move: gravity units of the butterfly and pawn histories
        // for each centipawn; centipawns added to it; greatest loss and gain that count,
        // centipawns.
        eval_difference_weight = 13, 0..=60, step 3;
        eval_difference_offset = 32, -20..=80, step 6;
        eval_difference_max_loss = 101, 20..=300, step 12;
        eval_difference_max_gain = 81, 20..=300, step 12;
        // Bonus of the continuation histories for a failed reduction, min(slope·depth, max).
        failed_reduction_slope = 126, 0..=400, step 15;
        failed_reduction_max = 1447, 200..=3500, step 100;
        // Bonus of all quiet histories for a TT cutoff, likewise.
        tt_cutoff_slope = 122, 0..=400, step 15;
        tt_cutoff_max = 1003, 200..=3500, step 100;
        // Malus of the continuation histories for a first move that failed low, likewise.
        failed_first_slope = 139, 0..=400, step 15;
        failed_first_max = 1111, 200..=3500, step 100;

        // Weights of the histories in the quiet score, 64ths; of the continuation histories by
        // plies back.
        butterfly_weight = 106, 20..=256, step 8;
        pawn_weight = 62, 0..=256, step 8;
        continuation_weight_1 = 100, 20..=256, step 8;
        continuation_weight_2 = 66, 0..=256, step 8;
        continuation_weight_4 = 69, 0..=256, step 8;
        continuation_weight_6 = 63, 0..=256, step 8;

        // Score of a quiet move whose piece then attacks the enemy king.
        direct_check = 10_415, 2000..=30_000, step 1000;
        // Score of moving a piece away from the attack of a lesser piece, and score lost by moving
        // it to where one attacks.
        escape_minor = 8602, 0..=24_000, step 800;
        escape_rook = 15_124, 0..=40_000, step 1200;
        escape_queen = 17_717, 0..=60_000, step 1600;
        walk_into_attack = 9687, 0..=30_000, step 900;

        // Value of a captured piece, or of a new queen, in the noisy score, centipawns, and its
        // weight beside the capture history.
        victim_pawn = 105, 50..=200, step 8;
        victim_knight = 333, 200..=500, step 16;
        victim_bishop = 334, 200..=500, step 16;
        victim_rook = 522, 300..=800, step 24;
        victim_queen = 882, 600..=1500, step 40;
        victim_weight = 13, 4..=40, step 2;
        // A noisy move is good if its exchange value is at least minus its score over the divisor;
        // in quiescence, where bad ones are pruned, if it is at least the second number,
        // centipawns.
        good_noisy_divisor = 42, 12..=120, step 4;
        good_noisy_quiescence = 38, -150..=150, step 20;
    }
}

/// A history bonus or malus: clamp(slope·depth − offset, 0, max) gravity units.
fn by_depth(depth: i32, slope: i32, offset: i32, max: i32) -> i32 {
    slope.saturating_mul(depth).saturating_sub(offset).max(0).min(max)
}

impl OrderingParams {
    /// Bonus of the butterfly and pawn histories for the best move, and malus for the other quiet moves
    /// searched.
    pub(crate) fn quiet_update(&self, depth: i32) -> (i32, i32) {
        let (slope, offset) = (self.quiet_bonus_slope(), self.quiet_bonus_offset());
        let bonus = by_depth(depth, slope, offset, self.quiet_bonus_max());
        let (slope, offset) = (self.quiet_malus_slope(), self.quiet_malus_offset());
        (bonus, by_depth(depth, slope, offset, self.quiet_malus_max()))
    }

    /// The same of the continuation histories.
    pub(crate) fn continuation_update(&self, depth: i32) -> (i32, i32) {
        let (slope, offset) = (self.continuation_bonus_slope(), self.continuation_bonus_offset());
        let bonus = by_depth(depth, slope, offset, self.continuation_bonus_max());
        let (slope, offset) = (self.continuation_malus_slope(), self.continuation_malus_offset());
        (bonus, by_depth(depth, slope, offset, self.continuation_malus_max()))
    }

    /// The same of the capture history, for noisy moves.
    pub(crate) fn capture_update(&self, depth: i32) -> (i32, i32) {
        let (slope, offset) = (self.capture_bonus_slope(), self.capture_bonus_offset());
        let bonus = by_depth(depth, slope, offset, self.capture_bonus_max());
        let (slope, offset) = (self.capture_malus_slope(), self.capture_malus_offset());
        (bonus, by_depth(depth, slope, offset, self.capture_malus_max()))
    }

    /// Bonus of the quiet histories, and that of the continuation histories, for an event.
    pub(crate) fn event_bonus(&self, event: QuietEvent) -> (i32, i32) {
        match event {
            QuietEvent::EvalDifference(difference) => {
                let (loss, gain) =
                    (self.eval_difference_max_loss(), self.eval_difference_max_gain());
                let counted = difference.max(-loss).min(gain);
                ((counted + self.eval_difference_offset()) * self.eval_difference_weight(), 0)
            }
            QuietEvent::FailedReduction { depth } => {
                (0, by_depth(depth, self.failed_reduction_slope(), 0, self.failed_reduction_max()))
            }
            QuietEvent::TtCutoff { depth } => {
                let bonus = by_depth(depth, self.tt_cutoff_slope(), 0, self.tt_cutoff_max());
                (bonus, bonus)
            }
            QuietEvent::FailedFirst { depth } => {
                (0, -by_depth(depth, self.failed_first_slope(), 0, self.failed_first_max()))
            }
        }
    }

    /// Weights of the continuation histories, as in [`CONTINUATION_PLIES`].
    #[inline(always)]
    pub(crate) const fn continuation_weights(&self) -> [i32; CONTINUATION_PLIES.len()] {
        [
            self.continuation_weight_1(),
            self.continuation_weight_2(),
            self.continuation_weight_4(),
            self.continuation_weight_6(),
        ]
    }

    /// Score of moving a piece away from the attack of a lesser piece.
    #[inline(always)]
    pub(crate) const fn escape(&self, kind: PieceKind) -> i32 {
        match kind {
            PieceKind::Knight | PieceKind::Bishop => self.escape_minor(),
            PieceKind::Rook => self.escape_rook(),
            PieceKind::Queen => self.escape_queen(),
            PieceKind::Pawn | PieceKind::King => 0,
        }
    }

    /// Value of a captured piece in the noisy score, centipawns.
    #[inline(always)]
    pub(crate) const fn victim_value(&self, kind: PieceKind) -> i32 {
        // An array, as a `match` may become a jump, which would often be mispredicted.
        [
            self.victim_pawn(),
            self.victim_knight(),
            self.victim_bishop(),
            self.victim_rook(),
            self.victim_queen(),
            0,
        ][kind.index()]
    }
}
