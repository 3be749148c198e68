//! Generates and scores all moves at once, then selects the best of the rest.

use super::scored_moves::{ScoredMoveList, Segment};
use super::{generate_for_mode, passes_probcut_see};
use crate::{MoveOrdering, MovePicker, NodeView, PickedMove, PickerCounters, Stage};
use board::Move;
use std::marker::PhantomData;

/// A scheme that orders moves by one score each. Moves with equal scores come in
/// generation order.
pub trait ScoredScheme: MoveOrdering {
    /// The score of a legal move: any `i32`.
    fn score(&self, node: &NodeView<'_>, mv: Move) -> i32;
    /// The stage of a move with its score.
    fn stage(mv: Move, score: i32) -> Stage;
}

/// The picker of a [`ScoredScheme`].
pub struct ScoredPicker<S> {
    list: ScoredMoveList<i64>,
    /// All moves, once they have been generated.
    segment: Option<Segment>,
    skip_quiets: bool,
    picked: u32,
    scheme: PhantomData<fn() -> S>,
}

impl<S> Default for ScoredPicker<S> {
    fn default() -> Self {
        ScoredPicker {
            list: ScoredMoveList::new(),
            segment: None,
            skip_quiets: false,
            picked: 0,
            scheme: PhantomData,
        }
    }
}

impl<S: ScoredScheme> MovePicker<S> for ScoredPicker<S> {
    fn next(&mut self, scheme: &S, node: &NodeView<'_>) -> Option<PickedMove> {
        let segment = *self.segment.get_or_insert_with(|| {
            generate_for_mode(node, &mut self.list.moves);
            self.list.score(None, |mv| scheme.score(node, mv))
        });
        loop {
            let selected = self.list.pick_best(segment)?;
            let (mv, score) = (selected.mv, selected.score);
            if (self.skip_quiets && mv.is_quiet()) || !passes_probcut_see(node, mv) {
                continue;
            }
            self.picked += 1;
            return Some(PickedMove { mv, stage: S::stage(mv, score), score });
        }
    }

    fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    fn counters(&self) -> PickerCounters {
        self.list.counters(self.picked)
    }
}
