//! The search stack: one entry for each ply of the path from the root.

use super::correction_history::LastMoves;
use board::Move;
use eval::{MAX_PLY, Score};
use ordering::{PREVIOUS_PLIES, PlayedMove, PreviousMoves};

/// One ply of the path from the root.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StackEntry {
    /// The move made at this ply, with the piece that made it; `None` for a null move.
    pub played: Option<PlayedMove>,
    /// Corrected static evaluation; `None` in check.
    pub static_eval: Option<Score>,
    /// The move that a singular search excludes.
    pub excluded: Option<Move>,
    /// Beta cutoffs among the nodes of this ply below the present grandparent.
    pub cutoff_count: u32,
    /// Double extensions on the path, the one of the move made at this ply included.
    pub double_extensions: u32,
}

/// The entries, with empty ones below the root so that looking back needs no test, and some above
/// the greatest ply for nodes that look at their children.
pub(super) struct SearchStack(Box<[StackEntry]>);

/// Index of the root's entry.
const ROOT: usize = PREVIOUS_PLIES;

impl SearchStack {
    pub(super) fn new() -> Self {
        Self(vec![StackEntry::default(); ROOT + MAX_PLY + 4].into_boxed_slice())
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(StackEntry::default());
    }

    /// The entry `back` plies before `ply`; an empty one before the root. `back` is at most
    /// [`PREVIOUS_PLIES`].
    pub(super) fn before(&self, ply: usize, back: usize) -> &StackEntry {
        &self.0[ROOT + ply - back]
    }

    /// The last two moves before the node at `ply`.
    #[inline]
    pub(super) fn last_moves(&self, ply: usize) -> LastMoves {
        [self.before(ply, 1).played, self.before(ply, 2).played]
    }

    /// The moves that led to the node at `ply`.
    #[inline]
    pub(super) fn previous_moves(&self, ply: usize) -> PreviousMoves {
        let entries = &self.0[ply..ply + PREVIOUS_PLIES];
        std::array::from_fn(|index| entries[PREVIOUS_PLIES - 1 - index].played)
    }
}

impl std::ops::Index<usize> for SearchStack {
    type Output = StackEntry;

    fn index(&self, ply: usize) -> &StackEntry {
        &self.0[ROOT + ply]
    }
}

impl std::ops::IndexMut<usize> for SearchStack {
    fn index_mut(&mut self, ply: usize) -> &mut StackEntry {
        &mut self.0[ROOT + ply]
    }
}
