//! [`Classical`]: the hand-crafted evaluation (HCE). A tapered evaluation: terms are sums of
//! (middlegame, endgame) weights, interpolated by game phase; endgames that are hard to win are
//! scaled down. All numbers are in `weights.rs`, the terms in the other files, their sum here.

mod context;
mod endgame;
mod kpk;
mod masks;
mod pawns;
mod pieces;
mod psqt;
mod tapered;
mod terms;
#[rustfmt::skip]
mod weights;

use board::{Color, PieceKind, Position};

pub(crate) use endgame::is_bare_king;

use crate::{Evaluator, Explain, Explanation, Score, Term};
use context::Context;
use pawns::PawnTable;
use psqt::Psqt;
use tapered::Tapered;

/// The classical evaluator: tapered evaluation with piece-square tables, mobility, pawn
/// structure, passed pawns, king shelter, king danger, threats, space and endgame knowledge.
///
/// Its only state is a pawn hash table, which does not change scores. It ignores the halfmove
/// clock; the search scales scores towards the fifty-move rule.
#[derive(Clone, Debug, Default)]
pub struct Classical {
    psqt: Psqt,
    pawns: PawnTable,
}

impl Classical {
    /// Its name in the registry.
    pub const NAME: &str = "classical";

    /// The whole evaluation, without its terms: `trace` gets their names, White's scores and Black's.
    #[inline(always)]
    fn evaluate_with_trace(
        &mut self,
        position: &Position,
        trace: impl FnMut(&'static str, Tapered, Tapered),
    ) -> Explanation {
        let pawns = self.pawns.get_or_compute(position, &self.psqt);
        let mut context = Context::new(position, &self.psqt, &pawns);
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
            pawns.passed[0] + terms::passed_pawns(&context, white),
            pawns.passed[1] + terms::passed_pawns(&context, black),
        );
        sum.add_term("King shelter", pawns.shelter[0], pawns.shelter[1]);
        sum.add_term(
            "King danger",
            terms::king_danger(&context, white),
            terms::king_danger(&context, black),
        );
        sum.add_term("Threats", terms::threats(&context, white), terms::threats(&context, black));
        sum.add_term("Space", terms::space(&context, white), terms::space(&context, black));
        sum.add_term("Mop-up", endgame::mop_up(position, white), endgame::mop_up(position, black));
        sum.add_term_for("Tempo", position.side_to_move(), weights::TEMPO);

        let eg = sum.score.eg();
        let stronger_side = if eg >= 0 { white } else { black };
        let adjustment = endgame::winnable_adjustment(position, eg);
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
        sum + weights::MATERIAL[kind.index()] * context.of(us, kind).count()
    })
}

/// Tapered evaluation: interpolates between the middlegame score and the scaled endgame score
/// by game phase.
#[inline(always)]
fn interpolate(position: &Position, score: Tapered, stronger_side: Color) -> Explanation {
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
    Explanation { terms: Vec::new(), phase, scale, total: Score::new(total).clamp_eval() }
}

impl Evaluator for Classical {
    fn evaluate(&mut self, position: &Position, _ply: usize) -> Score {
        self.evaluate_with_trace(position, |_, _, _| ()).total.relative_to(position.side_to_move())
    }

    fn reset(&mut self) {
        self.pawns.clear();
    }
}

impl Explain for Classical {
    fn explain(&mut self, position: &Position) -> Explanation {
        let mut terms = Vec::new();
        let evaluation = self.evaluate_with_trace(position, |name, white, black| {
            terms.push(Term { name, white: white.pair(), black: black.pair() });
        });
        Explanation { terms, ..evaluation }
    }
}
