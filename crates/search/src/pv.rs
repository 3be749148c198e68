//! Lists of moves: principal variations in the triangular PV table, and the moves searched in a node.

use arrayvec::ArrayVec;
use board::Move;
use eval::MAX_PLY;

/// A line of moves of bounded length.
type Pv = ArrayVec<Move, { MAX_PLY + 2 }>;

/// Triangular PV table: for each ply the best continuation found from there.
pub(crate) struct PvTable {
    lines: Vec<Pv>,
}

impl PvTable {
    pub(crate) fn new() -> Self {
        Self { lines: vec![Pv::new(); MAX_PLY + 3] }
    }

    /// Empties the line from this ply.
    pub(crate) fn clear(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// The line from `ply` becomes this move and the line from the ply after it.
    pub(crate) fn update(&mut self, ply: usize, mv: Move) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(mv);
        for &next in &after[0] {
            if line.try_push(next).is_err() {
                break;
            }
        }
    }

    /// The line from this ply.
    pub(crate) fn pv(&self, ply: usize) -> &[Move] {
        &self.lines[ply]
    }
}

/// The moves searched in a node, for the history malus. Those that do not fit are left out.
#[derive(Default)]
pub(crate) struct SearchedMoves {
    pub quiets: ArrayVec<Move, 64>,
    pub noisies: ArrayVec<Move, 32>,
}

impl SearchedMoves {
    pub(crate) fn add(&mut self, mv: Move) {
        let _ = if mv.is_quiet() { self.quiets.try_push(mv) } else { self.noisies.try_push(mv) };
    }
}
