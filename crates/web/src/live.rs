//! Counts of cutoffs while a search runs, by move index and by stage.
//!
//! Only the search itself can look at its tables while it runs, so the counts are kept beside it: in a
//! variable of the thread, on which the search runs and its reporter is called.

use ordering::Stage;
use std::cell::RefCell;

/// Move indices that are told apart; the last one stands for all greater ones.
pub const INDICES: usize = 10;

/// Nodes of the main search that failed high.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CutoffCounts {
    /// By the number of moves searched before.
    pub by_index: [u64; INDICES],
    /// By [`Stage::index`] of the move.
    pub by_stage: [u64; Stage::COUNT],
}

thread_local! {
    static COUNTS: RefCell<CutoffCounts> = const {
        RefCell::new(CutoffCounts { by_index: [0; INDICES], by_stage: [0; Stage::COUNT] })
    };
}

/// The counts since the last reset on this thread.
pub fn counts() -> CutoffCounts {
    COUNTS.with_borrow(|counts| *counts)
}

/// Sets all counts to 0.
pub fn reset() {
    COUNTS.set(CutoffCounts::default());
}

/// Counts a cutoff of the main search.
pub fn count(stage: Stage, moves_searched: usize) {
    COUNTS.with_borrow_mut(|counts| {
        counts.by_index[moves_searched.min(INDICES - 1)] += 1;
        counts.by_stage[stage.index()] += 1;
    });
}
