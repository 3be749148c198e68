//! Iterative deepening with aspiration windows, the results of root moves, reports, and the decision to stop
//! after an iteration.

use super::node::NodeState;
use super::worker::Worker;
use crate::observer::{SearchEvent, SearchObserver};
use crate::time_manager::TimeScaling;
use crate::{Abortable, Aborted};
use board::Move;
use eval::{Evaluator, MAX_PLY, Score};
use game::Termination;
use ordering::MoveOrdering;
use searcher::{Bound, Report};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Failed windows are reported only after this time.
const BOUND_REPORT_DELAY: Duration = Duration::from_secs(3);
/// Aspiration windows are no wider for scores beyond this, in centipawns.
const ASPIRATION_MAX_SCORE: i32 = 2000;
/// Depth to which a single legal move is searched when a clock runs.
const SINGLE_MOVE_DEPTH: u32 = 6;
/// A search reports its current root move only after this time.
const CURRMOVE_DELAY: Duration = Duration::from_secs(1);

impl<E: Evaluator, O: MoveOrdering, W: SearchObserver> Worker<'_, E, O, W> {
    /// Iterative deepening: searches to depth 1, 2, 3 … until a limit or a signal. The result is in
    /// `root`.
    pub(super) fn iterative_deepening(&mut self) {
        let max_depth = self.shared.limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1);
        let mut time_scaling = TimeScaling::default();
        for depth in 1..=max_depth {
            self.root_depth = depth as i32;
            self.root.begin_iteration();
            self.observe(0, SearchEvent::Iteration(depth));
            if let Err(Aborted) = self.search_pv_lines(depth as i32) {
                self.root.discard_iteration();
                self.return_to_root();
                self.evaluate_first_move();
                self.report_unfinished_lines();
                return;
            }
            self.completed_depth = depth;
            if self.index == 0 {
                self.publish_counters();
                for pv_index in 0..self.line_count() {
                    self.report(pv_index);
                }
            }
            // After the reports, so that a caller who uses this result has them all.
            self.publish_result();
            if self.index > 0 {
                if self.shared.stop_requested() {
                    return;
                }
                continue;
            }
            let best = &self.root.moves[0];
            time_scaling.update(best.mv, best.line.score, &self.shared.params);
            if self.should_stop_deepening(&time_scaling) {
                return;
            }
        }
    }

    /// The number of MultiPV lines.
    fn line_count(&self) -> usize {
        self.shared.multi_pv.min(self.root.moves.len())
    }

    /// One iteration: every MultiPV line, each without the first moves of the lines before.
    fn search_pv_lines(&mut self, depth: i32) -> Abortable<()> {
        for pv_index in 0..self.line_count() {
            self.root.pv_index = pv_index;
            let outcome = self.aspiration_search(depth);
            self.root.sort();
            outcome?;
            self.root.sort_finished(pv_index + 1);
        }
        self.root.pv_index = 0;
        Ok(())
    }

    /// Aspiration window: searches the root with a window around the mean of its scores, widened
    /// after each failure. (After Stockfish.)
    fn aspiration_search(&mut self, depth: i32) -> Abortable<()> {
        let p = &self.shared.params;
        let average_score = self.root.moves[self.root.pv_index].average_score;
        let mut width = p.aspiration_width();
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        if let Some(centre) = average_score.filter(|_| depth >= p.aspiration_min_depth()) {
            let score = centre.raw().abs().min(ASPIRATION_MAX_SCORE);
            width += score * score / p.aspiration_score_divisor();
            alpha = self.window_alpha(centre, width);
            beta = self.window_beta(centre, width);
        }
        let mut reduction = 0;
        loop {
            self.return_to_root();
            self.seldepth = 0;
            let position = &self.shared.game.position;
            let search_depth = (depth - reduction).max(1);
            let score = self.search::<true>(position, (alpha, beta), search_depth, 0, false)?;
            self.root.sort();
            if score <= alpha && alpha > -Score::INFINITE {
                self.report_bound();
                beta = Score::new((alpha.raw() + beta.raw()) / 2);
                alpha = self.window_alpha(score, width);
                reduction = 0;
            } else if score >= beta && beta < Score::INFINITE {
                self.report_bound();
                beta = self.window_beta(score, width);
                reduction = (reduction + 1).min(p.aspiration_max_reduction());
            } else {
                return Ok(());
            }
            width += width * p.aspiration_growth() / 100 + 1;
        }
    }

    /// The lower bound of an aspiration window; open where the window is wide or the bound
    /// decisive.
    fn window_alpha(&self, centre: Score, width: i32) -> Score {
        let alpha = (centre - width).max(-Score::INFINITE);
        let open = alpha < -Score::MAX_EVAL || width > self.shared.params.aspiration_max_width();
        if open { -Score::INFINITE } else { alpha }
    }

    /// The upper bound of an aspiration window, likewise.
    fn window_beta(&self, centre: Score, width: i32) -> Score {
        let beta = (centre + width).min(Score::INFINITE);
        let open = beta > Score::MAX_EVAL || width > self.shared.params.aspiration_max_width();
        if open { Score::INFINITE } else { beta }
    }

    /// Whether to stop after the completed iterations.
    fn should_stop_deepening(&self, time_scaling: &TimeScaling) -> bool {
        let shared = self.shared;
        let best = &self.root.moves[0];
        let nodes = if shared.counters.len() > 1 { shared.nodes() } else { self.nodes };
        if shared.stop_requested() || shared.limits.met_after_iteration(nodes, best.line.score) {
            return true;
        }
        let time_is_up = self.time_is_up(time_scaling);
        shared.stop_on_ponderhit.store(time_is_up, Ordering::Relaxed);
        time_is_up && !shared.limits.must_wait(&shared.signals)
    }

    /// Whether the clock, or a result that is certain, allows no further iteration.
    fn time_is_up(&self, time_scaling: &TimeScaling) -> bool {
        let shared = self.shared;
        let best = &self.root.moves[0];
        if shared.time_manager.uses_time_management() {
            let single_move =
                self.root.candidates().count() == 1 && self.completed_depth >= SINGLE_MOVE_DEPTH;
            // A mate is proven when the search went well beyond it.
            let mate = best.line.score.mate_moves().filter(|&moves| moves > 0);
            let proven = mate.is_some_and(|moves| self.completed_depth as i32 > 4 * moves + 2);
            if single_move || proven {
                return true;
            }
        }
        let node_share = best.nodes as f64 / self.nodes.max(1) as f64;
        let factor = time_scaling.factor(node_share, &shared.params);
        shared.time_manager.soft_limit_reached(factor)
    }

    /// Gives the first move the evaluation after it when the first iteration was aborted before any move had
    /// a score, so that there is one to report.
    fn evaluate_first_move(&mut self) {
        let Some(first) = self.root.moves.first() else { return };
        if self.index > 0 || first.known().is_known() {
            return;
        }
        let mut game = self.shared.game.clone();
        game.play(first.mv);
        let score = match game.termination() {
            Some(Termination::Checkmate(_)) => Score::mate_in(1),
            Some(_) => Score::DRAW,
            None => {
                let window = (-Score::INFINITE, Score::INFINITE);
                let mut child = NodeState::new(&game.position, window, 0, 1, false);
                self.corrected_evaluation(&mut child);
                -child.static_eval
            }
        };
        self.root.moves[0].update((score, Bound::Exact), (1, 1), &[]);
    }

    /// Reports a failed window of a long search.
    fn report_bound(&mut self) {
        let shared = self.shared;
        if self.index == 0
            && shared.multi_pv == 1
            && shared.time_manager.elapsed() >= BOUND_REPORT_DELAY
        {
            self.publish_counters();
            self.report(0);
        }
    }

    /// Reports the MultiPV lines of an aborted iteration in their present order: a line that has
    /// overtaken another stands twice among those reported before, and the other is missing.
    fn report_unfinished_lines(&mut self) {
        if self.index > 0 || self.shared.multi_pv == 1 {
            return;
        }
        self.publish_counters();
        for pv_index in 0..self.line_count() {
            if self.root.moves[pv_index].known().is_known() {
                self.report(pv_index);
            }
        }
    }

    fn report(&mut self, pv_index: usize) {
        let Some(reporter) = &mut self.reporter else { return };
        let root_move = &self.root.moves[pv_index];
        let (line, (score, bound)) = (root_move.known(), root_move.reported_score());
        let mut report = Report {
            depth: line.depth,
            seldepth: line.seldepth,
            multi_pv: pv_index + 1,
            score,
            bound,
            pv: root_move.known_pv(),
            ..Report::default()
        };
        self.shared.count(&mut report);
        reporter.report(&report);
    }

    /// Records the result of a root move. One that did not raise alpha is only known to be worse.
    pub(super) fn update_root_move(
        &mut self,
        node: &NodeState<'_>,
        mv: Move,
        score: Score,
        nodes: u64,
    ) {
        let depths = (self.root_depth as u32, self.seldepth);
        let bound = if score >= node.beta {
            Bound::Lower
        } else if score > node.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let Some(root_move) = self.root.find(mv) else { return };
        root_move.nodes += nodes;
        if node.move_count == 1 || bound != Bound::Upper {
            root_move.update((score, bound), depths, self.data.pv.pv(1));
        } else {
            root_move.line.forget();
        }
    }

    /// Reports the current root move of a long search.
    pub(super) fn report_current_move(&mut self, node: &NodeState<'_>, mv: Move) {
        if node.ply > 0 {
            return;
        }
        let Some(reporter) = &mut self.reporter else { return };
        if self.shared.time_manager.elapsed() >= CURRMOVE_DELAY {
            let number = node.move_count + self.root.pv_index;
            reporter.current_move(self.root_depth as u32, mv, number);
        }
    }
}
