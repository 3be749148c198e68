//! The plain searches as engines: iterative deepening around the oracle's minimax and alpha-beta,
//! with limits, reports and the drawing rules. No hash table, no extensions, no reductions.

use crate::clock::{Clock, Pace};
use crate::full::game_over;
use crate::game::Game;
use crate::hash::Bound;
use crate::limits::Limits;
use crate::params::Parameters;
use crate::pv::legal_pv;
use crate::reference::{Guard, LeafEvaluation, Plain};
use crate::report::{Report, Reporter, SearchResult};
use crate::searcher::{Options, OptionsError, Searcher};
use crate::signals::Signals;
use crate::worker::{Aborted, Outcome};
use board::{Move, Position};
use eval::{Evaluator, MAX_PLY, Score};
use movegen::{has_legal_move, legal_moves};
use ordering::{MoveOrdering, NodeView, OrderedMove, OrderingStatistics, Unordered, ordered_moves};

/// System B's engine: minimax to the depth that the limits allow.
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
        let task = Task { game, limits, signals, options: &self.options };
        deepen(task, &mut self.evaluator, LeafEvaluation::Static, reporter, |plain, depth| {
            plain.minimax(&game.position, depth, 0)
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

/// System A's engine: alpha-beta and quiescence, moves ordered by `O`.
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
    /// An engine with the default options and system A's quiescence.
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
        let task = Task { game, limits, signals, options: &self.options };
        deepen(task, &mut self.evaluator, LeafEvaluation::Captures, reporter, |plain, depth| {
            let full = (-Score::INFINITE, Score::INFINITE);
            plain.alpha_beta(ordering, &game.position, full, depth, 0)
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
}

/// What a plain engine was asked.
#[derive(Clone, Copy)]
struct Task<'a> {
    game: &'a Game,
    limits: &'a Limits,
    signals: &'a Signals,
    options: &'a Options,
}

/// Stops a plain search at its limits.
pub(crate) struct Watch<'a> {
    limits: &'a Limits,
    signals: &'a Signals,
    clock: Clock,
}

/// Nodes between two looks at the clock; evaluations with mobility counts are slow.
const POLL: u64 = 256;

impl Watch<'_> {
    fn pondering(&self) -> bool {
        self.limits.ponder && !self.signals.ponder_was_hit()
    }
}

impl Guard for Watch<'_> {
    fn pass(&mut self, nodes: u64) -> Outcome<()> {
        if self.limits.nodes.is_some_and(|limit| nodes >= limit) {
            return Err(Aborted);
        }
        if nodes % POLL != POLL - 1 {
            return Ok(());
        }
        let late = !self.pondering() && self.clock.out_of_time();
        if late || self.signals.stopped() { Err(Aborted) } else { Ok(()) }
    }
}

/// The best line of the last iteration that was finished.
struct Best {
    line: Vec<Move>,
    score: Score,
    depth: u32,
}

/// Iterative deepening around one search of fixed depth.
fn deepen<E: Evaluator>(
    task: Task<'_>,
    evaluator: &mut E,
    leaf: LeafEvaluation,
    reporter: &mut dyn Reporter,
    mut search: impl FnMut(&mut Plain<'_, E, Watch<'_>>, u32) -> Outcome,
) -> SearchResult {
    let Task { game, limits, signals, options } = task;
    if !has_legal_move(&game.position) {
        return game_over(game, limits, signals, reporter);
    }
    let parameters = Parameters::default();
    let clock = Clock::start(limits, &game.position, options.move_overhead, &parameters);
    let mut plain = Plain::new(evaluator, leaf, Watch { limits, signals, clock });
    let legal = legal_moves(&game.position);
    plain.root_moves =
        legal.iter().copied().filter(|mv| limits.search_moves.contains(mv)).collect();
    let any = plain.root_moves.first().or(legal.first()).copied();
    let mut best = Best { line: any.into_iter().collect(), score: Score::DRAW, depth: 0 };
    let mut pace = Pace::default();
    let deepest = limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1);
    for depth in 1..=deepest {
        plain.history = Some(game.history.clone());
        plain.forget_line();
        let Ok(score) = search(&mut plain, depth) else { break };
        best = Best { line: legal_pv(game, plain.pv.line(0)), score, depth };
        report(reporter, &plain, &best, clock);
        if let Some(&mv) = best.line.first() {
            pace.note(mv, score);
        }
        if is_enough(task, clock, &pace, &best, plain.nodes) {
            break;
        }
    }
    if best.depth == 0 {
        report(reporter, &plain, &best, clock);
    }
    if limits.infinite || limits.ponder {
        signals.wait_for_stop(!limits.infinite);
    }
    SearchResult {
        best: best.line.first().copied(),
        ponder: best.line.get(1).copied(),
        score: best.score,
        depth: best.depth,
        nodes: plain.nodes,
        pv: best.line,
    }
}

/// Whether another iteration is not wanted.
fn is_enough(task: Task<'_>, clock: Clock, pace: &Pace, best: &Best, nodes: u64) -> bool {
    let Task { limits, signals, .. } = task;
    let mate = best.score.mate_moves().filter(|&moves| moves > 0);
    let solved = limits.mate.zip(mate).is_some_and(|(wanted, found)| found as u32 <= wanted);
    let spent = [limits.soft_nodes, limits.nodes].into_iter().flatten().any(|limit| nodes >= limit);
    if solved || spent || signals.stopped() {
        return true;
    }
    let waits = limits.infinite || limits.ponder && !signals.ponder_was_hit();
    // Without a hash table each ply costs several times the one before: the next iteration is
    // not worth beginning in the last part of the time.
    !waits && clock.enough(pace.factor(0.8) * 0.5)
}

fn report<E: Evaluator>(
    reporter: &mut dyn Reporter,
    plain: &Plain<'_, E, Watch<'_>>,
    best: &Best,
    clock: Clock,
) {
    reporter.report(&Report {
        depth: best.depth.max(1),
        seldepth: plain.seldepth.max(1),
        multi_pv: 1,
        score: best.score,
        bound: Bound::Exact,
        nodes: plain.nodes,
        time: clock.elapsed(),
        hashfull: 0,
        tb_hits: 0,
        pv: &best.line,
    });
}
