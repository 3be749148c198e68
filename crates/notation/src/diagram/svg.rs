//! Diagrams as SVG, with chess symbols of the viewer's font as pieces.

use super::{order, unicode};
use alloc::vec::Vec;
use board::{Bitboard, Color, Move, Piece, Position, Square};
use core::fmt;

/// The side of a square, in units of the drawing.
const SIDE: i32 = 45;
/// The width of the edge with the coordinates.
const EDGE: i32 = 18;

/// A position as an SVG image, which [`Display`](fmt::Display) writes. A king in check is marked.
///
/// ```
/// use bartizan_notation::board::{Position, Square};
/// use bartizan_notation::diagram::Svg;
///
/// let position = Position::from_fen("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1")?;
/// let svg = Svg::new(&position).size(400).arrow(Square::E2, Square::E7).to_string();
/// assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"));
/// assert_eq!((svg.matches("<text").count(), svg.matches("class=\"check\"").count()), (3 + 16, 1));
/// # Ok::<(), bartizan_notation::board::FenError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Svg<'a> {
    position: &'a Position,
    orientation: Color,
    coordinates: bool,
    size: Option<u32>,
    last_move: Option<Move>,
    marked: Bitboard,
    arrows: Vec<(Square, Square)>,
}

impl<'a> Svg<'a> {
    /// White below, with coordinates, as large as its place.
    #[must_use]
    pub fn new(position: &'a Position) -> Self {
        Self {
            position,
            orientation: Color::White,
            coordinates: true,
            size: None,
            last_move: None,
            marked: Bitboard::EMPTY,
            arrows: Vec::new(),
        }
    }

    /// The side that is below.
    #[must_use]
    pub fn orientation(self, below: Color) -> Self {
        Self { orientation: below, ..self }
    }

    /// Whether ranks and files are named.
    #[must_use]
    pub fn coordinates(self, coordinates: bool) -> Self {
        Self { coordinates, ..self }
    }

    /// Width and height in pixels.
    #[must_use]
    pub fn size(self, pixels: u32) -> Self {
        Self { size: Some(pixels), ..self }
    }

    /// Marks the squares of the move that was played last.
    #[must_use]
    pub fn last_move(self, mv: Move) -> Self {
        Self { last_move: Some(mv), ..self }
    }

    /// Marks squares with a cross.
    #[must_use]
    pub fn marked(self, squares: Bitboard) -> Self {
        Self { marked: squares, ..self }
    }

    /// Adds an arrow; from a square to itself, a circle.
    #[must_use]
    pub fn arrow(mut self, from: Square, to: Square) -> Self {
        self.arrows.push((from, to));
        self
    }

    fn edge(&self) -> i32 {
        if self.coordinates { EDGE } else { 0 }
    }

    /// The upper left corner of a square.
    fn corner(&self, square: Square) -> (i32, i32) {
        let (file, rank) = (square.file().index() as i32, square.rank().index() as i32);
        let (column, line) = match self.orientation {
            Color::White => (file, 7 - rank),
            Color::Black => (7 - file, rank),
        };
        (self.edge() + SIDE * column, self.edge() + SIDE * line)
    }

    fn square(&self, f: &mut fmt::Formatter<'_>, square: Square) -> fmt::Result {
        let (x, y) = self.corner(square);
        let played = self.last_move.is_some_and(|mv| mv.from() == square || mv.to() == square);
        let fill = match (Bitboard::LIGHT.contains(square), played) {
            (true, false) => "#f0d9b5",
            (true, true) => "#cdd26a",
            (false, false) => "#b58863",
            (false, true) => "#aaa23a",
        };
        write!(f, r#"<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{fill}"/>"#)?;
        let (cx, cy, radius) = (x + SIDE / 2, y + SIDE / 2, SIDE / 2);
        let king = self.position.king(self.position.side_to_move());
        if self.position.in_check() && square == king {
            let fill = r##"fill="#e02020" fill-opacity="0.7""##;
            write!(f, r#"<circle class="check" cx="{cx}" cy="{cy}" r="{radius}" {fill}/>"#)?;
        }
        if let Some(piece) = self.position.piece_on(square) {
            // The filled symbol in the colour of the side. U+FE0E asks for a symbol that is no picture of its own.
            let sign = unicode(Piece::new(Color::Black, piece.kind()));
            let (fill, stroke) = match piece.color() {
                Color::White => ("#fff", "#000"),
                Color::Black => ("#000", "#fff"),
            };
            let y = y + 36;
            write!(f, r#"<text x="{cx}" y="{y}" font-size="38" fill="{fill}" stroke="{stroke}" "#)?;
            write!(f, r#"stroke-width="0.8">{sign}&#xFE0E;</text>"#)?;
        }
        if self.marked.contains(square) {
            let (left, top, right, bottom) = (x + 10, y + 10, x + SIDE - 10, y + SIDE - 10);
            write!(f, r#"<path class="mark" d="M{left} {top}L{right} {bottom}M{left} {bottom}"#)?;
            write!(f, r##"L{right} {top}" stroke="#c00" stroke-width="4"/>"##)?;
        }
        Ok(())
    }

    fn draw_arrow(&self, f: &mut fmt::Formatter<'_>, from: Square, to: Square) -> fmt::Result {
        let center = |square| {
            let (x, y) = self.corner(square);
            (x + SIDE / 2, y + SIDE / 2)
        };
        let ((x1, y1), (x2, y2)) = (center(from), center(to));
        let style = r##"stroke="#15781b" stroke-opacity="0.6" stroke-width="6" fill="none""##;
        if from == to {
            let radius = SIDE / 2 - 3;
            return write!(f, r#"<circle cx="{x1}" cy="{y1}" r="{radius}" {style}/>"#);
        }
        let head = r#"marker-end="url(#head)""#;
        write!(f, r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" {style} {head}/>"#)
    }
}

impl fmt::Display for Svg<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = 8 * SIDE + 2 * self.edge();
        write!(f, r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}""#)?;
        if let Some(size) = self.size {
            write!(f, r#" width="{size}" height="{size}""#)?;
        }
        f.write_str(r#" text-anchor="middle" font-family="sans-serif">"#)?;
        let head = r##"<path d="M0 0L4 2L0 4z" fill="#15781b"/>"##;
        let marker =
            r#"id="head" orient="auto" refX="2" refY="2" markerWidth="4" markerHeight="4""#;
        write!(f, "<defs><marker {marker}>{head}</marker></defs>")?;
        Square::ALL.into_iter().try_for_each(|square| self.square(f, square))?;
        if self.coordinates {
            let (ranks, files) = order(self.orientation);
            let middle = |index: usize| EDGE + SIDE * index as i32 + SIDE / 2;
            for (index, rank) in ranks.into_iter().enumerate() {
                let y = middle(index) + 4;
                let number = rank.index() + 1;
                write!(f, r#"<text x="{}" y="{y}" font-size="12">{number}</text>"#, EDGE / 2)?;
            }
            for (index, file) in files.into_iter().enumerate() {
                let (x, y, letter) = (middle(index), side - 5, file.to_char());
                write!(f, r#"<text x="{x}" y="{y}" font-size="12">{letter}</text>"#)?;
            }
        }
        self.arrows.iter().try_for_each(|&(from, to)| self.draw_arrow(f, from, to))?;
        f.write_str("</svg>")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_drawn() {
        let position = Position::startpos();
        let plain = Svg::new(&position).coordinates(false).to_string();
        assert_eq!((plain.matches("<rect").count(), plain.matches("<text").count()), (64, 32));
        let moves = crate::parse_moves(&position, "e4").expect("legal");
        let drawn = Svg::new(&position)
            .orientation(Color::Black)
            .last_move(moves[0])
            .marked(Square::A1.bitboard() | Square::B1.bitboard())
            .arrow(Square::E2, Square::E4)
            .arrow(Square::D2, Square::D2)
            .to_string();
        for (part, count) in [
            ("class=\"mark\"", 2),
            ("<line", 1),
            ("<circle", 1),
            ("#cdd26a", 2),
            // From Black's side h1 is in the upper left corner.
            (r##"<rect x="18" y="18" width="45" height="45" fill="#f0d9b5"/>"##, 1),
        ] {
            assert_eq!(drawn.matches(part).count(), count, "{part}");
        }
        // Every element is closed.
        assert_eq!(drawn.matches('<').count(), drawn.matches('>').count());
    }
}
