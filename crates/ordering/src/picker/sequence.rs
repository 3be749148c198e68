//! Moves in generation order: no scores, no selection.

use super::exchanges_well;
use crate::{MovePicker, Node, Ordering, Picked, Stage, Work};
use board::Move;
use movegen::MoveList;
use std::marker::PhantomData;

/// A scheme whose order is that of generation, in one round or in several. A round is
/// generated only when the moves of the one before have run out.
pub trait SequenceScheme: Ordering {
    /// How many rounds there are.
    const ROUNDS: usize;
    /// Appends the moves of a round that the node wants. Rounds are disjoint, and
    /// together they hold every wanted move; ProbCut's threshold is not their business.
    fn generate(round: usize, node: &Node<'_>, moves: &mut MoveList);
    /// The stage of a move.
    fn stage(mv: Move) -> Stage;
}

/// The picker of a [`SequenceScheme`].
pub struct SequencePicker<S> {
    moves: MoveList,
    cursor: usize,
    round: usize,
    skip_quiets: bool,
    picked: u32,
    scheme: PhantomData<fn() -> S>,
}

impl<S: SequenceScheme> SequencePicker<S> {
    /// A picker that has not begun.
    #[must_use]
    pub fn new() -> Self {
        SequencePicker {
            moves: MoveList::new(),
            cursor: 0,
            round: 0,
            skip_quiets: false,
            picked: 0,
            scheme: PhantomData,
        }
    }
}

impl<S: SequenceScheme> Default for SequencePicker<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: SequenceScheme> MovePicker<S> for SequencePicker<S> {
    fn next(&mut self, _ordering: &S, node: &Node<'_>) -> Option<Picked> {
        loop {
            if let Some(&mv) = self.moves.get(self.cursor) {
                self.cursor += 1;
                if (self.skip_quiets && mv.is_quiet()) || !exchanges_well(node, mv) {
                    continue;
                }
                self.picked += 1;
                return Some(Picked { mv, stage: S::stage(mv), score: 0 });
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

    fn work(&self) -> Work {
        Work { generated: self.moves.len() as u32, scored: 0, picked: self.picked }
    }
}
