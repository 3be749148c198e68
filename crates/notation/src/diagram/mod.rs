//! Positions as diagrams: as text and as SVG.
//!
//! # Examples
//!
//! ```
//! use bartizan_notation::board::{Color, Position};
//! use bartizan_notation::diagram::{Diagram, Pieces};
//!
//! let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K2R w K - 0 1")?;
//! let diagram = Diagram::new(&position);
//! assert!(diagram.to_string().ends_with("\n. . . . P . . .\n. . . . K . . R"));
//! let black = diagram.orientation(Color::Black).pieces(Pieces::Unicode).coordinates(true);
//! assert!(black.to_string().starts_with(" 1  ♖ . . ♔ . . . .\n 2  . . . ♙ . . . .\n"));
//! # Ok::<(), bartizan_notation::board::FenError>(())
//! ```

mod svg;

pub use svg::{Svg, piece_svg};

use alloc::borrow::ToOwned;
use alloc::string::String;
use board::{Color, File, Piece, PieceKind, Position, Rank, Square};
use core::fmt::{self, Write};

/// How a diagram shows pieces.
///
/// ```
/// use bartizan_notation::board::Position;
/// use bartizan_notation::diagram::{Diagram, Pieces};
///
/// let start = Position::startpos();
/// let first = |pieces| Diagram::new(&start).pieces(pieces).to_string().chars().next();
/// assert_eq!(first(Pieces::Letters), Some('r'));
/// assert_eq!((first(Pieces::Unicode), first(Pieces::UnicodeInverted)), (Some('♜'), Some('♖')));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pieces {
    /// As in a FEN: `K` for the white king, `k` for the black one.
    Letters,
    /// Chess symbols: `♔` and `♚`.
    Unicode,
    /// The same with colors inverted, for light text on a dark screen, where `♚` looks white.
    ///
    /// ```
    /// use bartizan_notation::{board::Position, diagram::{Diagram, Pieces}};
    ///
    /// let position = Position::startpos();
    /// let text = Diagram::new(&position).pieces(Pieces::UnicodeInverted).to_string();
    /// assert!(text.starts_with('♖') && text.ends_with('♜'));
    /// ```
    UnicodeInverted,
}

/// A position as eight lines of text, with a space between each two squares and a point on an empty one.
/// [`Display`](fmt::Display) writes it, without a line break at its end.
///
/// ```
/// use bartizan_notation::board::Position;
/// use bartizan_notation::diagram::Diagram;
///
/// let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")?;
/// let text = Diagram::new(&position).to_string();
/// assert_eq!(text.lines().last(), Some(". . . . K . . ."));
/// # Ok::<(), bartizan_notation::board::FenError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a> {
    position: &'a Position,
    orientation: Color,
    pieces: Pieces,
    coordinates: bool,
    frame: bool,
}

impl<'a> Diagram<'a> {
    /// Letters, White below, no coordinates and no frame.
    ///
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::diagram::Diagram;
    ///
    /// let text = Diagram::new(&Position::startpos()).to_string();
    /// assert_eq!((text.lines().next(), text.lines().count()), (Some("r n b q k b n r"), 8));
    /// ```
    #[must_use]
    pub fn new(position: &'a Position) -> Self {
        let pieces = Pieces::Letters;
        Self { position, orientation: Color::White, pieces, coordinates: false, frame: false }
    }

    /// The side that is below.
    ///
    /// ```
    /// use bartizan_notation::board::{Color, Position};
    /// use bartizan_notation::diagram::Diagram;
    ///
    /// let text = Diagram::new(&Position::startpos()).orientation(Color::Black).to_string();
    /// assert!(text.starts_with("R N B K Q B N R\n"));
    /// ```
    #[must_use]
    pub fn orientation(self, below: Color) -> Self {
        Self { orientation: below, ..self }
    }

    /// How pieces are shown.
    ///
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::diagram::{Diagram, Pieces};
    ///
    /// let text = Diagram::new(&Position::startpos()).pieces(Pieces::Unicode).to_string();
    /// assert!(text.starts_with("♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜\n"));
    /// ```
    #[must_use]
    pub fn pieces(self, pieces: Pieces) -> Self {
        Self { pieces, ..self }
    }

    /// Whether ranks and files are named, on the left and below.
    ///
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::diagram::Diagram;
    ///
    /// let text = Diagram::new(&Position::startpos()).coordinates(true).to_string();
    /// assert!(text.starts_with(" 8  r n b q") && text.ends_with("\n    a b c d e f g h"));
    /// ```
    #[must_use]
    pub fn coordinates(self, coordinates: bool) -> Self {
        Self { coordinates, ..self }
    }

    /// Whether lines are drawn between the squares, with nothing on empty ones.
    ///
    /// ```
    /// use bartizan_notation::{board::Position, diagram::Diagram};
    ///
    /// let text = Diagram::new(&Position::startpos()).frame(true).coordinates(true).to_string();
    /// assert!(text.contains("\n7 | p | p | p | p | p | p | p | p |\n  +---+"));
    /// ```
    #[must_use]
    pub fn frame(self, frame: bool) -> Self {
        Self { frame, ..self }
    }

    /// The text, with what stands for each square replaced, such as by the same in colours.
    ///
    /// ```
    /// use bartizan_notation::board::{Position, Square};
    /// use bartizan_notation::diagram::Diagram;
    ///
    /// let position = Position::startpos();
    /// let marked = Diagram::new(&position).to_text_with(|square, text| {
    ///     if square == Square::E4 { "x".to_owned() } else { text.to_owned() }
    /// });
    /// assert_eq!(marked.lines().nth(4), Some(". . . . x . . ."));
    /// ```
    pub fn to_text_with(&self, paint: impl FnMut(Square, &str) -> String) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut text, paint);
        text
    }

    fn write(
        &self,
        out: &mut impl Write,
        mut paint: impl FnMut(Square, &str) -> String,
    ) -> fmt::Result {
        let margin = if self.coordinates { "  " } else { "" };
        let separator = "+---+---+---+---+---+---+---+---+";
        let (ranks, files) = order(self.orientation);
        if self.frame {
            writeln!(out, "{margin}{separator}")?;
        }
        for (line, &rank) in ranks.iter().enumerate() {
            if line > 0 && !self.frame {
                out.write_char('\n')?;
            }
            match (self.coordinates, self.frame) {
                (true, true) => write!(out, "{} |", rank.index() + 1)?,
                (true, false) => write!(out, " {}  ", rank.index() + 1)?,
                (false, true) => out.write_char('|')?,
                (false, false) => {}
            }
            for (column, &file) in files.iter().enumerate() {
                let square = Square::new(file, rank);
                let empty = if self.frame { ' ' } else { '.' };
                let sign = self.position.piece_on(square).map_or(empty, |one| self.sign(one));
                let painted = paint(square, sign.encode_utf8(&mut [0; 4]));
                match (self.frame, column) {
                    (true, _) => write!(out, " {painted} |")?,
                    (false, 0) => out.write_str(&painted)?,
                    (false, _) => write!(out, " {painted}")?,
                }
            }
            if self.frame {
                write!(out, "\n{margin}{separator}")?;
                if line < 7 {
                    out.write_char('\n')?;
                }
            }
        }
        if self.coordinates {
            let gap = if self.frame { "   " } else { " " };
            out.write_str("\n   ")?;
            for (column, file) in files.iter().enumerate() {
                write!(out, "{}{}", if column == 0 { " " } else { gap }, file.to_char())?;
            }
        }
        Ok(())
    }

    fn sign(&self, piece: Piece) -> char {
        match self.pieces {
            Pieces::Letters => piece.to_char(),
            Pieces::Unicode => unicode(piece),
            Pieces::UnicodeInverted => unicode(Piece::new(!piece.color(), piece.kind())),
        }
    }
}

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, |_, text| text.to_owned())
    }
}

/// The chess symbol of a piece.
///
/// ```
/// use bartizan_notation::{board::Piece, diagram::unicode};
///
/// assert_eq!((unicode(Piece::WhiteKing), unicode(Piece::BlackKnight)), ('♔', '♞'));
/// ```
#[must_use]
pub const fn unicode(piece: Piece) -> char {
    let (white, black) = match piece.kind() {
        PieceKind::King => ('♔', '♚'),
        PieceKind::Queen => ('♕', '♛'),
        PieceKind::Rook => ('♖', '♜'),
        PieceKind::Bishop => ('♗', '♝'),
        PieceKind::Knight => ('♘', '♞'),
        PieceKind::Pawn => ('♙', '♟'),
    };
    match piece.color() {
        Color::White => white,
        Color::Black => black,
    }
}

/// Ranks from above and files from the left, with this side below.
fn order(below: Color) -> ([Rank; 8], [File; 8]) {
    let (mut ranks, mut files) = (Rank::ALL, File::ALL);
    match below {
        Color::White => ranks.reverse(),
        Color::Black => files.reverse(),
    }
    (ranks, files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn either_side_is_below() {
        let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").expect("a position");
        for (below, first, eighth, files) in [
            (Color::White, " 8  . . . . k . . .", " 1  . . . . K . . R", "    a b c d e f g h"),
            (Color::Black, " 1  R . . K . . . .", " 8  . . . k . . . .", "    h g f e d c b a"),
        ] {
            let text = Diagram::new(&position).orientation(below).coordinates(true).to_string();
            let lines: Vec<_> = text.lines().collect();
            assert_eq!((lines[0], lines[7], lines[8]), (first, eighth, files));
        }
    }

    #[test]
    fn a_frame_is_drawn() {
        let position = Position::startpos();
        let plain = Diagram::new(&position).frame(true).to_string();
        assert!(plain.starts_with("+---+") && plain.ends_with("---+"), "{plain}");
        let text = Diagram::new(&position).frame(true).coordinates(true).to_string();
        assert!(text.starts_with("  +---+---+") && text.contains("\n3 |   |   |"), "{text}");
        assert!(
            text.ends_with(
                "\n  +---+---+---+---+---+---+---+---+\n    a   b   c   d   e   f   g   h"
            )
        );
        assert_eq!(text.lines().count(), 18);
    }
}
