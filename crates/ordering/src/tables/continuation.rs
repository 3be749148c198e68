//! How a quiet move did before as the continuation of an earlier move.

use super::{HistoryEntry, boxed};
use crate::PlayedMove;
use crate::params::CONTINUATION_MAX;
use board::{Move, Piece};

type Entry = HistoryEntry<CONTINUATION_MAX>;

/// What is known about the continuations of one earlier move: `[piece][destination]`.
#[derive(Clone)]
pub struct Row([[Entry; 64]; 12]);

impl Row {
    /// The entry of a move of `piece` after the row's earlier move.
    #[inline]
    #[must_use]
    pub fn get(&self, piece: Piece, mv: Move) -> i32 {
        self.0[piece.index()][mv.to().index()].get()
    }
}

/// One row per piece and destination of the earlier move, and a last one that stays
/// empty: it stands for a null move and for the time before the line begins, so
/// that readers need not branch.
const ROWS: usize = 12 * 64 + 1;
const NO_MOVE: usize = ROWS - 1;
const EMPTY: Row = Row([[Entry::ZERO; 64]; 12]);

/// `[earlier piece][earlier destination][piece][destination]`: 590,592 entries,
/// 1.13 MiB. One table serves every distance between the two moves.
pub struct ContinuationHistory(Box<[Row; ROWS]>);

impl Default for ContinuationHistory {
    fn default() -> Self {
        ContinuationHistory(boxed(EMPTY))
    }
}

impl ContinuationHistory {
    fn index(earlier: PlayedMove) -> usize {
        earlier.piece.index() * 64 + earlier.mv.to().index()
    }

    /// What is known about the continuations of an earlier move.
    #[inline]
    #[must_use]
    pub fn row(&self, earlier: Option<PlayedMove>) -> &Row {
        &self.0[earlier.map_or(NO_MOVE, Self::index)]
    }

    /// Applies a bonus, or a malus when negative, to a move that followed `earlier`;
    /// nothing when there was no earlier move.
    pub fn apply_bonus(&mut self, earlier: Option<PlayedMove>, piece: Piece, mv: Move, bonus: i32) {
        if let Some(earlier) = earlier {
            self.0[Self::index(earlier)].0[piece.index()][mv.to().index()].apply_bonus(bonus);
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.fill(EMPTY);
    }
}
