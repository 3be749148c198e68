//! The quiet move that last refuted a move (system D).

use super::boxed;
use crate::PlayedMove;
use board::Move;

/// `[previous origin][previous destination]`: 4,096 moves, 8 KiB.
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

    /// Remembers `refutation` as the answer to `previous`; nothing after a null move.
    pub fn store(&mut self, previous: Option<PlayedMove>, refutation: Move) {
        if let Some(PlayedMove { mv, .. }) = previous {
            self.0[mv.from().index()][mv.to().index()] = Some(refutation);
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.fill([None; 64]);
    }
}
