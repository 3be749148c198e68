//! What the reference searches promise: alpha-beta finds the value of minimax, whatever the ordering.
//! The full search prunes on purpose and is not held to this.

use board::Position;
use eval::Classical;
use movegen::perft;
use ordering::MoveOrdering;
use search::reference::{LeafEvaluation, ReferenceResult, alpha_beta, minimax};

use crate::positions::{chosen, random};

/// Depth of the comparison, in plies.
const DEPTH: u32 = 3;

/// Trees of legal moves that minimax is sent through, in leaves: not trivial, and not so crowded
/// that minimax, which has no window, takes minutes.
fn leaf_count_range(leaf: LeafEvaluation) -> std::ops::RangeInclusive<u64> {
    300..=if leaf == LeafEvaluation::Static { 40_000 } else { 10_000 }
}

/// Most nodes that alpha-beta without any ordering may need: captures explode where nothing says
/// which to try first.
const MAX_ALPHA_BETA_NODES: u64 = 20_000;

/// Positions with the values that minimax finds at depth 3, the leaf being the static evaluation
/// `Classical` or a full-window search of captures over it.
#[derive(Debug)]
pub struct MinimaxReference {
    leaf: LeafEvaluation,
    reference_results: Vec<(Position, ReferenceResult)>,
}

impl MinimaxReference {
    /// Solves `count` random positions and those corners of the rules that are as small.
    #[must_use]
    pub fn new(count: usize, leaf: LeafEvaluation) -> Self {
        let small = |position: &Position| is_small(position, leaf);
        let mut positions: Vec<Position> =
            random(81, 40 * count).into_iter().filter(small).take(count).collect();
        assert_eq!(positions.len(), count, "too few positions are small enough");
        positions.extend(chosen().into_iter().filter(small));
        let solve = |position: Position| {
            let reference_results = minimax(&position, &mut Classical::default(), DEPTH, leaf);
            (position, reference_results)
        };
        let reference_results = positions.into_iter().map(solve).collect();
        Self { leaf, reference_results }
    }

    /// Compares alpha-beta under the scheme `O`, whose tables learn from one position to the next,
    /// with minimax: the same value, and a best move that keeps it.
    ///
    /// # Panics
    /// When they differ.
    pub fn check_alpha_beta<O: MoveOrdering>(&self) {
        let (mut evaluator, mut ordering) = (Classical::default(), O::default());
        for (position, expected) in &self.reference_results {
            let (leaf, no_limit) = (self.leaf, u64::MAX);
            let found = alpha_beta(position, &mut evaluator, &mut ordering, DEPTH, leaf, no_limit);
            let found = found.expect("a search without limit ends");
            assert_eq!(found.score, expected.score, "{}: value of {position}", O::NAME);
            let either = (found.best.is_some(), expected.best.is_some());
            assert_eq!(either.0, either.1, "{}: a move in {position}", O::NAME);
            let Some(best) = found.best else { continue };
            let after = minimax(&position.make(best), &mut evaluator, DEPTH - 1, self.leaf);
            // A score counts plies from the root, so a mate below is one further away from here.
            let kept = -after.score.raw()
                - if after.score.is_mate() { -after.score.raw().signum() } else { 0 };
            assert_eq!(kept, found.score.raw(), "{}: {best} in {position}", O::NAME);
        }
    }
}

/// Whether both searches through this position are affordable.
fn is_small(position: &Position, leaf: LeafEvaluation) -> bool {
    let (mut evaluator, mut ordering) = (Classical::default(), ordering::Unordered);
    let mut unordered =
        || alpha_beta(position, &mut evaluator, &mut ordering, DEPTH, leaf, MAX_ALPHA_BETA_NODES);
    leaf_count_range(leaf).contains(&perft(position, DEPTH)) && unordered().is_some()
}
