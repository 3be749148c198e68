//! MTD(f): iterative deepening in which every iteration closes in on its score with zero windows
//! alone, each at the score that the one before returned. (A. Plaat, "Best-first fixed-depth
//! minimax algorithms", 1996.)

use crate::alpha_beta::{Aborted, AlphaBeta, time_limits};
use crate::interface::{
    Bound, Game, Limits, Options, OptionsError, Report, Reporter, SearchResult, Searcher,
};
use crate::signals::Signals;
use crate::tt::TranspositionTable;
use board::{Move, Position};
use eval::{Evaluator, MAX_PLY, Score};
use movegen::{is_legal, legal_moves};
use ordering::{
    MoveOrdering, NodeView, OrderedMove, OrderingStatistics, TunableParam, ordered_moves,
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
        let _ = tt.resize(hash_mib) || tt.resize(1);
        Self { evaluator, ordering: O::default(), tt, move_overhead }
    }
}

impl<E: Evaluator + Default, O: MoveOrdering> Default for MtdF<E, O> {
    fn default() -> Self {
        Self::with_evaluator(E::default())
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
        let start = limits.start_time.unwrap_or_else(Instant::now);
        let side = game.position.side_to_move();
        let time = time_limits(limits, side, self.move_overhead);
        self.ordering.reset_statistics();
        self.ordering.new_search();
        let mut history = game.history.clone();
        history.reserve(MAX_PLY + 1);
        let mut search = AlphaBeta {
            evaluator: &mut self.evaluator,
            ordering: &mut self.ordering,
            tt: &mut self.tt,
            reporter,
            limits,
            signals,
            start,
            hard_limit: time.map(|(_, hard)| hard),
            root_moves: root_moves(&game.position, limits),
            best_root_move: None,
            history,
            path: Vec::with_capacity(MAX_PLY + 1),
            nodes: 0,
            seldepth: 0,
        };
        let result = search.iterative_deepening(game, time.map(|(soft, _)| soft));
        if limits.infinite || limits.ponder {
            signals.wait_for_stop(!limits.infinite);
        }
        result
    }

    fn set_options(&mut self, options: &Options) -> Result<(), OptionsError> {
        self.move_overhead = options.move_overhead;
        let wanted_mib = options.hash_mib;
        if self.tt.resize(wanted_mib) {
            Ok(())
        } else {
            Err(OptionsError::Hash { wanted_mib, kept_mib: self.tt.mib() })
        }
    }

    fn new_game(&mut self) {
        self.clear_tt();
        self.evaluator.reset();
        self.ordering.clear();
    }

    fn clear_tt(&mut self) {
        self.tt.clear();
    }

    fn evaluate(&mut self, position: &Position) -> Score {
        self.evaluator.evaluate(position, 0)
    }

    fn order(&self, position: &Position) -> Vec<OrderedMove> {
        let tt_move = self.tt.probe(position.key(), 0).and_then(|entry| entry.mv);
        ordered_moves(&self.ordering, &NodeView { tt_move, ..NodeView::root(position) })
    }

    fn statistics(&self) -> Option<OrderingStatistics> {
        self.ordering.statistics()
    }

    fn parameters(&self) -> Vec<(TunableParam, i32)> {
        self.ordering.parameters()
    }

    fn set_parameter(&mut self, name: &str, value: i32) -> bool {
        self.ordering.set_parameter(name, value)
    }
}

/// The legal moves among `search_moves`, or else all legal moves.
fn root_moves(position: &Position, limits: &Limits) -> Vec<Move> {
    let legal = legal_moves(position);
    let asked: Vec<Move> =
        legal.iter().copied().filter(|mv| limits.search_moves.contains(mv)).collect();
    if asked.is_empty() { legal.iter().copied().collect() } else { asked }
}

impl<E: Evaluator, O: MoveOrdering> AlphaBeta<'_, E, O> {
    /// Searches to depth 1, 2, 3 … until a limit or a signal, and reports every iteration.
    fn iterative_deepening(&mut self, game: &Game, soft_limit: Option<Duration>) -> SearchResult {
        let position = &game.position;
        // Until the first iteration is complete.
        let mut result = SearchResult {
            best: self.root_moves.first().copied(),
            ponder: None,
            score: match (self.root_moves.is_empty(), position.in_check()) {
                (true, true) => Score::mated_in(0),
                (true, false) => Score::DRAW,
                (false, _) => self.evaluator.evaluate(position, 0),
            },
            bound: Bound::Exact,
            depth: 0,
            nodes: 0,
            pv: self.root_moves.first().copied().into_iter().collect(),
        };
        let max_depth = match result.best {
            Some(_) => self.limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1),
            None => 0,
        };
        // Scores of odd and even depths differ, so the score of two iterations ago is the guess.
        let mut guesses = [result.score; 2];
        for depth in 1..=max_depth {
            let Ok(score) = self.mtdf(position, guesses[0], depth) else { break };
            guesses = [guesses[1], score];
            result.pv = self.pv(game, depth);
            (result.best, result.ponder) = (result.pv.first().copied(), result.pv.get(1).copied());
            (result.score, result.depth) = (score, depth);
            self.report(&result);
            // No deeper search finds a shorter mate, since nothing is pruned above the horizon.
            let mate_plies = (Score::MATE.raw() - score.raw().abs()) as u32;
            if score.is_mate() && mate_plies <= depth || self.should_stop(soft_limit) {
                break;
            }
        }
        result.nodes = self.nodes;
        if result.depth == 0 {
            self.report(&result);
        }
        result
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
        let mut game = game.clone();
        let mut pv = Vec::new();
        let mut next = self.best_root_move;
        while let Some(mv) = next.filter(|&mv| is_legal(&game.position, mv)) {
            pv.push(mv);
            game.play(mv);
            if game.is_over() || pv.len() >= depth as usize {
                break;
            }
            next = self.tt.probe(game.position.key(), pv.len()).and_then(|entry| entry.mv);
        }
        pv
    }

    fn report(&mut self, result: &SearchResult) {
        self.reporter.report(&Report {
            depth: result.depth.max(u32::from(!result.pv.is_empty())),
            seldepth: self.seldepth.max(result.pv.len() as u32),
            multi_pv: 1,
            score: result.score,
            bound: Bound::Exact,
            nodes: self.nodes,
            time: self.start.elapsed(),
            hashfull: self.tt.hashfull(),
            tb_hits: 0,
            pv: &result.pv,
        });
    }
}
