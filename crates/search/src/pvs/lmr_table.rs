//! The part of late move reduction (LMR) that depends on depth and move count, tabulated.

use crate::params::SearchParams;

const SIZE: usize = 64;

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
