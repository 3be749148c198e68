//! Step 5: the static evaluation of a node, corrected, and compared with earlier ones.

use super::SearchThread;
use super::node::Site;
use crate::correction::{Cue, corrected};
use crate::hash::{Bound, Finding, TtHit};
use board::Position;
use eval::{Evaluator, Score};
use ordering::MoveOrdering;

/// A static evaluation in its stages.
#[derive(Clone, Copy)]
pub(super) struct Assessment {
    /// As the evaluator gave it.
    pub raw: Score,
    /// With its correction.
    pub corrected: Score,
    /// How much was corrected, in centipawns.
    pub correction: i32,
}

impl<E: Evaluator, O: MoveOrdering> SearchThread<'_, E, O> {
    /// Fills in the evaluations of a node. In check there is none.
    pub(super) fn assess(&mut self, site: &mut Site<'_>) {
        if site.in_check {
            self.data.frames[site.ply].eval = None;
            return;
        }
        if site.excluded.is_some() {
            // The same node was assessed a moment ago, before the move was left out.
            let known = self.data.frames[site.ply].eval.unwrap_or(Score::ZERO);
            site.static_eval = known;
            site.eval = known;
            site.improving = self.is_improving(site.ply, known);
            return;
        }
        let assessed = self.assess_position(site.position, site.ply, site.hit, site.was_pv);
        site.raw_eval = Some(assessed.raw);
        site.static_eval = assessed.corrected;
        site.correction = assessed.correction;
        site.eval = believe(assessed.corrected, site.hit);
        self.data.frames[site.ply].eval = Some(assessed.corrected);
        site.improving = self.is_improving(site.ply, assessed.corrected);
    }

    /// Evaluates a position that is not in check, or takes the evaluation from the hash table. A
    /// new evaluation is put there at once.
    pub(super) fn assess_position(
        &mut self,
        position: &Position,
        ply: usize,
        hit: Option<TtHit>,
        pv: bool,
    ) -> Assessment {
        let raw = hit.and_then(|hit| hit.eval).unwrap_or_else(|| {
            let raw = self.data.evaluator.evaluate(position, ply).clamp_eval();
            if hit.is_none() {
                let finding = Finding {
                    mv: None,
                    score: Score::ZERO,
                    bound: None,
                    eval: Some(raw),
                    depth: 0,
                    pv,
                };
                self.shared.table.store(position.key(), ply, finding);
            }
            raw
        });
        let cue = Cue { position, line: &self.data.line };
        let correction = self.data.corrections.correction(cue, &self.parameters);
        let corrected = corrected(raw, correction, position.halfmove_clock());
        Assessment { raw, corrected, correction }
    }

    /// Whether the evaluation has risen since the side's last move, or the one before where that
    /// was made in check.
    fn is_improving(&self, ply: usize, now: Score) -> bool {
        let frames = &self.data.frames;
        let before = frames.eval_above(ply, 2).or_else(|| frames.eval_above(ply, 4));
        before.is_some_and(|before| now > before)
    }
}

/// The evaluation, replaced by a stored score that is known to lie on its better side.
pub(super) fn believe(eval: Score, hit: Option<TtHit>) -> Score {
    let Some(hit) = hit else { return eval };
    let tells = match hit.bound {
        Some(Bound::Exact) => true,
        Some(Bound::Lower) => hit.score > eval,
        Some(Bound::Upper) => hit.score < eval,
        None => false,
    };
    if tells && !hit.score.is_decisive() { hit.score } else { eval }
}
