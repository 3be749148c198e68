//! Diagrams as SVG, with chess symbols of the viewer's font as pieces.

mod draw;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use board::{Bitboard, Color, Move, Piece, Position, Square};
use draw::{FONT, HEADER, SIDE, write_piece};

/// A position as an SVG image, which [`Display`](core::fmt::Display) writes. A king in check is marked.
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
    ///
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::diagram::Svg;
    ///
    /// let svg = Svg::new(&Position::startpos()).to_string();
    /// assert_eq!(svg.matches("class=\"piece").count(), 32);
    /// ```
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
    ///
    /// ```
    /// use bartizan_notation::board::{Color, Position};
    /// use bartizan_notation::diagram::Svg;
    ///
    /// let start = Position::startpos();
    /// let svg = Svg::new(&start).orientation(Color::Black).to_string();
    /// assert_ne!(svg, Svg::new(&start).to_string());
    /// ```
    #[must_use]
    pub fn orientation(self, below: Color) -> Self {
        Self { orientation: below, ..self }
    }

    /// Whether ranks and files are named.
    ///
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::diagram::Svg;
    ///
    /// let svg = Svg::new(&Position::startpos()).coordinates(false).to_string();
    /// assert!(!svg.contains("coordinate"));
    /// ```
    #[must_use]
    pub fn coordinates(self, coordinates: bool) -> Self {
        Self { coordinates, ..self }
    }

    /// Width and height in pixels.
    ///
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::diagram::Svg;
    ///
    /// let svg = Svg::new(&Position::startpos()).size(400).to_string();
    /// assert!(svg.contains("width=\"400\" height=\"400\""));
    /// ```
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
    ///
    /// ```
    /// use bartizan_notation::board::{Bitboard, Position};
    /// use bartizan_notation::diagram::Svg;
    ///
    /// let svg = Svg::new(&Position::startpos()).marked(Bitboard::CENTER).to_string();
    /// assert_eq!(svg.matches("class=\"mark\"").count(), 4);
    /// ```
    #[must_use]
    pub fn marked(self, squares: Bitboard) -> Self {
        Self { marked: squares, ..self }
    }

    /// Adds an arrow; from a square to itself, a circle.
    ///
    /// ```
    /// use bartizan_notation::board::{Position, Square};
    /// use bartizan_notation::diagram::Svg;
    ///
    /// let start = Position::startpos();
    /// let svg = Svg::new(&start).arrow(Square::E2, Square::E4).arrow(Square::D5, Square::D5);
    /// assert_eq!(svg.to_string().matches("class=\"arrow\"").count(), 2);
    /// ```
    #[must_use]
    pub fn arrow(self, from: Square, to: Square) -> Self {
        self.arrow_in(from, to, "#15781b")
    }

    /// The same in another color.
    ///
    /// ```
    /// use bartizan_notation::board::{Position, Square};
    /// use bartizan_notation::diagram::Svg;
    ///
    /// let svg = Svg::new(&Position::startpos()).arrow_in(Square::E2, Square::E4, "#0070c0").to_string();
    /// assert!(svg.contains("#0070c0"));
    /// ```
    #[must_use]
    pub fn arrow_in(mut self, from: Square, to: Square, color: impl Into<String>) -> Self {
        self.arrows.push((from, to, color.into()));
        self
    }

    /// Gives squares a color, which covers those given before.
    ///
    /// ```
    /// use bartizan_notation::board::{Bitboard, Position, Square};
    /// use bartizan_notation::diagram::Svg;
    ///
    /// let start = Position::startpos();
    /// let svg = Svg::new(&start).fill(Bitboard::CENTER, "gold").fill(Square::E4.bitboard(), "red");
    /// assert_eq!(svg.to_string().matches("fill=\"gold\"").count(), 3);
    /// ```
    #[must_use]
    pub fn fill(mut self, squares: Bitboard, color: impl Into<String>) -> Self {
        self.filled.push((squares, color.into()));
        self
    }

    /// The colors of light and dark squares.
    ///
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::diagram::Svg;
    ///
    /// let svg = Svg::new(&Position::startpos()).colors("#eee", "#789").to_string();
    /// assert_eq!(svg.matches("fill=\"#789\"").count(), 32);
    /// ```
    #[must_use]
    pub fn colors(mut self, light: impl Into<String>, dark: impl Into<String>) -> Self {
        [self.colors[0], self.colors[1]] = [light.into(), dark.into()];
        self
    }

    /// The colors of light and dark squares of the last move.
    ///
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::diagram::Svg;
    /// use bartizan_notation::parse_move;
    ///
    /// let start = Position::startpos();
    /// let svg = Svg::new(&start).last_move(parse_move(&start, "Nf3")?).last_move_colors("#ff0", "#cc0");
    /// // From a dark square to a light one.
    /// let text = svg.to_string();
    /// assert!(text.contains("fill=\"#ff0\"") && text.contains("fill=\"#cc0\""));
    /// # Ok::<(), bartizan_notation::MoveParseError>(())
    /// ```
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
