//! System D's history: depth squared as bonus and malus, halved when it grows too large.

use super::boxed;
use board::{Color, Move};

/// `[side][origin][destination]`: 8,192 entries, 16 KiB.
///
/// When a bonus lifts an entry above [`DepthSquaredHistory::LIMIT`], every entry of
/// the table is halved. The source gives a malus no lower bound; here an entry stops
/// at −`LIMIT`, so that no quiet move sinks below the losing captures.
pub struct DepthSquaredHistory(Box<[[[i16; 64]; 64]; 2]>);

impl Default for DepthSquaredHistory {
    fn default() -> Self {
        DepthSquaredHistory(boxed([[0; 64]; 64]))
    }
}

impl DepthSquaredHistory {
    /// No entry lies outside ±`LIMIT`.
    pub const LIMIT: i32 = 10_000;

    /// The entry of a move of `side`.
    #[must_use]
    pub fn get(&self, side: Color, mv: Move) -> i32 {
        i32::from(self.0[side.index()][mv.from().index()][mv.to().index()])
    }

    /// Adds depth².
    pub fn reward(&mut self, side: Color, mv: Move, depth: i32) {
        let mut value = self.get(side, mv) + square(depth);
        if value > Self::LIMIT {
            self.0.as_flattened_mut().as_flattened_mut().iter_mut().for_each(|entry| *entry /= 2);
            value = (value / 2).min(Self::LIMIT);
        }
        self.set(side, mv, value);
    }

    /// Takes depth² away.
    pub fn punish(&mut self, side: Color, mv: Move, depth: i32) {
        let value = (self.get(side, mv) - square(depth)).max(-Self::LIMIT);
        self.set(side, mv, value);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.fill([[0; 64]; 64]);
    }

    fn set(&mut self, side: Color, mv: Move, value: i32) {
        self.0[side.index()][mv.from().index()][mv.to().index()] = value as i16;
    }
}

/// Depth², up to what moves an entry from one limit to the other.
fn square(depth: i32) -> i32 {
    depth.saturating_mul(depth).min(2 * DepthSquaredHistory::LIMIT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{MoveFlag, Square};

    #[test]
    fn halves_every_entry_above_ten_thousand() {
        let one = Move::new(Square::A1, Square::A2, MoveFlag::QUIET);
        let other = Move::new(Square::H8, Square::H7, MoveFlag::QUIET);
        let mut history = DepthSquaredHistory::default();
        history.reward(Color::Black, other, 50);
        history.punish(Color::White, other, 30);
        history.reward(Color::White, one, 100);
        assert_eq!(history.get(Color::White, one), 10_000);
        assert_eq!(history.get(Color::Black, other), 2500);
        history.reward(Color::White, one, 1);
        assert_eq!(history.get(Color::White, one), 5000);
        assert_eq!(history.get(Color::Black, other), 1250);
        assert_eq!(history.get(Color::White, other), -450);
    }

    #[test]
    fn no_depth_leaves_the_limits() {
        let mv = Move::new(Square::A1, Square::A2, MoveFlag::QUIET);
        let mut history = DepthSquaredHistory::default();
        for depth in [i32::MAX, 246, 128, 1, i32::MIN] {
            history.reward(Color::White, mv, depth);
            assert!(history.get(Color::White, mv).abs() <= DepthSquaredHistory::LIMIT);
        }
        for depth in [i32::MAX, 246, 128, 1, i32::MIN] {
            history.punish(Color::White, mv, depth);
            assert!(history.get(Color::White, mv).abs() <= DepthSquaredHistory::LIMIT);
        }
    }
}
