//! Yields moves in generation order: no scores, no selection.

use super::passes_probcut_see;
use crate::{MoveOrdering, MovePicker, NodeView, PickedMove, PickerCounters, Stage};
use board::Move;
use movegen::MoveList;
use std::marker::PhantomData;

/// A scheme whose order is the order of generation, in one or more batches. A batch is
/// generated when the moves of the one before are exhausted.
pub trait UnscoredScheme: MoveOrdering {
    /// The number of batches.
    const BATCHES: usize;
    /// Appends the moves of a batch that the mode includes. Batches are disjoint, and
    /// together they hold all moves of the mode; ProbCut's threshold does not matter
    /// here, the picker checks it.
    fn generate(batch: usize, node: &NodeView<'_>, moves: &mut MoveList);
    /// The stage of a move.
    fn stage(mv: Move) -> Stage;
}

/// The picker of an [`UnscoredScheme`].
pub struct UnscoredPicker<S> {
    moves: MoveList,
    cursor: usize,
    batch: usize,
    skip_quiets: bool,
    picked: u32,
    scheme: PhantomData<fn() -> S>,
}

impl<S> Default for UnscoredPicker<S> {
    fn default() -> Self {
        UnscoredPicker {
            moves: MoveList::new(),
            cursor: 0,
            batch: 0,
            skip_quiets: false,
            picked: 0,
            scheme: PhantomData,
        }
    }
}

impl<S: UnscoredScheme> MovePicker<S> for UnscoredPicker<S> {
    fn next(&mut self, _scheme: &S, node: &NodeView<'_>) -> Option<PickedMove> {
        loop {
            if let Some(&mv) = self.moves.get(self.cursor) {
                self.cursor += 1;
                if (self.skip_quiets && mv.is_quiet()) || !passes_probcut_see(node, mv) {
                    continue;
                }
                self.picked += 1;
                return Some(PickedMove { mv, stage: S::stage(mv), score: 0 });
            }
            if self.batch == S::BATCHES {
                return None;
            }
            S::generate(self.batch, node, &mut self.moves);
            self.batch += 1;
        }
    }

    fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    fn counters(&self) -> PickerCounters {
        PickerCounters { generated: self.moves.len() as u32, scored: 0, picked: self.picked }
    }
}
