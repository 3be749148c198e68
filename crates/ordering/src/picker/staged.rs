//! Staged move generation: no move is generated or scored before the search needs it,
//! because most nodes end after one to three moves. The stages are those of the book
//! chapter "Move Ordering".
//!
//! ```text
//!   TT move -> generate noisy -> good noisy -> killers -> generate quiet -> quiet -> bad noisy -> done
//!                                   |  |                                                ^
//!                                   |  +-- bad: deferred -------------------------------+
//!                                   +----- without quiet moves -------------------------+
//! ```

use super::scored_moves::{ScoredMoveList, Segment, SelectedMove};
use super::{is_legal_in_mode, passes_probcut_see};
use crate::{Mode, MoveOrdering, MovePicker, NodeView, PickedMove, PickerCounters, Stage};
use board::Move;
use movegen::{Noisy, Quiet, generate, is_legal};
use std::marker::PhantomData;

/// A scheme that scores the moves of each stage separately. Scores are clamped: those of
/// noisy moves to ±1,300,000, those of quiet moves to ±4,194,303.
pub trait StagedScheme: MoveOrdering {
    /// The score of the TT move.
    const TT_MOVE_SCORE: i32 = 0;
    /// The scores of the first and the second killer.
    const KILLER_SCORES: [i32; 2] = [0; 2];
    /// Added to the score of a bad noisy move when it is yielded.
    const BAD_NOISY_OFFSET: i32 = 0;

    /// The score of a legal noisy move.
    fn score_noisy(&self, node: &NodeView<'_>, mv: Move) -> i32;
    /// Whether a noisy move with its score comes before the quiet moves. Called at most
    /// once for each move, when it is the best one left; never in ProbCut mode.
    fn is_good_noisy(&self, node: &NodeView<'_>, mv: Move, score: i32) -> bool;
    /// The stage of a good noisy move.
    fn good_noisy_stage(_mv: Move) -> Stage {
        Stage::GoodNoisy
    }
    /// Quiet moves to try before the others are generated: any bits.
    fn killers(&self, _node: &NodeView<'_>) -> [Option<Move>; 2] {
        [None; 2]
    }
    /// The function that scores the legal quiet moves of the node. Called once, when they
    /// have been generated.
    fn quiet_scorer<'a>(&'a self, node: &'a NodeView<'a>) -> impl Fn(Move) -> i32 + 'a;
    /// The stage of a quiet move with its score.
    fn quiet_stage(_score: i32) -> Stage {
        Stage::Quiet
    }
}

/// Three times this, for deferred moves, is within the scores of a key.
const NOISY_SCORE_MAX: i32 = 1_300_000;

/// Subtracted from the score of a bad noisy move, which puts it below all others.
const DEFERRED_PENALTY: i32 = 2 * NOISY_SCORE_MAX + 1;

#[derive(Clone, Copy, PartialEq, Eq)]
enum PickerStage {
    TtMove,
    GenerateNoisy,
    GoodNoisy,
    PrepareKillers,
    Killers,
    GenerateQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// The picker of a [`StagedScheme`].
pub struct StagedPicker<S> {
    list: ScoredMoveList<i32>,
    noisy: Segment,
    quiet: Segment,
    /// The best quiet move left, removed from the list; `None` once quiet moves are skipped.
    best_quiet: Option<SelectedMove>,
    stage: PickerStage,
    /// The TT move; `None` once it has turned out illegal or outside the mode.
    tt_move: Option<Move>,
    /// The killers of this node: legal, quiet, distinct, none of them the TT move. A copy,
    /// because the table may change while the node is searched.
    killers: [Option<Move>; 2],
    /// How many of the killers have been tried.
    killers_tried: usize,
    skip_quiets: bool,
    picked: u32,
    scheme: PhantomData<fn() -> S>,
}

impl<S: StagedScheme> StagedPicker<S> {
    /// A picker at its first stage.
    #[inline]
    #[must_use]
    pub fn new(node: &NodeView<'_>) -> Self {
        StagedPicker {
            list: ScoredMoveList::new(),
            noisy: Segment::default(),
            quiet: Segment::default(),
            best_quiet: None,
            stage: PickerStage::TtMove,
            tt_move: node.tt_move,
            killers: [None; 2],
            killers_tried: 0,
            skip_quiets: false,
            picked: 0,
            scheme: PhantomData,
        }
    }

    #[inline]
    fn yield_move(&mut self, mv: Move, stage: Stage, score: i32) -> Option<PickedMove> {
        self.picked += 1;
        Some(PickedMove { mv, stage, score })
    }

    fn stage_after_good_noisy(&self, node: &NodeView<'_>) -> PickerStage {
        match node.mode {
            Mode::ProbCut(_) => PickerStage::Done,
            _ if self.skip_quiets || !node.includes_quiets() => PickerStage::BadNoisy,
            _ => PickerStage::PrepareKillers,
        }
    }

    /// Not inlined, nor is `generate_quiet`: else what they compute first is computed in each call of
    /// `next`.
    #[inline(never)]
    fn generate_noisy(&mut self, scheme: &S, node: &NodeView<'_>) {
        generate::<Noisy>(node.position, &mut self.list.moves);
        self.noisy = self.list.score(self.tt_move.filter(|mv| mv.is_noisy()), |mv| {
            scheme.score_noisy(node, mv).clamp(-NOISY_SCORE_MAX, NOISY_SCORE_MAX)
        });
    }

    /// The next good noisy move. Bad ones before it are deferred.
    #[inline]
    fn next_good_noisy(&mut self, scheme: &S, node: &NodeView<'_>) -> Option<(Move, i32)> {
        loop {
            let selected = self.list.pick_best(self.noisy)?;
            let (mv, score) = (selected.mv, selected.score);
            if score < -NOISY_SCORE_MAX {
                self.list.put_back(selected, self.noisy, score);
                return None;
            }
            if let Mode::ProbCut(_) = node.mode {
                if passes_probcut_see(node, mv) {
                    return Some((mv, score));
                }
            } else if scheme.is_good_noisy(node, mv, score) {
                return Some((mv, score));
            } else {
                self.list.put_back(selected, self.noisy, score - DEFERRED_PENALTY);
            }
        }
    }

    fn prepare_killers(&mut self, scheme: &S, node: &NodeView<'_>) {
        let [first, second] = scheme.killers(node).map(|killer| {
            killer.filter(|&mv| {
                Some(mv) != self.tt_move && mv.is_quiet() && is_legal(node.position, mv)
            })
        });
        self.killers = [first, second.filter(|_| second != first)];
    }

    #[inline(never)]
    fn generate_quiet(&mut self, scheme: &S, node: &NodeView<'_>) {
        generate::<Quiet>(node.position, &mut self.list.moves);
        let without = self.tt_move.filter(|mv| mv.is_quiet()).into_iter();
        let without = without.chain(self.killers.into_iter().flatten());
        self.quiet = self.list.score(without, scheme.quiet_scorer(node));
        self.best_quiet = self.list.pick_best(self.quiet);
    }
}

impl<S: StagedScheme> MovePicker<S> for StagedPicker<S> {
    /// In the order of the stages: when one has ended, the next `if` goes on.
    fn next(&mut self, scheme: &S, node: &NodeView<'_>) -> Option<PickedMove> {
        if self.stage == PickerStage::TtMove {
            self.stage = PickerStage::GenerateNoisy;
            self.tt_move = self
                .tt_move
                .filter(|&mv| is_legal_in_mode(node, mv) && !(self.skip_quiets && mv.is_quiet()));
            if let Some(mv) = self.tt_move {
                return self.yield_move(mv, Stage::TtMove, S::TT_MOVE_SCORE);
            }
        }
        if self.stage == PickerStage::GenerateNoisy {
            self.stage = PickerStage::GoodNoisy;
            self.generate_noisy(scheme, node);
        }
        if self.stage == PickerStage::GoodNoisy {
            if let Some((mv, score)) = self.next_good_noisy(scheme, node) {
                return self.yield_move(mv, S::good_noisy_stage(mv), score);
            }
            self.stage = self.stage_after_good_noisy(node);
        }
        if self.stage == PickerStage::PrepareKillers {
            self.stage = PickerStage::Killers;
            self.prepare_killers(scheme, node);
        }
        if self.stage == PickerStage::Killers {
            while !self.skip_quiets
                && let Some(&killer) = self.killers.get(self.killers_tried)
            {
                let score = S::KILLER_SCORES[self.killers_tried];
                self.killers_tried += 1;
                if let Some(mv) = killer {
                    return self.yield_move(mv, Stage::Killer, score);
                }
            }
            self.stage = PickerStage::GenerateQuiet;
        }
        if self.stage == PickerStage::GenerateQuiet {
            self.stage = PickerStage::Quiet;
            if !self.skip_quiets {
                self.generate_quiet(scheme, node);
            }
        }
        if self.stage == PickerStage::Quiet {
            if let Some(best) = self.best_quiet {
                self.best_quiet = self.list.pick_best(self.quiet);
                return self.yield_move(best.mv, S::quiet_stage(best.score), best.score);
            }
            self.stage = PickerStage::BadNoisy;
        }
        if self.stage == PickerStage::BadNoisy {
            if let Some(best) = self.list.pick_best(self.noisy) {
                let score = best.score + DEFERRED_PENALTY + S::BAD_NOISY_OFFSET;
                return self.yield_move(best.mv, Stage::BadNoisy, score);
            }
            self.stage = PickerStage::Done;
        }
        None
    }

    #[inline]
    fn upcoming(&self) -> Option<Move> {
        self.best_quiet.map(|best| best.mv)
    }

    fn skip_quiets(&mut self) {
        self.skip_quiets = true;
        self.best_quiet = None;
    }

    fn counters(&self) -> PickerCounters {
        self.list.counters(self.picked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Guarantees, ordered_moves};
    use board::Position;

    /// Scores far outside the documented ranges; good are captures that do not go to f6.
    #[derive(Default)]
    struct Extreme;

    impl MoveOrdering for Extreme {
        type Picker = StagedPicker<Self>;
        const NAME: &'static str = "extreme";
        const GUARANTEES: Guarantees =
            Guarantees { tt_move_first: true, staged: true, good_noisy_first: true };

        fn picker(&self, node: &NodeView<'_>) -> Self::Picker {
            StagedPicker::new(node)
        }
    }

    impl StagedScheme for Extreme {
        fn score_noisy(&self, _node: &NodeView<'_>, mv: Move) -> i32 {
            if mv.to().index().is_multiple_of(2) { i32::MIN } else { i32::MAX }
        }

        fn is_good_noisy(&self, _node: &NodeView<'_>, mv: Move, _score: i32) -> bool {
            mv.to() != board::Square::F6
        }

        fn quiet_scorer<'a>(&'a self, _node: &'a NodeView<'a>) -> impl Fn(Move) -> i32 + 'a {
            |mv| if mv.to().index() % 2 == 0 { i32::MIN } else { i32::MAX }
        }
    }

    #[test]
    fn scores_out_of_range_are_clamped() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let position = Position::from_fen(fen).unwrap();
        let moves = ordered_moves(&Extreme, &NodeView::root(&position));
        let stages: Vec<Stage> = moves.iter().map(|entry| entry.stage).collect();
        assert_eq!(stages[..7], [Stage::GoodNoisy; 7]);
        assert_eq!(stages[7..47], [Stage::Quiet; 40]);
        assert_eq!(stages[47..], [Stage::BadNoisy]);
        let mut scores: Vec<i64> = moves.iter().map(|entry| entry.score).collect();
        assert!(
            scores[..7].is_sorted_by(|a, b| a >= b) && scores[7..47].is_sorted_by(|a, b| a >= b)
        );
        scores.sort_unstable();
        scores.dedup();
        assert_eq!(scores, [-4_194_303, -1_300_000, 1_300_000, 4_194_303]);
    }
}
