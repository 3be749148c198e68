//! Iterative deepening: search after search, each a ply deeper, with windows around the last
//! score; and when to leave it at that.

use super::{Aborted, Outcome, SearchThread};
use crate::clock::Pace;
use crate::hash::Bound;
use crate::pv::legal_pv;
use crate::report::Report;
use eval::{Evaluator, MAX_PLY, Score};
use ordering::MoveOrdering;
use std::time::Duration;

/// Bounds of unfinished iterations are reported only after this.
const PATIENCE: Duration = Duration::from_secs(3);
/// Depth to which the only move is looked at when a clock runs.
const FORCED_DEPTH: u32 = 6;

impl<E: Evaluator, O: MoveOrdering> SearchThread<'_, E, O> {
    /// Searches deeper and deeper until a limit or a signal. What was found is in `root`.
    pub(crate) fn iterate(&mut self) {
        let deepest = self.shared.limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1);
        let mut pace = Pace::default();
        for depth in 1..=deepest {
            self.root_depth = depth as i32;
            self.root.begin_iteration();
            if let Err(Aborted) = self.search_lines(depth) {
                self.root.abandon_iteration();
                self.return_to_root();
                return;
            }
            self.completed = depth;
            if self.index > 0 {
                if self.shared.halted() {
                    return;
                }
                continue;
            }
            self.publish();
            self.report_lines(depth);
            let best = &self.root.moves[0];
            pace.note(best.mv, best.score);
            if self.is_enough(&pace) {
                return;
            }
        }
    }

    /// One iteration: as many lines as were asked for, each without the heads of those before.
    fn search_lines(&mut self, depth: u32) -> Outcome<()> {
        let lines = self.shared.multi_pv.min(self.root.moves.len());
        for rank in 0..lines {
            self.root.rank = rank;
            let outcome = self.aspire(depth as i32);
            self.root.sort();
            outcome?;
            self.root.sort_finished(rank + 1);
        }
        self.root.rank = 0;
        Ok(())
    }

    /// Searches the root with a window around the score to be expected, widened as it fails.
    fn aspire(&mut self, depth: i32) -> Outcome<()> {
        let average = self.root.moves[self.root.rank].average;
        let mut width = self.parameters.aspiration_width;
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        if let Some(centre) = average.filter(|_| depth >= 4) {
            width += centre.raw().abs().min(2000) * centre.raw().abs().min(2000) / 16_000;
            alpha = lower(centre, width);
            beta = upper(centre, width);
        }
        let mut fewer = 0;
        loop {
            self.return_to_root();
            self.seldepth = 0;
            let game = self.shared.game;
            let reduced = (depth - fewer).max(1);
            let score = self.search::<true>(&game.position, (alpha, beta), reduced, 0, false)?;
            self.root.sort();
            if score <= alpha && alpha > -Score::INFINITE {
                self.report_bound(depth, Bound::Upper);
                beta = Score::new((alpha.raw() + beta.raw()) / 2);
                alpha = lower(score, width);
                fewer = 0;
            } else if score >= beta && beta < Score::INFINITE {
                self.report_bound(depth, Bound::Lower);
                beta = upper(score, width);
                fewer = (fewer + 1).min(3);
            } else {
                return Ok(());
            }
            width += width * self.parameters.aspiration_growth / 100 + 1;
        }
    }

    /// Whether to leave it at the iterations finished. A search that must not answer by itself
    /// goes on regardless of the clock.
    fn is_enough(&self, pace: &Pace) -> bool {
        let shared = self.shared;
        let limits = shared.limits;
        if shared.halted() {
            return true;
        }
        let best = &self.root.moves[0];
        let moves = best.score.mate_moves().filter(|&moves| moves > 0);
        if let (Some(wanted), Some(moves)) = (limits.mate, moves)
            && moves as u32 <= wanted
        {
            return true;
        }
        let nodes = if shared.counters.len() > 1 { shared.nodes() } else { self.nodes };
        if limits.soft_nodes.is_some_and(|limit| nodes >= limit)
            || limits.nodes.is_some_and(|limit| nodes >= limit)
        {
            return true;
        }
        if shared.pondering() || limits.infinite {
            return false;
        }
        if shared.clock.manages() {
            let forced = self.root.moves.len() == 1 && self.completed >= FORCED_DEPTH;
            let mated = moves.is_some_and(|moves| self.completed as i32 > 4 * moves + 2);
            if forced || mated {
                return true;
            }
        }
        let share = best.nodes as f64 / self.nodes.max(1) as f64;
        shared.clock.enough(pace.factor(share))
    }

    /// Reports the lines of a finished iteration together.
    fn report_lines(&mut self, depth: u32) {
        let lines = self.shared.multi_pv.min(self.root.moves.len());
        for rank in 0..lines {
            self.report(rank, depth, Bound::Exact);
        }
    }

    /// Reports a failed window, where somebody has waited long enough to want to know.
    fn report_bound(&mut self, depth: i32, bound: Bound) {
        if self.index == 0 && self.shared.multi_pv == 1 && self.shared.elapsed() >= PATIENCE {
            self.publish();
            self.report(0, depth as u32, bound);
        }
    }

    fn report(&mut self, rank: usize, depth: u32, bound: Bound) {
        let Some(reporter) = &mut self.reporter else { return };
        let shared = self.shared;
        let entry = &self.root.moves[rank];
        let line = legal_pv(shared.game, &entry.pv);
        reporter.report(&Report {
            depth,
            seldepth: entry.seldepth.max(line.len() as u32),
            multi_pv: rank + 1,
            score: entry.known_score(),
            bound,
            nodes: shared.nodes(),
            time: shared.elapsed(),
            hashfull: shared.table.hashfull(),
            tb_hits: shared.tb_hits(),
            pv: &line,
        });
        if rank == 0 {
            self.reported = line;
        }
    }
}

/// The lower edge of a window; everything from where scores are decisive anyway.
fn lower(centre: Score, width: i32) -> Score {
    let edge = (centre - width).max(-Score::INFINITE);
    if edge < -Score::MAX_EVAL || width > 1500 { -Score::INFINITE } else { edge }
}

/// The upper edge of a window.
fn upper(centre: Score, width: i32) -> Score {
    let edge = (centre + width).min(Score::INFINITE);
    if edge > Score::MAX_EVAL || width > 1500 { Score::INFINITE } else { edge }
}
