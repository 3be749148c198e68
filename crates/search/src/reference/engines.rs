//! The reference search as engines: iterative deepening, limits, reports and the drawing rules.

use super::LeafEvaluation;
use super::search::{ReferenceSearch, SearchLimiter};
use crate::abort::{Abortable, Aborted};
use crate::params::SearchParams;
use crate::time_manager::{TimeManager, TimeScaling};
use board::Position;
use eval::{Evaluator, MAX_PLY, Score};
use game::Game;
use movegen::legal_moves;
use ordering::{
    MoveOrdering, NodeView, OrderedMove, OrderingStatistics, TunableParam, Unordered, ordered_moves,
};
use searcher::Bound;
use searcher::Limits;
use searcher::Signals;
use searcher::{Options, OptionsError, Searcher};
use searcher::{Report, Reporter, SearchResult};
use searcher::{SearchEnd, finish};

/// Minimax to the depth that the limits allow: the engine of CCE, part 4.
#[derive(Default)]
pub struct Minimax<E> {
    evaluator: E,
    options: Options,
}

impl<E: Evaluator> Minimax<E> {
    /// An engine with the default options.
    #[must_use]
    pub fn with_evaluator(evaluator: E) -> Self {
        Self { evaluator, options: Options::default() }
    }
}

impl<E: Evaluator + Send> Searcher for Minimax<E> {
    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signals: &Signals,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        let args = SearchArgs { game, limits, signals, options: &self.options };
        let leaf = LeafEvaluation::Static;
        iterative_deepening(args, &mut self.evaluator, leaf, reporter, |search, depth| {
            search.minimax(&game.position, depth, 0)
        })
    }

    fn set_options(&mut self, options: &Options) -> Result<(), OptionsError> {
        self.options = options.clone();
        Ok(())
    }

    fn new_game(&mut self) {
        self.evaluator.reset();
    }

    fn evaluate(&mut self, position: &Position) -> Score {
        self.evaluator.evaluate(position, 0)
    }

    fn order(&self, position: &Position) -> Vec<OrderedMove> {
        ordered_moves(&Unordered, &NodeView::root(position))
    }
}

/// Alpha-beta and quiescence, moves ordered by `O`: the engine of Rustic.
pub struct AlphaBeta<E, O> {
    evaluator: E,
    ordering: O,
    options: Options,
}

impl<E: Evaluator + Default, O: MoveOrdering> Default for AlphaBeta<E, O> {
    fn default() -> Self {
        Self::with_evaluator(E::default())
    }
}

impl<E: Evaluator, O: MoveOrdering> AlphaBeta<E, O> {
    /// An engine with the default options and Rustic's quiescence.
    #[must_use]
    pub fn with_evaluator(evaluator: E) -> Self {
        Self { evaluator, ordering: O::default(), options: Options::default() }
    }
}

impl<E: Evaluator + Send, O: MoveOrdering> Searcher for AlphaBeta<E, O> {
    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signals: &Signals,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        self.ordering.reset_statistics();
        self.ordering.new_search();
        let ordering = &mut self.ordering;
        let args = SearchArgs { game, limits, signals, options: &self.options };
        let leaf = LeafEvaluation::Captures;
        iterative_deepening(args, &mut self.evaluator, leaf, reporter, |search, depth| {
            let full_window = (-Score::INFINITE, Score::INFINITE);
            search.alpha_beta(ordering, &game.position, full_window, depth, 0)
        })
    }

    fn set_options(&mut self, options: &Options) -> Result<(), OptionsError> {
        self.options = options.clone();
        Ok(())
    }

    fn new_game(&mut self) {
        self.evaluator.reset();
        self.ordering.clear();
    }

    fn evaluate(&mut self, position: &Position) -> Score {
        self.evaluator.evaluate(position, 0)
    }

    fn order(&self, position: &Position) -> Vec<OrderedMove> {
        ordered_moves(&self.ordering, &NodeView::root(position))
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

/// The arguments of a search.
#[derive(Clone, Copy)]
struct SearchArgs<'a> {
    game: &'a Game,
    limits: &'a Limits,
    signals: &'a Signals,
    options: &'a Options,
}

/// Nodes between two checks of time and signals; some evaluations are slow.
const NODES_PER_CHECK: u64 = 256;

/// Stops a search at its limits.
struct LimitWatcher<'a> {
    limits: &'a Limits,
    signals: &'a Signals,
    time_manager: TimeManager,
    /// Whether a search that does not ponder would have ended with the last iteration.
    stop_on_ponderhit: bool,
}

impl SearchLimiter for LimitWatcher<'_> {
    fn check(&mut self, nodes: u64) -> Abortable<()> {
        if self.limits.nodes.is_some_and(|limit| nodes >= limit) {
            return Err(Aborted);
        }
        if nodes % NODES_PER_CHECK != NODES_PER_CHECK - 1 {
            return Ok(());
        }
        let pondering = self.limits.ponder && !self.signals.ponder_was_hit();
        let time_is_up = self.stop_on_ponderhit || self.time_manager.hard_limit_reached();
        if !pondering && time_is_up || self.signals.stopped() { Err(Aborted) } else { Ok(()) }
    }
}

/// Iterative deepening around a search of fixed depth.
fn iterative_deepening<E: Evaluator>(
    args: SearchArgs<'_>,
    evaluator: &mut E,
    leaf: LeafEvaluation,
    reporter: &mut dyn Reporter,
    mut search_depth: impl FnMut(&mut ReferenceSearch<'_, E, LimitWatcher<'_>>, u32) -> Abortable,
) -> SearchResult {
    let SearchArgs { game, limits, signals, options } = args;
    finish(game, limits, signals, reporter, |reporter| {
        // A panic in an earlier search may have left the state of the evaluator inconsistent.
        evaluator.reset();
        let params = SearchParams::default();
        let overhead = options.move_overhead;
        let time_manager = TimeManager::new(limits, &game.position, overhead, &params);
        let watcher = LimitWatcher { limits, signals, time_manager, stop_on_ponderhit: false };
        let mut search = ReferenceSearch::new(evaluator, leaf, watcher);
        let legal = legal_moves(&game.position);
        search.root_moves =
            legal.iter().copied().filter(|mv| limits.search_moves.contains(mv)).collect();
        let pv = search.root_moves.first().copied().into_iter().collect();
        let mut end = SearchEnd { pv, ..SearchEnd::default() };
        let mut time_scaling = TimeScaling::default();
        let max_depth = limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1);
        for depth in 1..=max_depth {
            search.history = Some(game.history.clone());
            search.return_to_root();
            let Ok(score) = search_depth(&mut search, depth) else { break };
            (end.pv, end.score) = (search.pv.pv(0).to_vec(), score);
            (end.line_depth, end.depth) = (depth, depth);
            reporter.report(&Report {
                depth,
                seldepth: search.seldepth,
                multi_pv: 1,
                score,
                bound: Bound::Exact,
                nodes: search.nodes,
                time: time_manager.elapsed(),
                hashfull: 0,
                tb_hits: 0,
                pv: &end.pv,
            });
            if let Some(&mv) = end.pv.first() {
                time_scaling.update(mv, score, &params);
            }
            // Without a transposition table each iteration takes several times as long as the one
            // before, so none is started late.
            let factor = time_scaling.factor(0.8, &params) * 0.5;
            let time_is_up = time_manager.soft_limit_reached(factor);
            search.limiter.stop_on_ponderhit = time_is_up;
            if signals.stopped()
                || limits.met_after_iteration(search.nodes, score)
                || time_is_up && !limits.must_wait(signals)
            {
                break;
            }
        }
        end.nodes = search.nodes;
        end.seldepth = search.seldepth;
        end.time = time_manager.elapsed();
        end
    })
}
