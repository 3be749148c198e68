//! Counting what an ordering is worth: how early cutoffs come, and what they cost.
//!
//! A scheme counts only inside [`Counted`]; a bare one has no trace of it.

use crate::{Honours, Mode, MovePicker, Node, Ordering, Outcome, Picked, Stage, Work};
use board::Move;
use std::cell::RefCell;
use std::ops::AddAssign;

/// Counts over the nodes of one mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Nodes at which at least one move was picked.
    pub nodes: u64,
    /// Nodes that failed high, by how many moves had been searched before the move
    /// that cut off: 0, 1, 2, and 3 or more.
    pub cutoffs: [u64; 4],
    /// The same nodes by the stage of that move, indexed by [`Stage::index`].
    pub cutoff_stages: [u64; Stage::COUNT],
    /// Moves picked, by stage.
    pub picked_stages: [u64; Stage::COUNT],
    /// Moves generated.
    pub generated: u64,
    /// Moves given a score.
    pub scored: u64,
}

impl Tally {
    /// All nodes that failed high.
    #[must_use]
    pub fn all_cutoffs(&self) -> u64 {
        self.cutoffs.iter().sum()
    }

    /// All moves picked.
    #[must_use]
    pub fn picked(&self) -> u64 {
        self.picked_stages.iter().sum()
    }

    /// Hash moves picked, among them those that a singular search leaves out.
    #[must_use]
    pub fn hash_moves(&self) -> u64 {
        self.picked_stages[Stage::Hash.index()]
    }

    /// Hash moves that cut off.
    #[must_use]
    pub fn hash_cutoffs(&self) -> u64 {
        self.cutoff_stages[Stage::Hash.index()]
    }

    /// The shares of cutoffs on the first, second, third, and any later move, adding
    /// up to 1; `None` without cutoffs.
    #[must_use]
    pub fn cutoff_shares(&self) -> Option<[f64; 4]> {
        let all = self.all_cutoffs();
        (all > 0).then(|| self.cutoffs.map(|count| count as f64 / all as f64))
    }

    /// How often a hash move that was picked cut off, 0 to 1; `None` when none was picked.
    #[must_use]
    pub fn hash_cutoff_share(&self) -> Option<f64> {
        let picked = self.hash_moves();
        (picked > 0).then(|| self.hash_cutoffs() as f64 / picked as f64)
    }
}

impl AddAssign<&Tally> for Tally {
    fn add_assign(&mut self, other: &Tally) {
        self.nodes += other.nodes;
        self.generated += other.generated;
        self.scored += other.scored;
        add_each(&mut self.cutoffs, &other.cutoffs);
        add_each(&mut self.cutoff_stages, &other.cutoff_stages);
        add_each(&mut self.picked_stages, &other.picked_stages);
    }
}

fn add_each<const N: usize>(sums: &mut [u64; N], counts: &[u64; N]) {
    for (sum, count) in sums.iter_mut().zip(counts) {
        *sum += count;
    }
}

/// What a search's orderings came to, by mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Nodes of the main search.
    pub main: Tally,
    /// Quiescence nodes.
    pub quiescence: Tally,
    /// ProbCut's passes over a node, which is counted again when it is searched.
    pub probcut: Tally,
}

impl Statistics {
    fn of(&mut self, mode: Mode) -> &mut Tally {
        match mode {
            Mode::Main => &mut self.main,
            Mode::Quiescence | Mode::Captures => &mut self.quiescence,
            Mode::ProbCut(_) => &mut self.probcut,
        }
    }
}

impl AddAssign<&Statistics> for Statistics {
    fn add_assign(&mut self, other: &Statistics) {
        self.main += &other.main;
        self.quiescence += &other.quiescence;
        self.probcut += &other.probcut;
    }
}

/// A scheme that counts what it does; in all else it behaves as the one inside.
#[derive(Default)]
pub struct Counted<O> {
    scheme: O,
    statistics: RefCell<Statistics>,
}

impl<O: Ordering> Ordering for Counted<O> {
    type Picker = CountedPicker<O>;
    const NAME: &'static str = O::NAME;
    const HONOURS: Honours = O::HONOURS;

    fn picker(&self, node: &Node<'_>) -> Self::Picker {
        CountedPicker { picker: self.scheme.picker(node), seen: Work::default() }
    }

    fn on_cutoff(&mut self, outcome: &Outcome<'_>) {
        if outcome.failed_high {
            let tally = self.statistics.get_mut().of(outcome.node.mode);
            tally.cutoffs[outcome.index.min(3)] += 1;
            tally.cutoff_stages[outcome.stage.index()] += 1;
        }
        self.scheme.on_cutoff(outcome);
    }

    fn history(&self, node: &Node<'_>, mv: Move) -> i32 {
        self.scheme.history(node, mv)
    }

    fn new_search(&mut self) {
        self.scheme.new_search();
    }

    fn clear(&mut self) {
        self.scheme.clear();
    }

    fn shown_score(score: i32) -> i64 {
        O::shown_score(score)
    }

    fn statistics(&self) -> Option<Statistics> {
        Some(*self.statistics.borrow())
    }

    fn reset_statistics(&mut self) {
        *self.statistics.get_mut() = Statistics::default();
    }
}

/// The picker of a [`Counted`] scheme.
pub struct CountedPicker<O: Ordering> {
    picker: O::Picker,
    /// The inner picker's work that has been counted.
    seen: Work,
}

impl<O: Ordering> MovePicker<Counted<O>> for CountedPicker<O> {
    fn next(&mut self, ordering: &Counted<O>, node: &Node<'_>) -> Option<Picked> {
        let picked = self.picker.next(&ordering.scheme, node);
        let work = self.picker.work();
        let mut statistics = ordering.statistics.borrow_mut();
        let tally = statistics.of(node.mode);
        tally.nodes += u64::from(self.seen.picked == 0 && work.picked > 0);
        tally.generated += u64::from(work.generated - self.seen.generated);
        tally.scored += u64::from(work.scored - self.seen.scored);
        if let Some(picked) = picked {
            tally.picked_stages[picked.stage.index()] += 1;
        }
        self.seen = work;
        picked
    }

    fn skip_quiets(&mut self) {
        self.picker.skip_quiets();
    }

    fn work(&self) -> Work {
        self.picker.work()
    }
}
