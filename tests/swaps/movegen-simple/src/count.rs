//! Perft through this crate's generator.

use board::{Move, Position};

use crate::{All, Counter, generate, legal_moves};

/// The number of sequences of `depth` legal moves; the last ply is counted and not made.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => {
            let mut counter = Counter::default();
            generate::<All>(position, &mut counter);
            counter.0
        }
        _ => legal_moves(position).iter().map(|&mv| perft(&position.make(mv), depth - 1)).sum(),
    }
}

/// The same number, every move made.
#[must_use]
pub fn perft_plain(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => {
            legal_moves(position).iter().map(|&mv| perft_plain(&position.make(mv), depth - 1)).sum()
        }
    }
}

/// [`perft`] by first moves.
#[must_use]
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let below = |mv: Move| depth.checked_sub(1).map_or(1, |rest| perft(&position.make(mv), rest));
    if depth == 0 {
        Vec::new()
    } else {
        legal_moves(position).iter().map(|&mv| (mv, below(mv))).collect()
    }
}
