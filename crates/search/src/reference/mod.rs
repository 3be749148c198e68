//! The reference search: minimax and alpha-beta without any pruning, to compare other searches
//! with, to measure move orderings by, and (as [`Minimax`] and [`AlphaBeta`]) to play against.
//!
//! [`minimax`] with depths 1 and N is the `findbest1` and `findbestN` of the article series CCE
//! (part 4). The first of equal moves is the best. Mates and stalemates are scored before anything
//! else, also at depth 0. The functions here know nothing of repetitions and the fifty-move rule.

mod engines;
mod search;

pub use engines::{AlphaBeta, Minimax};

use crate::abort::{Abortable, Aborted};
use board::{Move, Position};
use eval::{Evaluator, Score};
use ordering::MoveOrdering;
use search::{ReferenceSearch, SearchLimiter};

/// How a position at depth 0 is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafEvaluation {
    /// By the evaluator.
    Static,
    /// By a search of captures and promotions without any pruning; in check, of all moves.
    Quiescence,
    /// The same without regard to checks, as in Rustic.
    Captures,
}

/// The result of a reference search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReferenceResult {
    /// Score from the side to move.
    pub score: Score,
    /// First of the best moves; `None` at depth 0 and when there is no move.
    pub best: Option<Move>,
    /// Moves made.
    pub nodes: u64,
    /// Deepest ply reached.
    pub seldepth: u32,
}

/// Minimax: every move of every position to `depth` plies.
pub fn minimax(
    position: &Position,
    evaluator: &mut impl Evaluator,
    depth: u32,
    leaf: LeafEvaluation,
) -> ReferenceResult {
    let mut search = ReferenceSearch::new(evaluator, leaf, NodeLimit(u64::MAX));
    match search.minimax(position, depth, 0) {
        Ok(score) => search.result(score),
        Err(Aborted) => unreachable!("no search makes that many moves"),
    }
}

/// Alpha-beta with the same leaves, hence the same score. The order of moves decides how many nodes
/// it takes and which of equal moves is found.
pub fn alpha_beta<E: Evaluator, O: MoveOrdering>(
    position: &Position,
    evaluator: &mut E,
    ordering: &mut O,
    depth: u32,
    leaf: LeafEvaluation,
) -> ReferenceResult {
    match alpha_beta_with_node_limit(position, evaluator, ordering, depth, leaf, u64::MAX) {
        Ok(result) => result,
        Err(_) => unreachable!("no search makes that many moves"),
    }
}

/// As [`alpha_beta`], but stops when `node_limit` moves have been made.
///
/// # Errors
/// The number of moves made, when that reached the limit.
pub fn alpha_beta_with_node_limit<E: Evaluator, O: MoveOrdering>(
    position: &Position,
    evaluator: &mut E,
    ordering: &mut O,
    depth: u32,
    leaf: LeafEvaluation,
    node_limit: u64,
) -> Result<ReferenceResult, u64> {
    let mut search = ReferenceSearch::new(evaluator, leaf, NodeLimit(node_limit));
    let full_window = (-Score::INFINITE, Score::INFINITE);
    match search.alpha_beta(ordering, position, full_window, depth, 0) {
        Ok(score) => Ok(search.result(score)),
        Err(Aborted) => Err(search.nodes),
    }
}

/// Stops at a number of nodes.
struct NodeLimit(u64);

impl SearchLimiter for NodeLimit {
    fn check(&mut self, nodes: u64) -> Abortable<()> {
        if nodes < self.0 { Ok(()) } else { Err(Aborted) }
    }
}
