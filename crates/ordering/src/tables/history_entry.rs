//! The history entry that pulls itself back towards zero.

/// A signed 16-bit counter that stays within ±`MAX` (at most 32767).
///
/// A bonus `b` is applied as `v += b − v·|b|/MAX`: the nearer the entry is to the
/// limit, the less a bonus of the same sign adds and the more one of the other sign
/// takes away. So old knowledge fades and no clamp is needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HistoryEntry<const MAX: i32>(i16);

impl<const MAX: i32> HistoryEntry<MAX> {
    /// An entry that knows nothing.
    pub const ZERO: Self = HistoryEntry(0);

    /// The entry's value, within ±`MAX`.
    #[inline]
    #[must_use]
    pub fn get(self) -> i32 {
        i32::from(self.0)
    }

    /// Moves the entry towards the sign of `bonus`, which counts up to ±`MAX`.
    #[inline]
    pub fn apply_bonus(&mut self, bonus: i32) {
        const { assert!(MAX > 0 && MAX <= i16::MAX as i32) };
        let bonus = bonus.clamp(-MAX, MAX);
        let value = self.get();
        // |v| <= MAX and |b| <= MAX keep the result within ±MAX, which an i16 holds.
        self.0 = (value + bonus - value * bonus.abs() / MAX) as i16;
    }
}

#[cfg(test)]
mod tests {
    use super::HistoryEntry;

    #[test]
    fn stays_within_its_limit_and_comes_back() {
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
