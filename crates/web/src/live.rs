//! Counts of cutoffs while a search runs, by move index and by stage.
//!
//! Only the search itself can look at its tables while it runs, so the counts are kept beside it: in a
//! variable of the thread, on which the search runs and its reporter is called.

use ordering::{
    Guarantees, Mode, MoveOrdering, MovePicker, NodeResult, NodeView, PickedMove, PickerCounters,
    QuietEvent, Stage,
};
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

/// A scheme whose cutoffs are counted. It orders as the scheme inside.
#[derive(Default)]
pub struct Counted<O>(O);

impl<O: MoveOrdering> MoveOrdering for Counted<O> {
    type Picker = CountedPicker<O>;
    const NAME: &'static str = O::NAME;
    const GUARANTEES: Guarantees = O::GUARANTEES;

    fn picker(&self, node: &NodeView<'_>) -> Self::Picker {
        CountedPicker(self.0.picker(node))
    }

    fn update(&mut self, result: &NodeResult<'_>) {
        if result.failed_high && result.node.mode == Mode::Main {
            COUNTS.with_borrow_mut(|counts| {
                counts.by_index[result.moves_searched.min(INDICES - 1)] += 1;
                counts.by_stage[result.stage.index()] += 1;
            });
        }
        self.0.update(result);
    }

    fn update_quiet(&mut self, node: &NodeView<'_>, mv: board::Move, event: QuietEvent) {
        self.0.update_quiet(node, mv, event);
    }

    fn history(&self, node: &NodeView<'_>, mv: board::Move) -> i32 {
        self.0.history(node, mv)
    }

    fn new_search(&mut self) {
        self.0.new_search();
    }

    fn clear(&mut self) {
        self.0.clear();
    }

    fn display_score(score: i32) -> i64 {
        O::display_score(score)
    }
}

/// The picker of the scheme inside.
pub struct CountedPicker<O: MoveOrdering>(O::Picker);

impl<O: MoveOrdering> MovePicker<Counted<O>> for CountedPicker<O> {
    fn next(&mut self, ordering: &Counted<O>, node: &NodeView<'_>) -> Option<PickedMove> {
        self.0.next(&ordering.0, node)
    }

    fn upcoming(&self) -> Option<board::Move> {
        self.0.upcoming()
    }

    fn skip_quiets(&mut self) {
        self.0.skip_quiets();
    }

    fn counters(&self) -> PickerCounters {
        self.0.counters()
    }
}
