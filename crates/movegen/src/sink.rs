//! Where generated moves go: a list, a counter, or what a caller brings.

use arrayvec::ArrayVec;
use board::{Bitboard, Move, MoveFlag, Square};

/// A list with room for the moves of any position (218 is the most known).
pub type MoveList = ArrayVec<Move, 256>;

/// Takes the generator's moves. Only [`push`](MoveSink::push) is needed; the batches exist so
/// that a counter can take many moves at once.
pub trait MoveSink {
    /// Takes one move.
    fn push(&mut self, mv: Move);

    /// Takes the moves of one piece (not a pawn) to `targets`, which capture on `enemies`.
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard) {
        for to in targets & enemies {
            self.push(Move::new(from, to, MoveFlag::CAPTURE));
        }
        for to in targets - enemies {
            self.push(Move::new(from, to, MoveFlag::QUIET));
        }
    }

    /// Takes pawn moves without promotion; each pawn comes from `delta` squares below its target.
    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, delta: i8, flag: MoveFlag) {
        for to in targets {
            self.push(Move::new(origin(to, delta), to, flag));
        }
    }

    /// Takes pawn moves to the last rank, each with its four promotions.
    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, delta: i8, flags: &[MoveFlag; 4]) {
        for to in targets {
            for &flag in flags {
                self.push(Move::new(origin(to, delta), to, flag));
            }
        }
    }
}

#[inline(always)]
fn origin(to: Square, delta: i8) -> Square {
    Square::from_index((to.index() as isize - delta as isize) as usize)
}

impl MoveSink for MoveList {
    #[inline(always)]
    fn push(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// Counts moves without making a list of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counter(pub u64);

impl MoveSink for Counter {
    #[inline(always)]
    fn push(&mut self, _: Move) {
        self.0 += 1;
    }

    #[inline(always)]
    fn piece(&mut self, _: Square, targets: Bitboard, _: Bitboard) {
        self.0 += u64::from(targets.count());
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, _: i8, _: MoveFlag) {
        self.0 += u64::from(targets.count());
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, _: i8, flags: &[MoveFlag; 4]) {
        self.0 += u64::from(targets.count()) * flags.len() as u64;
    }
}
