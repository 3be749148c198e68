//! The engine's search: principal variation search (PVS) with a transposition table, pruning,
//! extensions, reductions and threads.
//!
//! `node` is the main search of a node as a numbered list of steps; `pruning` and `move_loop` have its parts,
//! `quiescence` the search below depth 0. `iterative_deepening` calls it with growing depth in the
//! `worker` of each `thread`.

mod correction_history;
mod iterative_deepening;
mod move_loop;
mod node;
mod pruning;
mod quiescence;
mod root;
mod shared;
mod tablebase;
mod thread;
mod worker;

use crate::observer::SearchObserver;
use crate::params::SearchParams;
use crate::time_manager::TimeManager;
use crate::tt::{TranspositionTable, tt_key};
use board::Position;
use eval::{Evaluator, Score};
use game::Game;
use move_loop::LmrTable;
use ordering::{
    MoveOrdering, NodeView, OrderedMove, OrderingStatistics, TunableParam, ordered_moves,
};
use searcher::{
    Limits, Options, OptionsError, Reporter, SearchEnd, SearchResult, Searcher, Signals, Tablebase,
    finish,
};
use shared::SharedState;
use std::io;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tablebase::probe_for_search;
use thread::{Thread, best_result, run_threads};
use worker::WorkerData;

/// The nodes for which another thread is worth starting. Each thread publishes its count now and then only, so
/// that more of them would exceed a small limit.
const MIN_NODES_PER_THREAD: u64 = 20_000;

/// Memory that must be free before a thread is started, in bytes: its tables take about a quarter.
const THREAD_BYTES: usize = 16 << 20;

/// The engine's search as a [`Searcher`]: with the evaluator `E`, the move ordering `O` and the
/// observer `W`.
pub struct Pvs<E, O, W = ()> {
    options: Options,
    params: SearchParams,
    lmr: Arc<LmrTable>,
    tt: Arc<TranspositionTable>,
    threads: Vec<Thread<E, O, W>>,
    evaluator: Box<dyn Fn() -> E + Send>,
    tablebase: Option<Arc<dyn Tablebase>>,
}

impl<E: Evaluator + Default + Send + 'static, O: MoveOrdering> Default for Pvs<E, O> {
    fn default() -> Self {
        Self::with_evaluator(E::default)
    }
}

impl<E: Evaluator + Send + 'static, O: MoveOrdering> Pvs<E, O> {
    /// A search with the default options. Each thread calls `evaluator` for its own evaluator.
    #[must_use]
    pub fn with_evaluator(evaluator: impl Fn() -> E + Send + 'static) -> Self {
        Self::observed(evaluator)
    }
}

impl<E: Evaluator + Send + 'static, O: MoveOrdering, W: SearchObserver> Pvs<E, O, W> {
    /// The same with an observer in each thread.
    #[must_use]
    pub fn observed(evaluator: impl Fn() -> E + Send + 'static) -> Self {
        let options = Options::default();
        let params = SearchParams::default();
        Self {
            tt: Arc::new(new_tt(options.hash_mib)),
            options,
            lmr: Arc::new(LmrTable::new(&params)),
            params,
            threads: vec![Thread::new(WorkerData::new(evaluator()))],
            evaluator: Box::new(evaluator),
            tablebase: None,
        }
    }

    /// Reads the observer of the main thread.
    pub fn read_observer<T>(&self, read: impl FnOnce(&W) -> T) -> T {
        read(&self.threads[0].data().observer)
    }

    /// The transposition table.
    #[must_use]
    pub fn tt(&self) -> &TranspositionTable {
        &self.tt
    }

    fn resize_tt(&mut self, mib: usize) -> Result<(), OptionsError> {
        if self.tt.mib() == mib {
            return Ok(());
        }
        let kept_mib = self.tt.mib();
        self.tt_mut().resize(mib).map_err(|cause| OptionsError::Hash { cause, kept_mib })
    }

    /// Keeps or starts threads, so that there are `count`, or none for 0; on an error as many as before. They
    /// are started here and not in the first search, whose clock runs.
    fn resize_threads(&mut self, count: usize) -> Result<(), OptionsError> {
        self.threads.truncate(count.max(1));
        let kept = self.threads.len();
        self.start_threads(count).map_err(|error| {
            self.threads.truncate(kept);
            OptionsError::Threads { wanted: count, cause: error.to_string(), kept }
        })
    }

    fn start_threads(&mut self, count: usize) -> io::Result<()> {
        if count > 0 {
            self.threads[0].jobs()?;
        }
        if count <= self.threads.len() {
            // A thread that still ends a search is not waited for.
            return Ok(());
        }
        let parameters = self.threads[0].data().ordering.parameters();
        while self.threads.len() < count {
            // Where an allocation of a thread's tables fails, the process ends.
            let room = Vec::<u8>::new().try_reserve_exact(THREAD_BYTES);
            room.map_err(|_| io::Error::other("no memory for their tables"))?;
            let mut data = WorkerData::<E, O, W>::new((self.evaluator)());
            for (parameter, value) in &parameters {
                data.ordering.set_parameter(parameter.name, *value);
            }
            let mut thread = Thread::new(data);
            thread.jobs()?;
            self.threads.push(thread);
        }
        Ok(())
    }

    /// The transposition table for changes, once all threads have ended their last search.
    fn tt_mut(&mut self) -> &mut TranspositionTable {
        while Arc::get_mut(&mut self.tt).is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        Arc::get_mut(&mut self.tt).expect("nobody else can share the table again")
    }

    /// Searches on all threads a position that has legal moves.
    fn run_search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signals: &Signals,
        reporter: &mut dyn Reporter,
    ) -> SearchEnd {
        self.tt.new_search();
        let most = limits.nodes.map_or(u64::MAX, |nodes| nodes / MIN_NODES_PER_THREAD);
        let threads = usize::try_from(most).unwrap_or(usize::MAX).clamp(1, self.threads.len());
        // One that still ends an earlier search is not waited for.
        for unused in self.threads[threads..].iter().filter(|thread| thread.is_idle()) {
            unused.data().observer.reset_statistics();
        }
        let (root_probe, node_probe) =
            probe_for_search(self.tablebase.as_ref(), &self.options.tablebase, game);
        let overhead = self.options.move_overhead;
        let shared = Arc::new(SharedState {
            game: game.clone(),
            limits: limits.clone(),
            signals: signals.clone(),
            tt: Arc::clone(&self.tt),
            params: self.params.clone(),
            lmr: Arc::clone(&self.lmr),
            root_probe,
            node_probe,
            time_manager: TimeManager::new(limits, &game.position, overhead, &self.params),
            multi_pv: self.options.multi_pv.max(1),
            counters: (0..threads).map(|_| Default::default()).collect(),
            results: Mutex::new(vec![None; threads]),
            node_limit: limits.nodes.filter(|_| threads == 1).unwrap_or(u64::MAX),
            stop: AtomicBool::new(false),
            stop_on_ponderhit: AtomicBool::new(false),
        });
        if self.options.threads == 0 {
            self.threads[0].search_here(&shared, reporter);
        } else {
            run_threads(&shared, &mut self.threads[..threads], reporter);
        }
        let mut end = SearchEnd::default();
        if let Some(result) = best_result(&shared) {
            let line = result.best.known();
            if line.is_known() {
                (end.line.score, end.line.bound) = result.best.reported_score();
            }
            (end.line.depth, end.line.seldepth) = (line.depth, line.seldepth);
            end.line.pv = result.best.known_pv();
            end.depth = result.depth;
            let child = game.position.make(result.best.mv);
            end.ponder = self.tt.probe(tt_key(&child), 0, 0).and_then(|entry| entry.mv);
        }
        shared.count(&mut end.line);
        end
    }
}

impl<E: Evaluator + Send + 'static, O: MoveOrdering, W: SearchObserver> Searcher for Pvs<E, O, W> {
    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signals: &Signals,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        finish(game, limits, signals, reporter, |reporter| {
            self.run_search(game, limits, signals, reporter)
        })
    }

    fn set_options(&mut self, options: &Options) -> Result<(), OptionsError> {
        self.options = options.clone();
        let threads = self.resize_threads(options.threads);
        if let Err(OptionsError::Threads { kept, .. }) = threads {
            self.options.threads = kept;
        }
        let hash = self.resize_tt(options.hash_mib.max(1));
        self.options.hash_mib = self.tt.mib();
        threads.and(hash)
    }

    fn new_game(&mut self) {
        self.clear_tt();
        for thread in &self.threads {
            thread.data().clear();
        }
    }

    fn clear_tt(&mut self) {
        let threads = self.threads.len();
        self.tt_mut().clear(threads);
    }

    fn evaluate(&mut self, position: &Position) -> Score {
        self.threads[0].data().evaluator.evaluate(position, 0)
    }

    fn order(&self, position: &Position) -> Vec<OrderedMove> {
        let entry = self.tt.probe(tt_key(position), 0, position.halfmove_clock());
        let tt_move = entry.and_then(|entry| entry.mv);
        ordered_moves(
            &self.threads[0].data().ordering,
            &NodeView { tt_move, ..NodeView::root(position) },
        )
    }

    fn statistics(&self) -> Option<OrderingStatistics> {
        let mut sum = self.threads[0].data().observer.statistics()?;
        for thread in &self.threads[1..] {
            sum += &thread.data().observer.statistics()?;
        }
        Some(sum)
    }

    fn set_tablebase(&mut self, tablebase: Option<Arc<dyn Tablebase>>) {
        self.tablebase = tablebase;
    }

    fn parameters(&self) -> Vec<(TunableParam, i32)> {
        let mut parameters = self.params.values();
        parameters.extend(self.threads[0].data().ordering.parameters());
        parameters
    }

    fn set_parameter(&mut self, name: &str, value: i32) -> bool {
        if self.params.set(name, value) {
            self.lmr = Arc::new(LmrTable::new(&self.params));
            return true;
        }
        // Not `any`, which would stop after the first thread.
        self.threads
            .iter()
            .fold(false, |_, thread| thread.data().ordering.set_parameter(name, value))
    }
}

/// A table of this size, or of the largest half, quarter … of it that can be allocated.
fn new_tt(mib: usize) -> TranspositionTable {
    let mut size = mib.max(1);
    loop {
        match TranspositionTable::new(size) {
            Ok(tt) => return tt,
            // Without one MiB to spare nothing else would work either.
            Err(error) if size == 1 => panic!("{error}"),
            Err(_) => size /= 2,
        }
    }
}
