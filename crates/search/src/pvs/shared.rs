//! What the threads of one search share.

use super::lmr::LmrTable;
use crate::game::Game;
use crate::limits::Limits;
use crate::params::SearchParams;
use crate::signals::Signals;
use crate::tablebase::Tablebase;
use crate::time_manager::TimeManager;
use crate::tt::TranspositionTable;
use board::Move;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

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

/// One search as all its threads see it.
pub(super) struct SharedState<'a> {
    pub game: &'a Game,
    pub limits: &'a Limits,
    pub signals: &'a Signals,
    pub tt: &'a TranspositionTable,
    pub params: &'a SearchParams,
    pub lmr: &'a LmrTable,
    pub tablebase: Option<&'a dyn Tablebase>,
    /// Root moves that the tablebase recommends; empty when it has none.
    pub tablebase_moves: Vec<Move>,
    pub time_manager: TimeManager,
    pub multi_pv: usize,
    pub counters: Vec<ThreadCounters>,
    /// Node limit of a single thread; `u64::MAX` with several, which compare the sum of their
    /// counters with the limit now and then instead.
    pub node_limit: u64,
    pub stop: AtomicBool,
}

impl SharedState<'_> {
    /// Whether the threads were told to stop.
    pub(super) fn stop_requested(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.signals.stopped()
    }

    /// Whether the search must stop now, by signal, node limit or time.
    pub(super) fn should_stop(&self) -> bool {
        self.stop_requested()
            || self.counters.len() > 1
                && self.limits.nodes.is_some_and(|limit| self.nodes() >= limit)
            || !self.pondering() && self.time_manager.hard_limit_reached()
    }

    fn pondering(&self) -> bool {
        self.limits.ponder && !self.signals.ponder_was_hit()
    }

    /// Nodes of all threads, as far as published.
    pub(super) fn nodes(&self) -> u64 {
        self.counters.iter().map(|counters| counters.nodes.load(Ordering::Relaxed)).sum()
    }

    /// Tablebase hits of all threads, as far as published.
    pub(super) fn tb_hits(&self) -> u64 {
        self.counters.iter().map(|counters| counters.tb_hits.load(Ordering::Relaxed)).sum()
    }
}
