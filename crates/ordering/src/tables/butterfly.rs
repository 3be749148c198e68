//! How quiet moves did before, by origin and destination.

use super::{HistoryEntry, boxed};
use crate::params::BUTTERFLY_MAX;
use board::{Bitboard, Color, Move};

type Entry = HistoryEntry<BUTTERFLY_MAX>;
/// `[origin attacked][destination attacked][origin][destination]`.
type Side = [[[[Entry; 64]; 64]; 2]; 2];

/// `[side][origin attacked][destination attacked][origin][destination]`:
/// 32,768 entries, 64 KiB. Origin and destination are split by whether the other
/// side attacks them: to leave a threatened square is another move than to leave a
/// quiet one.
pub struct ButterflyHistory(Box<[Side; 2]>);

impl Default for ButterflyHistory {
    fn default() -> Self {
        ButterflyHistory(boxed([[[[Entry::ZERO; 64]; 64]; 2]; 2]))
    }
}

impl ButterflyHistory {
    /// The entry of a move of `side`, `threats` being the squares attacked by the other.
    #[inline]
    #[must_use]
    pub fn get(&self, side: Color, threats: Bitboard, mv: Move) -> i32 {
        let (from, to) = (mv.from(), mv.to());
        self.0[side.index()][usize::from(threats.contains(from))][usize::from(threats.contains(to))]
            [from.index()][to.index()]
        .get()
    }

    /// Applies a bonus, or a malus when negative, to the entry of a move.
    pub fn apply_bonus(&mut self, side: Color, threats: Bitboard, mv: Move, bonus: i32) {
        let (from, to) = (mv.from(), mv.to());
        self.0[side.index()][usize::from(threats.contains(from))]
            [usize::from(threats.contains(to))][from.index()][to.index()]
        .apply_bonus(bonus);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.fill([[[[Entry::ZERO; 64]; 64]; 2]; 2]);
    }
}
