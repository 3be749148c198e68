//! The pickers: two ways of yielding the moves of a node.
//!
//! * [`StagedPicker`], of the scheme `modern`: TT move, good noisy, quiet, bad noisy moves, each stage
//!   generated and scored only when the search gets there;
//! * [`ScoredPicker`], of all others: generates and scores the moves in one or more batches, then selects
//!   the best of the batch.

mod staged;

pub use staged::StagedPicker;

use crate::{Mode, MoveOrdering, MovePicker, NodeView, PickedMove, PickerCounters, Stage};
use crate::{SeeValues, see_ge};
use arrayvec::ArrayVec;
use board::Move;
use movegen::{All, MoveList, Noisy, generate, is_legal};
use std::cmp::Reverse;
use std::marker::PhantomData;

/// The capacity of a [`MoveList`].
const MAX_MOVES: usize = 320;

/// A scheme that orders moves by one score each. Moves with equal scores come in
/// generation order.
pub trait ScoredScheme: MoveOrdering {
    /// The number of batches. A batch is generated when the one before is exhausted.
    const BATCHES: usize = 1;
    /// Whether moves have scores; if not, a batch comes in generation order.
    const SCORED: bool = true;

    /// Appends the legal moves of a batch that the mode includes. Moves of earlier batches are left
    /// out by the picker, which checks ProbCut's threshold too.
    fn generate(&self, _batch: usize, node: &NodeView<'_>, moves: &mut MoveList) {
        generate_for_mode(node, moves);
    }
    /// The score of a legal move: any `i32`.
    fn score(&self, _node: &NodeView<'_>, _mv: Move) -> i32 {
        0
    }
    /// The stage of a move with its score.
    fn stage(mv: Move, score: i32) -> Stage;
}

/// The picker of a [`ScoredScheme`].
pub struct ScoredPicker<S> {
    moves: MoveList,
    /// The scores of the moves; `None` for those that are not to be picked, or not again.
    scores: ArrayVec<Option<i32>, MAX_MOVES>,
    /// Where the present batch begins.
    first: usize,
    /// Batches generated.
    batches: usize,
    /// Moves that an earlier batch had too.
    repeated: u32,
    skip_quiets: bool,
    picked: u32,
    scheme: PhantomData<fn() -> S>,
}

impl<S: ScoredScheme> ScoredPicker<S> {
    fn next_batch(&mut self, scheme: &S, node: &NodeView<'_>) {
        self.first = self.moves.len();
        let mode = match node.mode {
            Mode::Main | Mode::Quiescence if self.skip_quiets => Mode::Captures,
            mode => mode,
        };
        scheme.generate(self.batches, &NodeView { mode, ..*node }, &mut self.moves);
        self.batches += 1;
        let (earlier, batch) = self.moves.split_at(self.first);
        for &mv in batch {
            let repeats = earlier.contains(&mv);
            self.repeated += u32::from(repeats);
            self.scores.push((!repeats).then(|| scheme.score(node, mv)));
        }
    }

    /// The index of the best move left of the batch.
    fn best(&self) -> Option<usize> {
        let mut left = (self.first..self.moves.len()).filter(|&index| self.scores[index].is_some());
        if S::SCORED {
            left.max_by_key(|&index| (self.scores[index], Reverse(index)))
        } else {
            left.next()
        }
    }
}

impl<S: ScoredScheme> MovePicker<S> for ScoredPicker<S> {
    fn new(_: &S, _: &NodeView<'_>) -> Self {
        ScoredPicker {
            moves: MoveList::new(),
            scores: ArrayVec::new(),
            first: 0,
            batches: 0,
            repeated: 0,
            skip_quiets: false,
            picked: 0,
            scheme: PhantomData,
        }
    }

    fn next(&mut self, scheme: &S, node: &NodeView<'_>) -> Option<PickedMove> {
        loop {
            let Some(index) = self.best() else {
                if self.batches == S::BATCHES {
                    return None;
                }
                self.next_batch(scheme, node);
                continue;
            };
            let (mv, score) = (self.moves[index], self.scores[index].take()?);
            if (self.skip_quiets && mv.is_quiet()) || !passes_probcut_see(node, mv) {
                continue;
            }
            self.picked += 1;
            return Some(PickedMove { mv, stage: S::stage(mv, score), score });
        }
    }

    fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    fn counters(&self) -> PickerCounters {
        let generated = self.moves.len() as u32 - self.repeated;
        let scored = if S::SCORED { generated } else { 0 };
        PickerCounters { generated, scored, picked: self.picked }
    }
}

/// Appends the moves that the mode includes, in generation order. ProbCut's threshold is
/// checked later, when a move is picked.
pub(crate) fn generate_for_mode(node: &NodeView<'_>, moves: &mut MoveList) {
    if node.includes_quiets() {
        generate::<All>(node.position, moves);
    } else {
        generate::<Noisy>(node.position, moves);
    }
}

/// Whether a move of any bits is legal and included in the mode.
#[inline]
pub(crate) fn is_legal_in_mode(node: &NodeView<'_>, mv: Move) -> bool {
    is_legal(node.position, mv)
        && (mv.is_noisy() || node.includes_quiets())
        && passes_probcut_see(node, mv)
}

/// Whether a legal noisy move reaches ProbCut's SEE threshold; true in all other modes.
#[inline]
fn passes_probcut_see(node: &NodeView<'_>, mv: Move) -> bool {
    match node.mode {
        Mode::ProbCut(threshold) => see_ge(node.position, mv, threshold, &SeeValues::DEFAULT),
        Mode::Main | Mode::Quiescence | Mode::Captures => true,
    }
}
