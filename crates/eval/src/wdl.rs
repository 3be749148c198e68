//! From centipawns to the chances of winning, drawing and losing. A model for
//! display only: nothing in the engine decides by it.

use board::{PieceKind, Position};

use crate::Score;

/// Chances per mille, summing to 1,000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wdl {
    /// Chance of a win.
    pub win: u16,
    /// Chance of a draw.
    pub draw: u16,
    /// Chance of a loss.
    pub loss: u16,
}

/// Worth of all men on the board by the schoolbook count (pawn 1, minor 3, rook
/// 5, queen 9): 78 at the start of the game, 0 for bare kings.
#[must_use]
pub fn material_count(position: &Position) -> u32 {
    const WORTH: [(PieceKind, u32); 5] = [
        (PieceKind::Pawn, 1),
        (PieceKind::Knight, 3),
        (PieceKind::Bishop, 3),
        (PieceKind::Rook, 5),
        (PieceKind::Queen, 9),
    ];
    WORTH.iter().map(|&(kind, worth)| worth * position.pieces(kind).count()).sum()
}

impl Score {
    /// The chances of the side the score is for, with `material` as counted by
    /// [`material_count`].
    ///
    /// Two logistic curves: `P(win) = 1 / (1 + e^((a − s) / b))`, the same of `−s` for the
    /// loss, the rest draws. Here `a` is the score that wins every other game and `b` how
    /// slowly the curve climbs; both shrink a little as material leaves the board and
    /// fewer accidents can happen: with `m = material / 78` cut to 0.2…1,
    /// `a = 105 + 25·m`, `b = 32 + 33·m`. Assumed, not yet fitted to games of our own.
    /// A proven win or loss is 1,000 per mille, whatever the material.
    #[must_use]
    pub fn wdl(self, material: u32) -> Wdl {
        if self.is_win() {
            return Wdl { win: 1000, draw: 0, loss: 0 };
        }
        if self.is_loss() {
            return Wdl { win: 0, draw: 0, loss: 1000 };
        }
        let m = (f64::from(material) / 78.0).clamp(0.2, 1.0);
        let (a, b) = (105.0 + 25.0 * m, 32.0 + 33.0 * m);
        let chance = |score: f64| (1000.0 / (1.0 + ((a - score) / b).exp())).round() as u16;
        let score = f64::from(self.raw());
        let (win, loss) = (chance(score), chance(-score));
        Wdl { win, draw: 1000 - win - loss, loss }
    }
}
