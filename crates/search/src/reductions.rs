//! Late move reductions: how much less deep a late move is searched.

use crate::params::Parameters;

const SIZE: usize = 64;

/// The part of a reduction that depends on depth and move index, tabulated.
pub(crate) struct Reductions {
    quiet: Box<[[i32; SIZE]]>,
    noisy: Box<[[i32; SIZE]]>,
}

/// The rest of what a reduction depends on.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Circumstances {
    pub quiet: bool,
    pub pv: bool,
    pub was_pv: bool,
    pub cut: bool,
    pub improving: bool,
    pub tt_move_noisy: bool,
    pub gives_check: bool,
    pub child_cutoffs: u32,
    pub history: i32,
    pub correction: i32,
}

impl Reductions {
    pub(crate) fn new(parameters: &Parameters) -> Self {
        let quiet = (parameters.reduction_quiet_base, parameters.reduction_quiet_divisor);
        let noisy = (parameters.reduction_noisy_base, parameters.reduction_noisy_divisor);
        Self { quiet: tabulate(quiet), noisy: tabulate(noisy) }
    }

    /// Reduction in 1024ths of a ply before circumstances; `index` counts moves from 1.
    pub(crate) fn base(&self, quiet: bool, depth: i32, index: usize) -> i32 {
        let table = if quiet { &self.quiet } else { &self.noisy };
        table[(depth.max(0) as usize).min(SIZE - 1)][index.min(SIZE - 1)]
    }

    /// The whole reduction in 1024ths of a ply; may be negative.
    pub(crate) fn reduction(
        &self,
        depth: i32,
        index: usize,
        at: Circumstances,
        p: &Parameters,
    ) -> i32 {
        let when = |condition: bool, amount: i32| if condition { amount } else { 0 };
        self.base(at.quiet, depth, index)
            + when(at.cut, p.reduction_cut)
            + when(!at.improving, p.reduction_not_improving)
            + when(at.tt_move_noisy, p.reduction_hash_noisy)
            + when(at.child_cutoffs > 2, p.reduction_child_cutoffs)
            - when(at.pv, p.reduction_pv)
            - when(at.was_pv, p.reduction_was_pv)
            - when(at.gives_check, p.reduction_check)
            - at.history * 1024 / p.reduction_history
            - at.correction * 1024 / p.reduction_correction
    }
}

/// base + ln(depth)·ln(index)·1024²/divisor, as published for several engines.
fn tabulate((base, divisor): (i32, i32)) -> Box<[[i32; SIZE]]> {
    let entry = |depth: usize, index: usize| {
        if depth == 0 || index == 0 {
            return 0;
        }
        let product = (depth as f64).ln() * (index as f64).ln();
        base + (product * 1024.0 * 1024.0 / f64::from(divisor)) as i32
    };
    (0..SIZE).map(|depth| std::array::from_fn(|index| entry(depth, index))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_grow_with_depth_and_index() {
        let reductions = Reductions::new(&Parameters::default());
        assert!(reductions.base(true, 20, 20) > reductions.base(true, 5, 20));
        assert!(reductions.base(true, 20, 20) > reductions.base(true, 20, 3));
        assert!(reductions.base(false, 20, 20) < reductions.base(true, 20, 20));
        assert_eq!(reductions.base(true, 500, 500), reductions.base(true, 63, 63));
    }

    #[test]
    fn good_history_shrinks_a_reduction() {
        let p = Parameters::default();
        let reductions = Reductions::new(&p);
        let plain = Circumstances { quiet: true, improving: true, ..Circumstances::default() };
        let liked = Circumstances { history: 20_000, ..plain };
        assert!(reductions.reduction(10, 10, liked, &p) < reductions.reduction(10, 10, plain, &p));
    }
}
