//! The board of `play` as text.

use crate::style::{BLACK_PIECE, LAST_MOVE, WHITE_PIECE, paint};
use anstyle::Style;
use board::{Color, Move, Position};
use notation::diagram::Diagram;

/// The board with `bottom` below, its squares named. The squares of the last move are marked.
pub(super) fn draw(position: &Position, bottom: Color, last: Option<Move>) -> String {
    let diagram = Diagram::new(position).orientation(bottom).coordinates(true);
    let text = diagram.to_text_with(|square, letter| {
        let style = match position.piece_on(square).map(|piece| piece.color()) {
            _ if last.is_some_and(|mv| mv.from() == square || mv.to() == square) => LAST_MOVE,
            Some(Color::White) => WHITE_PIECE,
            Some(Color::Black) => BLACK_PIECE,
            None => Style::new(),
        };
        paint(style, letter)
    });
    format!("\n{text}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(fen: &str, bottom: Color) -> Vec<String> {
        let position = Position::from_fen(fen).expect("a position");
        let text = console::strip_ansi_codes(&draw(&position, bottom, None)).into_owned();
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn either_side_is_below() {
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        let white = plain(fen, Color::White);
        assert_eq!(white[1], " 8  . . . . k . . .");
        assert_eq!(white[8], " 1  . . . . K . . R");
        assert_eq!(white[9], "    a b c d e f g h");
        let black = plain(fen, Color::Black);
        assert_eq!(black[1], " 1  R . . K . . . .");
        assert_eq!(black[8], " 8  . . . k . . . .");
        assert_eq!(black[9], "    h g f e d c b a");
    }
}
