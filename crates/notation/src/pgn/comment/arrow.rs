//! Arrows and marked squares, as comments have them.

use board::Square;
use core::fmt::{self, Write};
use core::ops::Range;
use core::str::FromStr;

/// The colour of an arrow.
///
/// ```
/// use bartizan_notation::pgn::comment::{Arrow, ArrowColor};
///
/// let colors = ["Ga1", "Ra1", "Ya1", "Ba1"].map(|text| text.parse::<Arrow>().map(|arrow| arrow.color));
/// assert_eq!(colors[2], Ok(ArrowColor::Yellow));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArrowColor {
    /// `G`
    Green,
    /// `R`
    Red,
    /// `Y`
    Yellow,
    /// `B`
    Blue,
}

/// An arrow on the board; a marked square where both ends are the same.
///
/// ```
/// use bartizan_notation::board::Square;
/// use bartizan_notation::pgn::comment::{Arrow, ArrowColor};
///
/// let arrow = Arrow { color: ArrowColor::Green, from: Square::E2, to: Square::E4 };
/// assert_eq!((arrow.to_string().as_str(), "Ge2e4".parse()), ("Ge2e4", Ok(arrow)));
/// let square: Arrow = "Rd5".parse()?;
/// assert_eq!((square.from, square.to), (Square::D5, Square::D5));
/// # Ok::<(), bartizan_notation::pgn::comment::ArrowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// Its colour.
    pub color: ArrowColor,
    /// Where it begins.
    pub from: Square,
    /// Where it points to.
    pub to: Square,
}

/// A text is no arrow such as `Ge2e4` or `Gd5`.
///
/// ```
/// use bartizan_notation::pgn::comment::{Arrow, ArrowError};
///
/// assert_eq!("Pe2e4".parse::<Arrow>(), Err(ArrowError));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an arrow is written like Ge2e4, a square like Gd5")]
pub struct ArrowError;

impl FromStr for Arrow {
    type Err = ArrowError;

    fn from_str(text: &str) -> Result<Self, ArrowError> {
        let color = match text.as_bytes().first() {
            Some(b'G') => ArrowColor::Green,
            Some(b'R') => ArrowColor::Red,
            Some(b'Y') => ArrowColor::Yellow,
            Some(b'B') => ArrowColor::Blue,
            _ => return Err(ArrowError),
        };
        let square = |range: Range<usize>| {
            text.get(range).and_then(|name| name.parse().ok()).ok_or(ArrowError)
        };
        let from = square(1..3)?;
        let to = if text.len() == 3 { from } else { square(3..5)? };
        (text.len() <= 5).then_some(Self { color, from, to }).ok_or(ArrowError)
    }
}

impl fmt::Display for Arrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(match self.color {
            ArrowColor::Green => 'G',
            ArrowColor::Red => 'R',
            ArrowColor::Yellow => 'Y',
            ArrowColor::Blue => 'B',
        })?;
        write!(f, "{}", self.from)?;
        if self.to == self.from { Ok(()) } else { write!(f, "{}", self.to) }
    }
}
