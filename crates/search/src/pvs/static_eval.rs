//! Static evaluation of a node: evaluator, correction history, adjustment by the TT.

use super::correction_history::corrected;
use super::node_state::NodeState;
use super::observer::SearchObserver;
use super::thread::SearchThread;
use crate::tt::TtEntry;
use eval::{Evaluator, Score};
use ordering::MoveOrdering;

impl<E: Evaluator, O: MoveOrdering, W: SearchObserver> SearchThread<'_, E, O, W> {
    /// Sets the evaluations of a node of the main search, and `improving`. In check there are none.
    pub(super) fn static_evaluation(&mut self, node: &mut NodeState<'_>) {
        let ply = node.ply;
        if node.in_check {
            self.td.stack[ply].static_eval = None;
            return;
        }
        if node.excluded.is_some() {
            // The same node was evaluated just before, with all moves.
            node.static_eval = self.td.stack[ply].static_eval.unwrap_or(Score::ZERO);
            node.eval = node.static_eval;
        } else {
            self.corrected_evaluation(node);
            self.store_evaluation(node);
            self.td.stack[ply].static_eval = Some(node.static_eval);
        }
        let stack = &self.td.stack;
        let earlier = stack.before(ply, 2).static_eval.or(stack.before(ply, 4).static_eval);
        node.improving = earlier.is_some_and(|earlier| node.static_eval > earlier);
    }

    /// Sets the raw, corrected and TT-adjusted evaluation of a node that is not in check. The raw
    /// one comes from the TT where it is known there.
    pub(super) fn corrected_evaluation(&mut self, node: &mut NodeState<'_>) {
        let position = node.position;
        let last_moves = self.td.stack.last_moves(node.ply);
        let correction = self.td.corrections.correction(position, last_moves, &self.shared.params);
        let raw = node
            .tt_entry
            .and_then(|entry| entry.eval)
            .unwrap_or_else(|| self.td.evaluator.evaluate(position, node.ply).clamp_eval());
        node.raw_eval = Some(raw);
        node.correction = correction;
        node.static_eval = corrected(raw, correction, position.halfmove_clock());
        node.eval = tt_adjusted(node.static_eval, node.tt_entry);
    }

    /// Stores the raw evaluation of a node that is not in the TT, for later visits.
    pub(super) fn store_evaluation(&self, node: &NodeState<'_>) {
        if node.tt_entry.is_none() {
            let entry = TtEntry {
                mv: None,
                score: Score::ZERO,
                bound: None,
                eval: node.raw_eval,
                depth: 0,
                pv: node.tt_pv,
            };
            self.shared.tt.store(node.key, node.ply, entry);
        }
    }
}

/// The evaluation, or the score of the TT entry where its bound says that the true score lies on
/// that side of the evaluation.
fn tt_adjusted(eval: Score, entry: Option<TtEntry>) -> Score {
    let Some(entry) = entry else { return eval };
    let better = entry.bound.is_some_and(|bound| {
        if entry.score > eval { bound.includes_lower() } else { bound.includes_upper() }
    });
    if better && !entry.score.is_decisive() { entry.score } else { eval }
}
