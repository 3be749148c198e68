//! Staged picking (system D's eight stages): nothing is generated or scored before
//! the search gets there, since most nodes end after one to three moves.
//!
//! ```text
//!   hash -> generate noisy -> good noisy -> killers -> generate quiet -> quiet -> bad noisy -> done
//!                                |  ^                                               ^
//!                                |  unsound: put aside ------------------------------+
//!                                +-- a node that wants no quiet moves goes straight there
//! ```

use super::{Selection, exchanges_well, is_wanted};
use crate::{Mode, MoveOrdering, MovePicker, NodeView, PickedMove, PickerCounters, Stage};
use board::Move;
use movegen::{Noisy, Quiet, generate, is_legal};
use std::marker::PhantomData;

/// A scheme in stages. Scores of noisy moves lie within ±2,000,000, those of quiet
/// moves within ±8,388,607.
pub trait StagedScheme: MoveOrdering {
    /// The score of the hash move.
    const HASH_SCORE: i32 = 0;
    /// The scores of the first and the second killer.
    const KILLER_SCORES: [i32; 2] = [0; 2];
    /// Added to the score of a noisy move once it has been found bad.
    const BAD_NOISY_SHIFT: i32 = 0;

    /// The score of a legal noisy move.
    fn score_noisy(&self, node: &NodeView<'_>, mv: Move) -> i32;
    /// Whether a noisy move with its score comes before the quiet moves. Asked once
    /// a move, when its turn has come; never in ProbCut mode.
    fn is_good(&self, node: &NodeView<'_>, mv: Move, score: i32) -> bool;
    /// The stage of a good noisy move.
    fn good_stage(_mv: Move) -> Stage {
        Stage::GoodNoisy
    }
    /// Quiet moves to try before any are generated: any bits.
    fn killers(&self, _node: &NodeView<'_>) -> [Option<Move>; 2] {
        [None; 2]
    }
    /// What scores the legal quiet moves of the node, made once when they are generated.
    fn quiet_scorer<'a>(&'a self, node: &'a NodeView<'a>) -> impl Fn(Move) -> i32 + 'a;
    /// The stage of a quiet move with its score.
    fn quiet_stage(_score: i32) -> Stage {
        Stage::Quiet
    }
}

/// Taken off the score of a noisy move that was put aside, so that the bad ones lie
/// below −`ASIDE`/2 and all others above.
const ASIDE: i32 = 4_000_000;

/// Where a picker stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    TtMove,
    GenerateNoisy,
    GoodNoisy,
    FindKillers,
    Killer(usize),
    GenerateQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// The picker of a [`StagedScheme`].
pub struct StagedPicker<S> {
    list: Selection<i32>,
    /// End of the noisy moves in the list, beginning of the quiet ones.
    noisy_end: usize,
    step: Step,
    /// The hash move, or `None` once it has been found unfit.
    tt_move: Option<Move>,
    /// Killers of this node: legal, quiet, distinct, none of them the hash move. Kept
    /// here because the table may change while the node is searched.
    killers: [Option<Move>; 2],
    skip_quiets: bool,
    picked: u32,
    scheme: PhantomData<fn() -> S>,
}

impl<S: StagedScheme> StagedPicker<S> {
    /// A picker that has not begun.
    #[inline]
    #[must_use]
    pub fn new(node: &NodeView<'_>) -> Self {
        StagedPicker {
            list: Selection::new(),
            noisy_end: 0,
            step: Step::TtMove,
            tt_move: node.tt_move,
            killers: [None; 2],
            skip_quiets: false,
            picked: 0,
            scheme: PhantomData,
        }
    }

    #[inline]
    fn yields(&mut self, mv: Move, stage: Stage, score: i32) -> Option<PickedMove> {
        self.picked += 1;
        Some(PickedMove { mv, stage, score })
    }

    /// The step after the good noisy moves.
    fn after_good_noisy(&self, node: &NodeView<'_>) -> Step {
        match node.mode {
            Mode::ProbCut(_) => Step::Done,
            _ if self.skip_quiets || !node.includes_quiets() => Step::BadNoisy,
            _ => Step::FindKillers,
        }
    }

    #[inline]
    fn generate_noisy(&mut self, scheme: &S, node: &NodeView<'_>) {
        generate::<Noisy>(node.position, &mut self.list.moves);
        self.noisy_end = self.list.moves.len();
        let tt_move = self.tt_move;
        self.list.score(|mv| (Some(mv) != tt_move).then(|| scheme.score_noisy(node, mv)));
    }

    /// The next good noisy move; those that are not good are put aside.
    #[inline]
    fn good_noisy(&mut self, scheme: &S, node: &NodeView<'_>) -> Option<(Move, i32)> {
        loop {
            let taken = self.list.take_best(0..self.noisy_end)?;
            let (mv, score) = (taken.mv, taken.score);
            if score < -ASIDE / 2 {
                self.list.put_back(taken, score);
                return None;
            }
            if let Mode::ProbCut(_) = node.mode {
                if exchanges_well(node, mv) {
                    return Some((mv, score));
                }
            } else if scheme.is_good(node, mv, score) {
                return Some((mv, score));
            } else {
                self.list.put_back(taken, score - ASIDE);
            }
        }
    }

    fn find_killers(&mut self, scheme: &S, node: &NodeView<'_>) {
        let [first, second] = scheme.killers(node).map(|killer| {
            killer.filter(|&mv| {
                Some(mv) != self.tt_move && mv.is_quiet() && is_legal(node.position, mv)
            })
        });
        self.killers = [first, second.filter(|_| second != first)];
    }

    #[inline]
    fn generate_quiet(&mut self, scheme: &S, node: &NodeView<'_>) {
        generate::<Quiet>(node.position, &mut self.list.moves);
        let (tt_move, killers) = (self.tt_move, self.killers);
        let scorer = scheme.quiet_scorer(node);
        self.list
            .score(|mv| (Some(mv) != tt_move && !killers.contains(&Some(mv))).then(|| scorer(mv)));
    }
}

impl<S: StagedScheme> MovePicker<S> for StagedPicker<S> {
    fn next(&mut self, scheme: &S, node: &NodeView<'_>) -> Option<PickedMove> {
        loop {
            match self.step {
                Step::TtMove => {
                    self.step = Step::GenerateNoisy;
                    self.tt_move = self
                        .tt_move
                        .filter(|&mv| is_wanted(node, mv) && !(self.skip_quiets && mv.is_quiet()));
                    if let Some(mv) = self.tt_move {
                        return self.yields(mv, Stage::TtMove, S::HASH_SCORE);
                    }
                }
                Step::GenerateNoisy => {
                    self.step = Step::GoodNoisy;
                    self.generate_noisy(scheme, node);
                }
                Step::GoodNoisy => {
                    if let Some((mv, score)) = self.good_noisy(scheme, node) {
                        return self.yields(mv, S::good_stage(mv), score);
                    }
                    self.step = self.after_good_noisy(node);
                }
                Step::FindKillers => {
                    self.step = Step::Killer(0);
                    self.find_killers(scheme, node);
                }
                Step::Killer(slot) => {
                    let Some(&killer) = self.killers.get(slot).filter(|_| !self.skip_quiets) else {
                        self.step = Step::GenerateQuiet;
                        continue;
                    };
                    self.step = Step::Killer(slot + 1);
                    if let Some(mv) = killer {
                        return self.yields(mv, Stage::Killer, S::KILLER_SCORES[slot]);
                    }
                }
                Step::GenerateQuiet => {
                    self.step = Step::Quiet;
                    if !self.skip_quiets {
                        self.generate_quiet(scheme, node);
                    }
                }
                Step::Quiet => {
                    let range = self.noisy_end..self.list.moves.len();
                    if !self.skip_quiets
                        && let Some(taken) = self.list.take_best(range)
                    {
                        return self.yields(taken.mv, S::quiet_stage(taken.score), taken.score);
                    }
                    self.step = Step::BadNoisy;
                }
                Step::BadNoisy => {
                    if let Some(taken) = self.list.take_best(0..self.noisy_end) {
                        let score = taken.score + ASIDE + S::BAD_NOISY_SHIFT;
                        return self.yields(taken.mv, Stage::BadNoisy, score);
                    }
                    self.step = Step::Done;
                }
                Step::Done => return None,
            }
        }
    }

    fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    fn counters(&self) -> PickerCounters {
        PickerCounters {
            generated: self.list.moves.len() as u32,
            scored: self.list.scored() as u32,
            picked: self.picked,
        }
    }
}
