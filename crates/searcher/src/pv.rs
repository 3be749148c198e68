//! The legal part of a line.

use board::Move;
use game::Game;
use movegen::is_legal;

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
