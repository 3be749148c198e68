//! Late move reduction (LMR): late moves are searched to a smaller depth.

use super::node_state::NodeState;
use super::observer::{ReductionTerms, SearchObserver};
use super::thread::SearchThread;
use board::{Move, Position};
use eval::Evaluator;
use ordering::MoveOrdering;

impl<E: Evaluator, O: MoveOrdering, W: SearchObserver> SearchThread<'_, E, O, W> {
    /// Late move reduction (LMR) of a move that leads to `child`, in 1024ths of a ply. The sum
    /// may be negative.
    pub(super) fn lmr<const PV: bool>(
        &self,
        node: &NodeState<'_>,
        mv: Move,
        history: i32,
        child: &Position,
    ) -> ReductionTerms {
        let p = &self.shared.params;
        let when = |condition: bool, amount: i32| if condition { amount } else { 0 };
        let child_cutoffs = self.td.stack[node.ply + 1].cutoff_count as i32;
        ReductionTerms {
            table: self.shared.lmr.base(mv.is_quiet(), node.depth, node.move_count),
            node_type: when(node.cut_node, p.lmr_cut_node())
                - when(PV, p.lmr_pv())
                - when(node.tt_pv, p.lmr_tt_pv()),
            not_improving: when(!node.improving, p.lmr_not_improving()),
            noisy_tt_move: when(node.tt_move().is_some_and(Move::is_noisy), p.lmr_tt_move_noisy()),
            cutoff_count: when(child_cutoffs > p.lmr_cutoff_count_min(), p.lmr_cutoff_count()),
            check: -when(child.in_check(), p.lmr_check()),
            history: -(history * 1024 / p.lmr_history()),
            correction: -(node.correction.abs() * 1024 / p.lmr_correction()),
        }
    }
}
