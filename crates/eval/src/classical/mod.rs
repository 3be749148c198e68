//! [`Classical`]: the hand-crafted evaluation (HCE). A tapered evaluation: terms are sums of
//! (middlegame, endgame) weights, interpolated by game phase; endgames that are hard to win are
//! scaled down. All numbers are in `weights.rs`, the terms in the other files, their sum here.

mod context;
mod endgame;
mod king;
mod kpk;
mod masks;
mod passed;
mod pawn_table;
mod pawns;
mod pieces;
mod psqt;
mod shelter;
mod space;
mod tapered;
mod threats;
mod weights;
mod weights_macro;

use board::{Color, PieceKind, Position};

pub(crate) use endgame::is_bare_king;
pub use tapered::Tapered;
pub use weights::Weights;

use crate::{Evaluator, Explain, Explanation, Score, Term};
use context::Context;
use pawn_table::PawnTable;
use psqt::Psqt;

/// The classical evaluator: tapered evaluation with piece-square psqt, mobility, pawn
/// structure, passed pawns, king shelter, king danger, threats, space and endgame knowledge.
///
/// Its only state is a pawn hash table, which does not change scores. It ignores the halfmove
/// clock; the search scales scores towards the fifty-move rule.
#[derive(Clone, Debug)]
pub struct Classical {
    weights: Box<Weights>,
    psqt: Psqt,
    pawns: PawnTable,
}

impl Default for Classical {
    fn default() -> Self {
        Self::with_weights(Weights::DEFAULT)
    }
}

/// An evaluation and the parts that it is interpolated from, all from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvalParts {
    /// The sum of all terms.
    pub sum: Tapered,
    /// The game phase, from [`Explanation::FULL_PHASE`] (middlegame) to 0 (endgame).
    pub phase: i32,
    /// The scale factor of the endgame score, 0 to [`Explanation::FULL_SCALE`].
    pub scale: i32,
    /// The evaluation.
    pub total: Score,
}

impl Classical {
    /// Its name in the registry.
    pub const NAME: &str = "classical";

    /// An evaluator with other weights, for tuning.
    #[must_use]
    pub fn with_weights(weights: Weights) -> Self {
        let psqt = Psqt::new(&weights);
        Self { weights: Box::new(weights), psqt, pawns: PawnTable::default() }
    }

    /// The evaluation with its parts, for tuning.
    #[must_use]
    pub fn evaluate_parts(&mut self, position: &Position) -> EvalParts {
        self.evaluate_with_trace(position, |_, _, _| ())
    }

    /// The whole evaluation. `trace` gets each term: its name, White's score and Black's.
    #[inline(always)]
    fn evaluate_with_trace(
        &mut self,
        position: &Position,
        trace: impl FnMut(&'static str, Tapered, Tapered),
    ) -> EvalParts {
        let (weights, psqt) = (&*self.weights, &self.psqt);
        let pawns =
            self.pawns.get_or_compute(position, |input| pawns::evaluate(input, weights, psqt));
        let mut context = Context::new(position, weights, psqt, &pawns);
        let mut sum = TracedSum { score: Tapered::ZERO, trace };

        let [white, black] = Color::ALL;
        let pieces = [pieces::evaluate(&mut context, white), pieces::evaluate(&mut context, black)];
        let material = [material(&context, white), material(&context, black)];
        sum.add_term("Material", material[0], material[1]);
        sum.add_term(
            "Piece-square",
            pieces[0].psqt + pawns.psqt[0] - material[0],
            pieces[1].psqt + pawns.psqt[1] - material[1],
        );
        sum.add_term("Mobility", pieces[0].mobility, pieces[1].mobility);
        sum.add_term("Pieces", pieces[0].features, pieces[1].features);
        sum.add_term("Pawns", pawns.structure[0], pawns.structure[1]);
        sum.add_term(
            "Passed pawns",
            pawns.passed[0] + passed::evaluate(&context, white),
            pawns.passed[1] + passed::evaluate(&context, black),
        );
        sum.add_term("King shelter", pawns.shelter[0], pawns.shelter[1]);
        sum.add_term(
            "King danger",
            king::evaluate(&context, white),
            king::evaluate(&context, black),
        );
        sum.add_term(
            "Threats",
            threats::evaluate(&context, white),
            threats::evaluate(&context, black),
        );
        sum.add_term("Space", space::evaluate(&context, white), space::evaluate(&context, black));
        sum.add_term(
            "Mop-up",
            endgame::mop_up(position, white, weights),
            endgame::mop_up(position, black, weights),
        );
        sum.add_term_for("Tempo", position.side_to_move(), weights.tempo);

        let eg = sum.score.eg();
        let stronger_side = if eg >= 0 { white } else { black };
        let adjustment = endgame::winnable_adjustment(position, weights, eg);
        sum.add_term_for("Winnable", stronger_side, Tapered::new(0, adjustment * eg.signum()));
        interpolate(position, sum.score, stronger_side)
    }
}

/// The sum of the terms so far, from White's side.
struct TracedSum<F> {
    score: Tapered,
    trace: F,
}

impl<F: FnMut(&'static str, Tapered, Tapered)> TracedSum<F> {
    #[inline(always)]
    fn add_term(&mut self, name: &'static str, white: Tapered, black: Tapered) {
        self.score += white - black;
        (self.trace)(name, white, black);
    }

    #[inline(always)]
    fn add_term_for(&mut self, name: &'static str, us: Color, value: Tapered) {
        match us {
            Color::White => self.add_term(name, value, Tapered::ZERO),
            Color::Black => self.add_term(name, Tapered::ZERO, value),
        }
    }
}

/// Material of one side. The piece-square tables include it; this separates the two in an
/// explanation, and the compiler removes it elsewhere.
#[inline(always)]
fn material(context: &Context, us: Color) -> Tapered {
    PieceKind::ALL.into_iter().fold(Tapered::ZERO, |sum, kind| {
        sum + context.weights.material[kind.index()] * context.of(us, kind).count()
    })
}

/// Tapered evaluation: interpolates between the middlegame score and the scaled endgame score
/// by game phase.
#[inline(always)]
fn interpolate(position: &Position, score: Tapered, stronger_side: Color) -> EvalParts {
    let count = |kind| position.pieces(kind).count() as i32;
    let phase = count(PieceKind::Knight)
        + count(PieceKind::Bishop)
        + 2 * count(PieceKind::Rook)
        + 4 * count(PieceKind::Queen);
    let full = Explanation::FULL_PHASE;
    let phase = phase.min(full);
    let scale = endgame::scale(position, stronger_side);
    // Division truncates towards zero, which is symmetric for both colours.
    let eg = score.eg() * scale / Explanation::FULL_SCALE;
    let total = (score.mg() * phase + eg * (full - phase)) / full;
    EvalParts { sum: score, phase, scale, total: Score::new(total).clamp_eval() }
}

impl Evaluator for Classical {
    fn evaluate(&mut self, position: &Position, _ply: usize) -> Score {
        self.evaluate_parts(position).total.relative_to(position.side_to_move())
    }

    fn reset(&mut self) {
        self.pawns.clear();
    }
}

impl Explain for Classical {
    fn explain(&mut self, position: &Position) -> Explanation {
        let mut terms = Vec::new();
        let result = self.evaluate_with_trace(position, |name, white, black| {
            terms.push(Term { name, white: white.pair(), black: black.pair() });
        });
        Explanation { terms, phase: result.phase, scale: result.scale, total: result.total }
    }
}
