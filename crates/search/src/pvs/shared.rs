//! What the threads of one search share.

use super::move_loop::LmrTable;
use super::root::RootMove;
use super::tablebase::{NodeProbe, RootProbe};
use crate::params::SearchParams;
use crate::time_manager::TimeManager;
use crate::tt::TranspositionTable;
use game::Game;
use searcher::{Limits, Report, Signals};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The counters of one thread, on a cache line of their own. Only their thread writes them, and
/// not at every node: readers see values of the recent past.
#[repr(align(64))]
#[derive(Default)]
pub(super) struct ThreadCounters {
    nodes: AtomicU64,
    tb_hits: AtomicU64,
}

impl ThreadCounters {
    pub(super) fn set(&self, nodes: u64, tb_hits: u64) {
        self.nodes.store(nodes, Ordering::Relaxed);
        self.tb_hits.store(tb_hits, Ordering::Relaxed);
    }
}

/// What one thread has found.
#[derive(Clone)]
pub(super) struct ThreadResult {
    pub best: RootMove,
    /// Last completed iteration.
    pub depth: u32,
}

/// One search as all its threads see it.
pub(super) struct SharedState {
    pub game: Game,
    pub limits: Limits,
    pub signals: Signals,
    pub tt: Arc<TranspositionTable>,
    pub params: SearchParams,
    pub lmr: Arc<LmrTable>,
    /// The ranks of the root moves, where a tablebase knows them.
    pub root_probe: Option<RootProbe>,
    /// The tablebase below the root, where it is probed.
    pub node_probe: Option<NodeProbe>,
    pub time_manager: TimeManager,
    pub multi_pv: usize,
    pub counters: Vec<ThreadCounters>,
    /// The result of each thread after its last completed iteration.
    pub results: Mutex<Vec<Option<ThreadResult>>>,
    /// Node limit of a single thread; `u64::MAX` with several, which compare the sum of their
    /// counters with the limit now and then instead.
    pub node_limit: u64,
    pub stop: AtomicBool,
    /// Whether a search that does not ponder would have ended with the last iteration.
    pub stop_on_ponderhit: AtomicBool,
}

impl SharedState {
    /// Whether the threads were told to stop.
    pub(super) fn stop_requested(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.signals.stopped()
    }

    /// Whether the search must stop now, by signal, node limit or time.
    pub(super) fn should_stop(&self) -> bool {
        self.stop_requested()
            || self.counters.len() > 1
                && self.limits.nodes.is_some_and(|limit| self.nodes() >= limit)
            || !self.pondering()
                && (self.stop_on_ponderhit.load(Ordering::Relaxed)
                    || self.time_manager.hard_limit_reached())
    }

    pub(super) fn pondering(&self) -> bool {
        self.limits.ponder && !self.signals.ponder_was_hit()
    }

    /// The results that the threads have published, by index.
    pub(super) fn published_results(&self) -> MutexGuard<'_, Vec<Option<ThreadResult>>> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the counts of a report to those of all threads.
    pub(super) fn count(&self, report: &mut Report) {
        report.nodes = self.nodes();
        report.time = self.time_manager.elapsed();
        report.hashfull = self.tt.hashfull();
        report.tb_hits = self.tb_hits();
    }

    /// Nodes of all threads, as far as published.
    pub(super) fn nodes(&self) -> u64 {
        self.counters.iter().map(|counters| counters.nodes.load(Ordering::Relaxed)).sum()
    }

    /// Tablebase hits of all threads, as far as published.
    fn tb_hits(&self) -> u64 {
        let root = self.root_probe.as_ref().map_or(0, |probe| probe.moves.len() as u64);
        let below: u64 =
            self.counters.iter().map(|counters| counters.tb_hits.load(Ordering::Relaxed)).sum();
        root + below
    }
}
