//! All moves of a node in picking order, for display and tests.

use crate::{MoveOrdering, MovePicker, NodeView, Stage};
use board::Move;

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

/// The moves of `node` in picking order, each with its stage and score.
#[must_use]
pub fn ordered_moves<O: MoveOrdering>(ordering: &O, node: &NodeView<'_>) -> Vec<OrderedMove> {
    let mut picker = ordering.picker(node);
    std::iter::from_fn(|| picker.next(ordering, node))
        .map(|picked| OrderedMove {
            mv: picked.mv,
            stage: picked.stage,
            score: O::display_score(picked.score),
        })
        .collect()
}
