//! Principal variations: the triangular PV table, and the legal part of a line.

use crate::game::Game;
use arrayvec::ArrayVec;
use board::Move;
use eval::MAX_PLY;
use movegen::is_legal;

/// A line of moves of bounded length.
pub(crate) type Pv = ArrayVec<Move, { MAX_PLY + 2 }>;

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

/// The legal part of a line: cut before the first illegal move and after the move that ends the
/// game. The first move is kept even in a game that is drawn already.
#[must_use]
pub fn legal_pv(game: &Game, line: &[Move]) -> Vec<Move> {
    let mut game = game.clone();
    let mut kept = Vec::with_capacity(line.len());
    for &mv in line {
        if !is_legal(&game.position, mv) {
            break;
        }
        kept.push(mv);
        game.play(mv);
        if game.is_over() {
            break;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::Position;

    fn find_move(position: &Position, text: &str) -> Move {
        movegen::legal_moves(position).into_iter().find(|mv| mv.to_string() == text).unwrap()
    }

    #[test]
    fn pv_is_move_plus_child_pv() {
        let mut table = PvTable::new();
        let moves: Vec<Move> = (1..4).filter_map(Move::from_bits).collect();
        for ply in (0..3).rev() {
            table.clear(ply + 1 + usize::from(ply < 2) * 10);
            table.update(ply, moves[ply]);
        }
        assert_eq!(table.pv(0), moves);
    }

    #[test]
    fn legal_pv_stops_after_threefold_repetition() {
        let game = Game::default();
        let mut position = Position::startpos();
        let mut line = Vec::new();
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(12) {
            let mv = find_move(&position, text);
            line.push(mv);
            position = position.make(mv);
        }
        assert_eq!(legal_pv(&game, &line).len(), 8);
    }

    #[test]
    fn legal_pv_stops_before_illegal_move() {
        let game = Game::default();
        let e4 = find_move(&game.position, "e2e4");
        assert_eq!(legal_pv(&game, &[e4, e4, e4]), [e4]);
    }
}
