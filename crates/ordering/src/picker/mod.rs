//! Which move comes next: three ways of handing out the moves of a node, each free
//! of any scheme. A new scheme needs only to say what its moves are worth.
//!
//! * [`UnscoredPicker`]: in generation order, no scores;
//! * [`ScoredPicker`]: all generated and scored at once, then the best of the rest;
//! * [`StagedPicker`]: hash move, good noisy, killers, quiet, bad noisy moves, each
//!   generated and scored only when the search gets there.

mod scored;
mod scored_moves;
mod staged;
mod unscored;

pub use scored::{ScoredPicker, ScoredScheme};
pub use scored_moves::{Key, Selection, Taken};
pub use staged::{StagedPicker, StagedScheme};
pub use unscored::{UnscoredPicker, UnscoredScheme};

use crate::{Mode, NodeView};
use board::Move;
use movegen::{All, MoveList, Noisy, SeeValues, generate, is_legal, see_ge};

/// Generates the moves of the kind that the node wants, in generation order.
pub(crate) fn generate_wanted(node: &NodeView<'_>, moves: &mut MoveList) {
    if node.includes_quiets() {
        generate::<All>(node.position, moves);
    } else {
        generate::<Noisy>(node.position, moves);
    }
}

/// Whether a move of any bits is one of those that the node wants.
#[inline]
pub(crate) fn is_wanted(node: &NodeView<'_>, mv: Move) -> bool {
    is_legal(node.position, mv)
        && (mv.is_noisy() || node.includes_quiets())
        && exchanges_well(node, mv)
}

/// Whether a legal noisy move passes ProbCut's threshold; any move does elsewhere.
#[inline]
pub(crate) fn exchanges_well(node: &NodeView<'_>, mv: Move) -> bool {
    match node.mode {
        Mode::ProbCut(threshold) => see_ge(node.position, mv, threshold, &SeeValues::DEFAULT),
        Mode::Main | Mode::Quiescence | Mode::Captures => true,
    }
}
