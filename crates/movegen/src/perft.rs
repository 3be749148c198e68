//! Perft: how many ways lead down from a position. It checks the generator by numbers that are
//! known; it is no search and knows nothing of repetitions or the clock.

use crate::{All, Counter, generate, legal_moves};
use board::{Move, Position};

/// The number of sequences of `depth` legal moves from `position`; 1 for depth 0. The moves of
/// the last ply are counted without being made or listed.
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => {
            let mut counter = Counter(0);
            generate::<All>(position, &mut counter);
            counter.0
        }
        _ => legal_moves(position).into_iter().map(|mv| perft(&position.make(mv), depth - 1)).sum(),
    }
}

/// The same number by listing and making every move: slower, and a check of the counting.
pub fn perft_plain(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    legal_moves(position).into_iter().map(|mv| perft_plain(&position.make(mv), depth - 1)).sum()
}

/// [`perft`] split by the first move, in the order of generation; empty for depth 0.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    legal_moves(position).into_iter().map(|mv| (mv, perft(&position.make(mv), depth - 1))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_ways_of_counting_agree() {
        let position = Position::startpos();
        for (depth, nodes) in [(0, 1), (1, 20), (2, 400), (3, 8_902), (4, 197_281)] {
            assert_eq!(perft(&position, depth), nodes);
            assert_eq!(perft_plain(&position, depth), nodes);
        }
        let parts = divide(&position, 3);
        assert_eq!(parts.len(), 20);
        assert_eq!(parts.iter().map(|part| part.1).sum::<u64>(), 8_902);
        assert!(divide(&position, 0).is_empty());
    }
}
