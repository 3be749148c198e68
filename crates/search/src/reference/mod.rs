//! The reference search: minimax and alpha-beta without any pruning, to compare other searches
//! with, to measure move orderings by, and (as [`Minimax`] and [`AlphaBeta`]) to play against.
//!
//! [`minimax`] with depths 1 and N is the `findbest1` and `findbestN` of the article series CCE
//! (part 4). The first of equal moves is the best. Mates and stalemates are scored before anything
//! else, also at depth 0. The functions here know nothing of repetitions and the fifty-move rule.

mod search;

use crate::Aborted;
use crate::observer::SearchObserver;
use crate::params::SearchParams;
use crate::time_manager::{TimeManager, TimeScaling};
use board::{Move, Position};
use eval::{Evaluator, MAX_PLY, Score};
use game::Game;
use ordering::{
    MoveOrdering, MvvLva, NodeView, OrderedMove, OrderingStatistics, TunableParam, Unordered,
    ordered_moves,
};
use search::Search;
use searcher::{
    Limits, Options, OptionsError, Report, Reporter, SearchEnd, SearchResult, Searcher, Signals,
    finish,
};

/// The open window.
const FULL_WINDOW: (Score, Score) = (Score::new(-Score::INFINITE.raw()), Score::INFINITE);

/// How a position at depth 0 is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafEvaluation {
    /// By the evaluator.
    Static,
    /// By a search of captures and promotions without any pruning and without regard to checks, as in
    /// Rustic.
    Captures,
}

/// The result of a reference search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReferenceResult {
    /// Score from the side to move.
    pub score: Score,
    /// First of the best moves; `None` at depth 0 and when there is no move.
    pub best: Option<Move>,
    /// Moves made.
    pub nodes: u64,
}

/// Minimax: every move of every position to `depth` plies.
pub fn minimax(
    position: &Position,
    evaluator: &mut impl Evaluator,
    depth: u32,
    leaf: LeafEvaluation,
) -> ReferenceResult {
    let (limits, signals, mut ordering) = (Limits::default(), Signals::new(), MvvLva);
    let mut search =
        Search::new(evaluator, &mut ordering, &(), leaf, (&limits, &signals), position);
    match search.minimax(position, depth, 0) {
        Ok(score) => search.result(score),
        Err(Aborted) => unreachable!("there are no limits"),
    }
}

/// Alpha-beta with the same leaves, hence the same score. The order of moves decides how many nodes
/// it takes and which of equal moves is found. `None` when it takes more than `node_limit`.
pub fn alpha_beta(
    position: &Position,
    evaluator: &mut impl Evaluator,
    ordering: &mut impl MoveOrdering,
    depth: u32,
    leaf: LeafEvaluation,
    node_limit: u64,
) -> Option<ReferenceResult> {
    let (limits, signals) = (Limits::nodes(node_limit), Signals::new());
    let mut search = Search::new(evaluator, ordering, &(), leaf, (&limits, &signals), position);
    let score = search.alpha_beta(position, FULL_WINDOW, depth, 0).ok()?;
    Some(search.result(score))
}

/// A reference search as an engine: iterative deepening, limits, reports and the drawing rules.
/// Without `ALPHA_BETA` it searches every move.
pub struct ReferenceEngine<E, O, W, const ALPHA_BETA: bool> {
    evaluator: E,
    ordering: O,
    observer: W,
    options: Options,
}

/// Alpha-beta and quiescence, moves ordered by `O`: the engine of Rustic.
pub type AlphaBeta<E, O, W = ()> = ReferenceEngine<E, O, W, true>;

/// Minimax to the depth that the limits allow: the engine of CCE, part 4.
pub type Minimax<E> = ReferenceEngine<E, Unordered, (), false>;

impl<E, O, const ALPHA_BETA: bool> Default for ReferenceEngine<E, O, (), ALPHA_BETA>
where
    E: Evaluator + Default,
    O: MoveOrdering,
{
    fn default() -> Self {
        Self::observed(E::default())
    }
}

impl<E, O, W, const ALPHA_BETA: bool> ReferenceEngine<E, O, W, ALPHA_BETA>
where
    E: Evaluator,
    O: MoveOrdering,
    W: SearchObserver,
{
    /// An engine with the default options and an observer of the picked moves and the cutoffs.
    #[must_use]
    pub fn observed(evaluator: E) -> Self {
        let (ordering, observer) = (O::default(), W::default());
        Self { evaluator, ordering, observer, options: Options::default() }
    }

    /// Iterative deepening around a search of fixed depth.
    fn iterative_deepening(
        &mut self,
        game: &Game,
        limits: &Limits,
        signals: &Signals,
        reporter: &mut dyn Reporter,
    ) -> SearchEnd {
        // A panic in an earlier search may have left the state of the evaluator inconsistent.
        self.evaluator.reset();
        let params = SearchParams::default();
        let overhead = self.options.move_overhead;
        let time_manager = TimeManager::new(limits, &game.position, overhead, &params);
        let leaf = if ALPHA_BETA { LeafEvaluation::Captures } else { LeafEvaluation::Static };
        let Self { evaluator, ordering, observer, .. } = self;
        let limits_and_signals = (limits, signals);
        let mut search =
            Search::new(evaluator, ordering, observer, leaf, limits_and_signals, &game.position);
        search.time_manager = Some(time_manager);
        let mut end = SearchEnd::default();
        let mut time_scaling = TimeScaling::default();
        let max_depth = limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1);
        for depth in 1..=max_depth {
            search.history = Some(game.history.clone());
            search.played_moves.clear();
            let score = if ALPHA_BETA {
                search.alpha_beta(&game.position, FULL_WINDOW, depth, 0)
            } else {
                search.minimax(&game.position, depth, 0)
            };
            let Ok(score) = score else { break };
            end.depth = depth;
            end.line = Report {
                depth,
                seldepth: search.seldepth,
                multi_pv: 1,
                score,
                nodes: search.nodes,
                time: time_manager.elapsed(),
                pv: search.pv.pv(0).to_vec(),
                ..Report::default()
            };
            reporter.report(&end.line);
            if let Some(&mv) = end.line.pv.first() {
                time_scaling.update(mv, score, &params);
            }
            // Without a transposition table each iteration takes several times as long as the one
            // before, so none is started late.
            let factor = time_scaling.factor(0.8, &params) * 0.5;
            search.time_is_up = time_manager.soft_limit_reached(factor);
            if signals.stopped()
                || limits.met_after_iteration(search.nodes, score)
                || search.time_is_up && !limits.must_wait(signals)
            {
                break;
            }
        }
        let (nodes, seldepth, time) = (search.nodes, search.seldepth, time_manager.elapsed());
        end.line = Report { nodes, seldepth, time, ..end.line };
        end
    }
}

impl<E, O, W, const ALPHA_BETA: bool> Searcher for ReferenceEngine<E, O, W, ALPHA_BETA>
where
    E: Evaluator + Send,
    O: MoveOrdering,
    W: SearchObserver,
{
    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signals: &Signals,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        self.observer.reset_statistics();
        self.ordering.new_search();
        finish(game, limits, signals, reporter, |reporter| {
            self.iterative_deepening(game, limits, signals, reporter)
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
        self.observer.statistics()
    }

    fn parameters(&self) -> Vec<(TunableParam, i32)> {
        self.ordering.parameters()
    }

    fn set_parameter(&mut self, name: &str, value: i32) -> bool {
        self.ordering.set_parameter(name, value)
    }
}
