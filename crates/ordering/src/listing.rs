//! All moves of a node in the order in which a scheme picks them: for people and
//! for tests, not for the search.

use crate::{MovePicker, Node, Ordering, Stage};
use board::Move;

/// One row of a [`listing`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The move.
    pub mv: Move,
    /// Where the scheme placed it.
    pub stage: Stage,
    /// Its score in the scheme's own scale, comparable within its stage.
    pub score: i64,
}

/// The moves of `node` in picking order, each with its stage and score.
#[must_use]
pub fn listing<O: Ordering>(ordering: &O, node: &Node<'_>) -> Vec<Listed> {
    let mut picker = ordering.picker(node);
    std::iter::from_fn(|| picker.next(ordering, node))
        .map(|picked| Listed {
            mv: picked.mv,
            stage: picked.stage,
            score: O::shown_score(picked.score),
        })
        .collect()
}
