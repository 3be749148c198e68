//! The entry of all gravity histories, and a table of such entries by piece and
//! destination.

use board::{Move, Piece};

/// A history value within ±`MAX` (at most 32,767), updated by history gravity, the formula of
/// Stockfish.
///
/// A bonus `b` changes the value `v` by `b − v·|b|/MAX`: the closer the value is to the
/// limit, the less a bonus of the same sign changes it and the more one of the other
/// sign. So the effect of old updates decays, and no clamp is needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HistoryEntry<const MAX: i32>(i16);

impl<const MAX: i32> HistoryEntry<MAX> {
    /// The initial value.
    pub const ZERO: Self = HistoryEntry(0);

    /// The value, within ±`MAX`.
    #[inline]
    #[must_use]
    pub fn get(self) -> i32 {
        i32::from(self.0)
    }

    /// Applies a bonus, or a malus if negative, clamped to ±`MAX`.
    #[inline]
    pub fn apply_bonus(&mut self, bonus: i32) {
        const { assert!(MAX > 0 && MAX <= i16::MAX as i32) };
        let bonus = bonus.clamp(-MAX, MAX);
        let value = self.get();
        // |v| <= MAX and |b| <= MAX keep the result within ±MAX, which an i16 holds.
        self.0 = (value + bonus - value * bonus.abs() / MAX) as i16;
    }
}

/// A history of moves: `[piece][destination]`.
#[derive(Clone)]
pub struct PieceToHistory<const MAX: i32>([HistoryEntry<MAX>; 12 * 64]);

impl<const MAX: i32> PieceToHistory<MAX> {
    pub(super) const ZERO: Self = PieceToHistory([HistoryEntry::ZERO; 12 * 64]);

    #[inline]
    fn index(piece: Piece, mv: Move) -> usize {
        piece.index() * 64 + mv.to().index()
    }

    /// The value for a move of `piece`.
    #[inline]
    #[must_use]
    pub fn get(&self, piece: Piece, mv: Move) -> i32 {
        self.0[Self::index(piece, mv)].get()
    }

    pub(super) fn apply_bonus(&mut self, piece: Piece, mv: Move, bonus: i32) {
        self.0[Self::index(piece, mv)].apply_bonus(bonus);
    }
}

#[cfg(test)]
mod tests {
    use super::HistoryEntry;

    #[test]
    fn stays_within_its_limits() {
        let mut entry = HistoryEntry::<1000>::ZERO;
        for _ in 0..100 {
            entry.apply_bonus(300);
            assert!(entry.get() > 0 && entry.get() <= 1000);
        }
        entry.apply_bonus(i32::MAX);
        assert_eq!(entry.get(), 1000);
        entry.apply_bonus(i32::MIN + 1);
        assert_eq!(entry.get(), -1000);
        for bonus in [-5000, 5000, -1, 1, 999, -999, 0] {
            entry.apply_bonus(bonus);
            assert!(entry.get().abs() <= 1000);
        }
    }

    #[test]
    fn follows_the_formula() {
        let mut entry = HistoryEntry::<8192>::ZERO;
        entry.apply_bonus(1000);
        assert_eq!(entry.get(), 1000);
        entry.apply_bonus(-500);
        assert_eq!(entry.get(), 1000 - 500 - 1000 * 500 / 8192);
    }
}
