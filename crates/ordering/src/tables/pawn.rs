//! How quiet moves did before in positions of the same pawns.

use super::{HistoryEntry, boxed};
use crate::params::PAWN_MAX;
use board::{Move, Piece};

type Entry = HistoryEntry<PAWN_MAX>;
/// `[piece][destination]`.
type Structure = [[Entry; 64]; 12];

/// How many pawn structures are told apart; a power of two. The low bits of the
/// pawn key choose; structures that share them share a slot.
const SLOTS: usize = 512;
const EMPTY: Structure = [[Entry::ZERO; 64]; 12];

/// `[pawn key mod 512][piece][destination]`: 393,216 entries, 768 KiB.
pub struct PawnHistory(Box<[Structure; SLOTS]>);

impl Default for PawnHistory {
    fn default() -> Self {
        PawnHistory(boxed(EMPTY))
    }
}

/// One pawn structure's part of a [`PawnHistory`].
#[derive(Clone, Copy)]
pub(crate) struct PawnView<'a>(&'a Structure);

impl PawnView<'_> {
    #[inline]
    pub(crate) fn get(self, piece: Piece, mv: Move) -> i32 {
        self.0[piece.index()][mv.to().index()].get()
    }
}

impl PawnHistory {
    fn slot(pawn_key: u64) -> usize {
        (pawn_key % SLOTS as u64) as usize
    }

    /// The part of the table that belongs to a pawn structure.
    #[inline]
    pub(crate) fn view(&self, pawn_key: u64) -> PawnView<'_> {
        PawnView(&self.0[Self::slot(pawn_key)])
    }

    /// The entry of a move of `piece` with these pawns.
    #[inline]
    #[must_use]
    pub fn get(&self, pawn_key: u64, piece: Piece, mv: Move) -> i32 {
        self.view(pawn_key).get(piece, mv)
    }

    /// Applies a bonus, or a malus when negative, to the entry of a move.
    pub fn apply_bonus(&mut self, pawn_key: u64, piece: Piece, mv: Move, bonus: i32) {
        self.0[Self::slot(pawn_key)][piece.index()][mv.to().index()].apply_bonus(bonus);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.fill(EMPTY);
    }
}
