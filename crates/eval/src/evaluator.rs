//! The two traits of this layer: [`Evaluator`], which every evaluator is, and
//! [`Explain`], which those are that can say why.

use board::Position;

use crate::{Explanation, Score};

/// Something that can say what a position is worth.
///
/// An evaluator may keep state (a pawn table, accumulators), but the score is a
/// function of the position alone (and of `ply`, in scores of finished games):
/// what was evaluated before never changes it.
pub trait Evaluator {
    /// The worth of `position` for its side to move, in centipawns.
    ///
    /// Estimates lie within ±[`Score::MAX_EVAL`]; an evaluator that recognises a
    /// finished game may return a mate score for `ply`, the distance from the root
    /// in half-moves (`0..=MAX_PLY`).
    fn evaluate(&mut self, position: &Position, ply: usize) -> Score;

    /// Forgets all state, as before a new game.
    fn reset(&mut self);
}

/// An evaluator chosen while the program runs: `Box<dyn Evaluator + Send>` is one as well.
impl<E: Evaluator + ?Sized> Evaluator for Box<E> {
    fn evaluate(&mut self, position: &Position, ply: usize) -> Score {
        (**self).evaluate(position, ply)
    }

    fn reset(&mut self) {
        (**self).reset();
    }
}

/// An evaluator that can break its score into terms.
pub trait Explain {
    /// The terms of the evaluation of `position`; their total is what
    /// [`Evaluator::evaluate`] says, seen from White's side.
    fn explain(&mut self, position: &Position) -> Explanation;
}
