//! A list of scored moves from which the best of the rest is selected again and again
//! (selection sort, one step a pick).

use crate::PickerCounters;
use arrayvec::ArrayVec;
use board::Move;
use movegen::MoveList;

/// Keys that are compared at once.
const LANES: usize = 8;
/// The capacity of a [`MoveList`], and what fills up two segments.
const MAX_KEYS: usize = 320 + 2 * LANES;
/// Bits of a key that hold the index.
const INDEX_BITS: u32 = 9;
const MAX_INDEX: i32 = (1 << INDEX_BITS) - 1;
const _: () = assert!(MAX_KEYS <= MAX_INDEX as usize);

/// A score and an index up to [`MAX_INDEX`], within the segment, in one integer: the greatest key belongs to the best
/// score and, among equal scores, to the move that was generated first.
pub(super) trait SortKey: Copy + Ord {
    /// The key of a removed move: smaller than every packed key.
    const REMOVED: Self;
    fn pack(score: i32, index: usize) -> Self;
    fn index(self) -> usize;
    fn score(self) -> i32;
}

/// For scores within ±4,194,303; those outside are clamped to that.
impl SortKey for i32 {
    const REMOVED: Self = i32::MIN;

    #[inline]
    fn pack(score: i32, index: usize) -> Self {
        const LIMIT: i32 = (1 << (31 - INDEX_BITS)) - 1;
        (score.clamp(-LIMIT, LIMIT) << INDEX_BITS) | (MAX_INDEX - index as i32)
    }

    #[inline]
    fn index(self) -> usize {
        (MAX_INDEX - (self & MAX_INDEX)) as usize
    }

    #[inline]
    fn score(self) -> i32 {
        self >> INDEX_BITS
    }
}

/// For all scores.
impl SortKey for i64 {
    const REMOVED: Self = i64::MIN;

    #[inline]
    fn pack(score: i32, index: usize) -> Self {
        (i64::from(score) << INDEX_BITS) | i64::from(MAX_INDEX - index as i32)
    }

    #[inline]
    fn index(self) -> usize {
        (MAX_INDEX - (self as i32 & MAX_INDEX)) as usize
    }

    #[inline]
    fn score(self) -> i32 {
        (self >> INDEX_BITS) as i32
    }
}

/// A move removed from a [`ScoredMoveList`].
#[derive(Clone, Copy)]
pub(super) struct SelectedMove {
    pub mv: Move,
    pub score: i32,
    /// Index of its key.
    key: usize,
}

/// Moves that were scored together.
#[derive(Clone, Copy, Default)]
pub(super) struct Segment {
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
pub(super) struct ScoredMoveList<K> {
    /// The moves generated so far.
    pub moves: MoveList,
    keys: ArrayVec<K, MAX_KEYS>,
    /// How many of the moves have keys.
    with_keys: usize,
    /// How many of those have no score.
    unscored: usize,
}

impl<K: SortKey> ScoredMoveList<K> {
    #[inline]
    pub(super) fn new() -> Self {
        let moves = MoveList::new();
        ScoredMoveList { moves, keys: ArrayVec::new(), with_keys: 0, unscored: 0 }
    }

    /// Scores the moves appended since the last call, but for `without`, which are never picked.
    #[inline]
    pub(super) fn score(
        &mut self,
        without: impl IntoIterator<Item = Move>,
        mut score: impl FnMut(Move) -> i32,
    ) -> Segment {
        let (first_move, first_key) = (self.with_keys, self.keys.len());
        let moves = &self.moves[first_move..];
        let keys = moves.iter().enumerate().map(|(index, &mv)| K::pack(score(mv), index));
        self.keys.extend(keys);
        self.with_keys += moves.len();
        // Scored like the others and then removed, so that the loop above has no branch.
        for without in without {
            if let Some(index) = moves.iter().position(|&mv| mv == without) {
                self.keys[first_key + index] = K::REMOVED;
                self.unscored += 1;
            }
        }
        let end = self.keys.len().next_multiple_of(LANES);
        self.keys.extend([K::REMOVED; LANES]);
        self.keys.truncate(end);
        Segment { first_move, first_key, keys: end - first_key }
    }

    /// Removes the best move of a segment.
    #[inline]
    pub(super) fn pick_best(&mut self, segment: Segment) -> Option<SelectedMove> {
        let keys = &self.keys[segment.first_key..][..segment.keys];
        // By whole chunks, so that the compiler need not take care of a rest.
        let keys = keys.as_chunks::<LANES>().0.as_flattened();
        let best = keys.iter().fold(K::REMOVED, |best, &key| best.max(key));
        if best == K::REMOVED {
            return None;
        }
        let key = segment.first_key + best.index();
        self.keys[key] = K::REMOVED;
        let mv = self.moves[segment.first_move + best.index()];
        Some(SelectedMove { mv, score: best.score(), key })
    }

    /// Puts a removed move back with another score.
    #[inline]
    pub(super) fn put_back(&mut self, selected: SelectedMove, segment: Segment, score: i32) {
        self.keys[selected.key] = K::pack(score, selected.key - segment.first_key);
    }

    pub(super) fn counters(&self, picked: u32) -> PickerCounters {
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

    fn selection_order<K: SortKey>(scores: &[Option<i32>]) -> Vec<(usize, i32)> {
        let mut list = ScoredMoveList::<K>::new();
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
        assert_eq!(selection_order::<i32>(&scores), expected);
        assert_eq!(selection_order::<i64>(&scores), expected);
    }

    #[test]
    fn extreme_scores_and_full_lists() {
        let extremes = [Some(i32::MIN), Some(i32::MAX), Some(0)];
        assert_eq!(selection_order::<i64>(&extremes), [(1, i32::MAX), (2, 0), (0, i32::MIN)]);
        let limit = (1 << 22) - 1;
        assert_eq!(selection_order::<i32>(&extremes), [(1, limit), (2, 0), (0, -limit)]);
        let full: Vec<_> = (0..320).map(|score| Some(score % 7)).collect();
        for order in [selection_order::<i32>(&full), selection_order::<i64>(&full)] {
            assert_eq!(order.len(), 320);
            assert!(order.is_sorted_by_key(|&(index, score)| (-score, index)));
        }
    }

    #[test]
    fn segments_keep_their_moves() {
        let moves = (0..320).filter_map(|index| Move::from_bits(index + 1));
        let moves: MoveList = moves.collect();
        for split in [0, 1, 7, 8, 9, 249, 256, 319, 320] {
            let mut list = ScoredMoveList::<i32>::new();
            let mut segments = [&moves[..split], &moves[split..]].map(|part| {
                list.moves.try_extend_from_slice(part).unwrap();
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
