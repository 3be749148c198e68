//! Threads on which engines search, see [`searcher::Options::threads`].

use std::thread::{Builder, Scope, ScopedJoinHandle};

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
