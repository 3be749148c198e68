//! Pawn history: history of quiet moves by pawn structure.

use super::{PieceToHistory, boxed};
use crate::params::PAWN_MAX;
use board::{Move, Piece};

/// The number of pawn structures; a power of two. The low bits of the pawn key select
/// one; pawn keys with equal low bits share it.
const PAWN_HISTORY_SIZE: usize = 512;

/// Pawn history: `[pawn key mod 512][piece][destination]`, 393,216 entries, 768 KiB. (After
/// Stockfish.)
pub struct PawnHistory(Box<[PieceToHistory<PAWN_MAX>; PAWN_HISTORY_SIZE]>);

impl Default for PawnHistory {
    fn default() -> Self {
        PawnHistory(boxed(PieceToHistory::ZERO))
    }
}

impl PawnHistory {
    fn index(pawn_key: u64) -> usize {
        (pawn_key % PAWN_HISTORY_SIZE as u64) as usize
    }

    /// The history of moves with this pawn structure.
    #[inline]
    #[must_use]
    pub fn piece_to(&self, pawn_key: u64) -> &PieceToHistory<PAWN_MAX> {
        &self.0[Self::index(pawn_key)]
    }

    /// Applies a bonus, or a malus if negative.
    pub fn apply_bonus(&mut self, pawn_key: u64, piece: Piece, mv: Move, bonus: i32) {
        self.0[Self::index(pawn_key)].apply_bonus(piece, mv, bonus);
    }
}
