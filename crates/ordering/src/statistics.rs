//! Statistics of move ordering: on which move cutoffs come, and how many moves were
//! generated, scored and picked. Only a [`CountingOrdering`] counts.

use crate::{
    Guarantees, Mode, MoveOrdering, MovePicker, NodeResult, NodeView, PickedMove, PickerCounters,
    QuietEvent, Stage, TunableParam,
};
use board::Move;
use std::cell::RefCell;
use std::ops::AddAssign;

/// Counts over all nodes of one mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ModeStatistics {
    /// Nodes at which at least one move was picked.
    pub nodes: u64,
    /// Nodes that failed high, by the number of moves searched before the move that
    /// caused the cutoff: 0, 1, 2, and 3 or more.
    pub cutoffs: [u64; 4],
    /// Nodes that failed high, by the stage of that move ([`Stage::index`]).
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
    pub fn total_picked(&self) -> u64 {
        self.picked_by_stage.iter().sum()
    }

    /// TT moves picked, including those that a singular search then excludes.
    #[must_use]
    pub fn tt_moves(&self) -> u64 {
        self.picked_by_stage[Stage::TtMove.index()]
    }

    /// TT moves that caused a cutoff.
    #[must_use]
    pub fn tt_move_cutoffs(&self) -> u64 {
        self.cutoffs_by_stage[Stage::TtMove.index()]
    }

    /// The shares of cutoffs on the first, second, third, and any later move; their sum
    /// is 1. `None` without cutoffs.
    #[must_use]
    pub fn cutoff_shares(&self) -> Option<[f64; 4]> {
        let all = self.total_cutoffs();
        (all > 0).then(|| self.cutoffs.map(|count| count as f64 / all as f64))
    }

    /// The share of picked TT moves that caused a cutoff, 0 to 1; `None` if none was
    /// picked.
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

/// The counts of one search, by mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OrderingStatistics {
    /// Nodes of the main search.
    pub main: ModeStatistics,
    /// Quiescence nodes, with and without evasions.
    pub quiescence: ModeStatistics,
    /// ProbCut at a node, which is counted again in `main` when it is searched.
    pub probcut: ModeStatistics,
}

impl OrderingStatistics {
    fn for_mode(&mut self, mode: Mode) -> &mut ModeStatistics {
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

/// A scheme that counts what it does and otherwise behaves as the scheme inside.
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
        CountingPicker { picker: self.scheme.picker(node), counted: PickerCounters::default() }
    }

    fn update(&mut self, result: &NodeResult<'_>) {
        if result.failed_high {
            let counts = self.statistics.get_mut().for_mode(result.node.mode);
            counts.cutoffs[result.moves_searched.min(3)] += 1;
            counts.cutoffs_by_stage[result.stage.index()] += 1;
        }
        self.scheme.update(result);
    }

    fn update_quiet(&mut self, node: &NodeView<'_>, mv: Move, event: QuietEvent) {
        self.scheme.update_quiet(node, mv, event);
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

    fn parameters(&self) -> Vec<(TunableParam, i32)> {
        self.scheme.parameters()
    }

    fn set_parameter(&mut self, name: &str, value: i32) -> bool {
        self.scheme.set_parameter(name, value)
    }

    fn reset_statistics(&mut self) {
        *self.statistics.get_mut() = OrderingStatistics::default();
    }
}

/// The picker of a [`CountingOrdering`] scheme.
pub struct CountingPicker<O: MoveOrdering> {
    picker: O::Picker,
    /// The part of the inner picker's counters that has been added to the statistics.
    counted: PickerCounters,
}

impl<O: MoveOrdering> MovePicker<CountingOrdering<O>> for CountingPicker<O> {
    fn next(&mut self, ordering: &CountingOrdering<O>, node: &NodeView<'_>) -> Option<PickedMove> {
        let picked = self.picker.next(&ordering.scheme, node);
        let counters = self.picker.counters();
        let mut statistics = ordering.statistics.borrow_mut();
        let counts = statistics.for_mode(node.mode);
        counts.nodes += u64::from(self.counted.picked == 0 && counters.picked > 0);
        counts.generated += u64::from(counters.generated - self.counted.generated);
        counts.scored += u64::from(counters.scored - self.counted.scored);
        if let Some(picked) = picked {
            counts.picked_by_stage[picked.stage.index()] += 1;
        }
        self.counted = counters;
        picked
    }

    fn upcoming(&self) -> Option<Move> {
        self.picker.upcoming()
    }

    fn skip_quiets(&mut self) {
        self.picker.skip_quiets();
    }

    fn counters(&self) -> PickerCounters {
        self.picker.counters()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::positions;
    use crate::{Modern, ordered_moves};

    #[test]
    fn counts_every_node_pick_and_cutoff_in_its_mode() {
        let mut scheme = CountingOrdering::<Modern>::default();
        let mut expected = OrderingStatistics::default();
        for (number, position) in positions(9).enumerate() {
            let mode = [Mode::Main, Mode::Quiescence, Mode::Captures, Mode::ProbCut(0)][number % 4];
            let node = NodeView { mode, ..NodeView::root(&position) };
            let moves = ordered_moves(&scheme, &node);
            let counts = expected.for_mode(mode);
            counts.nodes += u64::from(!moves.is_empty());
            moves.iter().for_each(|picked| counts.picked_by_stage[picked.stage.index()] += 1);
            let Some(best) = moves.get(number % 5) else { continue };
            scheme.update(&NodeResult {
                node: &node,
                best: best.mv,
                stage: best.stage,
                failed_high: number % 3 > 0,
                quiets_searched: &[],
                noisies_searched: &[],
                moves_searched: number % 5,
                bonus_depth: 1,
            });
            let counts = expected.for_mode(mode);
            if number % 3 > 0 {
                counts.cutoffs[(number % 5).min(3)] += 1;
                counts.cutoffs_by_stage[best.stage.index()] += 1;
            }
        }
        let statistics = scheme.statistics().expect("a counting scheme counts");
        let figures = |counts: ModeStatistics| ModeStatistics { generated: 0, scored: 0, ..counts };
        assert_eq!(figures(statistics.main), expected.main);
        assert_eq!(figures(statistics.quiescence), expected.quiescence);
        assert_eq!(figures(statistics.probcut), expected.probcut);
        scheme.reset_statistics();
        assert_eq!(scheme.statistics(), Some(OrderingStatistics::default()));
    }
}
