//! Lines of moves in SAN.

use super::to_san;
use board::{Color, Move, Position};
use std::fmt::Write;

/// A line of legal moves in SAN with move numbers, cut after `max_moves` moves.
#[must_use]
pub fn line_to_san(position: &Position, line: &[Move], max_moves: usize) -> String {
    let mut text = String::new();
    let mut position = position.clone();
    for (index, &mv) in line.iter().enumerate() {
        if index == max_moves {
            text.push_str(" …");
            break;
        }
        let number = position.fullmove_number();
        let san = to_san(&position, mv);
        let separator = if index == 0 { "" } else { " " };
        // Writing to a string cannot fail.
        let _ = match (position.side_to_move(), index) {
            (Color::White, _) => write!(text, "{separator}{number}. {san}"),
            (Color::Black, 0) => write!(text, "{number}... {san}"),
            (Color::Black, _) => write!(text, "{separator}{san}"),
        };
        position = position.make(mv);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_uci;

    #[test]
    fn pv_in_san_has_move_numbers() {
        let mut position = Position::startpos();
        let mut moves = Vec::new();
        for text in ["e2e4", "e7e5", "g1f3"] {
            let mv = parse_uci(&position, text).expect("a legal move");
            moves.push(mv);
            position = position.make(mv);
        }
        let start = Position::startpos();
        assert_eq!(line_to_san(&start, &moves, 12), "1. e4 e5 2. Nf3");
        assert_eq!(line_to_san(&start.make(moves[0]), &moves[1..], 12), "1... e5 2. Nf3");
        assert_eq!(line_to_san(&start, &[], 12), "");
    }

    #[test]
    fn long_pv_is_truncated() {
        let start = Position::startpos();
        let mut position = start.clone();
        let mut moves = Vec::new();
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(20) {
            let mv = parse_uci(&position, text).expect("a legal move");
            moves.push(mv);
            position = position.make(mv);
        }
        assert!(line_to_san(&start, &moves, 12).ends_with("6. Ng1 Ng8 …"));
    }
}
