//! What a search reports while it runs and what it returns. Formatting is left to the caller.

use board::Move;
use eval::Score;
use std::time::Duration;

/// How a score bounds the true one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// The true score is at most this.
    Upper = 1,
    /// The true score is at least this.
    Lower = 2,
    /// This is the score.
    #[default]
    Exact = 3,
}

impl Bound {
    /// True for [`Bound::Upper`] and [`Bound::Exact`].
    #[must_use]
    pub const fn includes_upper(self) -> bool {
        self as u8 & 1 != 0
    }

    /// True for [`Bound::Lower`] and [`Bound::Exact`].
    #[must_use]
    pub const fn includes_lower(self) -> bool {
        self as u8 & 2 != 0
    }
}

/// One principal variation with its score.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Iteration, in plies.
    pub depth: u32,
    /// Deepest ply of a PV node below this move, at least the length of the line.
    pub seldepth: u32,
    /// Rank of the line in MultiPV, from 1.
    pub multi_pv: usize,
    /// Score of the line, from the side to move at the root.
    pub score: Score,
    /// Whether the score is exact or only bounded so far.
    pub bound: Bound,
    /// Nodes of all threads together.
    pub nodes: u64,
    /// Time since the start, as in [`Limits::start_time`](crate::Limits::start_time).
    pub time: Duration,
    /// Use of the transposition table, per mille.
    pub hashfull: u32,
    /// Positions answered by tablebases.
    pub tb_hits: u64,
    /// The line, legal to its end; never continues past the end of the game.
    pub pv: Vec<Move>,
}

/// Receives what a search finds. The search calls it from one thread only.
pub trait Reporter: Send {
    /// A finished iteration, or a bound of an unfinished one.
    fn report(&mut self, report: &Report);

    /// The root move under consideration, its number counted from 1. Called only once a search
    /// has lasted about a second.
    fn current_move(&mut self, _depth: u32, _mv: Move, _number: usize) {}

    /// Whether [`Reporter::report`] and [`Reporter::current_move`] do anything. A search may leave
    /// out the calls to a reporter that answers false.
    fn wants_reports(&self) -> bool {
        true
    }

    /// Something a person should know, such as a panic that was caught.
    fn info_string(&mut self, _text: &str) {}
}

/// A reporter that ignores everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullReporter;

impl Reporter for NullReporter {
    fn report(&mut self, _: &Report) {}

    fn wants_reports(&self) -> bool {
        false
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// The move to play; `None` when the game is over by mate or stalemate.
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// Score from the side to move.
    pub score: Score,
    /// Whether the score is exact; a search that was stopped may know a lower bound only.
    pub bound: Bound,
    /// Last completed iteration.
    pub depth: u32,
    /// Nodes of all threads together.
    pub nodes: u64,
    /// The expected line, headed by `best`.
    pub pv: Vec<Move>,
}
