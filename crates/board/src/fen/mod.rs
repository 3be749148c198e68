//! Positions as text: FEN, X-FEN and Shredder-FEN, and the position of an EPD line. Reading is strict: a
//! text that is not a valid position is an error.
//!
//! The fields, separated by white space: pieces, side to move, castling, en passant square, halfmove clock,
//! move number. The last one or two may be missing and are then 0 and 1.

mod parse;

#[cfg(feature = "alloc")]
use crate::EnPassantMode;
use crate::{
    CastlingNotation, CastlingSide, Color, FenError, File, Position, PositionBuilder, Rank, Square,
};
#[cfg(feature = "alloc")]
use alloc::string::{String, ToString};
use core::fmt::{self, Write};
use core::str::FromStr;

impl Position {
    /// Reads a position from four to six FEN fields; [`FromStr`] does the same.
    ///
    /// Castling rights are written as in X-FEN (`KQkq`, each meaning the outermost rook on that side of the
    /// king) or as in Shredder-FEN (files of the rooks), or mixed. Both counters are at most 65,535; a
    /// move number of 0 is read as 1. An en passant square without a legal capture is kept only as
    /// [`Position::double_push_target`].
    ///
    /// # Errors
    ///
    /// A [`FenError`] for the first error found: malformed fields, castling rights without king or rook, or a
    /// [`PositionError`](crate::PositionError) as for [`PositionBuilder::build`].
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        Ok(parse::fen(text)?.build()?)
    }

    /// Reads the position of an EPD line and returns it with the rest of the line, trimmed: the operations
    /// such as `bm e4; id "1";`.
    ///
    /// The halfmove clock and the move number are 0 and 1, unless they precede the operations as in a FEN.
    ///
    /// ```
    /// use bartizan_board::Position;
    ///
    /// let (position, operations) = Position::from_epd("4k3/8/8/8/8/8/8/4K2R w K - bm O-O;")?;
    /// assert_eq!((position.to_epd().as_str(), operations), ("4k3/8/8/8/8/8/8/4K2R w K -", "bm O-O;"));
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`Position::from_fen`].
    pub fn from_epd(text: &str) -> Result<(Self, &str), FenError> {
        let (builder, rest) = parse::epd(text)?;
        Ok((builder.build()?, rest))
    }

    /// Reads a position from the bytes of a text, as [`Position::from_fen`] does.
    ///
    /// # Errors
    /// As for [`Position::from_fen`].
    ///
    /// ```
    /// use bartizan_board::{FenError, Position};
    ///
    /// let start = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /// assert_eq!(Position::from_ascii(start), Ok(Position::startpos()));
    /// assert_eq!(Position::from_ascii(b"\xff"), Err(FenError::NotAscii));
    /// ```
    pub fn from_ascii(text: &[u8]) -> Result<Self, FenError> {
        Position::from_fen(core::str::from_utf8(text).map_err(|_| FenError::NotAscii)?)
    }
}

/// Texts as `String`.
#[cfg(feature = "alloc")]
impl Position {
    /// The six fields as X-FEN: castling rights are `KQkq` where the rook is the outermost one on its side of
    /// the king, else the file of the rook. For standard chess this is the usual FEN, with an en passant square
    /// only where a capture is legal. [`Display`](fmt::Display) writes the same.
    pub fn to_fen(&self) -> String {
        self.to_string()
    }

    /// The six fields as Shredder-FEN: castling rights are the files of the rooks.
    pub fn to_shredder_fen(&self) -> String {
        self.to_fen_with(CastlingNotation::Shredder, EnPassantMode::Legal)
    }

    /// The six fields, castling rights and en passant square as asked for.
    ///
    /// ```
    /// use bartizan_board::{CastlingNotation, EnPassantMode, Move, MoveFlag, Position, Square};
    ///
    /// let position = Position::startpos().make(Move::new(Square::E2, Square::E4, MoveFlag::DOUBLE_PUSH));
    /// assert_eq!(
    ///     position.to_fen_with(CastlingNotation::Shredder, EnPassantMode::Always),
    ///     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha e3 0 1",
    /// );
    /// ```
    pub fn to_fen_with(&self, castling: CastlingNotation, en_passant: EnPassantMode) -> String {
        let mut text = self.to_epd_with(castling, en_passant);
        // Writing to a string cannot fail.
        let _ = write!(text, " {} {}", self.halfmove_clock(), self.fullmove_number());
        text
    }

    /// The first field alone: the pieces, rank by rank.
    ///
    /// ```
    /// use bartizan_board::Position;
    ///
    /// let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    /// assert_eq!(Position::startpos().to_board_fen(), fen);
    /// ```
    pub fn to_board_fen(&self) -> String {
        self.to_builder().board_fen()
    }

    /// The first four fields of [`Position::to_fen`], as an EPD line has them before its operations.
    pub fn to_epd(&self) -> String {
        self.to_epd_with(CastlingNotation::XFen, EnPassantMode::Legal)
    }

    /// The first four fields of [`Position::to_fen_with`].
    pub fn to_epd_with(&self, castling: CastlingNotation, en_passant: EnPassantMode) -> String {
        let mut builder = self.to_builder();
        builder.en_passant = self.en_passant_target(en_passant);
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = write_fields(&mut text, &builder, castling);
        text
    }
}

/// The same as [`Position::to_fen`].
impl fmt::Display for Position {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let mut builder = self.to_builder();
        builder.en_passant = self.en_passant();
        builder.fmt(out)
    }
}

/// The same as [`Position::from_fen`].
impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Position, FenError> {
        Position::from_fen(text)
    }
}

/// The six fields as X-FEN.
impl fmt::Display for PositionBuilder {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write_fields(out, self, CastlingNotation::XFen)?;
        write!(out, " {} {}", self.halfmove_clock, self.fullmove_number)
    }
}

/// Reads FEN fields as [`Position::from_fen`] does, but no [`PositionError`](crate::PositionError) is found.
impl FromStr for PositionBuilder {
    type Err = FenError;

    fn from_str(text: &str) -> Result<PositionBuilder, FenError> {
        parse::fen(text)
    }
}

/// Writes the first four fields.
fn write_fields(
    out: &mut impl Write,
    builder: &PositionBuilder,
    castling: CastlingNotation,
) -> fmt::Result {
    write_board(out, builder)?;
    out.write_str(match builder.side_to_move {
        Color::White => " w ",
        Color::Black => " b ",
    })?;
    write_castling(out, builder, castling)?;
    match builder.en_passant {
        Some(square) => write!(out, " {square}"),
        None => out.write_str(" -"),
    }
}

impl PositionBuilder {
    /// The pieces as the first field of a FEN.
    #[cfg(feature = "alloc")]
    pub fn board_fen(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = write_board(&mut text, self);
        text
    }

    /// Sets the pieces from the first field of a FEN, and nothing else.
    ///
    /// # Errors
    /// When it is none; then nothing changes.
    ///
    /// ```
    /// use bartizan_board::PositionBuilder;
    ///
    /// let mut builder = PositionBuilder::empty();
    /// builder.set_board_fen("4k3/8/8/8/8/8/8/4K2R")?;
    /// assert_eq!(builder.build()?.to_fen(), "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_board_fen(&mut self, text: &str) -> Result<&mut Self, FenError> {
        self.board = parse::board(text)?;
        Ok(self)
    }
}

fn write_board(out: &mut impl Write, builder: &PositionBuilder) -> fmt::Result {
    for rank in Rank::ALL.into_iter().rev() {
        if rank != Rank::Eighth {
            out.write_char('/')?;
        }
        let mut empty = 0;
        for file in File::ALL {
            let Some(piece) = builder.piece_on(Square::new(file, rank)) else {
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
    builder: &PositionBuilder,
    notation: CastlingNotation,
) -> fmt::Result {
    let mut any = false;
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            let Some(rook) = builder.castling_rook(color, side) else {
                continue;
            };
            let by_side = match notation {
                CastlingNotation::XFen => builder.outermost_rook(color, side) == Some(rook),
                CastlingNotation::Shredder => false,
                CastlingNotation::Standard => true,
            };
            let letter = if by_side { side.to_char() } else { rook.file().to_char() };
            out.write_char(match color {
                Color::White => letter.to_ascii_uppercase(),
                Color::Black => letter,
            })?;
            any = true;
        }
    }
    if any { Ok(()) } else { out.write_char('-') }
}
