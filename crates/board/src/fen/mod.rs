//! Positions as text: FEN with its X-FEN and Shredder-FEN spellings of castling, and the
//! position part of EPD. Moves as text are another layer's business, and so is mending the
//! lines that careless programs send: what is wrong here is an error.
//!
//! The fields, separated by white space: board, side to move, castling, en-passant square,
//! halfmove clock, move number. The last, or the last two, may be missing; they count as 0 and
//! 1 then. White's first rank is rank 1, in Chess960 too.

mod error;
mod format;
mod parse;
mod validate;

pub use error::FenError;

use crate::Position;
use format::Spelling;
use std::fmt;
use std::str::FromStr;

impl Position {
    /// Reads a position from four to six FEN fields.
    ///
    /// Castling may be written as in ordinary chess and X-FEN (`KQkq`, each meaning the
    /// outermost rook on that side of the king) or as in Shredder-FEN (files of the rooks);
    /// both may be mixed. The halfmove clock is at most 1000, a move number of 0 counts as 1.
    /// An en-passant square on which nobody can capture legally is dropped without a word.
    ///
    /// # Errors
    ///
    /// A [`FenError`] that names the first fault found. Refused are malformed fields and
    /// positions that no game reaches: kings, numbers of pieces, pawns on the end ranks, the
    /// waiting side in check, more than two checkers, castling rights without king or rook,
    /// and en-passant squares over which no pawn can just have stepped. The check is not
    /// complete: other unreachable positions pass.
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        parse::fen(text).map(|parts| Self::from_parts(&parts))
    }

    /// Reads the position of an EPD line and returns it with the rest of the line, trimmed:
    /// the operations such as `bm e4; id "1";`, unread.
    ///
    /// The halfmove clock and the move number are 0 and 1, unless the line has them as a FEN
    /// has, before its operations.
    ///
    /// # Errors
    ///
    /// As for [`Position::from_fen`].
    pub fn from_epd(text: &str) -> Result<(Self, &str), FenError> {
        parse::epd(text).map(|(parts, rest)| (Self::from_parts(&parts), rest))
    }

    /// The six FEN fields, castling spelt as in X-FEN: `KQkq` where the rook is the outermost
    /// one on its side of the king, else the file of the rook. In ordinary chess this is the
    /// ordinary FEN.
    pub fn to_fen(&self) -> String {
        self.to_string()
    }

    /// The six FEN fields, castling spelt by the files of the rooks.
    pub fn to_shredder_fen(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = format::write(&mut text, self, Spelling::Shredder);
        text
    }
}

/// The same as [`Position::to_fen`].
impl fmt::Display for Position {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        format::write(out, self, Spelling::XFen)
    }
}

/// The same as [`Position::from_fen`].
impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        Self::from_fen(text)
    }
}

/// The position in which a game of ordinary chess begins.
impl Default for Position {
    fn default() -> Self {
        Self::startpos()
    }
}
