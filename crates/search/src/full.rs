//! The full search as a [`Searcher`]: hash table, threads, and the answer at the end.

use crate::clock::Clock;
use crate::game::Game;
use crate::hash::{Bound, TranspositionTable};
use crate::limits::Limits;
use crate::params::Parameters;
use crate::pv::legal_pv;
use crate::report::{Report, Reporter, SearchResult};
use crate::searcher::{Options, OptionsError, Searcher};
use crate::signals::Signals;
use crate::tablebase::Tablebase;
use crate::threads::{Found, SharedState, run};
use crate::worker::ThreadData;
use board::{Move, Position};
use eval::{Evaluator, Score};
use movegen::{has_legal_move, is_legal, legal_moves};
use ordering::{MoveOrdering, NodeView, OrderedMove, OrderingStatistics, ordered_moves};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Iterative deepening principal variation search with everything that makes it strong.
pub struct Pvs<E, O> {
    options: Options,
    parameters: Parameters,
    table: TranspositionTable,
    threads: Vec<ThreadData<E, O>>,
    evaluator: Box<dyn Fn() -> E + Send>,
    tablebase: Option<Arc<dyn Tablebase>>,
}

impl<E: Evaluator + Default + Send + 'static, O: MoveOrdering> Default for Pvs<E, O> {
    fn default() -> Self {
        Self::new()
    }
}

impl<E: Evaluator + Default + Send + 'static, O: MoveOrdering> Pvs<E, O> {
    /// A search with the default options and evaluator.
    #[must_use]
    pub fn new() -> Self {
        Self::with_evaluator(E::default)
    }
}

impl<E: Evaluator + Send, O: MoveOrdering> Pvs<E, O> {
    /// A search with the default options, each thread of which has an evaluator made here.
    #[must_use]
    pub fn with_evaluator(evaluator: impl Fn() -> E + Send + 'static) -> Self {
        let options = Options::default();
        Self {
            table: small_table(options.hash_mib),
            options,
            parameters: Parameters::default(),
            threads: vec![ThreadData::new(evaluator())],
            evaluator: Box::new(evaluator),
            tablebase: None,
        }
    }

    /// The parameters it searches with.
    #[must_use]
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Searches with these parameters from now on.
    pub fn set_parameters(&mut self, parameters: Parameters) {
        self.parameters = parameters;
    }

    /// The hash table.
    #[must_use]
    pub fn table(&self) -> &TranspositionTable {
        &self.table
    }

    fn resize_table(&mut self, mib: usize) -> Result<(), OptionsError> {
        if self.table.mib() == mib {
            return Ok(());
        }
        let kept_mib = self.table.mib();
        self.table.resize(mib).map_err(|cause| OptionsError::Hash { cause, kept_mib })
    }

    fn run_search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signals: &Signals,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        self.table.grow_older();
        for data in &mut self.threads {
            data.ordering.reset_statistics();
            data.ordering.new_search();
        }
        let threads = self.threads.len();
        let tablebase = self.tablebase.as_deref();
        let known = tablebase
            .filter(|tables| game.position.occupied().count() <= tables.men())
            .and_then(|tables| tables.probe_root(&game.position));
        let shared = SharedState {
            clock: Clock::start(
                limits,
                &game.position,
                self.options.move_overhead,
                &self.parameters,
            ),
            game,
            limits,
            signals,
            table: &self.table,
            parameters: &self.parameters,
            tablebase,
            preferred: known.map(|root| root.moves).unwrap_or_default(),
            multi_pv: self.options.multi_pv.max(1),
            counters: (0..threads).map(|_| Default::default()).collect(),
            node_limit: limits.nodes.filter(|_| threads == 1).unwrap_or(u64::MAX),
            halt: AtomicBool::new(false),
        };
        let (found, faults) = run(&shared, &mut self.threads, reporter);
        for fault in faults {
            reporter.info_string(&fault);
        }
        let result = conclude(&shared, found, reporter);
        if limits.infinite || limits.ponder {
            signals.wait_for_stop(!limits.infinite);
        }
        result
    }
}

impl<E: Evaluator + Send, O: MoveOrdering> Searcher for Pvs<E, O> {
    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signals: &Signals,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        if !has_legal_move(&game.position) {
            return game_over(game, limits, signals, reporter);
        }
        self.run_search(game, limits, signals, reporter)
    }

    fn set_options(&mut self, options: &Options) -> Result<(), OptionsError> {
        self.options = options.clone();
        self.threads.resize_with(options.threads.max(1), || ThreadData::new((self.evaluator)()));
        let outcome = self.resize_table(options.hash_mib.max(1));
        self.options.hash_mib = self.table.mib();
        outcome
    }

    fn new_game(&mut self) {
        self.clear_tt();
        for data in &mut self.threads {
            data.clear();
        }
    }

    fn clear_tt(&mut self) {
        self.table.clear(self.threads.len());
    }

    fn evaluate(&mut self, position: &Position) -> Score {
        self.threads[0].evaluator.evaluate(position, 0)
    }

    fn order(&self, position: &Position) -> Vec<OrderedMove> {
        let hit = self.table.probe(position.key(), 0, position.halfmove_clock());
        let tt_move = hit.and_then(|hit| hit.mv);
        ordered_moves(&self.threads[0].ordering, &NodeView { tt_move, ..NodeView::root(position) })
    }

    fn statistics(&self) -> Option<OrderingStatistics> {
        let mut sum = self.threads[0].ordering.statistics()?;
        for data in &self.threads[1..] {
            sum += &data.ordering.statistics()?;
        }
        Some(sum)
    }

    fn set_tablebase(&mut self, tablebase: Option<Arc<dyn Tablebase>>) {
        self.tablebase = tablebase;
    }

    fn set_parameter(&mut self, name: &str, value: i32) -> bool {
        self.parameters.set(name, value)
    }
}

/// A table of this size, or the largest half, quarter … of it that is to be had.
fn small_table(mib: usize) -> TranspositionTable {
    let mut size = mib.max(1);
    loop {
        match TranspositionTable::new(size) {
            Ok(table) => return table,
            // Without one MiB to spare nothing else would work either.
            Err(error) if size == 1 => panic!("{error}"),
            Err(_) => size /= 2,
        }
    }
}

/// The answer where there is no move. Infinite searches wait here too.
pub(crate) fn game_over(
    game: &Game,
    limits: &Limits,
    signals: &Signals,
    reporter: &mut dyn Reporter,
) -> SearchResult {
    let score = if game.position.in_check() { Score::mated_in(0) } else { Score::DRAW };
    reporter.report(&Report {
        depth: 0,
        seldepth: 0,
        multi_pv: 1,
        score,
        bound: Bound::Exact,
        nodes: 0,
        time: std::time::Duration::ZERO,
        hashfull: 0,
        tb_hits: 0,
        pv: &[],
    });
    if limits.infinite || limits.ponder {
        signals.wait_for_stop(!limits.infinite);
    }
    SearchResult { best: None, ponder: None, score, depth: 0, nodes: 0, pv: Vec::new() }
}

/// Makes the answer out of what was found, and reports its line if the last report was of another.
fn conclude(
    shared: &SharedState<'_>,
    found: Option<Found>,
    reporter: &mut dyn Reporter,
) -> SearchResult {
    let game = shared.game;
    let (line, score, depth, seldepth, reported) = match found {
        Some(found) => {
            let line = legal_pv(game, &found.best.pv);
            let known = Some(found.best.known_score());
            let score = known.filter(|&score| score > -Score::INFINITE).unwrap_or(Score::DRAW);
            (line, score, found.depth, found.best.seldepth, found.reported)
        }
        None => {
            let any = legal_moves(&game.position).first().copied();
            (any.into_iter().collect(), Score::DRAW, 0, 0, Vec::new())
        }
    };
    if reported != line {
        reporter.report(&Report {
            depth: depth.max(1),
            seldepth: seldepth.max(1),
            multi_pv: 1,
            score,
            bound: Bound::Exact,
            nodes: shared.nodes(),
            time: shared.elapsed(),
            hashfull: shared.table.hashfull(),
            tb_hits: shared.tb_hits(),
            pv: &line,
        });
    }
    SearchResult {
        best: line.first().copied(),
        ponder: line.get(1).copied().or_else(|| expected_reply(shared, &line)),
        score,
        depth,
        nodes: shared.nodes(),
        pv: line,
    }
}

/// The hash table's idea of the reply to a line of one move.
fn expected_reply(shared: &SharedState<'_>, line: &[Move]) -> Option<Move> {
    let &[mv] = line else { return None };
    let mut game = shared.game.clone();
    game.play(mv);
    if game.is_over() {
        return None;
    }
    let reply = shared.table.probe(game.position.key(), 0, 0)?.mv?;
    is_legal(&game.position, reply).then_some(reply)
}
