//! Perft: the number of move sequences from a position, which checks the generator against known
//! counts. Repetitions and the fifty-move rule do not end a sequence.

use crate::generate::{count_moves, generate, legal_moves};
use crate::{All, MoveList};
use board::{Move, Position};

/// The number of sequences of `depth` legal moves from `position`; 1 for depth 0. The moves of the
/// last ply are counted without being made or listed (bulk counting).
///
/// ```
/// use bartizan_movegen::{board::Position, perft};
///
/// assert_eq!(perft(&Position::startpos(), 4), 197_281);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth < 2 {
        return if depth == 0 { 1 } else { count_moves(position) };
    }
    let mut list = MoveList::new();
    generate::<All>(position, &mut list);
    let (mut total, mut next) = (0, position.clone());
    for &mv in &list {
        position.make_into(mv, &mut next);
        total += if depth == 2 { count_moves(&next) } else { perft(&next, depth - 1) };
    }
    total
}

/// The legal moves of `position`, each with the number of sequences of `depth` moves that begin with it. They add up to
/// [`perft`] of the same depth, which must be 1 or more; for depth 0 there are none.
///
/// ```
/// use bartizan_movegen::{board::Position, divide, perft};
///
/// let start = Position::startpos();
/// assert_eq!(divide(&start, 3).map(|(_, count)| count).sum::<u64>(), perft(&start, 3));
/// let (first, count) = divide(&start, 2).next().expect("a move");
/// assert_eq!((first.from().to_string().len(), count), (2, 20));
/// ```
pub fn divide(position: &Position, depth: u32) -> impl Iterator<Item = (Move, u64)> {
    let moves = if depth == 0 { MoveList::new() } else { legal_moves(position) };
    moves.into_iter().map(move |mv| (mv, perft(&position.make(mv), depth - 1)))
}
