//! The limits of a search, and the two signals that it listens to while it runs: `stop` and `ponderhit`. How a
//! clock becomes time for a move is up to the search.

use board::{Move, Position};
use eval::Score;
use movegen::legal_moves;
use smallvec::SmallVec;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use web_time::{Duration, Instant};

/// The limits of one search. A missing limit has no influence; with none at all the search
/// runs as if `infinite` were set, except that it also ends at the greatest depth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Deepest iteration, in plies.
    pub depth: Option<u32>,
    /// Nodes after which the search stops at once. Exact with one thread; small limits use fewer threads.
    pub nodes: Option<u64>,
    /// Nodes after which no new iteration is begun.
    pub soft_nodes: Option<u64>,
    /// Stop when a mate in at most this many moves is proven.
    pub mate: Option<u32>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// When the clock started; `None` for the start of the search. Earlier work, such as the
    /// allocation of a large transposition table, counts as time used.
    pub start_time: Option<Instant>,
    /// Time left on both clocks, by [`board::Color::index`].
    pub clock: [Option<Duration>; 2],
    /// Time added after each move, by [`board::Color::index`].
    pub increment: [Duration; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Never answer before the stop signal.
    pub infinite: bool,
    /// Search on the opponent's time: never answer before the stop or ponderhit signal.
    pub ponder: bool,
    /// Consider these root moves only; empty means all. Illegal ones are ignored.
    pub search_moves: SmallVec<[Move; 8]>,
}

impl Limits {
    /// A search to a fixed depth.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A search of a fixed number of nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// A search of a fixed time.
    #[must_use]
    pub fn movetime(time: Duration) -> Self {
        Self { movetime: Some(time), ..Self::default() }
    }

    /// The legal moves of the root that are to be considered.
    #[must_use]
    pub fn root_moves(&self, position: &Position) -> Vec<Move> {
        let legal = legal_moves(position);
        let wanted = legal.iter().filter(|mv| self.search_moves.contains(mv));
        let wanted: Vec<Move> = wanted.copied().collect();
        if wanted.is_empty() { legal.iter().copied().collect() } else { wanted }
    }

    /// Whether the node limits or the mate limit are met after an iteration that has `score`.
    #[must_use]
    pub fn met_after_iteration(&self, nodes: u64, score: Score) -> bool {
        let mate = score.mate_moves().filter(|&moves| moves > 0);
        self.soft_nodes.is_some_and(|limit| nodes >= limit)
            || self.nodes.is_some_and(|limit| nodes >= limit)
            || self.mate.zip(mate).is_some_and(|(limit, moves)| moves as u32 <= limit)
    }

    /// Whether a search must go on, or wait, until a signal, whatever the clock says.
    #[must_use]
    pub fn must_wait(&self, signals: &Signals) -> bool {
        self.infinite || self.ponder && !signals.ponder_was_hit()
    }
}

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
    pub fn wait_for_waiter(&self) -> bool {
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
