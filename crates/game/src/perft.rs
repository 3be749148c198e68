//! Perft that can be stopped, shared among threads, and helped by a table.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use board::{CastlingSide, Color, Position};
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use movegen::{legal_moves, perft};

/// Subtrees of this depth are counted without asking whether to stop.
const UNINTERRUPTED_DEPTH: u32 = 3;

/// Plies whose moves are counted to find out how large a table should be.
const KNOWN_PLIES: u32 = 4;

/// Entries of a table of so many mebibytes, one at least.
fn entries_in(mebibytes: usize) -> usize {
    mebibytes.max(1).saturating_mul(1 << 20) / size_of::<[AtomicU64; 2]>()
}

/// Counts of subtrees by the keys of their positions, for [`Perft`]. Threads may share one.
///
/// An entry is 16 bytes, and the newest one of those with the same place stays. A count is taken only where all 64 bits of
/// key and depth agree: if keys are random, a look-up finds the count of another position with a probability of
/// 2⁻⁶⁴, or 5 · 10⁻¹¹ in 10⁹ look-ups.
pub struct PerftTable {
    /// Count, and key XOR count: what two threads write at once has no key.
    entries: Vec<[AtomicU64; 2]>,
}

impl PerftTable {
    /// A table of at most so many mebibytes, one at least.
    ///
    /// # Errors
    /// When there is not so much memory.
    pub fn new(mebibytes: usize) -> Result<PerftTable, TryReserveError> {
        PerftTable::with_entries(entries_in(mebibytes))
    }

    /// The same, but no larger than it helps [`Perft::count`] from this position to this depth: memory that is not
    /// needed takes time to clear, and look-ups in it are slower.
    ///
    /// # Errors
    /// When there is not so much memory.
    pub fn for_depth(
        mebibytes: usize,
        position: &Position,
        depth: u32,
    ) -> Result<PerftTable, TryReserveError> {
        // As many as subtrees of two plies, if positions have 32 moves later; many of them are the same.
        let plies = depth.saturating_sub(2);
        let later = 32_u64.saturating_pow(plies.saturating_sub(KNOWN_PLIES));
        let subtrees = perft(position, plies.min(KNOWN_PLIES)).saturating_mul(later);
        let wanted = usize::try_from(subtrees).unwrap_or(usize::MAX);
        PerftTable::with_entries(entries_in(mebibytes).min(wanted.max(entries_in(1))))
    }

    /// A table of the greatest power of two that is not more.
    fn with_entries(entries: usize) -> Result<PerftTable, TryReserveError> {
        let count = 1 << entries.ilog2();
        let mut entries = Vec::new();
        entries.try_reserve_exact(count)?;
        entries.resize_with(count, Default::default);
        Ok(PerftTable { entries })
    }

    /// Its size in bytes.
    #[cfg(test)]
    fn size(&self) -> usize {
        size_of_val(&*self.entries)
    }

    fn entry(&self, key: u64) -> &[AtomicU64; 2] {
        &self.entries[key as usize & (self.entries.len() - 1)]
    }

    fn get(&self, key: u64) -> Option<u64> {
        let [count, check] = self.entry(key);
        let count = count.load(Relaxed);
        (check.load(Relaxed) ^ count == key).then_some(count)
    }

    fn store(&self, key: u64, count: u64) {
        let [stored, check] = self.entry(key);
        stored.store(count, Relaxed);
        check.store(key ^ count, Relaxed);
    }
}

/// Perft that can be stopped and may use a table.
///
/// ```
/// use bartizan_game::{Perft, PerftTable, board::Position};
///
/// let (start, table) = (Position::startpos(), PerftTable::new(1)?);
/// let perft = Perft::new(&start, Some(&table), &|| false);
/// assert_eq!(perft.count(&start, 5), Some(4_865_609));
/// let stopped = Perft::new(&start, None, &|| true);
/// assert_eq!(stopped.count(&start, 5), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Perft<'a> {
    table: Option<&'a PerftTable>,
    stopped: &'a dyn Fn() -> bool,
    /// Tells positions apart that differ in the rooks that may castle, which have the same key.
    salt: u64,
}

impl<'a> Perft<'a> {
    /// For `root` and positions that moves lead to from it. `stopped` is asked before subtrees of three plies.
    pub fn new(
        root: &Position,
        table: Option<&'a PerftTable>,
        stopped: &'a dyn Fn() -> bool,
    ) -> Self {
        let rooks = Color::ALL.into_iter().flat_map(|color| {
            CastlingSide::ALL
                .map(|side| root.castling_rook(color, side).map_or(64, |at| at.index()))
        });
        let salt = rooks.fold(0, |salt: u64, rook| mixed(salt + rook as u64 + 1));
        Self { table, stopped, salt }
    }

    /// The same as [`movegen::perft`]; `None` if it was stopped.
    pub fn count(&self, position: &Position, depth: u32) -> Option<u64> {
        if depth < 2 {
            return (!(self.stopped)()).then(|| perft(position, depth));
        }
        self.subtree(position, depth)
    }

    fn subtree(&self, position: &Position, depth: u32) -> Option<u64> {
        if depth <= UNINTERRUPTED_DEPTH {
            if depth == UNINTERRUPTED_DEPTH && (self.stopped)() {
                return None;
            }
            if depth < 2 || self.table.is_none() {
                return Some(perft(position, depth));
            }
        }
        let key = mixed(position.key() ^ self.salt).wrapping_add(u64::from(depth));
        if let Some(count) = self.table.and_then(|table| table.get(key)) {
            return Some(count);
        }
        let (mut total, mut next) = (0, position.clone());
        for &mv in &legal_moves(position) {
            position.make_into(mv, &mut next);
            total += self.subtree(&next, depth - 1)?;
        }
        if let Some(table) = self.table {
            table.store(key, total);
        }
        Some(total)
    }
}

/// A permutation of the numbers of 64 bits, of which each bit depends on all (Murmur3's, A. Appleby).
fn mixed(mut number: u64) -> u64 {
    for factor in [0xff51_afd7_ed55_8ccd, 0xc4ce_b9fe_1a85_ec53] {
        number = (number ^ number >> 33).wrapping_mul(factor);
    }
    number ^ number >> 33
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    #[test]
    fn counts_with_a_table_are_those_without() {
        let double = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1";
        // The same squares, and other rooks that may castle.
        let other = "rr2k1r1/pppppppp/8/8/8/8/PPPPPPPP/RR2K1R1 w";
        let table = PerftTable::new(1).unwrap();
        for fen in
            [KIWIPETE, double, &format!("{other} GAga - 0 1"), &format!("{other} GBgb - 0 1")]
        {
            let root = Position::from_fen(fen).unwrap();
            let shared = Perft::new(&root, Some(&table), &|| false);
            for depth in 0..=if cfg!(miri) { 2 } else { 4 } {
                assert_eq!(shared.count(&root, depth), Some(perft(&root, depth)), "{fen} {depth}");
                // Again, from the table.
                assert_eq!(shared.count(&root, depth), Some(perft(&root, depth)), "{fen} {depth}");
            }
        }
        let root = Position::from_fen(KIWIPETE).unwrap();
        let small = PerftTable { entries: (0..64).map(|_| Default::default()).collect() };
        let perft = Perft::new(&root, Some(&small), &|| false);
        if !cfg!(miri) {
            assert_eq!(perft.count(&root, 4), Some(4_085_603));
        }
        std::thread::scope(|scope| {
            for depth in if cfg!(miri) { [2, 2] } else { [3, 4] } {
                let (root, table) = (&root, &small);
                scope.spawn(move || {
                    let count = Perft::new(root, Some(table), &|| false).count(root, depth);
                    assert_eq!(count, Some([2_039, 97_862, 4_085_603][depth as usize - 2]));
                });
            }
        });
    }

    #[test]
    fn tables_are_as_large_as_they_help() {
        let start = Position::startpos();
        let mate = Position::from_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").unwrap();
        for (position, mebibytes, depth, expected) in [
            (&start, 64, 0, 1),
            (&start, 64, 6, 2),
            (&start, 1024, 7, 64),
            (&start, 16, 7, 16),
            (&start, 3, 64, 2),
            (&mate, 64, 64, 1),
        ] {
            let table = PerftTable::for_depth(mebibytes, position, depth).unwrap();
            assert_eq!(table.size(), expected << 20, "{mebibytes} {depth}");
        }
        assert_eq!(PerftTable::new(3).unwrap().size(), 2 << 20);
    }

    #[test]
    fn stopped_counts_are_none() {
        let root = Position::startpos();
        let left = AtomicU64::new(5);
        let stopped = || left.fetch_sub(1, Relaxed) == 0;
        assert_eq!(Perft::new(&root, None, &stopped).count(&root, 5), None);
        assert_eq!(Perft::new(&root, None, &|| true).count(&root, 0), None);
    }
}
