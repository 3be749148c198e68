//! The two things that can be said to a search while it thinks: stop, and "your move was played".

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

#[derive(Debug, Default)]
struct Inner {
    stop: AtomicBool,
    ponderhit: AtomicBool,
    gate: Mutex<()>,
    changed: Condvar,
}

/// A handle shared between a session and a search. Clones speak to the same search.
#[derive(Clone, Debug, Default)]
pub struct Signals(Arc<Inner>);

impl Signals {
    /// Signals at rest.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the search to end and answer.
    pub fn stop(&self) {
        self.raise(&self.0.stop);
    }

    /// Tells a pondering search that the expected move was played: from now on it minds its clock,
    /// on which the time spent pondering counts.
    pub fn ponderhit(&self) {
        self.raise(&self.0.ponderhit);
    }

    /// True once [`Signals::stop`] was called.
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.0.stop.load(Ordering::Relaxed)
    }

    /// True once [`Signals::ponderhit`] was called.
    #[must_use]
    pub fn ponder_was_hit(&self) -> bool {
        self.0.ponderhit.load(Ordering::Relaxed)
    }

    /// Takes both signals back. Call it before a search is asked for, never during one.
    pub fn reset(&self) {
        self.0.stop.store(false, Ordering::Relaxed);
        self.0.ponderhit.store(false, Ordering::Relaxed);
    }

    /// Sleeps until the stop signal, or until ponderhit where that is enough.
    pub fn wait_for_stop(&self, ponderhit_frees: bool) {
        let mut guard = self.0.gate.lock().unwrap_or_else(PoisonError::into_inner);
        while !(self.stopped() || ponderhit_frees && self.ponder_was_hit()) {
            guard = self.0.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn raise(&self, flag: &AtomicBool) {
        let _guard = self.0.gate.lock().unwrap_or_else(PoisonError::into_inner);
        flag.store(true, Ordering::Relaxed);
        self.0.changed.notify_all();
    }
}
