//! Positions as text: FEN, X-FEN and Shredder-FEN, and the position of an EPD line. Reading is strict: a
//! text that is not a valid position is an error.
//!
//! The fields, separated by white space: pieces, side to move, castling, en passant square, halfmove clock,
//! move number. The last one or two may be missing and are then 0 and 1.

mod parse;

use crate::{CastlingSide, Color, FenError, File, Piece, PieceKind, Position, Rank, Square};
use alloc::string::{String, ToString};
use core::fmt::{self, Write};

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
        Ok(parse::fen(text)?.position()?)
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
        let (setup, rest) = parse::epd(text)?;
        Ok((setup.position()?, rest))
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
        let _ = write(&mut text, self, CastlingNotation::Shredder);
        text
    }
}

/// The same as [`Position::to_fen`].
impl fmt::Display for Position {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write(out, self, CastlingNotation::XFen)
    }
}

/// The notation of the castling field.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CastlingNotation {
    /// `KQkq` where the rook is the outermost one on its side of the king, else its file.
    XFen,
    /// Always the file of the rook.
    Shredder,
}

/// Writes all six fields.
fn write(out: &mut impl Write, position: &Position, notation: CastlingNotation) -> fmt::Result {
    write_board(out, position)?;
    out.write_str(match position.side_to_move() {
        Color::White => " w ",
        Color::Black => " b ",
    })?;
    write_castling(out, position, notation)?;
    match position.en_passant() {
        Some(square) => write!(out, " {square}")?,
        None => out.write_str(" -")?,
    }
    write!(out, " {} {}", position.halfmove_clock(), position.fullmove_number())
}

fn write_board(out: &mut impl Write, position: &Position) -> fmt::Result {
    for rank in Rank::ALL.into_iter().rev() {
        if rank != Rank::Eighth {
            out.write_char('/')?;
        }
        let mut empty = 0;
        for file in File::ALL {
            let Some(piece) = position.piece_on(Square::new(file, rank)) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                write!(out, "{empty}")?;
                empty = 0;
            }
            out.write_char(piece.to_char())?;
        }
        if empty > 0 {
            write!(out, "{empty}")?;
        }
    }
    Ok(())
}

fn write_castling(
    out: &mut impl Write,
    position: &Position,
    notation: CastlingNotation,
) -> fmt::Result {
    let mut any = false;
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            let Some(rook) = position.castling_rook(color, side) else {
                continue;
            };
            let letter = if notation == CastlingNotation::XFen && is_outermost(position, rook, side)
            {
                match side {
                    CastlingSide::KingSide => 'k',
                    CastlingSide::QueenSide => 'q',
                }
            } else {
                rook.file().to_char()
            };
            out.write_char(match color {
                Color::White => letter.to_ascii_uppercase(),
                Color::Black => letter,
            })?;
            any = true;
        }
    }
    if any { Ok(()) } else { out.write_char('-') }
}

/// Whether no other rook of the same color stands between `rook` and the edge of its side.
fn is_outermost(position: &Position, rook: Square, side: CastlingSide) -> bool {
    let same = position.piece_on(rook);
    debug_assert_eq!(same.map(Piece::kind), Some(PieceKind::Rook));
    File::ALL
        .into_iter()
        .filter(|file| match side {
            CastlingSide::KingSide => file.index() > rook.file().index(),
            CastlingSide::QueenSide => file.index() < rook.file().index(),
        })
        .all(|file| position.piece_on(Square::new(file, rook.rank())) != same)
}
