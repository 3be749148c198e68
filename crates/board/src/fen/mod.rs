//! Positions as text: FEN, X-FEN and Shredder-FEN, and the position of an EPD line. Reading is strict: a
//! text that is not a valid position is an error.
//!
//! The fields, separated by white space: pieces, side to move, castling, en passant square, halfmove clock,
//! move number. The last one or two may be missing and are then 0 and 1.

mod format;
mod parse;
mod validate;

use crate::{FenError, Position};
use alloc::string::{String, ToString};
use core::fmt;
use format::CastlingNotation;

impl Position {
    /// Reads a position from four to six FEN fields.
    ///
    /// Castling rights are written as in X-FEN (`KQkq`, each meaning the outermost rook on that side of the
    /// king) or as in Shredder-FEN (files of the rooks), or mixed. Both counters are at most 65,535; a
    /// move number of 0 is read as 1. An en passant square without a legal capture is dropped.
    ///
    /// # Errors
    ///
    /// A [`FenError`] for the first error found: malformed fields; a side without exactly one king or with more
    /// than sixteen pieces; pawns on the first or last rank; the side not to move in check; more than two checkers; castling rights
    /// without king or rook; an en passant square that no pawn can just have passed. Other unreachable
    /// positions are accepted, whatever the kinds of the pieces.
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        parse::fen(text).map(|setup| Self::from_setup(&setup))
    }

    /// Reads the position of an EPD line and returns it with the rest of the line, trimmed: the operations
    /// such as `bm e4; id "1";`.
    ///
    /// The halfmove clock and the move number are 0 and 1, unless they precede the operations as in a FEN.
    ///
    /// # Errors
    ///
    /// As for [`Position::from_fen`].
    pub fn from_epd(text: &str) -> Result<(Self, &str), FenError> {
        parse::epd(text).map(|(setup, rest)| (Self::from_setup(&setup), rest))
    }

    /// The six fields as X-FEN: castling rights are `KQkq` where the rook is the outermost one on its side of
    /// the king, else the file of the rook. For standard chess this is the usual FEN.
    pub fn to_fen(&self) -> String {
        self.to_string()
    }

    /// The six fields as Shredder-FEN: castling rights are the files of the rooks.
    pub fn to_shredder_fen(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = format::write(&mut text, self, CastlingNotation::Shredder);
        text
    }
}

/// The same as [`Position::to_fen`].
impl fmt::Display for Position {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        format::write(out, self, CastlingNotation::XFen)
    }
}
