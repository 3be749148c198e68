//! The observer: a type parameter of the search that is told what the search does, so that a
//! command can explain it. The default, `()`, is told nothing and costs nothing.

use board::Move;
use eval::Score;
use ordering::{Mode, OrderingStatistics, PickedMove, PickerCounters};
use std::cell::RefCell;

/// Receives the events of one search thread.
///
/// It takes `&self`, since parts of the search that only read have events too: an observer that
/// collects has interior mutability.
pub trait SearchObserver: Default + Send + 'static {
    /// Something happened in the node at `ply`.
    fn observe(&self, ply: usize, event: SearchEvent);

    /// The statistics of the move ordering in the last search; `None` where they are not counted.
    fn statistics(&self) -> Option<OrderingStatistics> {
        None
    }

    /// A search begins, in which this thread may have no part.
    fn reset_statistics(&self) {}
}

impl SearchObserver for () {
    #[inline(always)]
    fn observe(&self, _: usize, _: SearchEvent) {}
}

/// An observer that counts what the move ordering does.
#[derive(Debug, Default)]
pub struct Counting(RefCell<OrderingStatistics>);

impl SearchObserver for Counting {
    #[inline]
    fn observe(&self, _: usize, event: SearchEvent) {
        match event {
            SearchEvent::PickerAsked { mode, picked, before, after } => {
                let mut statistics = self.0.borrow_mut();
                let counts = statistics.for_mode(mode);
                counts.nodes += u64::from(before.picked == 0 && after.picked > 0);
                // What a picker did when it was made counts with its first move.
                let before = if before.picked == 0 { PickerCounters::default() } else { before };
                counts.generated += u64::from(after.generated - before.generated);
                counts.scored += u64::from(after.scored - before.scored);
                if let Some(picked) = picked {
                    counts.picked_by_stage[picked.stage.index()] += 1;
                }
            }
            SearchEvent::Cutoff { mode, picked, moves_searched } => {
                let mut statistics = self.0.borrow_mut();
                let counts = statistics.for_mode(mode);
                counts.cutoffs[moves_searched.min(3)] += 1;
                counts.cutoffs_by_stage[picked.stage.index()] += 1;
            }
            _ => {}
        }
    }

    fn statistics(&self) -> Option<OrderingStatistics> {
        Some(*self.0.borrow())
    }

    fn reset_statistics(&self) {
        self.0.take();
    }
}

/// What happens in a node. After the entry of a node its events come in the order in which the
/// search comes to them, those of the nodes below between them. An aborted search leaves its nodes
/// without further events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchEvent {
    /// An iteration of this depth begins. At ply 0.
    Iteration(u32),
    /// A search with this window begins, at ply 0 with every aspiration window. `depth` is 0 in
    /// quiescence.
    Entered {
        /// Remaining depth in plies.
        depth: i32,
        /// Lower bound of the window.
        alpha: Score,
        /// Upper bound of the window.
        beta: Score,
    },
    /// The node ended before its moves, or between them, with this score.
    Ended(NodeEnd, Score),
    /// The picker was asked for a move. A picked one may still be excluded from the node.
    PickerAsked {
        /// Which moves it yields.
        mode: Mode,
        /// What it answered.
        picked: Option<PickedMove>,
        /// What it had done before.
        before: PickerCounters,
        /// What it has done now.
        after: PickerCounters,
    },
    /// The node, or ProbCut at it, failed high by a move.
    Cutoff {
        /// Which moves the picker yields.
        mode: Mode,
        /// The move, with its stage.
        picked: PickedMove,
        /// The number of moves searched before it.
        moves_searched: usize,
    },
    /// A move was picked, as move number `number` of the node, counted from 1.
    Picked {
        /// The move, with stage and score.
        picked: PickedMove,
        /// Its history score; 0 in quiescence.
        history: i32,
        /// Its number.
        number: usize,
    },
    /// The numbers of the rule that the next event tells of.
    Numbers(RuleNumbers),
    /// Late move pruning: no more quiet moves of the node are picked.
    LateMovesPruned,
    /// The move picked last is not searched.
    Pruned(MovePruning),
    /// The singular search extended the move picked last by this number of plies, or reduced it
    /// where negative.
    Extended(i32),
    /// The move picked last is searched to a smaller depth first.
    Reduced {
        /// By how many plies; extended where negative.
        plies: i32,
        /// The terms of the reduction.
        terms: ReductionTerms,
    },
    /// A move or a null move is made: one node more.
    Made,
    /// The score of the move picked last is known.
    Searched(Move, Score),
    /// A search begins that is not for a move of the node: singular search, null move, razoring,
    /// ProbCut. All until its end belongs to it, this node's ply included.
    SideSearch,
    /// It ends.
    SideSearchEnd,
}

/// What a rule compared, in centipawns and plies; 0 where it has no such number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RuleNumbers {
    /// The evaluation, or the score that a search or the TT gave.
    pub value: Score,
    /// What is added to it or to the bound; of SEE pruning the least value of the exchange that is searched, of a move
    /// count the number of moves.
    pub margin: i32,
    /// Alpha or beta.
    pub bound: Score,
    /// Remaining depth; of a null move that after it, of the TT that of its entry, of a quiet move the reduced one.
    pub depth: i32,
}

impl RuleNumbers {
    /// Those of a value at this depth that lies outside the window.
    #[inline]
    pub(crate) fn bound(value: Score, bound: Score, depth: i32) -> Self {
        Self { value, bound, depth, margin: 0 }
    }

    /// Those of SEE pruning.
    #[inline]
    pub(crate) fn exchange(margin: i32, depth: i32) -> Self {
        Self { margin, depth, ..Self::default() }
    }
}

/// Why a node needed no search of its moves, or of all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeEnd {
    /// Draw by rule, mate on the hundredth ply, or greatest ply.
    Terminal,
    /// An upcoming repetition, or mate distance pruning, leaves no window.
    NoWindow,
    /// TT cutoff.
    TtCutoff,
    /// Tablebase.
    Tablebase,
    /// Razoring.
    Razoring,
    /// Reverse futility pruning.
    ReverseFutility,
    /// Null move pruning.
    NullMove,
    /// ProbCut, by a search or by the TT.
    ProbCut,
    /// Multicut.
    Multicut,
    /// Stand pat in quiescence.
    StandPat,
}

impl NodeEnd {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Terminal,
        Self::NoWindow,
        Self::TtCutoff,
        Self::Tablebase,
        Self::Razoring,
        Self::ReverseFutility,
        Self::NullMove,
        Self::ProbCut,
        Self::Multicut,
        Self::StandPat,
    ];

    /// The usual name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Terminal => "draw by rule",
            Self::NoWindow => "repetition or mate distance",
            Self::TtCutoff => "TT cutoff",
            Self::Tablebase => "tablebase",
            Self::Razoring => "razoring",
            Self::ReverseFutility => "reverse futility pruning",
            Self::NullMove => "null move pruning",
            Self::ProbCut => "ProbCut",
            Self::Multicut => "multicut",
            Self::StandPat => "stand pat",
        }
    }
}

/// Why a move is not searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovePruning {
    /// Futility pruning.
    Futility,
    /// SEE pruning.
    See,
    /// The number of moves in quiescence.
    MoveCount,
    /// Delta pruning in quiescence.
    Delta,
}

impl MovePruning {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Futility, Self::See, Self::MoveCount, Self::Delta];

    /// The usual name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Futility => "futility pruning",
            Self::See => "SEE pruning",
            Self::MoveCount => "move count in quiescence",
            Self::Delta => "delta pruning",
        }
    }
}

/// The terms of a late move reduction, in 1024ths of a ply; positive ones reduce. In the order of
/// [`ReductionTerms::NAMES`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReductionTerms(pub [i32; Self::NAMES.len()]);

impl ReductionTerms {
    /// What reduces, for people.
    pub const NAMES: [&str; 8] = [
        "depth and move count",
        "node type",
        "evaluation not improving",
        "noisy TT move",
        "cutoffs after other moves",
        "check",
        "history",
        "correction of the evaluation",
    ];

    /// The reduction.
    #[inline]
    #[must_use]
    pub fn sum(&self) -> i32 {
        self.0.iter().sum()
    }

    /// The terms that are not 0, with their names, in plies.
    pub fn named(&self) -> impl Iterator<Item = (&'static str, f64)> + use<> {
        let in_plies = self.0.map(|amount| f64::from(amount) / 1024.0);
        Self::NAMES.into_iter().zip(in_plies).filter(|term| term.1 != 0.0)
    }
}
