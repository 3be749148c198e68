//! Steps 5 and 6 of a node: static evaluation, and the pruning of the whole node before its moves are generated.

use super::correction_history::corrected;
use super::node::NodeState;
use super::worker::Worker;
use crate::Abortable;
use crate::observer::{NodeEnd, RuleNumbers, SearchEvent, SearchObserver};
use crate::tt::TtEntry;
use eval::{Evaluator, Score};
use ordering::{Mode, MoveOrdering};
use searcher::Bound;

impl<E: Evaluator, O: MoveOrdering, W: SearchObserver> Worker<'_, E, O, W> {
    /// Sets the evaluations of a node of the main search, and `improving`. In check there are none.
    pub(super) fn static_evaluation(&mut self, node: &mut NodeState<'_>) {
        let ply = node.ply;
        if node.in_check {
            self.data.stack[ply].static_eval = None;
            return;
        }
        if node.excluded.is_some() {
            // The same node was evaluated just before, with all moves.
            node.static_eval = self.data.stack[ply].static_eval.unwrap_or(Score::ZERO);
            node.eval = node.static_eval;
        } else {
            self.corrected_evaluation(node);
            self.store_evaluation(node);
            self.data.stack[ply].static_eval = Some(node.static_eval);
        }
        let stack = &self.data.stack;
        let earlier = stack.before(ply, 2).static_eval.or(stack.before(ply, 4).static_eval);
        node.improving = earlier.is_some_and(|earlier| node.static_eval > earlier);
    }

    /// Sets the raw, corrected and TT-adjusted evaluation of a node that is not in check. The raw
    /// one comes from the TT where it is known there.
    pub(super) fn corrected_evaluation(&mut self, node: &mut NodeState<'_>) {
        let position = node.position;
        let last_moves = self.data.stack.last_moves(node.ply);
        let correction =
            self.data.corrections.correction(position, last_moves, &self.shared.params);
        let raw = node
            .tt_entry
            .and_then(|entry| entry.eval)
            .unwrap_or_else(|| self.data.evaluator.evaluate(position, node.ply).clamp_eval());
        node.raw_eval = Some(raw);
        node.correction = correction;
        node.static_eval = corrected(raw, correction, position.halfmove_clock());
        node.eval = tt_adjusted(node.static_eval, node.tt_entry);
    }

    /// Stores the raw evaluation of a node that is not in the TT, for later visits.
    pub(super) fn store_evaluation(&self, node: &NodeState<'_>) {
        if node.tt_entry.is_none() {
            let entry = TtEntry { eval: node.raw_eval, pv: node.tt_pv, ..TtEntry::default() };
            self.shared.tt.store(node.key, node.ply, entry);
        }
    }

    /// Step 6 of a node that is neither in check nor on a PV: the score, if the node is pruned.
    pub(super) fn node_pruning(&mut self, node: &NodeState<'_>) -> Abortable<Option<Score>> {
        let ply = node.ply;
        let margin = self.razor_margin(node);
        if self.should_razor(node, margin) {
            let window = (node.alpha, node.alpha + 1);
            self.observe(ply, SearchEvent::SideSearch);
            let score = self.quiescence::<false>(node.position, window, ply)?;
            self.observe(ply, SearchEvent::SideSearchEnd);
            if score <= node.alpha {
                let numbers = RuleNumbers { margin, ..node.numbers(node.alpha) };
                return Ok(Some(self.end_by_rule(ply, NodeEnd::Razoring, numbers, score)));
            }
        }
        let margin = self.reverse_futility_margin(node);
        if self.should_prune_reverse_futility(node, margin) {
            let score = Score::new((2 * node.beta.raw() + node.eval.raw()) / 3);
            let numbers = RuleNumbers { margin, ..node.numbers(node.beta) };
            return Ok(Some(self.end_by_rule(ply, NodeEnd::ReverseFutility, numbers, score)));
        }
        if let Some(score) = self.null_move_pruning(node)? {
            let depth = (node.depth - self.null_move_reduction(node)).max(0);
            let numbers = RuleNumbers::bound(score, node.beta, depth);
            return Ok(Some(self.end_by_rule(ply, NodeEnd::NullMove, numbers, score)));
        }
        let score = self.probcut(node)?;
        Ok(score.or_else(|| self.tt_probcut(node)).map(|score| {
            let numbers = RuleNumbers::bound(score, node.beta, node.depth);
            self.end_by_rule(ply, NodeEnd::ProbCut, numbers, score)
        }))
    }

    fn razor_margin(&self, node: &NodeState<'_>) -> i32 {
        let p = &self.shared.params;
        p.razor_base() + p.razor_slope() * node.depth * node.depth
    }

    /// Razoring: far below alpha at low depth only captures can help, so quiescence decides. (After
    /// Stockfish.)
    fn should_razor(&self, node: &NodeState<'_>, margin: i32) -> bool {
        node.depth <= self.shared.params.razor_depth()
            && !node.alpha.is_decisive()
            && node.eval + margin <= node.alpha
    }

    fn reverse_futility_margin(&self, node: &NodeState<'_>) -> i32 {
        let p = &self.shared.params;
        let improving_margin = if node.improving { p.rfp_improving() } else { 0 };
        let before = self.data.stack.before(node.ply, 1).static_eval;
        let worsening = before.is_some_and(|before| node.static_eval > -before);
        let worsening_margin = if worsening { p.rfp_worsening() } else { 0 };
        let margin = p.rfp_slope() * node.depth - improving_margin - worsening_margin
            + node.correction.abs() * p.rfp_correction() / 100;
        margin.max(p.rfp_min_margin())
    }

    /// Reverse futility pruning (RFP), also static null move pruning: so far above beta that the
    /// opponent will not catch up in the remaining depth. (Margin after Viridithas, score after
    /// Stockfish.)
    fn should_prune_reverse_futility(&self, node: &NodeState<'_>, margin: i32) -> bool {
        let p = &self.shared.params;
        node.depth <= p.rfp_depth()
            && !node.tt_pv
            && node.eval >= node.beta + margin
            && !node.beta.is_loss()
            && !node.eval.is_win()
            && node.depth <= p.rfp_depth_per_piece() * node.piece_count()
    }

    /// Null move pruning (NMP): a node that fails high when the side to move passes is taken to
    /// fail high. In zugzwang that is wrong, so at high depth the cutoff is verified by a search
    /// without null moves. (Margins and verification after Stockfish.)
    fn null_move_pruning(&mut self, node: &NodeState<'_>) -> Abortable<Option<Score>> {
        if !self.should_try_null_move(node) {
            return Ok(None);
        }
        let depth = node.depth - self.null_move_reduction(node);
        let (alpha, beta) = (node.beta - 1, node.beta);
        self.observe(node.ply, SearchEvent::SideSearch);
        self.count_node(node.ply)?;
        let child = self.make_null_move(node.position, node.ply);
        let score =
            self.search_child::<false>(&child, (alpha, beta), depth, node.ply + 1, false)?;
        self.undo_move();
        self.observe(node.ply, SearchEvent::SideSearchEnd);
        if score < beta {
            return Ok(None);
        }
        // A mate after a null move is not proven.
        let score = if score.is_win() { beta } else { score };
        if self.nmp_min_ply > 0 || node.depth < self.shared.params.nmp_verification_depth() {
            return Ok(Some(score));
        }
        let share = self.shared.params.nmp_verification_share();
        self.nmp_min_ply = node.ply + (depth.max(0) * share / 100) as usize;
        self.observe(node.ply, SearchEvent::SideSearch);
        let verified =
            self.search::<false>(node.position, (alpha, beta), depth, node.ply, false)?;
        self.observe(node.ply, SearchEvent::SideSearchEnd);
        self.nmp_min_ply = 0;
        Ok((verified >= beta).then_some(score))
    }

    fn should_try_null_move(&self, node: &NodeState<'_>) -> bool {
        let p = &self.shared.params;
        let margin = p.nmp_margin() - p.nmp_margin_slope() * node.depth;
        node.cut_node
            && node.depth >= p.nmp_min_depth()
            && node.ply >= self.nmp_min_ply
            && self.data.stack.before(node.ply, 1).played.is_some()
            && node.eval >= node.beta
            && node.static_eval >= node.beta + margin
            && !node.beta.is_loss()
            && node.piece_count() >= p.nmp_min_pieces()
    }

    /// The reduction in plies.
    fn null_move_reduction(&self, node: &NodeState<'_>) -> i32 {
        let p = &self.shared.params;
        let above_beta = (node.eval - node.beta).raw();
        let by_eval = (above_beta * 1024 / p.nmp_eval_divisor()).clamp(0, p.nmp_eval_max());
        (p.nmp_base() + p.nmp_per_depth() * node.depth + by_eval) / 1024
    }

    /// ProbCut (Buro 1995): a good capture that fails high far above beta in a search of smaller
    /// depth is taken to fail high above beta in the full search.
    fn probcut(&mut self, node: &NodeState<'_>) -> Abortable<Option<Score>> {
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
        let mut moves_searched = 0;
        let mut picker = self.data.ordering.picker(&view);
        while let Some(picked) = self.next_move(&mut picker, &view) {
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
                self.observe(node.ply, SearchEvent::Cutoff { mode, picked, moves_searched });
                let margin = if score.is_decisive() { 0 } else { (probcut_beta - node.beta).raw() };
                return Ok(Some(score - margin));
            }
            moves_searched += 1;
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
    fn tt_probcut(&self, node: &NodeState<'_>) -> Option<Score> {
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

/// The evaluation, or the score of the TT entry where its bound says that the true score lies on
/// that side of the evaluation.
fn tt_adjusted(eval: Score, entry: Option<TtEntry>) -> Score {
    let Some(entry) = entry else { return eval };
    let better = entry.bound.is_some_and(|bound| {
        if entry.score > eval { bound.includes_lower() } else { bound.includes_upper() }
    });
    if better && !entry.score.is_decisive() { entry.score } else { eval }
}
