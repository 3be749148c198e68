//! Where generated moves go: into a list or into a counter.

use crate::MoveList;
use board::{Bitboard, Move, MoveFlag, Square};

/// Receives the moves of the generator. The batch methods exist so that a counter can count a whole
/// set of targets at once (bulk counting).
pub(crate) trait MoveSink {
    /// Whether it keeps the order of the moves, in which those of pinned pawns come after those of others.
    const ORDERED: bool = true;

    /// Receives one move.
    fn push(&mut self, mv: Move);

    /// Receives the moves of one piece other than a pawn to `targets`; those on `enemies` are captures.
    #[inline(always)]
    fn push_piece_moves(&mut self, from: Square, targets: Bitboard, enemies: Bitboard) {
        for to in targets & enemies {
            self.push(Move::new(from, to, MoveFlag::CAPTURE));
        }
        for to in targets - enemies {
            self.push(Move::new(from, to, MoveFlag::QUIET));
        }
    }

    /// Receives pawn moves without promotion. The origin of each is its target less `delta`.
    #[inline(always)]
    fn push_pawn_moves(&mut self, targets: Bitboard, delta: i8, flag: MoveFlag) {
        for to in targets {
            self.push(Move::new(origin(to, delta), to, flag));
        }
    }

    /// Receives pawn moves to the last rank, each with its four promotions.
    #[inline(always)]
    fn push_promotions(&mut self, targets: Bitboard, delta: i8, flags: &[MoveFlag; 4]) {
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

/// Counts moves without listing them.
#[derive(Default)]
pub(crate) struct MoveCounter(pub u64);

impl MoveSink for MoveCounter {
    const ORDERED: bool = false;

    #[inline(always)]
    fn push(&mut self, _: Move) {
        self.0 += 1;
    }

    #[inline(always)]
    fn push_piece_moves(&mut self, _: Square, targets: Bitboard, _: Bitboard) {
        self.0 += u64::from(targets.count());
    }

    #[inline(always)]
    fn push_pawn_moves(&mut self, targets: Bitboard, _: i8, _: MoveFlag) {
        self.0 += u64::from(targets.count());
    }

    #[inline(always)]
    fn push_promotions(&mut self, targets: Bitboard, _: i8, flags: &[MoveFlag; 4]) {
        self.0 += u64::from(targets.count()) * flags.len() as u64;
    }
}
