//! How long to think: what the clock allows, and how the course of the search stretches or
//! shrinks that. Only the clock of the side to move matters.

use crate::limits::Limits;
use crate::params::Parameters;
use board::{Color, Move, Position};
use eval::Score;
use std::time::{Duration, Instant};

/// Time limits of one search, counted from when it was asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    start: Instant,
    /// Begin no new iteration after this, times what [`Pace`] says.
    soft: Option<Duration>,
    /// Stop at once after this.
    hard: Option<Duration>,
}

impl Clock {
    /// The clock of a search that begins now, though it may have been running for a while.
    pub(crate) fn start(
        limits: &Limits,
        position: &Position,
        overhead: Duration,
        parameters: &Parameters,
    ) -> Self {
        let start = limits.start_time.unwrap_or_else(Instant::now);
        if let Some(time) = limits.movetime {
            // The slack shrinks with the time, so that a tiny movetime still leaves some thought.
            let spend = time.saturating_sub(overhead.min(time / 4));
            return Self { start, soft: None, hard: Some(spend) };
        }
        let side = position.side_to_move();
        let Some(left) = limits.clock[side.index()].filter(|_| !limits.infinite) else {
            return Self { start, soft: None, hard: None };
        };
        let (soft, hard) =
            allot(left, limits, side, position.fullmove_number(), overhead, parameters);
        Self { start, soft: Some(soft), hard: Some(hard) }
    }

    /// Time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the hard limit has passed.
    pub(crate) fn out_of_time(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether a new iteration is not worth beginning, where the search's course multiplies the
    /// usual time by `factor`.
    pub(crate) fn enough(&self, factor: f64) -> bool {
        let past_soft = self.soft.is_some_and(|soft| self.elapsed() >= soft.mul_f64(factor));
        past_soft || self.out_of_time()
    }

    /// Whether a clock decides when to stop.
    pub(crate) fn manages(&self) -> bool {
        self.soft.is_some()
    }
}

/// Milliseconds kept back from the end of the clock, for the moments when the machine does
/// something else: thinking there would cost more games than it wins.
const RESERVE: f64 = 100.0;

/// Soft and hard limit for a move. The soft share grows with the move number (it starts small as
/// openings are long); the shape is that of Reckless's published formula.
fn allot(
    left: Duration,
    limits: &Limits,
    side: Color,
    move_number: u16,
    overhead: Duration,
    parameters: &Parameters,
) -> (Duration, Duration) {
    let left_ms = left.as_secs_f64() * 1000.0;
    let reserve = RESERVE.min(left_ms / 2.0) + overhead.as_secs_f64() * 1000.0;
    let usable = (left_ms - reserve).max(left_ms * 0.1).max(0.5);
    let increment = limits.increment[side.index()].as_secs_f64() * 1000.0;
    let gain = increment * f64::from(parameters.time_increment) / 100.0;
    let (soft, hard) = if let Some(moves) = limits.moves_to_go {
        let moves = f64::from(moves.clamp(1, 50));
        let soft = usable / (moves + 1.0) * if moves > 1.0 { 1.1 } else { 1.2 } + gain;
        (soft, soft * 4.0)
    } else {
        let share = f64::from(parameters.time_share)
            - f64::from(parameters.time_share_opening)
                * (-0.0386 * f64::from(move_number.min(200))).exp();
        let soft = usable * share / 1024.0 + gain;
        (soft, usable * f64::from(parameters.time_hard) / 100.0 + gain)
    };
    let ceiling = usable * if limits.moves_to_go == Some(1) { 0.9 } else { 0.7 };
    let hard = hard.min(ceiling);
    let millis = |ms: f64| Duration::from_secs_f64(ms.clamp(0.1, 1e12) / 1000.0);
    (millis(soft.min(hard)), millis(hard))
}

/// The course of a search as far as time is concerned.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pace {
    best: Option<Move>,
    stability: u32,
    changes: f64,
    scores: Vec<Score>,
}

impl Pace {
    /// Notes a finished iteration.
    pub(crate) fn note(&mut self, best: Move, score: Score) {
        if self.best == Some(best) {
            self.stability += 1;
        } else {
            self.changes += f64::from(u8::from(self.best.is_some()));
            self.stability = 0;
        }
        self.changes *= 0.6;
        self.best = Some(best);
        self.scores.push(score);
    }

    /// What the usual time is to be multiplied by. `share` is the part of all nodes that went
    /// into the best move, 0 to 1.
    pub(crate) fn factor(&self, share: f64) -> f64 {
        let nodes = (2.4 - 1.9 * share).max(0.5);
        let stable = (1.3 - 0.06 * f64::from(self.stability)).max(0.75);
        let drop = (0.9 + 0.01 * self.score_drop()).clamp(0.75, 1.5);
        let doubt = 1.0 + 0.35 * self.changes;
        (nodes * stable * drop * doubt).clamp(0.2, 4.0)
    }

    /// How far the score has fallen in the last iterations, in centipawns.
    fn score_drop(&self) -> f64 {
        let Some(&now) = self.scores.last() else { return 0.0 };
        let before = self.scores[self.scores.len().saturating_sub(4)];
        f64::from((before - now).raw().clamp(-100, 100))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(left: u64, increment: u64) -> Limits {
        Limits {
            clock: [Some(Duration::from_millis(left)), None],
            increment: [Duration::from_millis(increment); 2],
            ..Limits::default()
        }
    }

    fn allotted(limits: &Limits, move_number: u16) -> (Duration, Duration) {
        let left = limits.clock[0].unwrap();
        let overhead = Duration::from_millis(10);
        allot(left, limits, Color::White, move_number, overhead, &Parameters::default())
    }

    #[test]
    fn the_limits_stay_below_the_clock() {
        for left in [1, 2, 5, 11, 20, 100, 1_000, 60_000, 10_000_000] {
            for increment in [0, 10, 1_000, 100_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40)] {
                    let limits = Limits { moves_to_go, ..limits(left, increment) };
                    let (soft, hard) = allotted(&limits, 20);
                    assert!(
                        soft <= hard && hard <= Duration::from_millis(left),
                        "{left} {increment}"
                    );
                    assert!(soft > Duration::ZERO);
                }
            }
        }
    }

    #[test]
    fn more_time_means_more_thought() {
        assert!(allotted(&limits(2_000, 0), 20).0 > allotted(&limits(1_000, 0), 20).0);
        assert!(allotted(&limits(1_000, 100), 20).0 > allotted(&limits(1_000, 0), 20).0);
        assert!(allotted(&limits(1_000, 0), 60).0 > allotted(&limits(1_000, 0), 1).0);
    }

    #[test]
    fn only_the_own_clock_counts() {
        let black_only =
            Limits { clock: [None, Some(Duration::from_millis(50))], ..Limits::default() };
        let position = Position::startpos();
        let clock = Clock::start(&black_only, &position, Duration::ZERO, &Parameters::default());
        assert!(!clock.manages() && !clock.out_of_time());
    }

    #[test]
    fn the_clock_runs_from_when_the_search_was_asked_for() {
        let earlier = Instant::now().checked_sub(Duration::from_millis(200)).unwrap();
        let movetime = Limits::movetime(Duration::from_millis(100));
        let late = Limits { start_time: Some(earlier), ..movetime.clone() };
        let out = |limits: &Limits| {
            let overhead = Duration::ZERO;
            Clock::start(limits, &Position::startpos(), overhead, &Parameters::default())
                .out_of_time()
        };
        assert!(out(&late) && !out(&Limits::movetime(Duration::from_hours(1))));
    }

    #[test]
    fn doubt_stretches_and_certainty_shrinks() {
        let moves: Vec<Move> = (1..20).filter_map(Move::from_bits).collect();
        let (mut calm, mut wild) = (Pace::default(), Pace::default());
        for step in 0..12 {
            calm.note(moves[0], Score::new(30));
            wild.note(moves[step], Score::new(300 - 40 * step as i32));
        }
        assert!(calm.factor(0.9) < 0.6);
        assert!(wild.factor(0.3) > 2.0);
    }
}
