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

/// The score with an even chance to win and the scale of the curve, in centipawns, for a count of
/// [`material_count`].
fn model(material: u32) -> (f64, f64) {
    let m = (f64::from(material) / 78.0).clamp(0.2, 1.0);
    (163.0 - 99.0 * m, 24.0 + 31.0 * m)
}

/// Expected points, 0 to 1, by the model of [`Score::wdl`]; `score` in centipawns.
#[must_use]
pub fn expected_points(score: f64, material: u32) -> f64 {
    let (a, b) = model(material);
    let chance = |score: f64| 1.0 / (1.0 + ((a - score) / b).exp());
    (1.0 + chance(score) - chance(-score)) / 2.0
}

impl Score {
    /// The chances of the side that the score is for, with `material` from [`material_count`].
    ///
    /// Logistic model: `P(win) = 1 / (1 + e^((a − s) / b))`, `P(loss)` the same with `−s`, and
    /// the rest draws. `a` is the score with a 50 % chance to win and `b` the scale of the curve:
    /// with `m = material / 78` clamped to 0.2…1, `a = 163 − 99·m` and `b = 24 + 31·m`. Fitted by
    /// `cargo xtask data wdl` to games of the engine with its network against itself at 10,000 nodes a move. A
    /// proven win or loss is 1,000 per mille with any material.
    #[must_use]
    pub fn wdl(self, material: u32) -> WdlChances {
        if self.is_decisive() {
            let win = if self.is_win() { 1000 } else { 0 };
            return WdlChances { win, draw: 0, loss: 1000 - win };
        }
        let (a, b) = model(material);
        let chance = |score: f64| (1000.0 / (1.0 + ((a - score) / b).exp())).round() as u16;
        let score = f64::from(self.raw());
        let (win, loss) = (chance(score), chance(-score));
        WdlChances { win, draw: 1000 - win - loss, loss }
    }

    /// The score as people see it: 100 is an even chance to win, by the model of [`Score::wdl`] with this
    /// `material`. A proven win or loss stays.
    #[must_use]
    pub fn normalised(self, material: u32) -> Self {
        if self.is_decisive() {
            return self;
        }
        let (a, _) = model(material);
        Self::new((f64::from(self.raw()) * 100.0 / a).round() as i32).clamp_eval()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hundred_is_an_even_chance_to_win() {
        for material in 0..=78 {
            let (a, b) = model(material);
            let even = Score::new(a.round() as i32);
            assert!(even.wdl(material).win.abs_diff(500) < 20, "{material}: {a} {b}");
            assert!((even.normalised(material).raw() - 100).abs() <= 1, "{material}: {a} {b}");
        }
    }

    #[test]
    fn normalised_scores_keep_order_sign_and_kind() {
        for material in [0, 20, 50, 78, 200] {
            let shown = |score: i32| Score::new(score).normalised(material);
            for score in 0..1_000 {
                assert!(shown(score) <= shown(score + 1));
                assert_eq!(shown(-score), -shown(score));
            }
            assert_eq!(shown(0), Score::ZERO);
            for extreme in [Score::MAX_EVAL, Score::TB_WIN, Score::mate_in(3), Score::INFINITE] {
                let shown = extreme.normalised(material);
                assert_eq!(shown.is_decisive(), extreme.is_decisive());
                assert!(shown == extreme || !extreme.is_decisive());
                assert_eq!((-extreme).normalised(material), -shown);
            }
        }
    }
}
