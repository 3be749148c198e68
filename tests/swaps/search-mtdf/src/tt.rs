//! The transposition table: one entry a slot, the newest one stays. An entry holds a lower and an
//! upper bound, since MTD(f) visits a node from both sides.

use board::Move;
use eval::Score;

/// An entry as it is probed, its scores relative to the root.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TtEntry {
    /// The move that last failed high here. Test its legality before use.
    pub mv: Option<Move>,
    /// The true score is at least this.
    pub lower: Score,
    /// The true score is at most this.
    pub upper: Score,
    /// Depth of the search that gave the bounds; 0 in a slot never written.
    pub depth: u32,
}

/// An entry as it is stored, its scores relative to the node.
#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u64,
    mv: Option<Move>,
    lower: i16,
    upper: i16,
    depth: u8,
}

/// Without bounds: outside every score, at any distance from the root.
const EMPTY: Slot = Slot { key: 0, mv: None, lower: i16::MIN, upper: i16::MAX, depth: 0 };

#[derive(Debug, Default)]
pub(crate) struct TranspositionTable {
    slots: Vec<Slot>,
}

impl TranspositionTable {
    /// Resizes and clears the table. False, and nothing done, when there is no memory.
    pub(crate) fn resize(&mut self, mib: usize) -> bool {
        let count = mib.max(1).saturating_mul(1 << 20) / size_of::<Slot>();
        if count == self.slots.len() {
            return true;
        }
        let mut slots = Vec::new();
        if slots.try_reserve_exact(count).is_err() {
            return false;
        }
        slots.resize(count, EMPTY);
        self.slots = slots;
        true
    }

    /// The size of the table in MiB.
    pub(crate) fn mib(&self) -> usize {
        (self.slots.len() * size_of::<Slot>()).div_ceil(1 << 20)
    }

    pub(crate) fn clear(&mut self) {
        self.slots.fill(EMPTY);
    }

    /// The entry of the position with this key, which is `ply` plies from the root.
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<TtEntry> {
        let slot = self.slots[self.index(key)];
        (slot.key == key && slot.depth > 0).then(|| TtEntry {
            mv: slot.mv,
            lower: from_tt(slot.lower, ply),
            upper: from_tt(slot.upper, ply),
            depth: u32::from(slot.depth),
        })
    }

    /// Stores the result of a search with the window (`beta` − 1, `beta`).
    pub(crate) fn store(
        &mut self,
        (key, ply): (u64, usize),
        depth: u32,
        (score, beta): (Score, Score),
        mv: Option<Move>,
    ) {
        let index = self.index(key);
        let slot = &mut self.slots[index];
        if slot.key != key {
            *slot = EMPTY;
        }
        if u32::from(slot.depth) != depth {
            *slot = Slot { key, depth: depth as u8, mv: slot.mv, ..EMPTY };
        }
        if score >= beta {
            slot.lower = to_tt(score, ply);
        } else {
            slot.upper = to_tt(score, ply);
        }
        slot.mv = mv.or(slot.mv);
    }

    /// Slots in use, per mille.
    pub(crate) fn hashfull(&self) -> u32 {
        self.slots.iter().take(1000).filter(|slot| slot.depth > 0).count() as u32
    }

    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.slots.len() as u128) >> 64) as usize
    }
}

/// "Mate in n from the root" as "mate in n from the node"; other scores as they are.
fn to_tt(score: Score, ply: usize) -> i16 {
    let shift = if score.is_mate() { ply as i32 * score.raw().signum() } else { 0 };
    (score.raw() + shift) as i16
}

fn from_tt(stored: i16, ply: usize) -> Score {
    let score = Score::new(i32::from(stored));
    let shift = if score.is_mate() { ply as i32 * score.raw().signum() } else { 0 };
    score - shift
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_bounds_of_one_depth_are_kept() {
        let mut tt = TranspositionTable::default();
        assert!(tt.resize(1));
        assert!(tt.probe(7, 0).is_none());
        let mv = Move::from_bits(77);
        tt.store((7, 3), 5, (Score::new(40), Score::new(30)), mv);
        tt.store((7, 3), 5, (Score::mate_in(8), Score::INFINITE), None);
        let entry = tt.probe(7, 1).expect("stored");
        assert_eq!((entry.mv, entry.depth, entry.lower), (mv, 5, Score::new(40)));
        assert_eq!(entry.upper, Score::mate_in(6), "two plies nearer to the root");
        tt.store((7, 3), 6, (Score::new(10), Score::new(20)), None);
        let entry = tt.probe(7, 1).expect("stored");
        assert!(entry.lower < -Score::INFINITE, "bounds of another depth do not mix");
        assert_eq!((entry.mv, entry.upper), (mv, Score::new(10)));
    }
}
