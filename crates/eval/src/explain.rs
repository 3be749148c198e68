//! An evaluation broken into terms, and its table for people. Nothing here
//! computes an evaluation.

use std::fmt;

use crate::Score;

/// One term of an evaluation: what each side gets for it, as a pair
/// (middlegame, endgame) in centipawns, each from its own side's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// What the term is about.
    pub name: &'static str,
    /// White's share, (middlegame, endgame).
    pub white: (i32, i32),
    /// Black's share, (middlegame, endgame).
    pub black: (i32, i32),
}

impl Term {
    /// White's share less Black's, (middlegame, endgame).
    #[must_use]
    pub fn difference(&self) -> (i32, i32) {
        (self.white.0 - self.black.0, self.white.1 - self.black.1)
    }
}

/// A whole evaluation, term by term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The terms, in the order they were computed.
    pub terms: Vec<Term>,
    /// How much of the middlegame is left: [`Explanation::FULL_PHASE`] is all, 0 a pure endgame.
    pub phase: i32,
    /// The share of the endgame score that counts, out of [`Explanation::FULL_SCALE`].
    pub scale: i32,
    /// The evaluation, from White's side.
    pub total: Score,
}

impl Explanation {
    /// The phase of a position with all pieces.
    pub const FULL_PHASE: i32 = 24;
    /// The scale of an endgame that is worth its full score.
    pub const FULL_SCALE: i32 = 128;

    /// The sum of all terms, White's less Black's, (middlegame, endgame).
    #[must_use]
    pub fn sum(&self) -> (i32, i32) {
        self.terms
            .iter()
            .map(Term::difference)
            .fold((0, 0), |sum, term| (sum.0 + term.0, sum.1 + term.1))
    }
}

/// A centipawn pair as two columns of pawns.
fn columns((mg, eg): (i32, i32)) -> String {
    format!("{:>6.2} {:>6.2}", f64::from(mg) / 100.0, f64::from(eg) / 100.0)
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = format!("{:-<17}+{:-<15}+{:-<15}+{:-<15}", "", "", "", "");
        writeln!(f, "{:<16} | {:^13} | {:^13} | {:^13}", "Term", "White", "Black", "Total")?;
        let heads = format!("{:>6} {:>6}", "mg", "eg");
        writeln!(f, "{:<16} | {heads} | {heads} | {heads}", "")?;
        writeln!(f, "{rule}")?;
        for term in &self.terms {
            writeln!(
                f,
                "{:<16} | {} | {} | {}",
                term.name,
                columns(term.white),
                columns(term.black),
                columns(term.difference())
            )?;
        }
        writeln!(f, "{rule}")?;
        writeln!(f, "{:<16} | {:13} | {:13} | {}", "Sum", "", "", columns(self.sum()))?;
        writeln!(
            f,
            "Phase {}/{}, endgame scale {}/{}",
            self.phase,
            Self::FULL_PHASE,
            self.scale,
            Self::FULL_SCALE
        )?;
        write!(f, "Evaluation {} (White's side)", self.total)
    }
}
