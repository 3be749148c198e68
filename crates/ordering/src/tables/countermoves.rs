//! Countermove heuristic: the quiet move that last refuted each move.

use super::boxed;
use crate::PlayedMove;
use board::Move;

/// Countermove heuristic: `[previous origin][previous destination]`, 4,096 moves, 8 KiB.
/// Source: the book chapter "Move Ordering".
pub struct CounterMoves(Box<[[Option<Move>; 64]; 64]>);

impl Default for CounterMoves {
    fn default() -> Self {
        CounterMoves(boxed([None; 64]))
    }
}

impl CounterMoves {
    /// The move that last refuted `previous`: any bits, not necessarily legal now.
    #[must_use]
    pub fn get(&self, previous: Option<PlayedMove>) -> Option<Move> {
        let mv = previous?.mv;
        self.0[mv.from().index()][mv.to().index()]
    }

    /// Stores `counter_move` as the refutation of `previous`; no effect after a null move.
    pub fn store(&mut self, previous: Option<PlayedMove>, counter_move: Move) {
        if let Some(PlayedMove { mv, .. }) = previous {
            self.0[mv.from().index()][mv.to().index()] = Some(counter_move);
        }
    }
}
