//! Pruning by margins: of whole nodes before their moves are generated, and of single moves.

use super::node_state::NodeState;
use super::observer::{MovePruning, NodeEnd, SearchEvent, SearchObserver};
use super::thread::SearchThread;
use crate::abort::Abortable;
use board::Move;
use eval::{Evaluator, Score};
use movegen::gives_check;
use ordering::MoveOrdering;
use ordering::{SeeValues, see_ge};

impl<E: Evaluator, O: MoveOrdering, W: SearchObserver> SearchThread<'_, E, O, W> {
    /// Step 6 of a node that is neither in check nor on a PV: the score, if the node is pruned.
    pub(super) fn node_pruning(&mut self, node: &NodeState<'_>) -> Abortable<Option<Score>> {
        if self.should_razor(node) {
            let window = (node.alpha, node.alpha + 1);
            self.observe(node.ply, SearchEvent::SideSearch);
            let score = self.quiescence::<false>(node.position, window, node.ply)?;
            self.observe(node.ply, SearchEvent::SideSearchEnd);
            if score <= node.alpha {
                return Ok(Some(self.end_node(node.ply, NodeEnd::Razoring, score)));
            }
        }
        if self.should_prune_reverse_futility(node) {
            let score = Score::new((2 * node.beta.raw() + node.eval.raw()) / 3);
            return Ok(Some(self.end_node(node.ply, NodeEnd::ReverseFutility, score)));
        }
        if let Some(score) = self.null_move_pruning(node)? {
            return Ok(Some(self.end_node(node.ply, NodeEnd::NullMove, score)));
        }
        if let Some(score) = self.probcut(node)? {
            return Ok(Some(self.end_node(node.ply, NodeEnd::ProbCut, score)));
        }
        Ok(self.tt_probcut(node).map(|score| self.end_node(node.ply, NodeEnd::ProbCut, score)))
    }

    /// Razoring: far below alpha at low depth only captures can help, so quiescence decides. (After
    /// Stockfish.)
    fn should_razor(&self, node: &NodeState<'_>) -> bool {
        let p = &self.shared.params;
        let margin = p.razor_base() + p.razor_slope() * node.depth * node.depth;
        node.depth <= p.razor_depth()
            && !node.alpha.is_decisive()
            && node.eval + margin <= node.alpha
    }

    /// Reverse futility pruning (RFP), also static null move pruning: so far above beta that the
    /// opponent will not catch up in the remaining depth. (Margin after Viridithas, score after
    /// Stockfish.)
    fn should_prune_reverse_futility(&self, node: &NodeState<'_>) -> bool {
        let p = &self.shared.params;
        let improving_margin = if node.improving { p.rfp_improving() } else { 0 };
        let before = self.td.stack.before(node.ply, 1).static_eval;
        let worsening = before.is_some_and(|before| node.static_eval > -before);
        let worsening_margin = if worsening { p.rfp_worsening() } else { 0 };
        let margin = p.rfp_slope() * node.depth - improving_margin - worsening_margin
            + node.correction.abs() * p.rfp_correction() / 100;
        node.depth <= p.rfp_depth()
            && !node.tt_pv
            && node.eval >= node.beta + margin.max(p.rfp_min_margin())
            && !node.beta.is_loss()
            && !node.eval.is_win()
            && node.depth <= p.rfp_depth_per_piece() * node.piece_count()
    }

    /// Late move pruning (LMP), also move count pruning: whether no more quiet moves are searched.
    /// Known before the next move is picked, so that they need not be generated. (After Stockfish.) A PV
    /// node does so only when it is not in check and a move is worth at least the evaluation: the first
    /// moves may all be bad captures and checks, whose score would be the node's.
    pub(super) fn should_prune_late_moves<const PV: bool>(&self, node: &NodeState<'_>) -> bool {
        if PV && (node.in_check || node.best_score < node.eval) {
            return false;
        }
        let p = &self.shared.params;
        let count = p.lmp_base() + p.lmp_slope() * node.depth * node.depth;
        let count = if node.improving { count } else { count / 2 } / 1024;
        node.move_count > 0 && node.move_count as i32 + 1 >= count
    }

    /// Move pruning other than LMP. Used only when some move is no forced loss, so that not every
    /// move of a lost position is pruned.
    pub(super) fn should_prune_move(&self, node: &NodeState<'_>, mv: Move, history: i32) -> bool {
        if mv.is_noisy() {
            return self.should_prune_noisy_by_see(node, mv, history);
        }
        let lmr_depth = self.lmr_depth(node, mv, history);
        if self.should_prune_by_futility(node, lmr_depth, history) {
            self.prune_if(!gives_check(node.position, mv), node.ply, MovePruning::Futility)
        } else {
            self.should_prune_quiet_by_see(node, mv, lmr_depth)
        }
    }

    /// `prune`, of which the observer is told where it is true.
    #[inline(always)]
    pub(super) fn prune_if(&self, prune: bool, ply: usize, why: MovePruning) -> bool {
        if prune {
            self.observe(ply, SearchEvent::Pruned(why));
        }
        prune
    }

    /// The depth that the move would be searched to with its usual LMR.
    fn lmr_depth(&self, node: &NodeState<'_>, mv: Move, history: i32) -> i32 {
        let reduction = self.shared.lmr.base(mv.is_quiet(), node.depth, node.move_count)
            - history * 1024 / self.shared.params.lmr_history();
        (node.depth - 1 - reduction.max(0) / 1024).max(0)
    }

    /// Futility pruning: even with a margin for the remaining depth a quiet move will not reach
    /// alpha. (By reduced depth after Stockfish, history term after Reckless.)
    fn should_prune_by_futility(&self, node: &NodeState<'_>, lmr_depth: i32, history: i32) -> bool {
        let p = &self.shared.params;
        let margin =
            p.futility_base() + p.futility_slope() * lmr_depth + history / p.futility_history();
        !node.in_check
            && lmr_depth <= p.futility_depth()
            && !node.alpha.is_decisive()
            && node.static_eval + margin <= node.alpha
    }

    /// SEE pruning of quiet moves: those that lose too much in the exchange. (After Stockfish.)
    fn should_prune_quiet_by_see(&self, node: &NodeState<'_>, mv: Move, lmr_depth: i32) -> bool {
        let threshold = -self.shared.params.see_quiet() * lmr_depth * lmr_depth;
        // Without an attack on either square nothing recaptures, which SEE finds out more slowly.
        let attacked = (node.threats & (mv.from().bitboard() | mv.to().bitboard())).any();
        let loses = attacked && !see_ge(node.position, mv, threshold, &SeeValues::DEFAULT);
        self.prune_if(loses, node.ply, MovePruning::See)
    }

    /// SEE pruning of noisy moves: the same for captures and promotions, by depth and history.
    /// (After Stockfish.)
    fn should_prune_noisy_by_see(&self, node: &NodeState<'_>, mv: Move, history: i32) -> bool {
        let p = &self.shared.params;
        let threshold = -p.see_noisy() * node.depth - history / p.see_noisy_history();
        let loses = !see_ge(node.position, mv, threshold.min(0), &SeeValues::DEFAULT);
        self.prune_if(loses, node.ply, MovePruning::See)
    }
}
