//! The tables of the schemes `classic` and `killers`.

use crate::history::boxed;
use crate::{HISTORY_MAX, PlayedMove};
use board::{Color, Move};
use eval::MAX_PLY;

/// Killer heuristic: two distinct moves a ply, for plies 0 to [`MAX_PLY`]; about 1 KiB.
/// Nothing is stored beyond that. Sources: Rustic and the book chapter "Move Ordering",
/// whose tables end at ply 125 and 128.
pub(super) struct KillerMoves(Box<[[Option<Move>; 2]; MAX_PLY + 1]>);

impl Default for KillerMoves {
    fn default() -> Self {
        KillerMoves(boxed([None; 2]))
    }
}

impl KillerMoves {
    /// The killers of a ply, the latest first: any bits, not necessarily legal now.
    pub(super) fn get(&self, ply: usize) -> [Option<Move>; 2] {
        self.0.get(ply).copied().unwrap_or_default()
    }

    /// Stores a quiet move as the first killer; the former first becomes the second. No
    /// effect if the move is the first killer already.
    pub(super) fn store(&mut self, ply: usize, mv: Move) {
        if let Some(killers) = self.0.get_mut(ply)
            && killers[0] != Some(mv)
        {
            *killers = [Some(mv), killers[0]];
        }
    }

    /// Removes all killers.
    pub(super) fn clear(&mut self) {
        self.0.fill([None; 2]);
    }
}

/// Countermove heuristic: `[previous origin][previous destination]`, 4,096 moves, 8 KiB.
/// Source: the book chapter "Move Ordering".
pub(super) struct CounterMoves(Box<[[Option<Move>; 64]; 64]>);

impl Default for CounterMoves {
    fn default() -> Self {
        CounterMoves(boxed([None; 64]))
    }
}

impl CounterMoves {
    /// The move that last refuted `previous`: any bits, not necessarily legal now.
    pub(super) fn get(&self, previous: Option<PlayedMove>) -> Option<Move> {
        let mv = previous?.mv;
        self.0[mv.from().index()][mv.to().index()]
    }

    /// Stores `counter_move` as the refutation of `previous`; no effect after a null move.
    pub(super) fn store(&mut self, previous: Option<PlayedMove>, counter_move: Move) {
        if let Some(PlayedMove { mv, .. }) = previous {
            self.0[mv.from().index()][mv.to().index()] = Some(counter_move);
        }
    }
}

/// History heuristic: `[side][origin][destination]`, 8,192 entries, 16 KiB, with depth² as
/// bonus and malus. Source: the book chapter "Move Ordering".
///
/// When a bonus lifts an entry above [`DepthSquaredHistory::LIMIT`], all entries of the
/// table are halved. The source sets no lower limit; here a malus stops at −`LIMIT`, so that
/// quiet moves stay above bad captures.
pub(super) struct DepthSquaredHistory(Box<[[[i16; 64]; 64]; 2]>);

impl Default for DepthSquaredHistory {
    fn default() -> Self {
        DepthSquaredHistory(boxed([[0; 64]; 64]))
    }
}

impl DepthSquaredHistory {
    /// Entries stay within ±`LIMIT`.
    pub(super) const LIMIT: i32 = 10_000;

    /// The value for a move of `side`.
    pub(super) fn get(&self, side: Color, mv: Move) -> i32 {
        i32::from(self.0[side.index()][mv.from().index()][mv.to().index()])
    }

    /// The value for a move of `side` on the scale of [`MoveOrdering::history`], where
    /// `LIMIT` becomes [`HISTORY_MAX`].
    ///
    /// [`MoveOrdering::history`]: crate::MoveOrdering::history
    pub(super) fn scaled(&self, side: Color, mv: Move) -> i32 {
        self.get(side, mv) * HISTORY_MAX / Self::LIMIT
    }

    /// Adds depth².
    pub(super) fn add_bonus(&mut self, side: Color, mv: Move, depth: i32) {
        let mut value = self.get(side, mv) + depth_squared(depth);
        if value > Self::LIMIT {
            self.0.as_flattened_mut().as_flattened_mut().iter_mut().for_each(|entry| *entry /= 2);
            value = (value / 2).min(Self::LIMIT);
        }
        self.set(side, mv, value);
    }

    /// Subtracts depth².
    pub(super) fn add_malus(&mut self, side: Color, mv: Move, depth: i32) {
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
    fn keeps_two_distinct_moves_up_to_the_last_ply() {
        let quiet = |from, to| Move::new(from, to, MoveFlag::QUIET);
        let (a, b) = (quiet(Square::A1, Square::A2), quiet(Square::B1, Square::B2));
        let mut killers = KillerMoves::default();
        killers.store(3, a);
        killers.store(3, a);
        assert_eq!(killers.get(3), [Some(a), None]);
        killers.store(3, b);
        assert_eq!(killers.get(3), [Some(b), Some(a)]);
        killers.store(3, a);
        assert_eq!(killers.get(3), [Some(a), Some(b)]);
        for ply in [MAX_PLY, MAX_PLY + 1, usize::MAX] {
            killers.store(ply, a);
        }
        assert_eq!(killers.get(MAX_PLY), [Some(a), None]);
        assert_eq!(killers.get(MAX_PLY + 1), [None, None]);
        killers.clear();
        assert_eq!(killers.get(3), [None, None]);
    }

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
