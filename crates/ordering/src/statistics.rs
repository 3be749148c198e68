//! Counting what an ordering is worth: how early cutoffs come, and what they cost.
//!
//! A scheme counts only inside [`CountingOrdering`]; a bare one has no trace of it.

use crate::{
    Guarantees, Mode, MoveOrdering, MovePicker, NodeResult, NodeView, PickedMove, PickerCounters,
    Stage,
};
use board::Move;
use std::cell::RefCell;
use std::ops::AddAssign;

/// Counts over the nodes of one mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ModeStatistics {
    /// Nodes at which at least one move was picked.
    pub nodes: u64,
    /// Nodes that failed high, by how many moves had been searched before the move
    /// that cut off: 0, 1, 2, and 3 or more.
    pub cutoffs: [u64; 4],
    /// The same nodes by the stage of that move, indexed by [`Stage::index`].
    pub cutoffs_by_stage: [u64; Stage::COUNT],
    /// Moves picked, by stage.
    pub picked_by_stage: [u64; Stage::COUNT],
    /// Moves generated.
    pub generated: u64,
    /// Moves given a score.
    pub scored: u64,
}

impl ModeStatistics {
    /// All nodes that failed high.
    #[must_use]
    pub fn total_cutoffs(&self) -> u64 {
        self.cutoffs.iter().sum()
    }

    /// All moves picked.
    #[must_use]
    pub fn picked(&self) -> u64 {
        self.picked_by_stage.iter().sum()
    }

    /// Hash moves picked, among them those that a singular search leaves out.
    #[must_use]
    pub fn tt_moves(&self) -> u64 {
        self.picked_by_stage[Stage::TtMove.index()]
    }

    /// Hash moves that cut off.
    #[must_use]
    pub fn tt_move_cutoffs(&self) -> u64 {
        self.cutoffs_by_stage[Stage::TtMove.index()]
    }

    /// The shares of cutoffs on the first, second, third, and any later move, adding
    /// up to 1; `None` without cutoffs.
    #[must_use]
    pub fn cutoff_shares(&self) -> Option<[f64; 4]> {
        let all = self.total_cutoffs();
        (all > 0).then(|| self.cutoffs.map(|count| count as f64 / all as f64))
    }

    /// How often a hash move that was picked cut off, 0 to 1; `None` when none was picked.
    #[must_use]
    pub fn tt_move_cutoff_share(&self) -> Option<f64> {
        let picked = self.tt_moves();
        (picked > 0).then(|| self.tt_move_cutoffs() as f64 / picked as f64)
    }
}

impl AddAssign<&ModeStatistics> for ModeStatistics {
    fn add_assign(&mut self, other: &ModeStatistics) {
        self.nodes += other.nodes;
        self.generated += other.generated;
        self.scored += other.scored;
        add_each(&mut self.cutoffs, &other.cutoffs);
        add_each(&mut self.cutoffs_by_stage, &other.cutoffs_by_stage);
        add_each(&mut self.picked_by_stage, &other.picked_by_stage);
    }
}

fn add_each<const N: usize>(sums: &mut [u64; N], counts: &[u64; N]) {
    for (sum, count) in sums.iter_mut().zip(counts) {
        *sum += count;
    }
}

/// What a search's orderings came to, by mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OrderingStatistics {
    /// Nodes of the main search.
    pub main: ModeStatistics,
    /// Quiescence nodes.
    pub quiescence: ModeStatistics,
    /// ProbCut's passes over a node, which is counted again when it is searched.
    pub probcut: ModeStatistics,
}

impl OrderingStatistics {
    fn of(&mut self, mode: Mode) -> &mut ModeStatistics {
        match mode {
            Mode::Main => &mut self.main,
            Mode::Quiescence | Mode::Captures => &mut self.quiescence,
            Mode::ProbCut(_) => &mut self.probcut,
        }
    }
}

impl AddAssign<&OrderingStatistics> for OrderingStatistics {
    fn add_assign(&mut self, other: &OrderingStatistics) {
        self.main += &other.main;
        self.quiescence += &other.quiescence;
        self.probcut += &other.probcut;
    }
}

/// A scheme that counts what it does; in all else it behaves as the one inside.
#[derive(Default)]
pub struct CountingOrdering<O> {
    scheme: O,
    statistics: RefCell<OrderingStatistics>,
}

impl<O: MoveOrdering> MoveOrdering for CountingOrdering<O> {
    type Picker = CountingPicker<O>;
    const NAME: &'static str = O::NAME;
    const GUARANTEES: Guarantees = O::GUARANTEES;

    fn picker(&self, node: &NodeView<'_>) -> Self::Picker {
        CountingPicker { picker: self.scheme.picker(node), seen: PickerCounters::default() }
    }

    fn update(&mut self, outcome: &NodeResult<'_>) {
        if outcome.failed_high {
            let tally = self.statistics.get_mut().of(outcome.node.mode);
            tally.cutoffs[outcome.index.min(3)] += 1;
            tally.cutoffs_by_stage[outcome.stage.index()] += 1;
        }
        self.scheme.update(outcome);
    }

    fn history(&self, node: &NodeView<'_>, mv: Move) -> i32 {
        self.scheme.history(node, mv)
    }

    fn new_search(&mut self) {
        self.scheme.new_search();
    }

    fn clear(&mut self) {
        self.scheme.clear();
    }

    fn display_score(score: i32) -> i64 {
        O::display_score(score)
    }

    fn statistics(&self) -> Option<OrderingStatistics> {
        Some(*self.statistics.borrow())
    }

    fn reset_statistics(&mut self) {
        *self.statistics.get_mut() = OrderingStatistics::default();
    }
}

/// The picker of a [`CountingOrdering`] scheme.
pub struct CountingPicker<O: MoveOrdering> {
    picker: O::Picker,
    /// The inner picker's work that has been counted.
    seen: PickerCounters,
}

impl<O: MoveOrdering> MovePicker<CountingOrdering<O>> for CountingPicker<O> {
    fn next(&mut self, ordering: &CountingOrdering<O>, node: &NodeView<'_>) -> Option<PickedMove> {
        let picked = self.picker.next(&ordering.scheme, node);
        let work = self.picker.counters();
        let mut statistics = ordering.statistics.borrow_mut();
        let tally = statistics.of(node.mode);
        tally.nodes += u64::from(self.seen.picked == 0 && work.picked > 0);
        tally.generated += u64::from(work.generated - self.seen.generated);
        tally.scored += u64::from(work.scored - self.seen.scored);
        if let Some(picked) = picked {
            tally.picked_by_stage[picked.stage.index()] += 1;
        }
        self.seen = work;
        picked
    }

    fn skip_quiets(&mut self) {
        self.picker.skip_quiets();
    }

    fn counters(&self) -> PickerCounters {
        self.picker.counters()
    }
}
