//! The state of a search, readable from other threads while it runs.

use crate::report::{Report, Reporter, SearchResult};
use crate::tt::Bound;
use board::Move;
use eval::Score;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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

/// A handle on a [`SearchStatus`] behind a lock. Clones share the same status.
#[derive(Clone, Debug, Default)]
pub struct SharedStatus(Arc<Mutex<SearchStatus>>);

impl SharedStatus {
    /// The present status.
    #[must_use]
    pub fn get(&self) -> SearchStatus {
        *self.lock()
    }

    /// Runs a search whose status this handle shows: `search` gets a reporter that passes everything
    /// on to `reporter`.
    pub fn track(
        &self,
        reporter: &mut dyn Reporter,
        search: impl FnOnce(&mut dyn Reporter) -> SearchResult,
    ) -> SearchResult {
        *self.lock() = SearchStatus { searching: true, ..SearchStatus::default() };
        let result = search(&mut StatusReporter { status: self, inner: reporter });
        *self.lock() = SearchStatus {
            best: result.best,
            score: Some(result.score),
            bound: Some(result.bound),
            depth: result.depth,
            searching: false,
        };
        result
    }

    /// The status is a plain value, consistent at every moment, so a poisoned lock is harmless.
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
        if report.multi_pv == 1 {
            let mut status = self.status.lock();
            status.best = report.pv.first().copied().or(status.best);
            status.score = Some(report.score);
            status.bound = Some(report.bound);
            status.depth = report.depth;
        }
        self.inner.report(report);
    }

    fn current_move(&mut self, depth: u32, mv: Move, number: usize) {
        self.inner.current_move(depth, mv, number);
    }

    fn info_string(&mut self, text: &str) {
        self.inner.info_string(text);
    }
}
