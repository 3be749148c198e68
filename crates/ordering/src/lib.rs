//! Which move first: the ordering layer of Bartizan.
//!
//! An [`MoveOrdering`] is a scheme with whatever tables it learns into. For each node
//! it makes a [`MovePicker`], which yields the legal moves one at a time, and at
//! the end of the node it is told once, through [`MoveOrdering::update`], how the
//! node went. It sees a small view of the node, [`NodeView`], and never the searcher.
//!
//! Eight schemes live here, each under its own name (see [`NAMES`]); [`Modern`] is
//! the engine's default, the others are there to be played against and measured.
//! This crate does not search, evaluate or print.

mod node;
mod ordered_moves;
pub mod params;
pub mod picker;
mod registry;
mod schemes;
pub mod scoring;
mod statistics;
pub mod tables;

#[cfg(test)]
mod tests;

pub use node::{
    Guarantees, Mode, NodeResult, NodeView, PickedMove, PickerCounters, PlayedMove, Stage,
};
pub use ordered_moves::{OrderedMove, ordered_moves};
pub use registry::{DEFAULT, NAMES, SchemeVisitor, dispatch};
pub use schemes::{Classic, Formula, Killers, Modern, MvvLva, See, Unordered, VictimFirst};
pub use statistics::{CountingOrdering, CountingPicker, ModeStatistics, OrderingStatistics};

use board::Move;

/// A scheme of move ordering and the tables it learns into.
///
/// One value serves one search thread: `Send`, but not necessarily `Sync`.
pub trait MoveOrdering: Default + Send + 'static {
    /// What yields the moves of one node. It lives on the stack and allocates nothing.
    type Picker: MovePicker<Self>;

    /// The name a user types: lower case, words joined by `-`.
    const NAME: &'static str;

    /// What the scheme promises beyond "each legal move exactly once".
    const GUARANTEES: Guarantees;

    /// A picker for this node. Nothing is generated before the first `next`.
    fn picker(&self, node: &NodeView<'_>) -> Self::Picker;

    /// Told once per node that failed high, or that ended with a best move inside
    /// the window. Nothing is learnt when [`NodeResult::bonus_depth`] is not positive.
    fn update(&mut self, outcome: &NodeResult<'_>);

    /// How well `mv` has done before, for reductions and pruning. Unit: gravity
    /// units, a few times ±16384; 0 where the scheme keeps no such record.
    /// `mv` must be legal in the node.
    fn history(&self, _node: &NodeView<'_>, _mv: Move) -> i32 {
        0
    }

    /// A new search of the same game begins.
    fn new_search(&mut self) {}

    /// A new game begins: forget everything.
    fn clear(&mut self);

    /// A [`PickedMove::score`] in the scheme's own scale, for showing to people. Only
    /// system A's 32-bit unsigned keys differ from the score itself.
    #[must_use]
    fn display_score(score: i32) -> i64 {
        i64::from(score)
    }

    /// What a [`CountingOrdering`] scheme has counted so far; `None` for a bare one.
    #[must_use]
    fn statistics(&self) -> Option<OrderingStatistics> {
        None
    }

    /// Start counting from zero again; nothing for a bare scheme.
    fn reset_statistics(&mut self) {}
}

/// The moves of one node, one at a time.
///
/// The ordering and node handed in must be those the picker was made from.
pub trait MovePicker<O: MoveOrdering> {
    /// The next move, or `None` when all have been yielded. Every move yielded is
    /// legal, and none is yielded twice.
    fn next(&mut self, ordering: &O, node: &NodeView<'_>) -> Option<PickedMove>;

    /// From now on yield no quiet move ([`Move::is_quiet`]); noisy ones still come.
    fn skip_quiets(&mut self);

    /// What has been done so far. Derived from the picker's state, so that it costs
    /// nothing where nobody asks.
    fn counters(&self) -> PickerCounters;
}
