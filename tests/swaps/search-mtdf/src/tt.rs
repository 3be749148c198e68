//! The transposition table: one entry a slot, the newest one stays. An entry holds a lower and an
//! upper bound, since MTD(f) visits a node from both sides.

use board::Move;
use eval::Score;
use searcher::TtAllocationError;

/// The bounds of one position at one depth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TtEntry {
    key: u64,
    /// The move that last failed high here. Test its legality before use.
    pub mv: Option<Move>,
    /// The true score is at least this.
    pub lower: Score,
    /// The true score is at most this.
    pub upper: Score,
    /// Depth of the search that gave the bounds; 0 in a slot never written.
    pub depth: u32,
}

const EMPTY: TtEntry = TtEntry {
    key: 0,
    mv: None,
    lower: Score::new(-Score::INFINITE.raw()),
    upper: Score::INFINITE,
    depth: 0,
};

#[derive(Debug, Default)]
pub(crate) struct TranspositionTable(Vec<TtEntry>);

impl TranspositionTable {
    /// Resizes and clears the table; it stays as it is when there is no memory.
    pub(crate) fn resize(&mut self, mib: usize) -> Result<(), TtAllocationError> {
        let count = mib.max(1).saturating_mul(1 << 20) / size_of::<TtEntry>();
        if count != self.0.len() {
            let mut entries = Vec::new();
            entries.try_reserve_exact(count).map_err(|_| TtAllocationError { mib })?;
            entries.resize(count, EMPTY);
            self.0 = entries;
        }
        Ok(())
    }

    /// Size in MiB.
    pub(crate) fn mib(&self) -> usize {
        (self.0.len() * size_of::<TtEntry>()).div_ceil(1 << 20)
    }

    pub(crate) fn clear(&mut self) {
        self.0.fill(EMPTY);
    }

    pub(crate) fn probe(&self, key: u64) -> Option<TtEntry> {
        Some(self.0[self.index(key)]).filter(|entry| entry.key == key && entry.depth > 0)
    }

    /// Stores the result of a search with the window (`beta` − 1, `beta`). A mate counts plies from the
    /// root, which another path to the position may not share: of it only the move is stored.
    pub(crate) fn store(
        &mut self,
        key: u64,
        depth: u32,
        (score, beta): (Score, Score),
        mv: Option<Move>,
    ) {
        let index = self.index(key);
        let entry = &mut self.0[index];
        if entry.key != key || entry.depth != depth {
            let mv = entry.mv.filter(|_| entry.key == key);
            *entry = TtEntry { key, depth, mv, ..EMPTY };
        }
        match score {
            score if score.is_mate() => {}
            score if score >= beta => entry.lower = score,
            score => entry.upper = score,
        }
        entry.mv = mv.or(entry.mv);
    }

    /// Entries in use, per mille.
    pub(crate) fn hashfull(&self) -> u32 {
        self.0.iter().take(1000).filter(|entry| entry.depth > 0).count() as u32
    }

    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.0.len() as u128) >> 64) as usize
    }
}
