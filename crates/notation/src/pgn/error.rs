//! Why games cannot be read.

use crate::MoveParseError;
use alloc::string::String;
use board::FenError;
#[cfg(feature = "std")]
use std::io;

/// Why a reader returns no game.
///
/// ```
/// use bartizan_notation::pgn::{ReadError, Reader};
///
/// let mut reader = Reader::from_text("1. Ke4 *\n\n1. e4 *");
/// let mut read = 0;
/// for game in reader.games() {
///     match game {
///         Ok(_) => read += 1,
///         Err(ReadError::Game(error)) => assert_eq!(error.line, 1),
///         Err(error) => return Err(error), // of the file: there are no more games
///     }
/// }
/// assert_eq!(read, 1);
/// # Ok::<(), bartizan_notation::pgn::ReadError>(())
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The game is malformed. The reader goes on with the next one.
    #[error(transparent)]
    Game(#[from] PgnError),
    /// The game is longer than the reader's limit, or has a comment without an end that is. The reader goes on with the
    /// next line that begins with a tag.
    #[error("line {line}: the game has more than {limit} bytes")]
    TooLong {
        /// The line in the file where it begins, from 1.
        line: usize,
        /// The limit.
        limit: usize,
    },
    /// The file cannot be read.
    #[cfg(feature = "std")]
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A game that cannot be read.
///
/// ```
/// use bartizan_notation::pgn::{PgnErrorCause, read_games};
///
/// let error = read_games("1. e4 e5\n2. Ke3 *").remove(0).unwrap_err();
/// assert_eq!((error.line, error.source_text.as_str()), (2, "1. e4 e5\n2. Ke3 *"));
/// assert!(matches!(error.cause, PgnErrorCause::Move { text, .. } if text == "Ke3"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {cause}")]
pub struct PgnError {
    /// The line in the file, from 1.
    pub line: usize,
    /// What is wrong there.
    pub cause: PgnErrorCause,
    /// The text of the game.
    pub source_text: String,
}

/// What is wrong with a game.
///
/// ```
/// use bartizan_notation::pgn::{PgnErrorCause, read_games};
///
/// let error = read_games("1. e4 {no end").remove(0).unwrap_err();
/// assert_eq!(error.cause, PgnErrorCause::Unclosed("comment"));
/// let error = read_games("[Variant \"Atomic\"]\n\n1. e4 *").remove(0).unwrap_err();
/// assert_eq!(error.cause, PgnErrorCause::Variant("Atomic".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnErrorCause {
    /// A comment or variation has no end.
    #[error("a {0} is not closed")]
    Unclosed(&'static str),
    /// The tag `FEN` is no valid position.
    #[error("the tag FEN: {0}")]
    Fen(#[from] FenError),
    /// The tag `Variant` names other rules than those of chess.
    #[error("the variant {0} is not chess")]
    Variant(String),
    /// A word is no legal move.
    #[error("'{text}': {cause}")]
    Move {
        /// The word, or its beginning.
        text: String,
        /// Why it is none.
        cause: MoveParseError,
    },
}
