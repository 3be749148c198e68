//! Capture history: history of captures and promotions.

use super::{HistoryEntry, boxed};
use crate::params::CAPTURE_MAX;
use board::{Move, Piece, PieceKind};

/// Capture history: `[piece][destination][kind of the victim]`, 4,608 entries, 9 KiB. The
/// entries with a king as victim serve promotions without capture. (After Stockfish.)
pub struct CaptureHistory(Box<[[[HistoryEntry<CAPTURE_MAX>; 6]; 64]; 12]>);

impl Default for CaptureHistory {
    fn default() -> Self {
        CaptureHistory(boxed([[HistoryEntry::ZERO; 6]; 64]))
    }
}

impl CaptureHistory {
    fn victim_index(victim: Option<PieceKind>) -> usize {
        victim.unwrap_or(PieceKind::King).index()
    }

    /// The value for a move of `piece` that captures `victim`.
    #[inline]
    #[must_use]
    pub fn get(&self, piece: Piece, mv: Move, victim: Option<PieceKind>) -> i32 {
        self.0[piece.index()][mv.to().index()][Self::victim_index(victim)].get()
    }

    /// Applies a bonus, or a malus if negative.
    pub fn apply_bonus(&mut self, piece: Piece, mv: Move, victim: Option<PieceKind>, bonus: i32) {
        self.0[piece.index()][mv.to().index()][Self::victim_index(victim)].apply_bonus(bonus);
    }
}
