//! Continuation history: history of quiet moves by an earlier move.

use super::{PieceToHistory, boxed};
use crate::PlayedMove;
use crate::params::CONTINUATION_MAX;
use board::{Move, Piece};

/// One table for each piece and destination of the earlier move, and one more without
/// entries for a null move or no earlier move, so that reading needs no branch.
const TABLES: usize = 12 * 64 + 1;
const NO_MOVE: usize = TABLES - 1;

/// Continuation history: `[earlier piece][earlier destination][piece][destination]`,
/// 590,592 entries, 1.13 MiB. Earlier moves 1, 2, 4 and 6 plies back share one table. (After
/// Stockfish.)
pub struct ContinuationHistory(Box<[PieceToHistory<CONTINUATION_MAX>; TABLES]>);

impl Default for ContinuationHistory {
    fn default() -> Self {
        ContinuationHistory(boxed(PieceToHistory::ZERO))
    }
}

impl ContinuationHistory {
    fn index(previous: PlayedMove) -> usize {
        previous.piece.index() * 64 + previous.mv.to().index()
    }

    /// The history of moves that followed `previous`.
    #[inline]
    #[must_use]
    pub fn piece_to(&self, previous: Option<PlayedMove>) -> &PieceToHistory<CONTINUATION_MAX> {
        &self.0[previous.map_or(NO_MOVE, Self::index)]
    }

    /// Applies a bonus, or a malus if negative, to a move that followed `previous`; no
    /// effect without a previous move.
    pub fn apply_bonus(
        &mut self,
        previous: Option<PlayedMove>,
        piece: Piece,
        mv: Move,
        bonus: i32,
    ) {
        if let Some(previous) = previous {
            self.0[Self::index(previous)].apply_bonus(piece, mv, bonus);
        }
    }
}
