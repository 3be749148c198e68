//! All moves generated and scored at once, then the best of the rest.

use super::{Key, Selection, exchanges_well, generate_wanted};
use crate::{MoveOrdering, MovePicker, NodeView, PickedMove, PickerCounters, Stage};
use board::Move;
use std::marker::PhantomData;

/// A scheme that gives each move one score, by which alone it is ordered; equals
/// come in generation order.
pub trait ScoredScheme: MoveOrdering {
    /// `i32` unless scores need more than ±8,388,607.
    type Key: Key;
    /// The score of a legal move.
    fn score(&self, node: &NodeView<'_>, mv: Move) -> i32;
    /// The stage of a move with its score.
    fn stage(mv: Move, score: i32) -> Stage;
}

/// The picker of a [`ScoredScheme`].
pub struct ScoredPicker<S: ScoredScheme> {
    list: Selection<S::Key>,
    begun: bool,
    skip_quiets: bool,
    picked: u32,
    scheme: PhantomData<fn() -> S>,
}

impl<S: ScoredScheme> ScoredPicker<S> {
    /// A picker that has not begun.
    #[must_use]
    pub fn new() -> Self {
        ScoredPicker {
            list: Selection::new(),
            begun: false,
            skip_quiets: false,
            picked: 0,
            scheme: PhantomData,
        }
    }
}

impl<S: ScoredScheme> Default for ScoredPicker<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: ScoredScheme> MovePicker<S> for ScoredPicker<S> {
    fn next(&mut self, ordering: &S, node: &NodeView<'_>) -> Option<PickedMove> {
        if !self.begun {
            self.begun = true;
            generate_wanted(node, &mut self.list.moves);
            self.list.score(|mv| Some(ordering.score(node, mv)));
        }
        loop {
            let taken = self.list.take_best(0..self.list.moves.len())?;
            let (mv, score) = (taken.mv, taken.score);
            if (self.skip_quiets && mv.is_quiet()) || !exchanges_well(node, mv) {
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
        PickerCounters {
            generated: self.list.moves.len() as u32,
            scored: self.list.scored() as u32,
            picked: self.picked,
        }
    }
}
