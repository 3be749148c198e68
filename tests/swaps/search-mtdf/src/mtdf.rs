//! MTD(f): iterative deepening in which every iteration closes in on its score with zero windows
//! alone, each at the score that the one before returned. (A. Plaat, "Best-first fixed-depth
//! minimax algorithms", 1996.)

use crate::alpha_beta::{Aborted, AlphaBeta};
use crate::tt::TranspositionTable;
use board::{Color, Move, Position};
use eval::{Evaluator, MAX_PLY, Score};
use game::Game;
use ordering::{MoveOrdering, NodeView, OrderedMove, ordered_moves};
use searcher::{
    Limits, Options, OptionsError, Report, Reporter, SearchEnd, SearchResult, Searcher, Signals,
    finish, legal_pv,
};
use std::time::{Duration, Instant};

/// The searcher: one thread, one line.
pub struct MtdF<E, O> {
    evaluator: E,
    ordering: O,
    tt: TranspositionTable,
    move_overhead: Duration,
}

impl<E: Evaluator, O: MoveOrdering> MtdF<E, O> {
    /// A searcher with the default options.
    #[must_use]
    pub fn with_evaluator(evaluator: E) -> Self {
        let Options { hash_mib, move_overhead, .. } = Options::default();
        let mut tt = TranspositionTable::default();
        // Without memory for the default size a table of 1 MiB must do.
        let _ = tt.resize(hash_mib).or_else(|_| tt.resize(1));
        Self { evaluator, ordering: O::default(), tt, move_overhead }
    }
}

impl<E: Evaluator + Send, O: MoveOrdering> Searcher for MtdF<E, O> {
    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signals: &Signals,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        let side = game.position.side_to_move();
        let time = time_limits(limits, side, self.move_overhead);
        self.ordering.new_search();
        let search = AlphaBeta {
            evaluator: &mut self.evaluator,
            ordering: &mut self.ordering,
            tt: &mut self.tt,
            limits,
            signals,
            start: limits.start_time.unwrap_or_else(Instant::now),
            hard_limit: time.map(|(_, hard)| hard),
            root_moves: limits.root_moves(&game.position),
            best_root_move: None,
            history: game.history.clone(),
            path: Vec::with_capacity(MAX_PLY + 1),
            nodes: 0,
            seldepth: 0,
        };
        finish(game, limits, signals, reporter, |reporter| {
            search.iterative_deepening(game, time.map(|(soft, _)| soft), reporter)
        })
    }

    fn set_options(&mut self, options: &Options) -> Result<(), OptionsError> {
        self.move_overhead = options.move_overhead;
        let resized = self.tt.resize(options.hash_mib);
        resized.map_err(|cause| OptionsError::Hash { cause, kept_mib: self.tt.mib() })
    }

    fn new_game(&mut self) {
        self.tt.clear();
        self.evaluator.reset();
        self.ordering.clear();
    }

    fn evaluate(&mut self, position: &Position) -> Score {
        self.evaluator.evaluate(position, 0)
    }

    fn order(&self, position: &Position) -> Vec<OrderedMove> {
        let tt_move = self.tt.probe(position.key()).and_then(|entry| entry.mv);
        ordered_moves(&self.ordering, &NodeView { tt_move, ..NodeView::root(position) })
    }
}

/// The soft and the hard limit of a search by the clock of `side`, or `None` without one. No
/// iteration begins after the soft limit.
fn time_limits(limits: &Limits, side: Color, overhead: Duration) -> Option<(Duration, Duration)> {
    if let Some(time) = limits.movetime {
        let time = time.saturating_sub(overhead.min(time / 4));
        return Some((time, time));
    }
    let remaining = limits.clock[side.index()]?;
    let usable = remaining.saturating_sub(overhead).max(remaining / 10);
    let moves = limits.moves_to_go.unwrap_or(30).clamp(1, 50);
    let share = (usable / (moves + 1) + limits.increment[side.index()] * 3 / 4).min(usable / 2);
    Some((share / 2, (share * 3).min(usable * 2 / 3)))
}

impl<E: Evaluator, O: MoveOrdering> AlphaBeta<'_, E, O> {
    /// Searches to depth 1, 2, 3 … until a limit or a signal, and reports every iteration.
    fn iterative_deepening(
        mut self,
        game: &Game,
        soft_limit: Option<Duration>,
        reporter: &mut dyn Reporter,
    ) -> SearchEnd {
        // Until the first iteration is complete.
        let score = self.evaluator.evaluate(&game.position, 0);
        let mut end = SearchEnd::default();
        end.line.score = score;
        // Scores of odd and even depths differ, so the score of two iterations ago is the guess.
        let mut guesses = [score; 2];
        for depth in 1..=self.limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1) {
            let Ok(score) = self.mtdf(&game.position, guesses[0], depth) else { break };
            guesses = [guesses[1], score];
            let pv = self.pv(game, depth);
            end.depth = depth;
            end.line = self.counted(Report { depth, multi_pv: 1, score, pv, ..Report::default() });
            reporter.report(&end.line);
            // No deeper search finds a shorter mate, since nothing is pruned above the horizon.
            let mate_plies = (Score::MATE.raw() - score.raw().abs()) as u32;
            if score.is_mate() && mate_plies <= depth
                || self.limits.met_after_iteration(self.nodes, score)
                || self.should_stop(soft_limit)
            {
                break;
            }
        }
        end.line = self.counted(end.line);
        end
    }

    /// A report with the present counts.
    fn counted(&self, report: Report) -> Report {
        let (nodes, seldepth, hashfull) = (self.nodes, self.seldepth, self.tt.hashfull());
        Report { nodes, seldepth, time: self.start.elapsed(), hashfull, ..report }
    }

    /// One iteration: bounds the score from both sides until the bounds meet.
    fn mtdf(&mut self, position: &Position, guess: Score, depth: u32) -> Result<Score, Aborted> {
        let (mut lower, mut upper) = (-Score::INFINITE, Score::INFINITE);
        let mut score = guess;
        while lower < upper {
            let beta = score.max(lower + 1);
            score = self.search(position, beta, depth, 0)?;
            if score < beta {
                upper = score;
            } else {
                lower = score;
            }
        }
        Ok(score)
    }

    /// The principal variation: the best root move, then the moves of the transposition table.
    fn pv(&self, game: &Game, depth: u32) -> Vec<Move> {
        let mut pv: Vec<Move> = self.best_root_move.into_iter().collect();
        let mut line = game.clone();
        while let Some(&mv) = pv.last()
            && pv.len() < depth as usize
            && legal_pv(&line, &[mv]).len() == 1
        {
            line.play(mv);
            let entry = self.tt.probe(line.position.key());
            let Some(next) = entry.and_then(|entry| entry.mv) else { break };
            pv.push(next);
        }
        legal_pv(game, &pv)
    }
}
