//! ProbCut.

use super::node_state::NodeState;
use super::observer::{SearchEvent, SearchObserver};
use super::thread::SearchThread;
use crate::abort::Abortable;
use crate::tt::TtEntry;
use eval::{Evaluator, Score};
use ordering::{Mode, MoveOrdering, MovePicker, NodeResult};
use searcher::Bound;

impl<E: Evaluator, O: MoveOrdering, W: SearchObserver> SearchThread<'_, E, O, W> {
    /// ProbCut (Buro 1995): a good capture that fails high far above beta in a search of smaller
    /// depth is taken to fail high above beta in the full search.
    pub(super) fn probcut(&mut self, node: &NodeState<'_>) -> Abortable<Option<Score>> {
        let p = &self.shared.params;
        let improving_margin = if node.improving { p.probcut_improving() } else { 0 };
        let probcut_beta = node.beta + p.probcut_margin() - improving_margin;
        if !self.should_try_probcut(node, probcut_beta) {
            return Ok(None);
        }
        let depth = (node.depth - p.probcut_reduction()).max(0);
        let window = (probcut_beta - 1, probcut_beta);
        let mode = Mode::ProbCut((probcut_beta - node.static_eval).raw().max(0));
        let view = self.ordering_view(node, mode);
        let ply = node.ply + 1;
        let mut index = 0;
        let mut picker = self.td.ordering.picker(&view);
        while let Some(picked) = picker.next(&self.td.ordering, &view) {
            self.observe(node.ply, SearchEvent::SideSearch);
            self.prefetch_child(node.position, picked.mv);
            self.count_node(node.ply)?;
            let child = self.make_move(node.position, node.ply, picked.mv);
            let mut score = -self.quiescence::<false>(&child, (-window.1, -window.0), ply)?;
            if score >= probcut_beta && depth > 0 {
                score = self.search_child::<false>(&child, window, depth, ply, !node.cut_node)?;
            }
            self.undo_move();
            self.observe(node.ply, SearchEvent::SideSearchEnd);
            if score >= probcut_beta {
                let entry = TtEntry {
                    mv: Some(picked.mv),
                    score,
                    bound: Some(Bound::Lower),
                    eval: node.raw_eval,
                    depth: depth + 1,
                    pv: node.tt_pv,
                };
                self.shared.tt.store(node.key, node.ply, entry);
                // Counted, but no history bonus from so shallow a search.
                self.td.ordering.update(&NodeResult {
                    node: &view,
                    best: picked.mv,
                    stage: picked.stage,
                    failed_high: true,
                    quiets_searched: &[],
                    noisies_searched: &[],
                    moves_searched: index,
                    bonus_depth: 0,
                });
                let margin = if score.is_decisive() { 0 } else { (probcut_beta - node.beta).raw() };
                return Ok(Some(score - margin));
            }
            index += 1;
        }
        Ok(None)
    }

    fn should_try_probcut(&self, node: &NodeState<'_>, probcut_beta: Score) -> bool {
        let p = &self.shared.params;
        let fails_by_tt = node.tt_entry.is_some_and(|entry| {
            entry.bound.is_some()
                && entry.depth > node.depth - p.probcut_reduction()
                && entry.score < probcut_beta
        });
        node.depth >= p.probcut_min_depth() && !node.beta.is_decisive() && !fails_by_tt
    }

    /// ProbCut by the TT alone: a lower bound far above beta, not much shallower than the node.
    pub(super) fn tt_probcut(&self, node: &NodeState<'_>) -> Option<Score> {
        let p = &self.shared.params;
        let probcut_beta = node.beta + p.probcut_tt_margin();
        let entry = node.tt_entry?;
        let holds = entry.bound.is_some_and(Bound::includes_lower)
            && entry.depth >= node.depth - p.probcut_reduction()
            && entry.score >= probcut_beta
            && !entry.score.is_decisive()
            && !node.beta.is_decisive();
        holds.then_some(probcut_beta)
    }
}
