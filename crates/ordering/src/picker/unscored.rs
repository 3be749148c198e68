//! Moves in generation order: no scores, no selection.

use super::exchanges_well;
use crate::{MoveOrdering, MovePicker, NodeView, PickedMove, PickerCounters, Stage};
use board::Move;
use movegen::MoveList;
use std::marker::PhantomData;

/// A scheme whose order is that of generation, in one round or in several. A round is
/// generated only when the moves of the one before have run out.
pub trait UnscoredScheme: MoveOrdering {
    /// How many rounds there are.
    const ROUNDS: usize;
    /// Appends the moves of a round that the node wants. Rounds are disjoint, and
    /// together they hold every wanted move; ProbCut's threshold is not their business.
    fn generate(round: usize, node: &NodeView<'_>, moves: &mut MoveList);
    /// The stage of a move.
    fn stage(mv: Move) -> Stage;
}

/// The picker of a [`UnscoredScheme`].
pub struct UnscoredPicker<S> {
    moves: MoveList,
    cursor: usize,
    round: usize,
    skip_quiets: bool,
    picked: u32,
    scheme: PhantomData<fn() -> S>,
}

impl<S: UnscoredScheme> UnscoredPicker<S> {
    /// A picker that has not begun.
    #[must_use]
    pub fn new() -> Self {
        UnscoredPicker {
            moves: MoveList::new(),
            cursor: 0,
            round: 0,
            skip_quiets: false,
            picked: 0,
            scheme: PhantomData,
        }
    }
}

impl<S: UnscoredScheme> Default for UnscoredPicker<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: UnscoredScheme> MovePicker<S> for UnscoredPicker<S> {
    fn next(&mut self, _ordering: &S, node: &NodeView<'_>) -> Option<PickedMove> {
        loop {
            if let Some(&mv) = self.moves.get(self.cursor) {
                self.cursor += 1;
                if (self.skip_quiets && mv.is_quiet()) || !exchanges_well(node, mv) {
                    continue;
                }
                self.picked += 1;
                return Some(PickedMove { mv, stage: S::stage(mv), score: 0 });
            }
            if self.round == S::ROUNDS {
                return None;
            }
            S::generate(self.round, node, &mut self.moves);
            self.round += 1;
        }
    }

    fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    fn counters(&self) -> PickerCounters {
        PickerCounters { generated: self.moves.len() as u32, scored: 0, picked: self.picked }
    }
}
