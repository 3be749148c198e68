//! All moves of a node in the order in which a scheme picks them: for people and
//! for tests, not for the search.

use crate::{MoveOrdering, MovePicker, NodeView, Stage};
use board::Move;

/// One row of a [`ordered_moves`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderedMove {
    /// The move.
    pub mv: Move,
    /// Where the scheme placed it.
    pub stage: Stage,
    /// Its score in the scheme's own scale, comparable within its stage.
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
