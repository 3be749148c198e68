//! The two signals that a running search listens to: `stop` and `ponderhit`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

#[derive(Debug, Default)]
struct Inner {
    stop: AtomicBool,
    ponderhit: AtomicBool,
    /// Whether a search waits for a signal.
    waiting: Mutex<bool>,
    changed: Condvar,
    waited_for: Condvar,
}

/// A handle shared between a session and a search. Clones share the same flags.
#[derive(Clone, Debug, Default)]
pub struct Signals(Arc<Inner>);

impl Signals {
    /// Signals that are not set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Tells the search to stop and return its result.
    pub fn stop(&self) {
        self.set_and_notify(&self.0.stop);
    }

    /// Tells a pondering search that the expected move was played: from now on its time
    /// management applies, and the time spent pondering counts.
    pub fn ponderhit(&self) {
        self.set_and_notify(&self.0.ponderhit);
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

    /// Clears both signals. Call it before a search, never during one.
    pub fn reset(&self) {
        self.0.stop.store(false, Ordering::Relaxed);
        self.0.ponderhit.store(false, Ordering::Relaxed);
    }

    /// Blocks until the stop signal or, with `or_ponderhit`, until either signal.
    pub fn wait_for_stop(&self, or_ponderhit: bool) {
        let mut waiting = self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        while !(self.stopped() || or_ponderhit && self.ponder_was_hit()) {
            *waiting = true;
            self.0.waited_for.notify_all();
            waiting = self.0.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        *waiting = false;
    }

    /// Blocks until a search waits in [`Signals::wait_for_stop`], after the last signal; false if it was
    /// told to stop instead. For tests that a search does not answer before its signal.
    #[must_use]
    pub fn is_waited_for(&self) -> bool {
        let mut waiting = self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        while !*waiting && !self.stopped() {
            waiting = self.0.waited_for.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        *waiting
    }

    fn set_and_notify(&self, flag: &AtomicBool) {
        let mut waiting = self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        flag.store(true, Ordering::Relaxed);
        *waiting = false;
        self.0.changed.notify_all();
        self.0.waited_for.notify_all();
    }
}
