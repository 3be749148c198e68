//! Perft: the number of move sequences from a position, which checks the generator against known
//! counts. Repetitions and the fifty-move rule do not end a sequence.

use crate::generate::{count_moves, legal_moves};
use board::Position;

/// The number of sequences of `depth` legal moves from `position`; 1 for depth 0. The moves of the
/// last ply are counted without being made or listed (bulk counting).
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => count_moves(position),
        _ => legal_moves(position).into_iter().map(|mv| perft(&position.make(mv), depth - 1)).sum(),
    }
}
