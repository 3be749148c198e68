//! Threads on which engines search, see [`searcher::Options::threads`].

use anyhow::Result;
use bartizan::{pool, progress};
use searcher::Signals;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, Scope, ScopedJoinHandle};
use std::time::Duration;

/// How often a stop flag is checked while searches run.
pub const POLL: Duration = Duration::from_millis(20);

/// Starts a thread with the stack that a search needs.
///
/// # Panics
/// When the system refuses it, as [`Scope::spawn`] does.
pub fn spawn_search_thread<'scope, R: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> R + Send + 'scope,
) -> ScopedJoinHandle<'scope, R> {
    let builder = Builder::new().stack_size(searcher::STACK_SIZE);
    builder.spawn_scoped(scope, work).expect("the system starts a thread")
}

/// Does jobs with searches as [`pool::run`]. The signals are stopped soon after `stop` is set.
///
/// # Errors
/// Those of `work`.
pub fn run_searches<J: Sync, R: Send>(
    jobs: &[J],
    threads: usize,
    stop: &AtomicBool,
    work: impl Fn(&J, &Signals) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    let signals = Signals::new();
    let pass_on = || {
        if stop.load(Ordering::Relaxed) {
            signals.stop();
        }
    };
    progress::with_ticks(POLL, pass_on, || pool::run(jobs, threads, |job| work(job, &signals)))
}
