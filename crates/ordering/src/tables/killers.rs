//! Killer moves: quiet moves that cut off in a sibling node (systems A and D).

use super::boxed;
use board::Move;
use eval::MAX_PLY;

/// Two distinct moves per ply, for plies 0 to [`MAX_PLY`]; about 1 KiB. The sources
/// stop at 125 and 128 plies, we at the depth that the search can reach; beyond it
/// nothing is kept.
pub struct KillerMoves(Box<[[Option<Move>; 2]; MAX_PLY + 1]>);

impl Default for KillerMoves {
    fn default() -> Self {
        KillerMoves(boxed([None; 2]))
    }
}

impl KillerMoves {
    /// The killers of a ply, the latest first: any bits, not necessarily legal now.
    #[must_use]
    pub fn get(&self, ply: usize) -> [Option<Move>; 2] {
        self.0.get(ply).copied().unwrap_or_default()
    }

    /// Remembers a quiet move. The two stay distinct: a move equal to the first is
    /// not stored again; otherwise the first becomes the second.
    pub fn store(&mut self, ply: usize, mv: Move) {
        if let Some(slots) = self.0.get_mut(ply)
            && slots[0] != Some(mv)
        {
            *slots = [Some(mv), slots[0]];
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.fill([None; 2]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{MoveFlag, Square};

    #[test]
    fn keeps_two_distinct_moves_and_its_bounds() {
        let quiet = |from, to| Move::new(from, to, MoveFlag::QUIET);
        let (a, b) = (quiet(Square::A1, Square::A2), quiet(Square::B1, Square::B2));
        let mut killers = KillerMoves::default();
        killers.store(3, a);
        killers.store(3, a);
        assert_eq!(killers.get(3), [Some(a), None]);
        killers.store(3, b);
        assert_eq!(killers.get(3), [Some(b), Some(a)]);
        killers.store(3, a);
        assert_eq!(killers.get(3), [Some(a), Some(b)]);
        for ply in [MAX_PLY, MAX_PLY + 1, usize::MAX] {
            killers.store(ply, a);
        }
        assert_eq!(killers.get(MAX_PLY), [Some(a), None]);
        assert_eq!(killers.get(MAX_PLY + 1), [None, None]);
        killers.clear();
        assert_eq!(killers.get(3), [None, None]);
    }
}
