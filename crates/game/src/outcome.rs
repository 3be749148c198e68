//! The result of a game, and how it came about.

use board::Color;
use core::fmt;
use core::str::FromStr;

/// The result of a game that has ended.
///
/// # Examples
///
/// ```
/// use bartizan_game::{Outcome, board::Color};
///
/// let outcome: Outcome = "0-1".parse()?;
/// assert_eq!(outcome.winner(), Some(Color::Black));
/// assert_eq!("½-½".parse(), Ok(Outcome::Draw));
/// assert_eq!(Outcome::Draw.to_string(), "1/2-1/2");
/// assert!("*".parse::<Outcome>().is_err());
/// # Ok::<(), bartizan_game::OutcomeParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A side has won.
    Decisive {
        /// The side.
        winner: Color,
    },
    /// Neither has.
    Draw,
}

impl Outcome {
    /// A win of this side, or a draw.
    ///
    /// ```
    /// use bartizan_game::Outcome;
    /// use bartizan_game::board::Color;
    ///
    /// assert_eq!(Outcome::from_winner(Some(Color::White)), Outcome::Decisive { winner: Color::White });
    /// assert_eq!(Outcome::from_winner(None), Outcome::Draw);
    /// ```
    #[must_use]
    pub const fn from_winner(winner: Option<Color>) -> Self {
        match winner {
            Some(winner) => Self::Decisive { winner },
            None => Self::Draw,
        }
    }

    /// The winner, if any.
    ///
    /// ```
    /// use bartizan_game::Outcome;
    /// use bartizan_game::board::Color;
    ///
    /// assert_eq!(Outcome::Decisive { winner: Color::Black }.winner(), Some(Color::Black));
    /// assert_eq!(Outcome::Draw.winner(), None);
    /// ```
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Decisive { winner } => Some(winner),
            Self::Draw => None,
        }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    ///
    /// ```
    /// use bartizan_game::Outcome;
    /// use bartizan_game::board::Color;
    ///
    /// assert_eq!(Outcome::Decisive { winner: Color::White }.as_str(), "1-0");
    /// ```
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Decisive { winner: Color::White } => "1-0",
            Self::Decisive { winner: Color::Black } => "0-1",
            Self::Draw => "1/2-1/2",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A text that is no result of a game that has ended, such as `*`.
///
/// ```
/// use bartizan_game::{Outcome, OutcomeParseError};
///
/// assert_eq!("*".parse::<Outcome>(), Err(OutcomeParseError));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a result is 1-0, 0-1 or 1/2-1/2")]
pub struct OutcomeParseError;

impl FromStr for Outcome {
    type Err = OutcomeParseError;

    /// Reads `1-0`, `0-1` and `1/2-1/2`; also `½-½`, and the three with dashes of other widths.
    fn from_str(text: &str) -> Result<Self, OutcomeParseError> {
        match text.split_once(['-', '–', '—']) {
            Some(("1", "0")) => Ok(Self::Decisive { winner: Color::White }),
            Some(("0", "1")) => Ok(Self::Decisive { winner: Color::Black }),
            Some(("1/2", "1/2") | ("½", "½")) => Ok(Self::Draw),
            _ => Err(OutcomeParseError),
        }
    }
}

/// How a game ended.
///
/// # Examples
///
/// ```
/// use bartizan_game::{Outcome, Termination, board::Color};
///
/// let end = Termination::Checkmate(Color::Black);
/// assert_eq!(end.outcome(), Outcome::Decisive { winner: Color::Black });
/// assert_eq!(end.to_string(), "Black wins by checkmate");
/// assert_eq!(Termination::Stalemate.winner(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Termination {
    /// The side to move is mated; this colour won.
    Checkmate(Color),
    /// The side to move has no move and is not in check.
    Stalemate,
    /// A hundred plies without capture or pawn move.
    FiftyMoves,
    /// The position stands for the third time.
    Repetition,
    /// Neither side can mate.
    InsufficientMaterial,
    /// A hundred and fifty plies without capture or pawn move: a draw without a claim.
    SeventyFiveMoves,
    /// The position stands for the fifth time: a draw without a claim.
    FivefoldRepetition,
    /// A side has resigned; this colour won.
    Resignation(Color),
    /// A draw that was offered and accepted.
    Agreement,
}

impl Termination {
    /// The winner, if any.
    ///
    /// ```
    /// use bartizan_game::Termination;
    /// use bartizan_game::board::Color;
    ///
    /// assert_eq!(Termination::Resignation(Color::White).winner(), Some(Color::White));
    /// assert_eq!(Termination::Agreement.winner(), None);
    /// ```
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Checkmate(color) | Self::Resignation(color) => Some(color),
            _ => None,
        }
    }

    /// The result.
    ///
    /// ```
    /// use bartizan_game::board::Color;
    /// use bartizan_game::{Outcome, Termination};
    ///
    /// assert_eq!(Termination::FivefoldRepetition.outcome(), Outcome::Draw);
    /// assert_eq!(Termination::Checkmate(Color::Black).outcome().to_string(), "0-1");
    /// ```
    #[must_use]
    pub const fn outcome(self) -> Outcome {
        Outcome::from_winner(self.winner())
    }

    /// The end in words, such as `draw by stalemate`.
    ///
    /// ```
    /// use bartizan_game::Termination;
    /// use bartizan_game::board::Color;
    ///
    /// assert_eq!(Termination::Stalemate.as_str(), "draw by stalemate");
    /// assert_eq!(Termination::Resignation(Color::White).as_str(), "Black resigns");
    /// ```
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Checkmate(Color::White) => "White wins by checkmate",
            Self::Checkmate(Color::Black) => "Black wins by checkmate",
            Self::Stalemate => "draw by stalemate",
            Self::FiftyMoves => "draw by the fifty-move rule",
            Self::Repetition => "draw by threefold repetition",
            Self::InsufficientMaterial => "draw by insufficient material",
            Self::SeventyFiveMoves => "draw by the seventy-five-move rule",
            Self::FivefoldRepetition => "draw by fivefold repetition",
            Self::Resignation(Color::White) => "Black resigns",
            Self::Resignation(Color::Black) => "White resigns",
            Self::Agreement => "draw by agreement",
        }
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
