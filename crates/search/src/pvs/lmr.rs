//! Late move reduction (LMR): late moves are searched to a smaller depth.

use super::node_state::NodeState;
use super::observer::{ReductionTerms, SearchObserver};
use super::thread::SearchThread;
use crate::params::SearchParams;
use board::{Move, Position};
use eval::Evaluator;
use ordering::MoveOrdering;

const SIZE: usize = 64;

/// The part of the reduction that depends on depth and move count, tabulated:
/// base + ln(depth)·ln(move count)/divisor, the form used by Stockfish and most other engines.
pub(super) struct LmrTable {
    quiet: Box<[[i32; SIZE]]>,
    noisy: Box<[[i32; SIZE]]>,
}

impl LmrTable {
    pub(super) fn new(p: &SearchParams) -> Self {
        Self {
            quiet: tabulate(p.lmr_quiet_base(), p.lmr_quiet_divisor()),
            noisy: tabulate(p.lmr_noisy_base(), p.lmr_noisy_divisor()),
        }
    }

    /// The reduction in 1024ths of a ply. Moves are counted from 1.
    pub(super) fn base(&self, quiet: bool, depth: i32, move_count: usize) -> i32 {
        let table = if quiet { &self.quiet } else { &self.noisy };
        table[(depth.max(0) as usize).min(SIZE - 1)][move_count.min(SIZE - 1)]
    }
}

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

fn tabulate(base: i32, divisor: i32) -> Box<[[i32; SIZE]]> {
    let entry = |depth: usize, move_count: usize| {
        if depth == 0 || move_count == 0 {
            return 0;
        }
        let product = (depth as f64).ln() * (move_count as f64).ln();
        base + (product * 1024.0 * 1024.0 / f64::from(divisor)) as i32
    };
    (0..SIZE).map(|depth| std::array::from_fn(|count| entry(depth, count))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_grow_with_depth_and_move_count() {
        let lmr = LmrTable::new(&SearchParams::default());
        assert!(lmr.base(true, 20, 20) > lmr.base(true, 5, 20));
        assert!(lmr.base(true, 20, 20) > lmr.base(true, 20, 3));
        assert!(lmr.base(false, 20, 20) < lmr.base(true, 20, 20));
        assert_eq!(lmr.base(true, 500, 500), lmr.base(true, 63, 63));
    }
}
