//! Statistics of move ordering: on which move cutoffs come, and how many moves were
//! generated, scored and picked. The search counts, where it is asked to.

use crate::{Mode, Stage};
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
    /// The counts of the nodes of a mode.
    pub fn for_mode(&mut self, mode: Mode) -> &mut ModeStatistics {
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
