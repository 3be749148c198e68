//! Null move pruning.

use super::node_state::NodeState;
use super::observer::{SearchEvent, SearchObserver};
use super::thread::SearchThread;
use crate::abort::Abortable;
use eval::{Evaluator, Score};
use ordering::MoveOrdering;

impl<E: Evaluator, O: MoveOrdering, W: SearchObserver> SearchThread<'_, E, O, W> {
    /// Null move pruning (NMP): a node that fails high when the side to move passes is taken to
    /// fail high. In zugzwang that is wrong, so at high depth the cutoff is verified by a search
    /// without null moves. (Margins and verification after Stockfish.)
    pub(super) fn null_move_pruning(&mut self, node: &NodeState<'_>) -> Abortable<Option<Score>> {
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
            && self.td.stack.before(node.ply, 1).played.is_some()
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
}
