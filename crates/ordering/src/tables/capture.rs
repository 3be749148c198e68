//! How captures and promotions did before.

use super::{HistoryEntry, boxed};
use crate::params::CAPTURE_MAX;
use board::{Move, Piece, PieceKind};

type Entry = HistoryEntry<CAPTURE_MAX>;
/// `[destination][victim kind]`. Nobody takes a king, so its place serves
/// promotions that take nothing.
type PerPiece = [[Entry; 6]; 64];

const EMPTY: PerPiece = [[Entry::ZERO; 6]; 64];

/// `[piece][destination][victim kind]`: 4,608 entries, 9 KiB.
pub struct CaptureHistory(Box<[PerPiece; 12]>);

impl Default for CaptureHistory {
    fn default() -> Self {
        CaptureHistory(boxed(EMPTY))
    }
}

impl CaptureHistory {
    fn slot(victim: Option<PieceKind>) -> usize {
        victim.unwrap_or(PieceKind::King).index()
    }

    /// The entry of a move of `piece` that takes `victim`.
    #[inline]
    #[must_use]
    pub fn get(&self, piece: Piece, mv: Move, victim: Option<PieceKind>) -> i32 {
        self.0[piece.index()][mv.to().index()][Self::slot(victim)].get()
    }

    /// Applies a bonus, or a malus when negative, to the entry of a move.
    pub fn apply_bonus(&mut self, piece: Piece, mv: Move, victim: Option<PieceKind>, bonus: i32) {
        self.0[piece.index()][mv.to().index()][Self::slot(victim)].apply_bonus(bonus);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.fill(EMPTY);
    }
}
