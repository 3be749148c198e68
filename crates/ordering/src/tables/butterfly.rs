//! Butterfly history: history of quiet moves by origin and destination square.

use super::{HistoryEntry, boxed};
use crate::params::BUTTERFLY_MAX;
use board::{Bitboard, Color, Move};

const SIZE: usize = 2 * 2 * 2 * 64 * 64;

/// Butterfly history: `[side][origin attacked][destination attacked][origin][destination]`,
/// 32,768 entries, 64 KiB.
///
/// Origin and destination are distinguished by whether the opponent attacks them, because
/// a move that leaves an attacked square differs from one that leaves a safe square. (Butterfly
/// boards: Hartmann 1988.)
pub struct ButterflyHistory(Box<[HistoryEntry<BUTTERFLY_MAX>; SIZE]>);

impl Default for ButterflyHistory {
    fn default() -> Self {
        ButterflyHistory(boxed(HistoryEntry::ZERO))
    }
}

impl ButterflyHistory {
    #[inline]
    fn index(side: Color, threats: Bitboard, mv: Move) -> usize {
        let (from, to) = (mv.from(), mv.to());
        let attacked = usize::from(threats.contains(from)) * 2 + usize::from(threats.contains(to));
        ((side.index() * 4 + attacked) * 64 + from.index()) * 64 + to.index()
    }

    /// The value for a move of `side`; `threats` are the squares that the opponent attacks.
    #[inline]
    #[must_use]
    pub fn get(&self, side: Color, threats: Bitboard, mv: Move) -> i32 {
        self.0[Self::index(side, threats, mv)].get()
    }

    /// Applies a bonus, or a malus if negative.
    pub fn apply_bonus(&mut self, side: Color, threats: Bitboard, mv: Move, bonus: i32) {
        self.0[Self::index(side, threats, mv)].apply_bonus(bonus);
    }
}
