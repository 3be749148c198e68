//! History heuristic with depth² as bonus, for the schemes `killers` and `classic`.

use super::boxed;
use crate::HISTORY_MAX;
use board::{Color, Move};

/// History heuristic: `[side][origin][destination]`, 8,192 entries, 16 KiB, with depth² as
/// bonus and malus. Source: the book chapter "Move Ordering".
///
/// When a bonus lifts an entry above [`DepthSquaredHistory::LIMIT`], all entries of the
/// table are halved. The source sets no lower limit; here a malus stops at −`LIMIT`, so that
/// quiet moves stay above bad captures.
pub struct DepthSquaredHistory(Box<[[[i16; 64]; 64]; 2]>);

impl Default for DepthSquaredHistory {
    fn default() -> Self {
        DepthSquaredHistory(boxed([[0; 64]; 64]))
    }
}

impl DepthSquaredHistory {
    /// Entries stay within ±`LIMIT`.
    pub const LIMIT: i32 = 10_000;

    /// The value for a move of `side`.
    #[must_use]
    pub fn get(&self, side: Color, mv: Move) -> i32 {
        i32::from(self.0[side.index()][mv.from().index()][mv.to().index()])
    }

    /// The value for a move of `side` on the scale of [`MoveOrdering::history`], where
    /// `LIMIT` becomes [`HISTORY_MAX`].
    ///
    /// [`MoveOrdering::history`]: crate::MoveOrdering::history
    #[must_use]
    pub fn scaled(&self, side: Color, mv: Move) -> i32 {
        self.get(side, mv) * HISTORY_MAX / Self::LIMIT
    }

    /// Adds depth².
    pub fn add_bonus(&mut self, side: Color, mv: Move, depth: i32) {
        let mut value = self.get(side, mv) + depth_squared(depth);
        if value > Self::LIMIT {
            self.0.as_flattened_mut().as_flattened_mut().iter_mut().for_each(|entry| *entry /= 2);
            value = (value / 2).min(Self::LIMIT);
        }
        self.set(side, mv, value);
    }

    /// Subtracts depth².
    pub fn add_malus(&mut self, side: Color, mv: Move, depth: i32) {
        let value = (self.get(side, mv) - depth_squared(depth)).max(-Self::LIMIT);
        self.set(side, mv, value);
    }

    fn set(&mut self, side: Color, mv: Move, value: i32) {
        self.0[side.index()][mv.from().index()][mv.to().index()] = value as i16;
    }
}

/// Depth², at most twice the limit.
fn depth_squared(depth: i32) -> i32 {
    depth.saturating_mul(depth).min(2 * DepthSquaredHistory::LIMIT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{MoveFlag, Square};

    #[test]
    fn halves_all_entries_above_the_limit() {
        let one = Move::new(Square::A1, Square::A2, MoveFlag::QUIET);
        let other = Move::new(Square::H8, Square::H7, MoveFlag::QUIET);
        let mut history = DepthSquaredHistory::default();
        history.add_bonus(Color::Black, other, 50);
        history.add_malus(Color::White, other, 30);
        history.add_bonus(Color::White, one, 100);
        assert_eq!(history.get(Color::White, one), 10_000);
        assert_eq!(history.scaled(Color::White, one), HISTORY_MAX);
        assert_eq!(history.get(Color::Black, other), 2500);
        history.add_bonus(Color::White, one, 1);
        assert_eq!(history.get(Color::White, one), 5000);
        assert_eq!(history.get(Color::Black, other), 1250);
        assert_eq!(history.get(Color::White, other), -450);
    }

    #[test]
    fn entries_stay_within_the_limits_at_any_depth() {
        let mv = Move::new(Square::A1, Square::A2, MoveFlag::QUIET);
        let mut history = DepthSquaredHistory::default();
        for update in [DepthSquaredHistory::add_bonus, DepthSquaredHistory::add_malus] {
            for depth in [i32::MAX, 246, 128, 1, i32::MIN] {
                update(&mut history, Color::White, mv, depth);
                assert!(history.get(Color::White, mv).abs() <= DepthSquaredHistory::LIMIT);
            }
        }
    }
}
