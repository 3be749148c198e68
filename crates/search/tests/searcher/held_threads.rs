//! Threads that get no processor time, by evaluators that wait: the answer does not wait for them.

use super::*;
use eval::Evaluator;
use searcher::NullReporter;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

/// After so long a search that waits for its threads is let go, and has failed.
const TOO_LONG: Duration = Duration::from_secs(20);

/// Holds the threads that come to it until it is opened.
#[derive(Default)]
struct Gate {
    /// Threads that are held.
    held: Mutex<usize>,
    changed: Condvar,
    is_open: AtomicBool,
    /// Whether it was opened because of a search that did not end.
    timed_out: AtomicBool,
}

impl Gate {
    fn wait(&self) {
        let mut held = self.held.lock().unwrap();
        *held += 1;
        self.changed.notify_all();
        while !self.is_open.load(Ordering::SeqCst) {
            let (guard, outcome) = self.changed.wait_timeout(held, TOO_LONG).unwrap();
            held = guard;
            if outcome.timed_out() {
                self.timed_out.store(true, Ordering::SeqCst);
                self.is_open.store(true, Ordering::SeqCst);
            }
        }
        *held -= 1;
    }

    fn open(&self) {
        let _held = self.held.lock().unwrap();
        self.is_open.store(true, Ordering::SeqCst);
        self.changed.notify_all();
    }

    fn timed_out(&self) -> bool {
        self.timed_out.load(Ordering::SeqCst)
    }
}

/// Waits at the gate from some call on.
struct HeldEvaluator {
    inner: Classical,
    calls_before: usize,
    gate: Arc<Gate>,
}

impl Evaluator for HeldEvaluator {
    fn evaluate(&mut self, position: &Position, ply: usize) -> Score {
        match self.calls_before.checked_sub(1) {
            Some(left) => self.calls_before = left,
            None => self.gate.wait(),
        }
        self.inner.evaluate(position, ply)
    }

    fn reset(&mut self) {}
}

/// An engine whose threads are held after so many evaluations each.
fn engine(calls_before: &'static [usize], gate: &Arc<Gate>) -> Pvs<HeldEvaluator, Modern> {
    let (next, gate) = (AtomicUsize::new(0), Arc::clone(gate));
    let mut engine = Pvs::with_evaluator(move || HeldEvaluator {
        inner: Classical::default(),
        calls_before: calls_before[next.fetch_add(1, Ordering::SeqCst)],
        gate: Arc::clone(&gate),
    });
    engine.set_options(&Options { threads: calls_before.len(), ..Options::default() }).unwrap();
    engine
}

const NEVER: usize = usize::MAX;

/// The evaluations of a thread that has completed some iterations.
const LATE: usize = 2_000;

/// Searches until so many threads are held, then stops the search.
fn search_until_held(engine: &mut dyn Searcher, gate: &Gate, count: usize) -> SearchResult {
    let (signals, game) = (Signals::new(), Game::default());
    let limits = Limits::movetime(Duration::from_hours(1));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut held = gate.held.lock().unwrap();
            while *held < count {
                held = gate.changed.wait(held).unwrap();
            }
            signals.stop();
        });
        engine.search(&game, &limits, &signals, &mut NullReporter)
    })
}

#[test]
fn answer_does_not_wait_for_held_threads() {
    for calls_before in [&[NEVER, 0][..], &[NEVER, 0, LATE, 0]] {
        let gate = Arc::new(Gate::default());
        let mut engine = engine(calls_before, &gate);
        let (result, _) = run_search_with(&mut engine, &Game::default(), &Limits::depth(6));
        // The depth is that of the thread that wins the vote, which may be the third one.
        assert!(result.depth > 0 && !gate.timed_out(), "{calls_before:?}");
        gate.open();
    }
    // The main thread, after some iterations and before any, with and without helpers.
    for (calls_before, count) in [
        (&[LATE][..], 1),
        (&[LATE, NEVER], 1),
        (&[LATE, LATE, LATE], 3),
        (&[0], 1),
        (&[0, NEVER], 1),
        (&[0, 0, 0], 3),
    ] {
        let gate = Arc::new(Gate::default());
        let mut engine = engine(calls_before, &gate);
        let result = search_until_held(&mut engine, &gate, count);
        assert!(!gate.timed_out(), "{calls_before:?}");
        assert!(result.best.is_some() && (calls_before[0] < LATE || result.depth > 0));
        // Nor do options wait that need no held thread, as between moves of limited strength.
        let options = Options { threads: calls_before.len(), multi_pv: 2, ..Options::default() };
        engine.set_options(&options).unwrap();
        assert!(!gate.timed_out(), "options after {calls_before:?}");
        gate.open();
        let (result, _) = run_search_with(&mut engine, &Game::default(), &Limits::depth(4));
        assert_eq!(result.depth, 4, "after {calls_before:?}");
    }
}

/// A limit that has passed gives the move at once, though the main thread never comes to look at it.
#[test]
fn passed_time_limit_does_not_wait_for_a_held_thread() {
    for calls_before in [&[0][..], &[0, 0], &[0, 0, 0, 0]] {
        let gate = Arc::new(Gate::default());
        let mut engine = engine(calls_before, &gate);
        let limits = Limits::movetime(Duration::from_millis(1));
        let (result, reporter) = run_search_with(&mut engine, &Game::default(), &limits);
        assert!(!gate.timed_out() && result.best.is_some(), "{calls_before:?}");
        assert_eq!(reporter.reports.last().map(|report| &report.pv), Some(&result.pv));
        gate.open();
    }
}

/// The next search uses the threads that are not held.
#[test]
fn next_search_does_not_wait_for_held_threads() {
    let gate = Arc::new(Gate::default());
    let mut engine = engine(&[LATE, NEVER], &gate);
    search_until_held(&mut engine, &gate, 1);
    let short = Limits::movetime(Duration::from_millis(20));
    let mut search = || engine.search(&Game::default(), &short, &Signals::new(), &mut NullReporter);
    // The other thread may not have ended the search before, or get no processor at first.
    while search().depth == 0 {}
    assert!(!gate.timed_out());
    gate.open();
}
