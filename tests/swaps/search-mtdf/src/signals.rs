//! What a running search shares with other threads: the signals it listens to, and its status.

use crate::interface::{Bound, Report, Reporter, SearchResult};
use board::Move;
use eval::Score;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The state of the two signals.
#[derive(Clone, Copy, Debug, Default)]
struct Flags {
    stop: bool,
    ponderhit: bool,
}

/// The signals `stop` and `ponderhit`. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Signals(Arc<(Mutex<Flags>, Condvar)>);

impl Signals {
    /// Signals that are not set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Tells the search to stop and return its result.
    pub fn stop(&self) {
        self.flags().stop = true;
        self.0.1.notify_all();
    }

    /// Tells a pondering search that the expected move was played: from now on its clock counts.
    pub fn ponderhit(&self) {
        self.flags().ponderhit = true;
        self.0.1.notify_all();
    }

    /// True once [`Signals::stop`] was called.
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.flags().stop
    }

    /// True once [`Signals::ponderhit`] was called.
    #[must_use]
    pub fn ponder_was_hit(&self) -> bool {
        self.flags().ponderhit
    }

    /// Blocks until the stop signal or, with `or_ponderhit`, until either signal.
    pub fn wait_for_stop(&self, or_ponderhit: bool) {
        let waits = |flags: &mut Flags| !(flags.stop || or_ponderhit && flags.ponderhit);
        let _flags = self.0.1.wait_while(self.flags(), waits);
    }

    /// The flags are plain values, so a poisoned lock is harmless.
    fn flags(&self) -> MutexGuard<'_, Flags> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What can be read of a search at any moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SearchStatus {
    /// Best move so far.
    pub best: Option<Move>,
    /// Its score, from the side to move.
    pub score: Option<Score>,
    /// Whether that is exact.
    pub bound: Option<Bound>,
    /// The iteration it was found in.
    pub depth: u32,
    /// Whether the search is running.
    pub searching: bool,
}

/// A handle on a [`SearchStatus`]. Clones share the same status.
#[derive(Clone, Debug, Default)]
pub struct SharedStatus(Arc<Mutex<SearchStatus>>);

impl SharedStatus {
    /// The present status.
    #[must_use]
    pub fn get(&self) -> SearchStatus {
        *self.lock()
    }

    /// Runs a search whose status this handle shows: `search` gets a reporter that passes
    /// everything on to `reporter`.
    pub fn track(
        &self,
        reporter: &mut dyn Reporter,
        search: impl FnOnce(&mut dyn Reporter) -> SearchResult,
    ) -> SearchResult {
        *self.lock() = SearchStatus { searching: true, ..SearchStatus::default() };
        let result = search(&mut StatusReporter { status: self, inner: reporter });
        self.lock().searching = false;
        result
    }

    fn lock(&self) -> MutexGuard<'_, SearchStatus> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Updates the status from reports and passes them on.
struct StatusReporter<'a> {
    status: &'a SharedStatus,
    inner: &'a mut dyn Reporter,
}

impl Reporter for StatusReporter<'_> {
    fn report(&mut self, report: &Report<'_>) {
        *self.status.lock() = SearchStatus {
            best: report.pv.first().copied(),
            score: Some(report.score),
            bound: Some(report.bound),
            depth: report.depth,
            searching: true,
        };
        self.inner.report(report);
    }

    fn current_move(&mut self, depth: u32, mv: Move, number: usize) {
        self.inner.current_move(depth, mv, number);
    }

    fn info_string(&mut self, text: &str) {
        self.inner.info_string(text);
    }
}
