//! [`Classical`]: the hand-made evaluation the engine plays with. Terms are sums of
//! (middlegame, endgame) weights, blended by the material left; endgames that are hard to
//! win are scaled down. All numbers are in `weights.rs`, all terms are in the other files,
//! and here they are added up.

mod context;
mod endgame;
mod king;
mod kpk;
mod masks;
mod packed;
mod passed;
mod pawn_table;
mod pawns;
mod pieces;
mod registry;
mod shelter;
mod space;
mod tables;
mod threats;
mod trace;
mod weights;

use board::{Color, PieceKind, Position};

pub use packed::Tapered;
pub use weights::Weights;

use crate::{Evaluator, Explain, Explanation, Score};
use context::Context;
use pawn_table::PawnTable;
use tables::Tables;
use trace::Trace;

/// The classical evaluator. Its only state is a table of pawn structures seen before, which
/// saves time and changes nothing. The halfmove clock does not enter: fading scores out
/// towards the fifty-move rule is left to the search.
#[derive(Clone, Debug)]
pub struct Classical {
    weights: Box<Weights>,
    tables: Tables,
    pawns: PawnTable,
}

impl Default for Classical {
    fn default() -> Self {
        Self::with_weights(Weights::DEFAULT)
    }
}

/// The parts of a finished sum.
struct Verdict {
    phase: i32,
    scale: i32,
    /// From White's side.
    total: Score,
}

impl Classical {
    /// An evaluator with other weights, for tuning.
    #[must_use]
    pub fn with_weights(weights: Weights) -> Self {
        let tables = Tables::new(&weights);
        Self { weights: Box::new(weights), tables, pawns: PawnTable::default() }
    }

    /// The whole evaluation; `trace` hears of each term.
    #[inline(always)]
    fn run(&mut self, position: &Position, trace: &mut impl Trace) -> Verdict {
        let (weights, tables) = (&*self.weights, &self.tables);
        let pawns = self.pawns.get(position, |input| pawns::evaluate(input, weights, tables));
        let mut context = Context::new(position, weights, tables, &pawns);
        let mut sum = Sum { score: Tapered::ZERO, trace };

        let [white, black] = Color::ALL;
        let pieces = [pieces::evaluate(&mut context, white), pieces::evaluate(&mut context, black)];
        let material = [material(&context, white), material(&context, black)];
        sum.add("Material", material[0], material[1]);
        sum.add(
            "Placement",
            pieces[0].placement + pawns.placement[0] - material[0],
            pieces[1].placement + pawns.placement[1] - material[1],
        );
        sum.add("Mobility", pieces[0].mobility, pieces[1].mobility);
        sum.add("Pieces", pieces[0].features, pieces[1].features);
        sum.add("Pawns", pawns.structure[0], pawns.structure[1]);
        sum.add(
            "Passed pawns",
            pawns.passed[0] + passed::evaluate(&context, white),
            pawns.passed[1] + passed::evaluate(&context, black),
        );
        sum.add("King shelter", pawns.shelter[0], pawns.shelter[1]);
        sum.add("King danger", king::evaluate(&context, white), king::evaluate(&context, black));
        sum.add("Threats", threats::evaluate(&context, white), threats::evaluate(&context, black));
        sum.add("Space", space::evaluate(&context, white), space::evaluate(&context, black));
        sum.add(
            "Plans",
            endgame::plan(position, white, weights),
            endgame::plan(position, black, weights),
        );
        sum.one_sided("Tempo", position.side_to_move(), weights.tempo);

        let eg = sum.score.eg();
        let ahead = if eg >= 0 { white } else { black };
        let chances = endgame::chances(position, weights, eg);
        sum.one_sided("Winning chances", ahead, Tapered::new(0, chances * eg.signum()));
        blend(position, sum.score, ahead)
    }
}

/// The score so far, from White's side, and who is told of it.
struct Sum<'a, T> {
    score: Tapered,
    trace: &'a mut T,
}

impl<T: Trace> Sum<'_, T> {
    #[inline(always)]
    fn add(&mut self, name: &'static str, white: Tapered, black: Tapered) {
        self.score += white - black;
        self.trace.term(name, white, black);
    }

    #[inline(always)]
    fn one_sided(&mut self, name: &'static str, us: Color, value: Tapered) {
        match us {
            Color::White => self.add(name, value, Tapered::ZERO),
            Color::Black => self.add(name, Tapered::ZERO, value),
        }
    }
}

/// What the pieces of one side are worth by themselves. Placement tables hold material too; this
/// tells the two apart in an explanation and costs nothing where nobody asks.
#[inline(always)]
fn material(context: &Context, us: Color) -> Tapered {
    PieceKind::ALL.into_iter().fold(Tapered::ZERO, |sum, kind| {
        sum + context.weights.material[kind.index()] * context.of(us, kind).count()
    })
}

/// Blends both phases by the material left, the endgame scaled by how winnable it is.
#[inline(always)]
fn blend(position: &Position, score: Tapered, ahead: Color) -> Verdict {
    let count = |kind| position.pieces(kind).count() as i32;
    let phase = count(PieceKind::Knight)
        + count(PieceKind::Bishop)
        + 2 * count(PieceKind::Rook)
        + 4 * count(PieceKind::Queen);
    let full = Explanation::FULL_PHASE;
    let phase = phase.min(full);
    let scale = endgame::scale(position, ahead);
    // Division towards zero treats both colours alike.
    let eg = score.eg() * scale / Explanation::FULL_SCALE;
    let total = (score.mg() * phase + eg * (full - phase)) / full;
    Verdict { phase, scale, total: Score::new(total).clamp_eval() }
}

impl Evaluator for Classical {
    fn evaluate(&mut self, position: &Position, _ply: usize) -> Score {
        let total = self.run(position, &mut ()).total;
        match position.side_to_move() {
            Color::White => total,
            Color::Black => -total,
        }
    }

    fn reset(&mut self) {
        self.pawns.clear();
    }
}

impl Explain for Classical {
    fn explain(&mut self, position: &Position) -> Explanation {
        let mut terms = Vec::new();
        let verdict = self.run(position, &mut terms);
        Explanation { terms, phase: verdict.phase, scale: verdict.scale, total: verdict.total }
    }
}
