//! The pickers: three ways of yielding the moves of a node, each generic over the
//! scheme. A scheme supplies the scores and stages of its moves.
//!
//! * [`UnscoredPicker`]: in generation order, no scores;
//! * [`ScoredPicker`]: generates and scores all moves at once, then selects the best of
//!   the rest;
//! * [`StagedPicker`]: TT move, good noisy, killer, quiet, bad noisy moves, each stage
//!   generated and scored only when the search gets there.

mod scored;
mod scored_moves;
mod staged;
mod unscored;

pub use scored::{ScoredPicker, ScoredScheme};
pub use staged::{StagedPicker, StagedScheme};
pub use unscored::{UnscoredPicker, UnscoredScheme};

use crate::{Mode, NodeView};
use crate::{SeeValues, see_ge};
use board::Move;
use movegen::{All, MoveList, Noisy, generate, is_legal};

/// Appends the moves that the mode includes, in generation order. ProbCut's threshold is
/// checked later, when a move is picked.
pub(crate) fn generate_for_mode(node: &NodeView<'_>, moves: &mut MoveList) {
    if node.includes_quiets() {
        generate::<All>(node.position, moves);
    } else {
        generate::<Noisy>(node.position, moves);
    }
}

/// Whether a move of any bits is legal and included in the mode.
#[inline]
fn is_legal_in_mode(node: &NodeView<'_>, mv: Move) -> bool {
    is_legal(node.position, mv)
        && (mv.is_noisy() || node.includes_quiets())
        && passes_probcut_see(node, mv)
}

/// Whether a legal noisy move reaches ProbCut's SEE threshold; true in all other modes.
#[inline]
fn passes_probcut_see(node: &NodeView<'_>, mv: Move) -> bool {
    match node.mode {
        Mode::ProbCut(threshold) => see_ge(node.position, mv, threshold, &SeeValues::DEFAULT),
        Mode::Main | Mode::Quiescence | Mode::Captures => true,
    }
}
