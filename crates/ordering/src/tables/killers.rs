//! Killer heuristic: two quiet moves a ply that caused cutoffs there.

use super::boxed;
use board::Move;
use eval::MAX_PLY;

/// Killer heuristic: two distinct moves a ply, for plies 0 to [`MAX_PLY`]; about 1 KiB.
/// Nothing is stored beyond that. Sources: Rustic and the book chapter "Move Ordering",
/// whose tables end at ply 125 and 128.
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

    /// Stores a quiet move as the first killer; the former first becomes the second. No
    /// effect if the move is the first killer already.
    pub fn store(&mut self, ply: usize, mv: Move) {
        if let Some(killers) = self.0.get_mut(ply)
            && killers[0] != Some(mv)
        {
            *killers = [Some(mv), killers[0]];
        }
    }

    /// Removes all killers.
    pub fn clear(&mut self) {
        self.0.fill([None; 2]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{MoveFlag, Square};

    #[test]
    fn keeps_two_distinct_moves_up_to_the_last_ply() {
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
