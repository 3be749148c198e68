//! Time management: a soft and a hard limit for the move, and the scaling of the soft limit by
//! the course of the search. Only the clock of the side to move counts.

use crate::params::SearchParams;
use board::{Color, Move, Position};
use eval::Score;
use searcher::Limits;
use std::ops::RangeInclusive;
use web_time::{Duration, Instant};

/// Time limits of one search, counted from [`Limits::start_time`] or else its own start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeManager {
    start: Instant,
    /// Start no new iteration after this, times [`TimeScaling::factor`].
    soft: Option<Duration>,
    /// Stop at once after this.
    hard: Option<Duration>,
}

impl TimeManager {
    /// The time limits of a search that starts now.
    pub(crate) fn new(
        limits: &Limits,
        position: &Position,
        overhead: Duration,
        params: &SearchParams,
    ) -> Self {
        let start = limits.start_time.unwrap_or_else(Instant::now);
        if let Some(time) = limits.movetime {
            // The overhead is bounded, so that a tiny movetime still leaves some time to search.
            let hard = time.saturating_sub(overhead.min(time / 4));
            return Self { start, soft: None, hard: Some(hard) };
        }
        let side = position.side_to_move();
        let Some(remaining) = limits.clock[side.index()].filter(|_| !limits.infinite) else {
            return Self { start, soft: None, hard: None };
        };
        let (soft, hard) =
            allocate(remaining, limits, side, position.fullmove_number(), overhead, params);
        Self { start, soft: Some(soft), hard: Some(hard) }
    }

    /// Time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The time of the hard limit.
    pub(crate) fn hard_deadline(&self) -> Option<Instant> {
        self.start.checked_add(self.hard?)
    }

    /// Whether the hard limit has passed.
    pub(crate) fn hard_limit_reached(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether the soft limit times `factor`, or the hard limit, has passed.
    pub(crate) fn soft_limit_reached(&self, factor: f64) -> bool {
        self.soft.is_some_and(|soft| self.elapsed() >= soft.mul_f64(factor))
            || self.hard_limit_reached()
    }

    /// Whether a clock decides when to stop.
    pub(crate) fn uses_time_management(&self) -> bool {
        self.soft.is_some()
    }
}

/// The largest part of the remaining time that the reserve takes, without the overhead.
const MAX_RESERVE_SHARE: f64 = 0.85;
/// The part of the remaining time that is used although reserve and overhead are longer.
const LEAST_USABLE_SHARE: f64 = 0.05;
/// Milliseconds that are used in any case.
const LEAST_USABLE_MS: f64 = 0.5;
/// More moves to go than these are not counted.
const MAX_MOVES_TO_GO: u32 = 50;
/// With one move to go: soft limit as a multiple of half the usable time, and the largest part of it
/// for the hard limit.
const LAST_MOVE_SHARE: f64 = 1.2;
const LAST_MOVE_MAX_SHARE: f64 = 0.9;
/// Later moves have the soft limit of this one.
const MAX_MOVE_NUMBER: u16 = 200;
/// Range of the factor of the soft limit.
const FACTORS: RangeInclusive<f64> = 0.2..=4.0;
/// Iterations over which a fall of the score counts, and the greatest fall in centipawns.
const SCORE_ITERATIONS: usize = 3;
const MAX_SCORE_DROP: i32 = 100;

/// A parameter in per cent as a factor.
fn percent(value: i32) -> f64 {
    f64::from(value) / 100.0
}

/// Soft and hard limit for a move, both below the remaining time. Without moves to go the soft
/// limit is a share of the remaining time that grows with the move number n as
/// a − b·exp(−c·n): openings have many moves to come. (The form is that of Reckless.)
fn allocate(
    remaining: Duration,
    limits: &Limits,
    side: Color,
    move_number: u16,
    overhead: Duration,
    p: &SearchParams,
) -> (Duration, Duration) {
    let remaining_ms = remaining.as_secs_f64() * 1000.0;
    let full_reserve = f64::from(p.time_reserve());
    let reserve = full_reserve.min(remaining_ms * MAX_RESERVE_SHARE);
    let reserve = reserve + overhead.as_secs_f64() * 1000.0;
    let usable =
        (remaining_ms - reserve).max(remaining_ms * LEAST_USABLE_SHARE).max(LEAST_USABLE_MS);
    let increment = limits.increment[side.index()].as_secs_f64() * 1000.0;
    // With less than twice the reserve on the clock, a part of the increment restores it: without that,
    // delays of a few milliseconds a move use the reserve up, and the next longer one loses the game.
    let spendable_increment =
        increment * percent(p.time_increment()) * (remaining_ms / (2.0 * full_reserve)).min(1.0);
    let (soft, hard) = if let Some(moves) = limits.moves_to_go {
        let moves = f64::from(moves.clamp(1, MAX_MOVES_TO_GO));
        let share = if moves > 1.0 { percent(p.time_moves_to_go_share()) } else { LAST_MOVE_SHARE };
        let soft = usable / (moves + 1.0) * share + spendable_increment;
        (soft, soft * percent(p.time_moves_to_go_hard()))
    } else {
        let decay = f64::from(p.time_opening_decay()) / 10_000.0;
        let share = f64::from(p.time_soft_share())
            - f64::from(p.time_soft_share_opening())
                * (-decay * f64::from(move_number.min(MAX_MOVE_NUMBER))).exp();
        let soft = usable * share / 1024.0 + spendable_increment;
        (soft, usable * percent(p.time_hard_share()) + spendable_increment)
    };
    let max_share = if limits.moves_to_go == Some(1) {
        LAST_MOVE_MAX_SHARE
    } else {
        percent(p.time_max_share())
    };
    let hard = hard.min(usable * max_share);
    let millis = |ms: f64| Duration::from_secs_f64(ms.clamp(0.1, 1e12) / 1000.0);
    (millis(soft.min(hard)), millis(hard))
}

/// The factor of the soft limit, from the stability of the best move, the trend of the score and
/// the share of nodes spent on the best move.
#[derive(Clone, Debug, Default)]
pub(crate) struct TimeScaling {
    best_move: Option<Move>,
    /// Iterations since the best move changed.
    best_move_stability: u32,
    /// Changes of the best move, older ones counting less.
    best_move_changes: f64,
    scores: Vec<Score>,
}

impl TimeScaling {
    /// Adds a completed iteration.
    pub(crate) fn update(&mut self, best_move: Move, score: Score, p: &SearchParams) {
        if self.best_move == Some(best_move) {
            self.best_move_stability += 1;
        } else {
            self.best_move_changes += f64::from(u8::from(self.best_move.is_some()));
            self.best_move_stability = 0;
        }
        self.best_move_changes *= percent(p.time_instability_decay());
        self.best_move = Some(best_move);
        self.scores.push(score);
    }

    /// The factor, within [`FACTORS`]. `node_share` is the part of all nodes spent on the best move, 0 to 1.
    pub(crate) fn factor(&self, node_share: f64, p: &SearchParams) -> f64 {
        let node_factor = (percent(p.time_nodes_base())
            - percent(p.time_nodes_slope()) * node_share)
            .max(percent(p.time_nodes_min()));
        let stability = f64::from(self.best_move_stability);
        let stability_factor = (percent(p.time_stability_base())
            - percent(p.time_stability_slope()) * stability)
            .max(percent(p.time_stability_min()));
        let score_factor = (percent(p.time_score_base())
            + percent(p.time_score_slope()) / 100.0 * self.score_drop())
        .clamp(percent(p.time_score_min()), percent(p.time_score_max()));
        let instability_factor = 1.0 + percent(p.time_instability()) * self.best_move_changes;
        let factor = node_factor * stability_factor * score_factor * instability_factor;
        factor.clamp(*FACTORS.start(), *FACTORS.end())
    }

    /// How far the score has fallen in the last iterations, in centipawns; negative where it rose.
    fn score_drop(&self) -> f64 {
        let Some(&last) = self.scores.last() else { return 0.0 };
        let earlier = self.scores[self.scores.len().saturating_sub(SCORE_ITERATIONS + 1)];
        f64::from((earlier - last).raw().clamp(-MAX_SCORE_DROP, MAX_SCORE_DROP))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(remaining: u64, increment: u64) -> Limits {
        Limits {
            clock: [Some(Duration::from_millis(remaining)), None],
            increment: [Duration::from_millis(increment); 2],
            ..Limits::default()
        }
    }

    fn allocated(limits: &Limits, move_number: u16) -> (Duration, Duration) {
        let remaining = limits.clock[0].unwrap();
        let overhead = Duration::from_millis(10);
        allocate(remaining, limits, Color::White, move_number, overhead, &SearchParams::default())
    }

    #[test]
    fn soft_and_hard_limits_stay_below_remaining_time() {
        for remaining in [1, 2, 5, 11, 20, 100, 1_000, 60_000, 10_000_000] {
            for increment in [0, 10, 1_000, 100_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40)] {
                    let limits = Limits { moves_to_go, ..limits(remaining, increment) };
                    let (soft, hard) = allocated(&limits, 20);
                    assert!(
                        soft <= hard && hard <= Duration::from_millis(remaining),
                        "{remaining} {increment}"
                    );
                    assert!(soft > Duration::ZERO);
                }
            }
        }
    }

    #[test]
    fn soft_limit_grows_with_time_increment_and_move_number() {
        assert!(allocated(&limits(2_000, 0), 20).0 > allocated(&limits(1_000, 0), 20).0);
        assert!(allocated(&limits(1_000, 100), 20).0 > allocated(&limits(1_000, 0), 20).0);
        assert!(allocated(&limits(1_000, 0), 60).0 > allocated(&limits(1_000, 0), 1).0);
    }

    /// A machine that is late by 3 ms at each move leaves time for a delay twenty times as long.
    #[test]
    fn reserve_lasts_through_a_long_game() {
        let (increment, delay) = (Duration::from_millis(5), Duration::from_millis(3));
        let mut clock = Duration::from_millis(500);
        for move_number in 1..=300 {
            let limits = Limits { clock: [Some(clock), None], ..limits(0, 5) };
            let (soft, hard) = allocated(&limits, move_number);
            assert!(clock > hard + 20 * delay, "{clock:?} at move {move_number}");
            clock = clock - soft - delay + increment;
        }
    }

    #[test]
    fn unstable_best_move_raises_factor_and_stable_lowers_it() {
        let p = SearchParams::default();
        let moves: Vec<Move> = (1..20).filter_map(Move::from_bits).collect();
        let (mut stable, mut unstable) = (TimeScaling::default(), TimeScaling::default());
        for step in 0..12 {
            stable.update(moves[0], Score::new(30), &p);
            unstable.update(moves[step], Score::new(300 - 40 * step as i32), &p);
        }
        assert!(stable.factor(0.9, &p) < 0.6);
        assert!(unstable.factor(0.3, &p) > 2.0);
    }
}
