//! Perft that can be stopped, shared among threads, and helped by a table.

use crate::PerftTable;
use board::{CastlingSide, Color, Position};
use core::fmt;
use movegen::{legal_moves, perft};

/// Subtrees of this depth are counted without asking whether to stop.
const UNINTERRUPTED_DEPTH: u32 = 3;

/// Plies whose moves are counted to find out how large a table should be.
const KNOWN_PLIES: u32 = 4;

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
    /// The mebibytes of a [`PerftTable`] that help to count from this position to this depth, from 1 to `limit`: a larger one
    /// takes more time to clear and is no more use.
    ///
    /// ```
    /// use bartizan_game::{Perft, board::Position};
    ///
    /// assert_eq!(Perft::table_mebibytes(&Position::startpos(), 7, 1024), 96);
    /// ```
    pub fn table_mebibytes(position: &Position, depth: u32, limit: usize) -> usize {
        // An entry for each subtree of two plies, if positions have 32 moves later; many of them are the same.
        let plies = depth.saturating_sub(2);
        let later = 32_u64.saturating_pow(plies.saturating_sub(KNOWN_PLIES));
        let subtrees = perft(position, plies.min(KNOWN_PLIES)).saturating_mul(later);
        let mebibytes = subtrees.saturating_mul(16) >> 20;
        usize::try_from(mebibytes).unwrap_or(usize::MAX).min(limit).max(1)
    }

    /// For `root` and positions that moves lead to from it. `stopped` is asked before subtrees of three plies.
    ///
    /// ```
    /// use bartizan_game::Perft;
    /// use bartizan_game::board::Position;
    /// use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    ///
    /// let (start, stop) = (Position::startpos(), AtomicBool::new(false));
    /// let stopped = || stop.load(Relaxed);
    /// let perft = Perft::new(&start, None, &stopped);
    /// assert_eq!(perft.count(&start, 3), Some(8_902));
    /// stop.store(true, Relaxed);
    /// assert_eq!(perft.count(&start, 3), None);
    /// ```
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
    ///
    /// ```
    /// use bartizan_game::Perft;
    /// use bartizan_game::board::Position;
    ///
    /// let start = Position::startpos();
    /// let perft = Perft::new(&start, None, &|| false);
    /// let counts: Vec<_> = (0..=4).map(|depth| perft.count(&start, depth)).collect();
    /// assert_eq!(counts, [1, 20, 400, 8_902, 197_281].map(Some));
    /// ```
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

/// Its table, if it has one.
impl fmt::Debug for Perft<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Perft").field("table", &self.table).finish_non_exhaustive()
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
    use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

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
        let small = PerftTable::with_entries(64).unwrap();
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
        for (position, depth, limit, expected) in [
            (&start, 0, 64, 1),
            (&start, 6, 64, 3),
            (&start, 7, 64, 64),
            (&start, 100, 1 << 40, 1 << 40),
            (&start, 7, 0, 1),
            (&mate, 64, 64, 1),
        ] {
            let mebibytes = Perft::table_mebibytes(position, depth, limit);
            assert_eq!(mebibytes, expected, "{depth} {limit}");
        }
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
