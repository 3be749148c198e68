//! The board of `play` as text.

use crate::style::{BLACK_PIECE, LAST_MOVE, WHITE_PIECE, has_colours, paint};
use anstyle::{Ansi256Color, Style};
use board::{Color, File, Move, Piece, Position, Rank, Square};
use clap::ValueEnum;
use notation::diagram::{Diagram, Pieces as Signs};

/// How the pieces are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Pieces {
    /// Symbols on coloured squares on a terminal with colours, else letters
    #[default]
    Auto,
    /// Letters, small ones for Black
    Letters,
    /// Chess symbols
    Symbols,
}

/// The board with `bottom` below, its squares named. The squares of the last move are marked.
pub(super) fn draw(
    position: &Position,
    bottom: Color,
    last: Option<Move>,
    pieces: Pieces,
) -> String {
    let is_last = |square| last.is_some_and(|mv| mv.from() == square || mv.to() == square);
    if pieces != Pieces::Letters && has_colours() {
        return coloured(position, bottom, is_last);
    }
    let signs = if pieces == Pieces::Symbols { Signs::Unicode } else { Signs::Letters };
    let diagram = Diagram::new(position).orientation(bottom).coordinates(true).pieces(signs);
    let text = diagram.to_text_with(|square, letter| {
        let style = match position.piece_on(square).map(|piece| piece.color()) {
            _ if is_last(square) => LAST_MOVE,
            Some(Color::White) => WHITE_PIECE,
            Some(Color::Black) => BLACK_PIECE,
            None => Style::new(),
        };
        paint(style, letter)
    });
    format!("\n{text}\n")
}

/// Symbols on coloured squares, three columns each.
fn coloured(position: &Position, bottom: Color, is_last: impl Fn(Square) -> bool) -> String {
    let (mut ranks, mut files) = (Rank::ALL, File::ALL);
    match bottom {
        Color::White => ranks.reverse(),
        Color::Black => files.reverse(),
    }
    let square = |square: Square| {
        let is_light = (square.file().index() + square.rank().index()) % 2 == 1;
        let ground = match (is_light, is_last(square)) {
            (true, false) => 180,
            (true, true) => 186,
            (false, false) => 137,
            (false, true) => 143,
        };
        let piece = position.piece_on(square);
        let ink = if piece.is_some_and(|piece| piece.color() == Color::White) { 231 } else { 16 };
        let style = Style::new().fg_color(Some(Ansi256Color(ink).into()));
        let style = style.bg_color(Some(Ansi256Color(ground).into()));
        // The filled symbol in the colour of the side.
        let sign = piece.map_or(' ', |piece| Piece::new(Color::Black, piece.kind()).to_unicode());
        paint(style, &format!(" {sign} "))
    };
    let rows = ranks.map(|rank| {
        let squares: String = files.iter().map(|&file| square(Square::new(file, rank))).collect();
        format!(" {} {squares}", rank.index() + 1)
    });
    let names: String = files.iter().map(|file| format!(" {} ", file.to_char())).collect();
    format!("\n{}\n   {}\n", rows.join("\n"), names.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";

    fn plain(text: &str) -> Vec<String> {
        console::strip_ansi_codes(text).lines().map(str::to_owned).collect()
    }

    #[test]
    fn either_side_is_below() {
        let position = Position::from_fen(FEN).expect("a position");
        let white = plain(&draw(&position, Color::White, None, Pieces::Letters));
        assert_eq!(white[1], " 8  . . . . k . . .");
        assert_eq!(white[8], " 1  . . . . K . . R");
        assert_eq!(white[9], "    a b c d e f g h");
        let black = plain(&draw(&position, Color::Black, None, Pieces::Letters));
        assert_eq!(black[1], " 1  R . . K . . . .");
        assert_eq!(black[8], " 8  . . . k . . . .");
        assert_eq!(black[9], "    h g f e d c b a");
    }

    #[test]
    fn squares_have_colours() {
        let position = Position::from_fen(FEN).expect("a position");
        let text = coloured(&position, Color::White, |square| square == Square::E1);
        let lines = plain(&text);
        assert_eq!(lines[1], " 8              ♚          ");
        assert_eq!(lines[8], " 1              ♚        ♜ ");
        assert_eq!(lines[9], "    a  b  c  d  e  f  g  h");
        assert_eq!((text.matches("48;5;137").count(), text.matches("48;5;143").count()), (31, 1));
    }
}
