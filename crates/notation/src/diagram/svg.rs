//! Diagrams as SVG, with chess symbols of the viewer's font as pieces.

use super::{order, unicode};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use board::{Bitboard, Color, Move, Piece, Position, Square};
use core::fmt::{self, Write};

/// The side of a square, in units of the drawing.
const SIDE: i32 = 45;
/// The width of the edge with the coordinates.
const EDGE: i32 = 18;
const HEADER: &str = r#"<svg xmlns="http://www.w3.org/2000/svg""#;
const FONT: &str = r#" text-anchor="middle" font-family="sans-serif">"#;
const COORDINATE: &str = r#"class="coordinate" font-size="12""#;

/// A position as an SVG image, which [`Display`](fmt::Display) writes. A king in check is marked.
///
/// Colors are what SVG has: `red`, `#15781b`, `rgb(1 2 3)`. The elements have classes for a [`style`](Self::style):
/// squares `light` or `dark` and `lastmove`, colored ones `fill`, pieces `piece` with `white` or `black`, the rest `check`,
/// `mark`, `arrow` and `coordinate`.
///
/// ```
/// use bartizan_notation::board::{Bitboard, Position, Square};
/// use bartizan_notation::diagram::Svg;
///
/// let position = Position::from_fen("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1")?;
/// let svg = Svg::new(&position)
///     .size(400)
///     .colors("#dee3e6", "#8ca2ad")
///     .fill(Bitboard::CENTER, "gold")
///     .arrow(Square::E2, Square::E7)
///     .arrow_in(Square::E8, Square::D8, "blue")
///     .to_string();
/// assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"));
/// assert_eq!((svg.matches("<text").count(), svg.matches("class=\"check\"").count()), (3 + 16, 1));
/// # Ok::<(), bartizan_notation::board::FenError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Svg<'a> {
    position: Option<&'a Position>,
    orientation: Color,
    coordinates: bool,
    size: Option<u32>,
    last_move: Option<Move>,
    marked: Bitboard,
    filled: Vec<(Bitboard, String)>,
    arrows: Vec<(Square, Square, String)>,
    /// Of light and dark squares, and of those of the last move.
    colors: [String; 4],
    style: String,
}

impl<'a> Svg<'a> {
    /// White below, with coordinates, as large as its place.
    #[must_use]
    pub fn new(position: &'a Position) -> Self {
        Self::of(Some(position))
    }

    fn of(position: Option<&'a Position>) -> Self {
        Self {
            position,
            orientation: Color::White,
            coordinates: true,
            size: None,
            last_move: None,
            marked: Bitboard::EMPTY,
            filled: Vec::new(),
            arrows: Vec::new(),
            colors: ["#f0d9b5", "#b58863", "#cdd26a", "#aaa23a"].map(str::to_owned),
            style: String::new(),
        }
    }

    /// A board without pieces.
    ///
    /// ```
    /// use bartizan_notation::diagram::Svg;
    ///
    /// assert!(!Svg::empty().to_string().contains("piece"));
    /// ```
    #[must_use]
    pub fn empty() -> Self {
        Self::of(None)
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
    ///
    /// ```
    /// use bartizan_notation::board::{Color, Position, Square};
    /// use bartizan_notation::{diagram::Svg, parse_move};
    ///
    /// let start = Position::startpos();
    /// let svg = Svg::new(&start)
    ///     .orientation(Color::Black)
    ///     .coordinates(false)
    ///     .last_move(parse_move(&start, "e4")?)
    ///     .last_move_colors("#ddd", "#bbb")
    ///     .marked(Square::D5.bitboard())
    ///     .to_string();
    /// assert_eq!((svg.matches("lastmove").count(), svg.matches("mark").count()), (2, 1));
    /// # Ok::<(), bartizan_notation::MoveParseError>(())
    /// ```
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
    pub fn arrow(self, from: Square, to: Square) -> Self {
        self.arrow_in(from, to, "#15781b")
    }

    /// The same in another color.
    #[must_use]
    pub fn arrow_in(mut self, from: Square, to: Square, color: impl Into<String>) -> Self {
        self.arrows.push((from, to, color.into()));
        self
    }

    /// Gives squares a color, which covers those given before.
    #[must_use]
    pub fn fill(mut self, squares: Bitboard, color: impl Into<String>) -> Self {
        self.filled.push((squares, color.into()));
        self
    }

    /// The colors of light and dark squares.
    #[must_use]
    pub fn colors(mut self, light: impl Into<String>, dark: impl Into<String>) -> Self {
        [self.colors[0], self.colors[1]] = [light.into(), dark.into()];
        self
    }

    /// The colors of light and dark squares of the last move.
    #[must_use]
    pub fn last_move_colors(mut self, light: impl Into<String>, dark: impl Into<String>) -> Self {
        [self.colors[2], self.colors[3]] = [light.into(), dark.into()];
        self
    }

    /// A CSS style sheet for the image, which counts more than colors.
    ///
    /// ```
    /// use bartizan_notation::{board::Position, diagram::Svg};
    ///
    /// let svg = Svg::new(&Position::startpos()).style(".coordinate { fill: white }").to_string();
    /// assert!(svg.contains("<style>.coordinate { fill: white }</style>"));
    /// ```
    #[must_use]
    pub fn style(self, css: impl Into<String>) -> Self {
        Self { style: css.into(), ..self }
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
fn write_piece(f: &mut impl fmt::Write, piece: Piece, x: i32, y: i32) -> fmt::Result {
    let sign = unicode(Piece::new(Color::Black, piece.kind()));
    let (class, fill, stroke) = match piece.color() {
        Color::White => ("white", "#fff", "#000"),
        Color::Black => ("black", "#000", "#fff"),
    };
    write!(f, r#"<text class="piece {class}" x="{x}" y="{y}" font-size="38" fill="{fill}" "#)?;
    write!(f, r#"stroke="{stroke}" stroke-width="0.8">{sign}&#xFE0E;</text>"#)
}

/// A piece alone as an SVG image, as large as its place.
///
/// ```
/// use bartizan_notation::{board::Piece, diagram::piece_svg};
///
/// let svg = piece_svg(Piece::WhiteKnight);
/// assert!(svg.starts_with("<svg ") && svg.contains('♞') && svg.ends_with("</svg>"));
/// ```
#[must_use]
pub fn piece_svg(piece: Piece) -> String {
    let mut svg = format!("{HEADER} viewBox=\"0 0 {SIDE} {SIDE}\"{FONT}");
    // Writing to a string cannot fail.
    let _ = write_piece(&mut svg, piece, SIDE / 2, 36);
    svg + "</svg>"
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
            (r##"<rect class="light" x="18" y="18" width="45" height="45" fill="#f0d9b5"/>"##, 1),
            ("<marker", 1),
            ("<style", 0),
        ] {
            assert_eq!(drawn.matches(part).count(), count, "{part}");
        }
        // Every element is closed.
        assert_eq!(drawn.matches('<').count(), drawn.matches('>').count());
    }
    #[test]
    fn colors_are_those_that_are_asked_for() {
        let drawn = Svg::empty()
            .coordinates(false)
            .colors("#012345", "a\"<&\n")
            .last_move_colors("#1", "#2")
            .fill(Bitboard::FULL, "red")
            .fill(Square::A1.bitboard(), "rgb(1 2 3)")
            .arrow_in(Square::E2, Square::E4, "blue")
            .arrow_in(Square::D2, Square::D4, "blue")
            .arrow_in(Square::D2, Square::D2, "#00f8")
            .style("a > b { c: \"</style>]]>\u{ffff}\" }")
            .to_string();
        for (part, count) in [
            ("fill=\"#012345\"", 32),
            ("fill=\"a&quot;&lt;&amp; \"", 32),
            ("class=\"fill\"", 64),
            ("fill=\"red\"", 63),
            ("fill=\"rgb(1 2 3)\"", 1),
            ("stroke=\"blue\"", 2),
            ("id=\"headblue\"", 1),
            ("url(#headblue)", 2),
            ("id=\"head-2300f8\"", 1),
            ("<style>a &gt; b { c: &quot;&lt;/style&gt;]]&gt; &quot; }</style>", 1),
            ("piece", 0),
            ("lastmove", 0),
        ] {
            assert_eq!(drawn.matches(part).count(), count, "{part}");
        }
        for piece in Piece::ALL {
            let svg = piece_svg(piece);
            assert_eq!((svg.matches("<svg").count(), svg.matches("<text").count()), (1, 1));
            assert_eq!(svg.contains("piece white"), piece.color() == Color::White);
        }
    }
}
