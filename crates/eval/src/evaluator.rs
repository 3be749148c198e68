//! The traits of evaluators: [`Evaluator`], and the optional [`Explain`] with its [`Explanation`], displayed as a table.

use std::fmt;

use board::Position;

use crate::Score;

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

/// One term of an evaluation: the (middlegame, endgame) score of each side in centipawns, from
/// the view of that side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The displayed name.
    pub name: &'static str,
    /// White's score, (middlegame, endgame).
    pub white: (i32, i32),
    /// Black's score, (middlegame, endgame).
    pub black: (i32, i32),
}

impl Term {
    /// White's score minus Black's, (middlegame, endgame).
    #[must_use]
    pub fn difference(&self) -> (i32, i32) {
        (self.white.0 - self.black.0, self.white.1 - self.black.1)
    }
}

/// An evaluation with all its terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The terms, in the order they were computed.
    pub terms: Vec<Term>,
    /// The game phase, from [`Explanation::FULL_PHASE`] (middlegame) to 0 (endgame).
    pub phase: i32,
    /// The scale factor of the endgame score, 0 to [`Explanation::FULL_SCALE`].
    pub scale: i32,
    /// The evaluation, from White's side.
    pub total: Score,
}

impl Explanation {
    /// The phase of a position with all pieces.
    pub const FULL_PHASE: i32 = 24;
    /// The scale factor of an endgame score that is not scaled down.
    pub const FULL_SCALE: i32 = 128;

    /// The sum of all terms, White's minus Black's, (middlegame, endgame).
    #[must_use]
    pub fn sum(&self) -> (i32, i32) {
        let terms = self.terms.iter().map(Term::difference);
        terms.fold((0, 0), |sum, term| (sum.0 + term.0, sum.1 + term.1))
    }
}

/// A pair of centipawns as two columns in pawns.
fn columns((mg, eg): (i32, i32)) -> String {
    format!("{:>6.2} {:>6.2}", f64::from(mg) / 100.0, f64::from(eg) / 100.0)
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = format!("{:-<17}+{:-<15}+{:-<15}+{:-<15}", "", "", "", "");
        writeln!(f, "{:<16} | {:^13} | {:^13} | {:^13}", "Term", "White", "Black", "Total")?;
        let column_names = format!("{:>6} {:>6}", "mg", "eg");
        writeln!(f, "{:<16} | {column_names} | {column_names} | {column_names}", "")?;
        writeln!(f, "{separator}")?;
        for term in &self.terms {
            let [white, black, difference] =
                [term.white, term.black, term.difference()].map(columns);
            writeln!(f, "{:<16} | {white} | {black} | {difference}", term.name)?;
        }
        writeln!(f, "{separator}")?;
        writeln!(f, "{:<16} | {:13} | {:13} | {}", "Sum", "", "", columns(self.sum()))?;
        let (full_phase, full_scale) = (Self::FULL_PHASE, Self::FULL_SCALE);
        let Self { phase, scale, .. } = self;
        writeln!(f, "Phase {phase}/{full_phase}, endgame scale {scale}/{full_scale}")?;
        write!(f, "Evaluation {} (White's side)", self.total)
    }
}
