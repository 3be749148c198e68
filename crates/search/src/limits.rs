//! What a search may spend. Not the clock management itself: that is `clock`.

use board::Move;
use smallvec::SmallVec;
use std::time::{Duration, Instant};

/// The limits of one search. A missing limit has no influence; with none at all the search
/// thinks as if `infinite` were set, except that it also ends at the greatest depth.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Deepest iteration, in plies.
    pub depth: Option<u32>,
    /// Nodes after which the search stops at once. Exact with one thread.
    pub nodes: Option<u64>,
    /// Nodes after which no new iteration is begun.
    pub soft_nodes: Option<u64>,
    /// Stop when a mate in at most this many moves is proven.
    pub mate: Option<u32>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// When the clock began to run; `None` when it begins with the search. What was done since
    /// then, such as making a large hash table, is time that the search no longer has.
    pub start_time: Option<Instant>,
    /// Time left on both clocks, by [`board::Color::index`].
    pub clock: [Option<Duration>; 2],
    /// Time added after each move, by [`board::Color::index`].
    pub increment: [Duration; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Never answer before the stop signal.
    pub infinite: bool,
    /// Think on the opponent's time: never answer before the stop or ponderhit signal.
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
}
