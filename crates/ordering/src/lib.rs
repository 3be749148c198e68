//! Bartizan's ordering layer: in which order a search tries the moves of a node.
//!
//! A [`MoveOrdering`] is a scheme with its tables. For each node it makes a
//! [`MovePicker`], which yields the legal moves one at a time; at the end of the node
//! [`MoveOrdering::update`] gets the result of the node, once. A scheme sees a
//! [`NodeView`] of the node and never the searcher.
//!
//! [`NAMES`] lists the schemes. [`Modern`] is the default of the engine; the others
//! implement the orderings of published sources, to be compared with it. This crate
//! does not search, evaluate or print.

mod history;
mod node;
pub mod params;
pub mod picker;
mod registry;
mod schemes;
mod see;
mod statistics;
mod tunable;

#[cfg(test)]
mod tests;

pub use history::HistoryEntry;
pub use node::{
    Guarantees, Mode, NodeResult, NodeView, PREVIOUS_PLIES, PickedMove, PickerCounters, PlayedMove,
    PreviousMoves, QuietEvent, Stage, previous_moves,
};
pub use registry::{DEFAULT, NAMES, SchemeVisitor, dispatch};
pub use schemes::{
    Classic, Formula, Killers, Modern, MvvLva, See, Unordered, VictimFirst, mvv_lva,
};
pub use see::{SeeValues, see, see_ge};
pub use statistics::{ModeStatistics, OrderingStatistics};
pub use tunable::TunableParam;

use board::Move;

/// Limit of [`MoveOrdering::history`]: the greatest sum of history entries that
/// [`Modern`] can return for a quiet move.
pub const HISTORY_MAX: i32 = 47_104;

/// A move-ordering scheme and its tables.
///
/// One value serves one search thread: `Send`, but not necessarily `Sync`.
pub trait MoveOrdering: Default + Send + 'static {
    /// Yields the moves of one node. It lives on the stack and allocates nothing.
    type Picker: MovePicker<Self>;

    /// The name of the scheme in options: lower case, words joined by `-`.
    const NAME: &'static str;

    /// What the scheme guarantees beyond "each legal move exactly once".
    const GUARANTEES: Guarantees;

    /// A picker for this node.
    #[inline]
    fn picker(&self, node: &NodeView<'_>) -> Self::Picker {
        Self::Picker::new(self, node)
    }

    /// Updates the tables at the end of a node of the main search that failed high or has a best move
    /// inside the window. Called once per node.
    fn update(&mut self, _result: &NodeResult<'_>) {}

    /// Updates the tables with what the search learned of a legal quiet move apart from the result
    /// of the node.
    fn update_quiet(&mut self, _node: &NodeView<'_>, _mv: Move, _event: QuietEvent) {}

    /// The history score of `mv`, for reductions and pruning: within
    /// ±[`HISTORY_MAX`], greater for moves that caused more cutoffs; 0 in a scheme
    /// without history. All schemes use this scale: quiet moves can reach its limits,
    /// captures may use less of it. `mv` must be legal in the node.
    fn history(&self, _node: &NodeView<'_>, _mv: Move) -> i32 {
        0
    }

    /// Prepares for a new search of the same game.
    fn new_search(&mut self) {}

    /// Resets all tables, for a new game. Parameters stay as they are set.
    fn clear(&mut self) {
        *self = Self::default();
    }

    /// A [`PickedMove::score`] as it is displayed. It differs from the score only in
    /// the schemes with Rustic's unsigned 32-bit keys.
    #[must_use]
    fn display_score(score: i32) -> i64 {
        i64::from(score)
    }

    /// The tunable parameters of the scheme with their present values; none by default.
    fn parameters(&self) -> Vec<(TunableParam, i32)> {
        Vec::new()
    }

    /// Sets a tunable parameter by name. False, and nothing done, when the scheme has none of
    /// that name or the feature `tune` is off; the range is up to the caller.
    fn set_parameter(&mut self, _name: &str, _value: i32) -> bool {
        false
    }
}

/// Yields the moves of one node, one at a time.
///
/// Every call must get the ordering and the node that the picker was made from.
pub trait MovePicker<O: MoveOrdering> {
    /// A picker for this node. Those of this crate generate nothing before the first `next`, since many
    /// nodes end after the TT move.
    fn new(ordering: &O, node: &NodeView<'_>) -> Self;

    /// The next move, or `None` after the last one. Every move is legal, and none is
    /// yielded twice.
    fn next(&mut self, ordering: &O, node: &NodeView<'_>) -> Option<PickedMove>;

    /// The move that the next call of `next` yields, unless `skip_quiets` is called before, where it is known
    /// already. A search can load what is stored of the position after it.
    #[inline]
    fn upcoming(&self) -> Option<Move> {
        None
    }

    /// Yields no more quiet moves ([`Move::is_quiet`]); noisy moves still come.
    fn skip_quiets(&mut self);

    /// What the picker has done so far. Computed from its state on request, so it
    /// costs nothing in the search.
    fn counters(&self) -> PickerCounters;
}

/// One move of [`ordered_moves`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderedMove {
    /// The move.
    pub mv: Move,
    /// Its stage.
    pub stage: Stage,
    /// Its displayed score, comparable within its stage.
    pub score: i64,
}

/// The moves of `node` in picking order, each with its stage and score, for display and tests.
#[must_use]
pub fn ordered_moves<O: MoveOrdering>(ordering: &O, node: &NodeView<'_>) -> Vec<OrderedMove> {
    let mut picker = ordering.picker(node);
    std::iter::from_fn(|| picker.next(ordering, node))
        .map(|PickedMove { mv, stage, score }| OrderedMove {
            mv,
            stage,
            score: O::display_score(score),
        })
        .collect()
}
