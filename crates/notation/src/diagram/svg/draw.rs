//! The elements of an image: squares, pieces, marks, arrows, coordinates.

use super::Svg;
use crate::diagram::{order, unicode};
use alloc::format;
use board::{Bitboard, Color, Piece, Position, Square};
use core::fmt::{self, Write};

/// The side of a square, in units of the drawing.
pub(super) const SIDE: i32 = 45;
/// The width of the edge with the coordinates.
const EDGE: i32 = 18;
pub(super) const HEADER: &str = r#"<svg xmlns="http://www.w3.org/2000/svg""#;
pub(super) const FONT: &str = r#" text-anchor="middle" font-family="sans-serif">"#;
const COORDINATE: &str = r#"class="coordinate" font-size="12""#;

impl Svg<'_> {
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
        let is_dark = !Bitboard::LIGHT.contains(square);
        let fill = Escaped(&self.colors[2 * usize::from(played) + usize::from(is_dark)]);
        let class = if is_dark { "dark" } else { "light" };
        let last = if played { " lastmove" } else { "" };
        let place = format!(r#"x="{x}" y="{y}" width="{SIDE}" height="{SIDE}""#);
        write!(f, r#"<rect class="{class}{last}" {place} fill="{fill}"/>"#)?;
        if let Some((_, fill)) = self.filled.iter().rfind(|(set, _)| set.contains(square)) {
            write!(f, r#"<rect class="fill" {place} fill="{}"/>"#, Escaped(fill))?;
        }
        let (cx, cy, radius) = (x + SIDE / 2, y + SIDE / 2, SIDE / 2);
        let in_check = |position: &&Position| {
            position.in_check() && square == position.king(position.side_to_move())
        };
        if self.position.filter(in_check).is_some() {
            let fill = r##"fill="#e02020" fill-opacity="0.7""##;
            write!(f, r#"<circle class="check" cx="{cx}" cy="{cy}" r="{radius}" {fill}/>"#)?;
        }
        if let Some(piece) = self.position.and_then(|position| position.piece_on(square)) {
            write_piece(f, piece, cx, y + 36)?;
        }
        if self.marked.contains(square) {
            let (left, top, right, bottom) = (x + 10, y + 10, x + SIDE - 10, y + SIDE - 10);
            write!(f, r#"<path class="mark" d="M{left} {top}L{right} {bottom}M{left} {bottom}"#)?;
            write!(f, r##"L{right} {top}" stroke="#c00" stroke-width="4"/>"##)?;
        }
        Ok(())
    }

    fn draw_arrow(
        &self,
        f: &mut fmt::Formatter<'_>,
        from: Square,
        to: Square,
        color: &str,
    ) -> fmt::Result {
        let center = |square| {
            let (x, y) = self.corner(square);
            (x + SIDE / 2, y + SIDE / 2)
        };
        let ((x1, y1), (x2, y2), stroke) = (center(from), center(to), Escaped(color));
        let style = r#"class="arrow" stroke-opacity="0.6" stroke-width="6" fill="none""#;
        if from == to {
            let radius = SIDE / 2 - 3;
            return write!(
                f,
                r#"<circle cx="{x1}" cy="{y1}" r="{radius}" {style} stroke="{stroke}"/>"#
            );
        }
        let head = HeadName(color);
        write!(f, r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" {style} stroke="{stroke}" "#)?;
        write!(f, r#"marker-end="url(#{head})"/>"#)
    }

    /// The head of arrows in a color. It is the same in all images of a page, and may be defined many times.
    fn define_head(f: &mut fmt::Formatter<'_>, color: &str) -> fmt::Result {
        let (name, fill) = (HeadName(color), Escaped(color));
        let size = r#"orient="auto" refX="2" refY="2" markerWidth="4" markerHeight="4""#;
        let path = r#"<path d="M0 0L4 2L0 4z""#;
        write!(f, r#"<marker id="{name}" {size}>{path} fill="{fill}"/></marker>"#)
    }
}

impl fmt::Display for Svg<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = 8 * SIDE + 2 * self.edge();
        write!(f, r#"{HEADER} viewBox="0 0 {side} {side}""#)?;
        if let Some(size) = self.size {
            write!(f, r#" width="{size}" height="{size}""#)?;
        }
        f.write_str(FONT)?;
        if !self.style.is_empty() {
            write!(f, "<style>{}</style>", Escaped(&self.style))?;
        }
        f.write_str("<defs>")?;
        for (index, (.., color)) in self.arrows.iter().enumerate() {
            if !self.arrows[..index].iter().any(|(.., other)| other == color) {
                Self::define_head(f, color)?;
            }
        }
        f.write_str("</defs>")?;
        Square::ALL.into_iter().try_for_each(|square| self.square(f, square))?;
        if self.coordinates {
            let (ranks, files) = order(self.orientation);
            let middle = |index: usize| EDGE + SIDE * index as i32 + SIDE / 2;
            for (index, rank) in ranks.into_iter().enumerate() {
                let y = middle(index) + 4;
                let number = rank.index() + 1;
                let x = EDGE / 2;
                write!(f, r#"<text {COORDINATE} x="{x}" y="{y}">{number}</text>"#)?;
            }
            for (index, file) in files.into_iter().enumerate() {
                let (x, y, letter) = (middle(index), side - 5, file.to_char());
                write!(f, r#"<text {COORDINATE} x="{x}" y="{y}">{letter}</text>"#)?;
            }
        }
        for (from, to, color) in &self.arrows {
            self.draw_arrow(f, *from, *to, color)?;
        }
        f.write_str("</svg>")
    }
}

/// The filled symbol of the kind in the color of the side. U+FE0E asks for a symbol that is no picture of its own.
pub(super) fn write_piece(f: &mut impl fmt::Write, piece: Piece, x: i32, y: i32) -> fmt::Result {
    let sign = unicode(Piece::new(Color::Black, piece.kind()));
    let (class, fill, stroke) = match piece.color() {
        Color::White => ("white", "#fff", "#000"),
        Color::Black => ("black", "#000", "#fff"),
    };
    write!(f, r#"<text class="piece {class}" x="{x}" y="{y}" font-size="38" fill="{fill}" "#)?;
    write!(f, r#"stroke="{stroke}" stroke-width="0.8">{sign}&#xFE0E;</text>"#)
}

/// A text from outside in an attribute or an element.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '"' => f.write_str("&quot;"),
            // Of `]]>`, and what is not allowed in XML.
            '>' => f.write_str("&gt;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => f.write_char(' '),
            c => f.write_char(c),
        })
    }
}

/// The name of the head of arrows in a color.
struct HeadName<'a>(&'a str);

impl fmt::Display for HeadName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("head")?;
        self.0.bytes().try_for_each(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => f.write_char(char::from(byte)),
            byte => write!(f, "-{byte:02x}"),
        })
    }
}
