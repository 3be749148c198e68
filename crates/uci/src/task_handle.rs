//! The session's handle on a task of the engine thread: its signals, whether it is done, and whether
//! it ends without a further command.

use searcher::{Limits, Signals};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Debug)]
struct Inner {
    signals: Signals,
    /// Ends only after `stop`.
    endless: bool,
    /// Ends only after `ponderhit` or `stop`.
    ponders: bool,
    done: AtomicBool,
}

/// A handle on one task. Clones refer to the same task.
#[derive(Clone, Debug)]
pub struct TaskHandle(Arc<Inner>);

impl TaskHandle {
    /// For a search with these limits.
    #[must_use]
    pub fn search(limits: &Limits) -> Self {
        let bounded = limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.movetime.is_some()
            || limits.clock.iter().any(Option::is_some);
        Self::new(limits.infinite || !bounded, limits.ponder)
    }

    /// For a task that ends by itself.
    #[must_use]
    pub fn bounded() -> Self {
        Self::new(false, false)
    }

    fn new(endless: bool, ponders: bool) -> Self {
        let done = AtomicBool::new(false);
        Self(Arc::new(Inner { signals: Signals::new(), endless, ponders, done }))
    }

    /// The signals that the task checks.
    #[must_use]
    pub fn signals(&self) -> &Signals {
        &self.0.signals
    }

    /// Tells the task to end.
    pub fn stop(&self) {
        self.0.signals.stop();
    }

    /// Whether it ends without a further command, or has been stopped.
    #[must_use]
    pub fn will_end(&self) -> bool {
        let signals = &self.0.signals;
        let waits = self.0.ponders && !signals.ponder_was_hit();
        signals.stopped() || !(self.0.endless || waits)
    }

    /// Whether it waits for `ponderhit`.
    #[must_use]
    pub fn ponders(&self) -> bool {
        self.0.ponders && !self.0.signals.ponder_was_hit()
    }

    /// Whether [`finish`](Self::finish) was called.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.0.done.load(Ordering::Acquire)
    }

    /// Marks the task as done. Called just before its answer is written, so that a client that has
    /// read the answer never finds the task unfinished.
    pub fn finish(&self) {
        self.0.done.store(true, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn will_end_only_with_a_bounding_limit() {
        let none = Limits::default();
        assert!(TaskHandle::search(&Limits::depth(3)).will_end());
        assert!(TaskHandle::search(&Limits::nodes(3)).will_end());
        assert!(TaskHandle::search(&Limits::movetime(Duration::ZERO)).will_end());
        assert!(!TaskHandle::search(&none).will_end());
        assert!(!TaskHandle::search(&Limits { mate: Some(2), ..none.clone() }).will_end());
        assert!(!TaskHandle::search(&Limits { infinite: true, ..Limits::depth(3) }).will_end());
        assert!(TaskHandle::bounded().will_end());
    }

    #[test]
    fn pondering_ends_after_ponderhit() {
        let handle = TaskHandle::search(&Limits { ponder: true, ..Limits::depth(3) });
        assert!(handle.ponders() && !handle.will_end());
        handle.signals().ponderhit();
        assert!(!handle.ponders() && handle.will_end());
        let unlimited = TaskHandle::search(&Limits { ponder: true, ..Limits::default() });
        unlimited.signals().ponderhit();
        assert!(!unlimited.will_end());
        unlimited.stop();
        assert!(unlimited.will_end());
    }
}
