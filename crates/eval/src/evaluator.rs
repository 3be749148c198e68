//! The traits of evaluators: [`Evaluator`], and the optional [`Explain`].

use board::Position;

use crate::{Explanation, Score};

/// A static evaluation.
///
/// An evaluator may keep state (a pawn hash table, accumulators), but the score depends only
/// on the position (and on `ply`, in mate scores), not on what was evaluated before.
pub trait Evaluator {
    /// The evaluation of `position` for its side to move, in centipawns, within
    /// ±[`Score::MAX_EVAL`]. An evaluator that detects checkmate may return a mate score for
    /// `ply`, the distance from the root in plies (`0..=MAX_PLY`).
    fn evaluate(&mut self, position: &Position, ply: usize) -> Score;

    /// Resets all state, for a new game.
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

/// An evaluator with an eval trace: a list of the terms of its score.
pub trait Explain {
    /// The terms of the evaluation of `position`. Their total is the score of
    /// [`Evaluator::evaluate`], from White's side.
    fn explain(&mut self, position: &Position) -> Explanation;
}
