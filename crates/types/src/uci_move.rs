//! Moves as the text of UCI says them, without a position.

use core::fmt;
use core::str::FromStr;

use crate::{ParseError, PieceKind, Square};

/// A move as the protocol UCI writes it: `e2e4`, `e7e8q`, or `0000` for a null move.
///
/// What it means depends on the position: whether it captures, and whether it castles, as `e1g1` and in Chess960
/// `e1h1`. `bartizan-notation` finds the legal [`Move`](crate::Move); [`Move::to_uci`](crate::Move::to_uci) goes the other way.
///
/// ```
/// use bartizan_types::{PieceKind, Square, UciMove};
///
/// let mv: UciMove = "e7e8q".parse()?;
/// assert_eq!((mv.from(), mv.to()), (Some(Square::E7), Some(Square::E8)));
/// assert_eq!(mv.promotion(), Some(PieceKind::Queen));
/// assert_eq!(mv.to_string(), "e7e8q");
/// assert_eq!("0000".parse(), Ok(UciMove::Null));
/// assert!("e7e8k".parse::<UciMove>().is_err());
/// # Ok::<(), bartizan_types::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UciMove {
    /// `0000`: no move.
    Null,
    /// A move between two squares.
    Normal {
        /// The origin.
        from: Square,
        /// The target.
        to: Square,
        /// What a pawn becomes.
        promotion: Option<PieceKind>,
    },
}

impl UciMove {
    /// The move of these bytes, which are read as text is.
    ///
    /// # Errors
    /// When they are none.
    ///
    /// ```
    /// use bartizan_types::{Square, UciMove};
    ///
    /// assert_eq!(UciMove::from_ascii(b"e2e4").map(UciMove::to), Ok(Some(Square::E4)));
    /// assert!(UciMove::from_ascii(b"e2e").is_err());
    /// ```
    pub fn from_ascii(text: &[u8]) -> Result<UciMove, ParseError> {
        const ERROR: ParseError = ParseError("a move in UCI notation such as e2e4 or e7e8q");
        let (from, to, letter) = match text {
            b"0000" => return Ok(UciMove::Null),
            [a, b, c, d, letter @ ..] => ([*a, *b], [*c, *d], letter),
            _ => return Err(ERROR),
        };
        let square = |text: [u8; 2]| Square::from_ascii(&text).map_err(|_| ERROR);
        let (from, to) = (square(from)?, square(to)?);
        let promotion = match *letter {
            [] => None,
            [letter] => match PieceKind::from_char(char::from(letter)) {
                None | Some(PieceKind::Pawn | PieceKind::King) => return Err(ERROR),
                kind => kind,
            },
            _ => return Err(ERROR),
        };
        Ok(UciMove::Normal { from, to, promotion })
    }

    /// The origin; `None` for a null move.
    ///
    /// ```
    /// use bartizan_types::{Square, UciMove};
    ///
    /// let mv: UciMove = "e2e4".parse()?;
    /// assert_eq!((mv.from(), UciMove::Null.from()), (Some(Square::E2), None));
    /// # Ok::<(), bartizan_types::ParseError>(())
    /// ```
    pub const fn from(self) -> Option<Square> {
        match self {
            UciMove::Null => None,
            UciMove::Normal { from, .. } => Some(from),
        }
    }

    /// The target; `None` for a null move.
    ///
    /// ```
    /// use bartizan_types::{Square, UciMove};
    ///
    /// let mv: UciMove = "e2e4".parse()?;
    /// assert_eq!((mv.to(), UciMove::Null.to()), (Some(Square::E4), None));
    /// # Ok::<(), bartizan_types::ParseError>(())
    /// ```
    pub const fn to(self) -> Option<Square> {
        match self {
            UciMove::Null => None,
            UciMove::Normal { to, .. } => Some(to),
        }
    }

    /// The same move on the board mirrored top to bottom.
    ///
    /// ```
    /// use bartizan_types::UciMove;
    ///
    /// let mv: UciMove = "e7e8q".parse()?;
    /// assert_eq!(mv.to_mirrored().to_string(), "e2e1q");
    /// # Ok::<(), bartizan_types::ParseError>(())
    /// ```
    #[must_use]
    pub const fn to_mirrored(self) -> UciMove {
        match self {
            UciMove::Null => UciMove::Null,
            UciMove::Normal { from, to, promotion } => {
                UciMove::Normal { from: from.flip_vertical(), to: to.flip_vertical(), promotion }
            }
        }
    }

    /// What a pawn becomes; `None` for moves other than promotions.
    ///
    /// ```
    /// use bartizan_types::{PieceKind, UciMove};
    ///
    /// let mv: UciMove = "e7e8n".parse()?;
    /// assert_eq!(mv.promotion(), Some(PieceKind::Knight));
    /// # Ok::<(), bartizan_types::ParseError>(())
    /// ```
    pub const fn promotion(self) -> Option<PieceKind> {
        match self {
            UciMove::Null => None,
            UciMove::Normal { promotion, .. } => promotion,
        }
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            UciMove::Null => f.write_str("0000"),
            UciMove::Normal { from, to, promotion: None } => write!(f, "{from}{to}"),
            UciMove::Normal { from, to, promotion: Some(kind) } => write!(f, "{from}{to}{kind}"),
        }
    }
}

/// From two squares and the letter of a promotion, in lower or upper case, or from `0000`.
impl FromStr for UciMove {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<UciMove, ParseError> {
        UciMove::from_ascii(text.as_bytes())
    }
}
