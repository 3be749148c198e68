//! Staged move generation: no move is generated or scored before the search needs it, because most nodes end
//! after one to three moves.
//! The page "Move ordering" of the book has a diagram of the stages. The best of the rest is selected again and again (selection sort, one step a pick).

use super::{is_legal_in_mode, passes_probcut_see};
use crate::{Mode, Modern, MovePicker, NodeView, PickedMove, PickerCounters, Stage};
use arrayvec::ArrayVec;
use board::Move;
use movegen::{MoveList, Noisy, Quiet, generate};

/// Scores of noisy moves are clamped to this. Three times it, for deferred moves, is within the scores of a key.
const NOISY_SCORE_MAX: i32 = 1_300_000;

/// Subtracted from the score of a bad noisy move, which puts it below all others.
const DEFERRED_PENALTY: i32 = 2 * NOISY_SCORE_MAX + 1;

#[derive(Clone, Copy, PartialEq, Eq)]
enum PickerStage {
    TtMove,
    GenerateNoisy,
    GoodNoisy,
    GenerateQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// The picker of [`Modern`].
pub struct StagedPicker {
    list: ScoredMoveList,
    noisy: Segment,
    quiet: Segment,
    /// The best quiet move left, removed from the list; `None` once quiet moves are skipped.
    best_quiet: Option<SelectedMove>,
    stage: PickerStage,
    /// The TT move; `None` once it has turned out illegal or outside the mode.
    tt_move: Option<Move>,
    skip_quiets: bool,
    picked: u32,
}

impl StagedPicker {
    #[inline]
    fn yield_move(&mut self, mv: Move, stage: Stage, score: i32) -> Option<PickedMove> {
        self.picked += 1;
        Some(PickedMove { mv, stage, score })
    }

    fn stage_after_good_noisy(&self, node: &NodeView<'_>) -> PickerStage {
        match node.mode {
            Mode::ProbCut(_) => PickerStage::Done,
            _ if self.skip_quiets || !node.includes_quiets() => PickerStage::BadNoisy,
            _ => PickerStage::GenerateQuiet,
        }
    }

    /// Not inlined, nor is `generate_quiet`: else what they compute first is computed in each call of
    /// `next`.
    #[inline(never)]
    fn generate_noisy(&mut self, scheme: &Modern, node: &NodeView<'_>) {
        generate::<Noisy>(node.position, &mut self.list.moves);
        self.noisy = self.list.score(self.tt_move.filter(|mv| mv.is_noisy()), |mv| {
            scheme.score_noisy(node, mv).clamp(-NOISY_SCORE_MAX, NOISY_SCORE_MAX)
        });
    }

    /// The next good noisy move. Bad ones before it are deferred.
    #[inline]
    fn next_good_noisy(&mut self, scheme: &Modern, node: &NodeView<'_>) -> Option<(Move, i32)> {
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

    #[inline(never)]
    fn generate_quiet(&mut self, scheme: &Modern, node: &NodeView<'_>) {
        generate::<Quiet>(node.position, &mut self.list.moves);
        let tt_move = self.tt_move.filter(|mv| mv.is_quiet());
        self.quiet = self.list.score(tt_move, scheme.quiet_scorer(node));
        self.best_quiet = self.list.pick_best(self.quiet);
    }
}

impl MovePicker<Modern> for StagedPicker {
    #[inline]
    fn new(_: &Modern, node: &NodeView<'_>) -> Self {
        StagedPicker {
            list: ScoredMoveList::new(),
            noisy: Segment::default(),
            quiet: Segment::default(),
            best_quiet: None,
            stage: PickerStage::TtMove,
            tt_move: node.tt_move,
            skip_quiets: false,
            picked: 0,
        }
    }

    /// In the order of the stages: when one has ended, the next `if` goes on.
    fn next(&mut self, scheme: &Modern, node: &NodeView<'_>) -> Option<PickedMove> {
        if self.stage == PickerStage::TtMove {
            self.stage = PickerStage::GenerateNoisy;
            self.tt_move = self
                .tt_move
                .filter(|&mv| is_legal_in_mode(node, mv) && !(self.skip_quiets && mv.is_quiet()));
            if let Some(mv) = self.tt_move {
                return self.yield_move(mv, Stage::TtMove, 0);
            }
        }
        if self.stage == PickerStage::GenerateNoisy {
            self.stage = PickerStage::GoodNoisy;
            self.generate_noisy(scheme, node);
        }
        if self.stage == PickerStage::GoodNoisy {
            if let Some((mv, score)) = self.next_good_noisy(scheme, node) {
                return self.yield_move(mv, Stage::GoodNoisy, score);
            }
            self.stage = self.stage_after_good_noisy(node);
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
                return self.yield_move(best.mv, Stage::Quiet, best.score);
            }
            self.stage = PickerStage::BadNoisy;
        }
        if self.stage == PickerStage::BadNoisy {
            if let Some(best) = self.list.pick_best(self.noisy) {
                return self.yield_move(best.mv, Stage::BadNoisy, best.score + DEFERRED_PENALTY);
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

/// Keys that are compared at once.
const LANES: usize = 8;
/// The capacity of a [`MoveList`], and what fills up two segments.
const MAX_KEYS: usize = 320 + 2 * LANES;
/// Bits of a key that hold the index.
const INDEX_BITS: u32 = 9;
const MAX_INDEX: i32 = (1 << INDEX_BITS) - 1;
const _: () = assert!(MAX_KEYS <= MAX_INDEX as usize);

/// A score and an index up to [`MAX_INDEX`], within the segment, in one integer: the greatest key belongs to
/// the best score and, among equal scores, to the move that was generated first.
type Key = i32;

/// The key of a removed move: smaller than every packed key.
const REMOVED: Key = Key::MIN;

/// Scores outside ±4,194,303 are clamped to that.
#[inline]
fn pack(score: i32, index: usize) -> Key {
    const LIMIT: i32 = (1 << (31 - INDEX_BITS)) - 1;
    (score.clamp(-LIMIT, LIMIT) << INDEX_BITS) | (MAX_INDEX - index as i32)
}

#[inline]
fn index_of(key: Key) -> usize {
    (MAX_INDEX - (key & MAX_INDEX)) as usize
}

/// A move removed from a [`ScoredMoveList`].
#[derive(Clone, Copy)]
struct SelectedMove {
    mv: Move,
    score: i32,
    /// Index of its key.
    key: usize,
}

/// Moves that were scored together.
#[derive(Clone, Copy, Default)]
struct Segment {
    first_move: usize,
    first_key: usize,
    /// A multiple of [`LANES`].
    keys: usize,
}

/// Moves, and a key for each that has been scored.
///
/// ```text
///   moves  | exd5 | Qxb7 | Bxf7 | Nf3 | O-O | a3 |                    generated so far
///   keys   |  k0  |  --  |  k2  |  --  …  |  k3 |  k4 | k5 |  --  …      -- : removed
///          |<------ a segment ----------->|<----- another ----->|
/// ```
///
/// A pick takes the maximum of the keys of a segment. Its keys are filled up to a multiple of [`LANES`]
/// with those of removed moves, so that no vector is left incomplete: a branch for the rest would be
/// mispredicted often. The moves stay in place; the key of the picked one is replaced.
struct ScoredMoveList {
    /// The moves generated so far.
    moves: MoveList,
    keys: ArrayVec<Key, MAX_KEYS>,
    /// How many of the moves have keys.
    with_keys: usize,
    /// How many of those have no score.
    unscored: usize,
}

impl ScoredMoveList {
    #[inline]
    fn new() -> Self {
        let moves = MoveList::new();
        ScoredMoveList { moves, keys: ArrayVec::new(), with_keys: 0, unscored: 0 }
    }

    /// Scores the moves appended since the last call, but for `without`, which are never picked.
    #[inline]
    fn score(
        &mut self,
        without: impl IntoIterator<Item = Move>,
        mut score: impl FnMut(Move) -> i32,
    ) -> Segment {
        let (first_move, first_key) = (self.with_keys, self.keys.len());
        let moves = &self.moves[first_move..];
        let keys = moves.iter().enumerate().map(|(index, &mv)| pack(score(mv), index));
        self.keys.extend(keys);
        self.with_keys += moves.len();
        // Scored like the others and then removed, so that the loop above has no branch.
        for without in without {
            if let Some(index) = moves.iter().position(|&mv| mv == without) {
                self.keys[first_key + index] = REMOVED;
                self.unscored += 1;
            }
        }
        let end = self.keys.len().next_multiple_of(LANES);
        self.keys.extend([REMOVED; LANES]);
        self.keys.truncate(end);
        Segment { first_move, first_key, keys: end - first_key }
    }

    /// Removes the best move of a segment.
    #[inline]
    fn pick_best(&mut self, segment: Segment) -> Option<SelectedMove> {
        let keys = &self.keys[segment.first_key..][..segment.keys];
        // By whole chunks, so that the compiler need not take care of a rest.
        let keys = keys.as_chunks::<LANES>().0.as_flattened();
        let best = keys.iter().fold(REMOVED, |best, &key| best.max(key));
        if best == REMOVED {
            return None;
        }
        let key = segment.first_key + index_of(best);
        self.keys[key] = REMOVED;
        let mv = self.moves[segment.first_move + index_of(best)];
        Some(SelectedMove { mv, score: best >> INDEX_BITS, key })
    }

    /// Puts a removed move back with another score.
    #[inline]
    fn put_back(&mut self, selected: SelectedMove, segment: Segment, score: i32) {
        self.keys[selected.key] = pack(score, selected.key - segment.first_key);
    }

    fn counters(&self, picked: u32) -> PickerCounters {
        PickerCounters {
            generated: self.moves.len() as u32,
            scored: (self.with_keys - self.unscored) as u32,
            picked,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{MoveFlag, Square};

    fn selection_order(scores: &[Option<i32>]) -> Vec<(usize, i32)> {
        let mut list = ScoredMoveList::new();
        for index in 0..scores.len() {
            let to = Square::from_index(index % 63 + 1);
            list.moves.push(Move::new(Square::A1, to, MoveFlag::QUIET));
        }
        let moves = list.moves.clone();
        let without = moves.iter().zip(scores).filter(|(_, score)| score.is_none());
        let mut next = scores.iter();
        let segment = list.score(without.map(|(&mv, _)| mv), |_| next.next().unwrap().unwrap_or(0));
        assert_eq!(list.counters(0).scored as usize, scores.iter().flatten().count());
        let pick = || list.pick_best(segment).map(|picked| (picked.key, picked.score));
        std::iter::from_fn(pick).collect()
    }

    #[test]
    fn best_score_first_and_equal_scores_in_generation_order() {
        let scores = [Some(3), None, Some(-7), Some(3), Some(900_000), Some(-7)];
        let expected = [(4, 900_000), (0, 3), (3, 3), (2, -7), (5, -7)];
        assert_eq!(selection_order(&scores), expected);
    }

    #[test]
    fn extreme_scores_and_full_lists() {
        let extremes = [Some(i32::MIN), Some(i32::MAX), Some(0)];
        let limit = (1 << 22) - 1;
        assert_eq!(selection_order(&extremes), [(1, limit), (2, 0), (0, -limit)]);
        let full: Vec<_> = (0..320).map(|score| Some(score % 7)).collect();
        let order = selection_order(&full);
        assert_eq!(order.len(), 320);
        assert!(order.is_sorted_by_key(|&(index, score)| (-score, index)));
    }

    #[test]
    fn segments_keep_their_moves() {
        let moves = (0..320).filter_map(|index| Move::from_bits(index + 1));
        let moves: MoveList = moves.collect();
        for split in [0, 1, 7, 8, 9, 249, 256, 319, 320] {
            let mut list = ScoredMoveList::new();
            let mut segments = [&moves[..split], &moves[split..]].map(|part| {
                list.moves.extend(part.iter().copied());
                (part, list.score(None, |mv| i32::from(mv.bits() % 16)))
            });
            // The later one first, which must not take from the other; each move after it was put back once.
            segments.reverse();
            for (part, segment) in segments {
                if let Some(first) = list.pick_best(segment) {
                    list.put_back(first, segment, first.score);
                }
                let pick = || list.pick_best(segment).map(|picked| (picked.score, picked.mv));
                let picked: Vec<_> = std::iter::from_fn(pick).collect();
                let mut expected: Vec<_> =
                    part.iter().map(|&mv| (i32::from(mv.bits() % 16), mv)).collect();
                expected.sort_by_key(|&(score, _)| -score);
                assert_eq!(picked, expected, "{split}");
            }
            assert_eq!(list.counters(0).scored, 320);
        }
    }
}
