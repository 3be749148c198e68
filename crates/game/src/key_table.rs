//! A table of numbers by key, of fixed size.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use core::fmt;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Numbers by keys of 64 bits, such as [`Position::key`](board::Position::key), in a table of fixed size. Threads may share one.
///
/// An entry is 16 bytes, and the newest one of those with the same place stays. A number is found only where all 64 bits
/// of the key agree: if keys are random, the number of another position is with a probability of 2⁻⁶⁴, or 5 · 10⁻¹¹ in
/// 10⁹ look-ups.
///
/// ```
/// use bartizan_game::{KeyTable, board::Position};
///
/// let table = KeyTable::new(1)?;
/// let key = Position::startpos().key();
/// assert_eq!(table.get(key), None);
/// table.store(key, 20);
/// assert_eq!(table.get(key), Some(20));
/// # Ok::<(), std::collections::TryReserveError>(())
/// ```
pub struct KeyTable {
    /// Number, and key XOR number: what two threads write at once has no key.
    entries: Vec<[AtomicU64; 2]>,
}

/// The counts of subtrees for [`Perft`](crate::Perft).
///
/// ```
/// use bartizan_game::board::Position;
/// use bartizan_game::{Perft, PerftTable};
///
/// let table = PerftTable::new(1)?;
/// let start = Position::startpos();
/// // Another count of the same position takes what the first one has found.
/// for _ in 0..2 {
///     assert_eq!(Perft::new(&start, Some(&table), &|| false).count(&start, 4), Some(197_281));
/// }
/// # Ok::<(), std::collections::TryReserveError>(())
/// ```
pub type PerftTable = KeyTable;

impl KeyTable {
    /// An empty table of at most so many mebibytes, one at least.
    ///
    /// ```
    /// use bartizan_game::KeyTable;
    ///
    /// assert!(KeyTable::new(0).is_ok()); // one mebibyte
    /// assert!(KeyTable::new(usize::MAX).is_err());
    /// ```
    ///
    /// # Errors
    /// When there is not so much memory.
    pub fn new(mebibytes: usize) -> Result<KeyTable, TryReserveError> {
        let entries = mebibytes.max(1).saturating_mul(1 << 20) / size_of::<[AtomicU64; 2]>();
        // The greatest power of two that is not more.
        KeyTable::with_entries(1 << entries.ilog2())
    }

    /// The number is a power of two, and not 1.
    pub(crate) fn with_entries(count: usize) -> Result<KeyTable, TryReserveError> {
        let mut entries = Vec::new();
        entries.try_reserve_exact(count)?;
        // Each with a key of another place, which is not looked for here.
        entries.extend((0..count as u64).map(|place| [AtomicU64::new(0), AtomicU64::new(!place)]));
        Ok(KeyTable { entries })
    }

    fn entry(&self, key: u64) -> &[AtomicU64; 2] {
        &self.entries[key as usize & (self.entries.len() - 1)]
    }

    /// The number that was stored last with this key; `None` if there was none or if another key has taken its place.
    ///
    /// ```
    /// use bartizan_game::KeyTable;
    /// use bartizan_game::board::Position;
    ///
    /// let table = KeyTable::new(1)?;
    /// table.store(Position::startpos().key(), 20);
    /// assert_eq!(table.get(Position::startpos().key()), Some(20));
    /// assert_eq!(table.get(Position::startpos().make_null().key()), None);
    /// # Ok::<(), std::collections::TryReserveError>(())
    /// ```
    pub fn get(&self, key: u64) -> Option<u64> {
        let [number, check] = self.entry(key);
        let number = number.load(Relaxed);
        (check.load(Relaxed) ^ number == key).then_some(number)
    }

    /// Stores a number, in place of any other one there.
    ///
    /// ```
    /// use bartizan_game::KeyTable;
    /// use bartizan_game::board::Position;
    ///
    /// let table = KeyTable::new(1)?;
    /// let key = Position::startpos().key();
    /// table.store(key, 20);
    /// table.store(key, 400);
    /// assert_eq!(table.get(key), Some(400));
    /// # Ok::<(), std::collections::TryReserveError>(())
    /// ```
    pub fn store(&self, key: u64, number: u64) {
        let [stored, check] = self.entry(key);
        stored.store(number, Relaxed);
        check.store(key ^ number, Relaxed);
    }
}

/// The number of its entries, not what they are.
impl fmt::Debug for KeyTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeyTable").field("entries", &self.entries.len()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_by_their_key_alone() {
        let table = KeyTable::with_entries(4).unwrap();
        assert_eq!(format!("{table:?}"), "KeyTable { entries: 4 }");
        let all = [0, 1, 2, 3, 4, u64::MAX, u64::MAX - 1, u64::MAX - 2, u64::MAX - 3, 1 << 63];
        assert!(all.iter().all(|&key| table.get(key).is_none()));
        for key in all {
            table.store(key, key ^ 5);
            assert_eq!(table.get(key), Some(key ^ 5));
            // The same place.
            assert_eq!(table.get(key ^ 8), None);
        }
        assert_eq!((table.get(0), table.get(u64::MAX)), (None, Some(!5)));
        assert!(KeyTable::new(usize::MAX).is_err());
    }
}
