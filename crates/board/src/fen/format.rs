//! Writes a position as X-FEN or Shredder-FEN. They differ in the castling field only.

use crate::{CastlingSide, Color, File, Piece, PieceKind, Position, Rank, Square};
use core::fmt::{self, Write};

/// The notation of the castling field.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CastlingNotation {
    /// `KQkq` where the rook is the outermost one on its side of the king, else its file.
    XFen,
    /// Always the file of the rook.
    Shredder,
}

/// Writes all six fields.
pub(super) fn write(
    out: &mut impl Write,
    position: &Position,
    notation: CastlingNotation,
) -> fmt::Result {
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
                    CastlingSide::Short => 'k',
                    CastlingSide::Long => 'q',
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
            CastlingSide::Short => file.index() > rook.file().index(),
            CastlingSide::Long => file.index() < rook.file().index(),
        })
        .all(|file| position.piece_on(Square::new(file, rook.rank())) != same)
}
