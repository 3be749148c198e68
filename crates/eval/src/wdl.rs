//! WDL model: from a score to the chances of win, draw and loss, for display only; and the
//! material counts in pawns.

use board::{Color, PieceKind, Position};

use crate::Score;

/// Chances per mille, summing to 1,000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WdlChances {
    /// Chance of a win.
    pub win: u16,
    /// Chance of a draw.
    pub draw: u16,
    /// Chance of a loss.
    pub loss: u16,
}

/// Material of one side without pawns: minor piece 3, rook 5, queen 9.
#[inline]
pub(crate) fn non_pawn_material(position: &Position, us: Color) -> u32 {
    let minors = position.of(us, PieceKind::Knight) | position.of(us, PieceKind::Bishop);
    3 * minors.count()
        + 5 * position.of(us, PieceKind::Rook).count()
        + 9 * position.of(us, PieceKind::Queen).count()
}

/// Material of both sides: pawn 1, minor piece 3, rook 5, queen 9. 78 at the start of the game,
/// 0 with kings only.
#[must_use]
pub fn material_count(position: &Position) -> u32 {
    position.pieces(PieceKind::Pawn).count()
        + non_pawn_material(position, Color::White)
        + non_pawn_material(position, Color::Black)
}

impl Score {
    /// The chances of the side that the score is for, with `material` from [`material_count`].
    ///
    /// Logistic model: `P(win) = 1 / (1 + e^((a − s) / b))`, `P(loss)` the same with `−s`, and
    /// the rest draws. `a` is the score with a 50 % chance to win and `b` the scale of the curve;
    /// both decrease with material: with `m = material / 78` clamped to 0.2…1, `a = 105 + 25·m`
    /// and `b = 32 + 33·m`. The constants are assumed, not fitted to games. A proven win or loss
    /// is 1,000 per mille with any material.
    #[must_use]
    pub fn wdl(self, material: u32) -> WdlChances {
        if self.is_win() {
            return WdlChances { win: 1000, draw: 0, loss: 0 };
        }
        if self.is_loss() {
            return WdlChances { win: 0, draw: 0, loss: 1000 };
        }
        let m = (f64::from(material) / 78.0).clamp(0.2, 1.0);
        let (a, b) = (105.0 + 25.0 * m, 32.0 + 33.0 * m);
        let chance = |score: f64| (1000.0 / (1.0 + ((a - score) / b).exp())).round() as u16;
        let score = f64::from(self.raw());
        let (win, loss) = (chance(score), chance(-score));
        WdlChances { win, draw: 1000 - win - loss, loss }
    }
}
