//! Partial selection: the best of the rest, again and again, without a sort.

use arrayvec::ArrayVec;
use board::Move;
use movegen::MoveList;
use std::ops::Range;

/// The greatest number of moves in a list.
const CAPACITY: usize = 256;

/// A score and a place in the list, packed so that the greatest key belongs to the
/// best score and, among equals, to the move that was generated first.
pub trait Key: Copy + Ord {
    /// Smaller than every packed key: a move that is no longer there.
    const TAKEN: Self;
    /// Packs a score, clamped to what fits, and an index below 256.
    fn pack(score: i32, index: usize) -> Self;
    /// The index that was packed.
    fn index(self) -> usize;
    /// The score that was packed.
    fn score(self) -> i32;
}

/// Scores within ±8,388,607.
impl Key for i32 {
    const TAKEN: Self = i32::MIN;

    #[inline]
    fn pack(score: i32, index: usize) -> Self {
        const LIMIT: i32 = (1 << 23) - 1;
        (score.clamp(-LIMIT, LIMIT) << 8) | (255 - index as i32)
    }

    #[inline]
    fn index(self) -> usize {
        (255 - (self & 255)) as usize
    }

    #[inline]
    fn score(self) -> i32 {
        self >> 8
    }
}

/// Any score.
impl Key for i64 {
    const TAKEN: Self = i64::MIN;

    #[inline]
    fn pack(score: i32, index: usize) -> Self {
        (i64::from(score) << 8) | (255 - index as i64)
    }

    #[inline]
    fn index(self) -> usize {
        (255 - (self & 255)) as usize
    }

    #[inline]
    fn score(self) -> i32 {
        (self >> 8) as i32
    }
}

/// A move taken from a [`Selection`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The move.
    pub mv: Move,
    /// Its score.
    pub score: i32,
    index: usize,
}

/// Moves, and a key for each that has been scored.
///
/// ```text
///   moves  | exd5 | Qxb7 | Bxf7 | Nf3 | O-O | a3 |      generated so far
///   keys   |  k0  |  --  |  k2  |  k3 |  k4 | k5 |      -- : taken
///          |<----- noisy ------>|<---- quiet --->|      ranges chosen by the picker
/// ```
///
/// A selection looks through its whole range for the greatest key: a loop without
/// branches, which the compiler turns into vector instructions. The moves stay where
/// they are; only the key of the one selected is struck out.
pub struct Selection<K> {
    /// The moves generated so far.
    pub moves: MoveList,
    keys: ArrayVec<K, CAPACITY>,
    skipped: usize,
}

impl<K: Key> Selection<K> {
    /// No moves.
    #[inline]
    #[must_use]
    pub fn new() -> Self {
        Selection { moves: MoveList::new(), keys: ArrayVec::new(), skipped: 0 }
    }

    /// Scores the moves generated since the last call; those without a score
    /// will not be selected.
    #[inline]
    pub fn score(&mut self, mut score: impl FnMut(Move) -> Option<i32>) {
        for index in self.keys.len()..self.moves.len().min(CAPACITY) {
            let key = match score(self.moves[index]) {
                Some(score) => K::pack(score, index),
                None => {
                    self.skipped += 1;
                    K::TAKEN
                }
            };
            self.keys.push(key);
        }
    }

    /// Takes the best move of a range of the scored ones.
    #[inline]
    pub fn take_best(&mut self, range: Range<usize>) -> Option<Taken> {
        let best = self.keys[range].iter().fold(K::TAKEN, |best, &key| best.max(key));
        if best == K::TAKEN {
            return None;
        }
        let index = best.index();
        self.keys[index] = K::TAKEN;
        Some(Taken { mv: self.moves[index], score: best.score(), index })
    }

    /// Puts a taken move back with another score.
    #[inline]
    pub fn put_back(&mut self, taken: Taken, score: i32) {
        self.keys[taken.index] = K::pack(score, taken.index);
    }

    /// How many moves were given a score.
    #[must_use]
    pub fn scored(&self) -> usize {
        self.keys.len() - self.skipped
    }
}

impl<K: Key> Default for Selection<K> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{MoveFlag, Square};

    fn taken_in_order<K: Key>(scores: &[Option<i32>]) -> Vec<(usize, i32)> {
        let mut selection = Selection::<K>::new();
        for index in 0..scores.len() {
            let to = Square::from_index(index % 63 + 1);
            selection.moves.push(Move::new(Square::A1, to, MoveFlag::QUIET));
        }
        let mut next = scores.iter();
        selection.score(|_| *next.next().unwrap());
        assert_eq!(selection.scored(), scores.iter().flatten().count());
        let take = || selection.take_best(0..scores.len()).map(|taken| (taken.index, taken.score));
        std::iter::from_fn(take).collect()
    }

    #[test]
    fn best_first_and_equals_in_generation_order() {
        let scores = [Some(3), None, Some(-7), Some(3), Some(900_000), Some(-7)];
        let expected = [(4, 900_000), (0, 3), (3, 3), (2, -7), (5, -7)];
        assert_eq!(taken_in_order::<i32>(&scores), expected);
        assert_eq!(taken_in_order::<i64>(&scores), expected);
    }

    #[test]
    fn extreme_scores_and_full_lists() {
        let extremes = [Some(i32::MIN), Some(i32::MAX), Some(0)];
        assert_eq!(taken_in_order::<i64>(&extremes), [(1, i32::MAX), (2, 0), (0, i32::MIN)]);
        let limit = (1 << 23) - 1;
        assert_eq!(taken_in_order::<i32>(&extremes), [(1, limit), (2, 0), (0, -limit)]);
        let full: Vec<_> = (0..256).map(|score| Some(score % 7)).collect();
        for taken in [taken_in_order::<i32>(&full), taken_in_order::<i64>(&full)] {
            assert_eq!(taken.len(), 256);
            assert!(taken.is_sorted_by_key(|&(index, score)| (-score, index)));
        }
    }
}
