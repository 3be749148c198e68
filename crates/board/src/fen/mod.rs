//! Positions as text: FEN, X-FEN and Shredder-FEN, and the position of an EPD line. Reading is strict: a
//! text that is not a valid position is an error.
//!
//! The fields, separated by white space: pieces, side to move, castling, en passant square, halfmove clock,
//! move number. The last one or two may be missing and are then 0 and 1.

mod parse;
mod write;

use crate::{CastlingNotation, EnPassantMode, FenError, Position, PositionBuilder};
#[cfg(feature = "alloc")]
use alloc::string::String;
use core::fmt;
use core::str::FromStr;
use write::Line;

impl Position {
    /// Reads a position from four to six FEN fields; [`FromStr`] does the same.
    ///
    /// Castling rights are written as in X-FEN (`KQkq`, each meaning the outermost rook on that side of the
    /// king) or as in Shredder-FEN (files of the rooks), or mixed. Both counters are at most 65,535; a
    /// move number of 0 is read as 1. An en passant square without a legal capture is kept only as
    /// [`Position::double_push_target`].
    ///
    /// ```
    /// use bartizan_board::Position;
    ///
    /// let position = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 20")?;
    /// assert_eq!((position.halfmove_clock(), position.fullmove_number()), (3, 20));
    /// // Chess960, where the rook that may castle is not the outermost one.
    /// assert!(Position::from_fen("4k3/8/8/8/8/8/8/4KRR1 w F - 0 1").is_ok());
    /// let error = Position::from_fen("4k3/9/8/8/8/8/8/4K3 w - - 0 1").expect_err("nine squares");
    /// assert_eq!(error.to_string(), "'9' is neither a piece nor a count of empty squares");
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A [`FenError`] for the first error found: malformed fields, castling rights without king or rook, or a
    /// [`PositionError`](crate::PositionError) as for [`PositionBuilder::build`].
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        let mut builder = PositionBuilder::empty();
        parse::fen(text, &mut builder)?;
        Ok(builder.build()?)
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
        let mut builder = PositionBuilder::empty();
        let rest = parse::epd(text, &mut builder)?;
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

    /// As a builder with the en passant square of this mode.
    fn builder_with(&self, en_passant: EnPassantMode) -> PositionBuilder {
        let mut builder = self.to_builder();
        builder.en_passant = self.en_passant_target(en_passant);
        builder
    }
}

/// Texts as `String`.
#[cfg(feature = "alloc")]
impl Position {
    /// The six fields as X-FEN: castling rights are `KQkq` where the rook is the outermost one on its side of
    /// the king, else the file of the rook. For standard chess this is the usual FEN, with an en passant square
    /// only where a capture is legal. [`Display`](fmt::Display) writes the same.
    ///
    /// ```
    /// use bartizan_board::Position;
    ///
    /// let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    /// // No black pawn can capture on e3.
    /// assert_eq!(Position::from_fen(fen)?.to_fen(), fen.replace("e3", "-"));
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    pub fn to_fen(&self) -> String {
        self.to_fen_with(CastlingNotation::XFen, EnPassantMode::Legal)
    }

    /// The six fields as Shredder-FEN: castling rights are the files of the rooks.
    ///
    /// ```
    /// use bartizan_board::Position;
    ///
    /// let position = Position::chess960(0, 0).expect("below 960");
    /// assert_eq!(position.to_shredder_fen(), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1");
    /// ```
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
        Line::fen(&self.builder_with(en_passant), castling).as_str().into()
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
    ///
    /// ```
    /// use bartizan_board::Position;
    ///
    /// let epd = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    /// assert_eq!(Position::startpos().to_epd(), epd);
    /// ```
    pub fn to_epd(&self) -> String {
        self.to_epd_with(CastlingNotation::XFen, EnPassantMode::Legal)
    }

    /// The first four fields of [`Position::to_fen_with`].
    ///
    /// ```
    /// use bartizan_board::{CastlingNotation, EnPassantMode, Move, MoveFlag, Position, Square};
    ///
    /// let next = Position::startpos().make(Move::new(Square::E2, Square::E4, MoveFlag::DOUBLE_PUSH));
    /// let epd = next.to_epd_with(CastlingNotation::Shredder, EnPassantMode::Always);
    /// assert!(epd.ends_with(" b HAha e3"));
    /// ```
    pub fn to_epd_with(&self, castling: CastlingNotation, en_passant: EnPassantMode) -> String {
        Line::epd(&self.builder_with(en_passant), castling).as_str().into()
    }
}

/// The same as [`Position::to_fen`].
impl fmt::Display for Position {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        self.builder_with(EnPassantMode::Legal).fmt(out)
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
        out.write_str(Line::fen(self, CastlingNotation::XFen).as_str())
    }
}

/// Reads FEN fields as [`Position::from_fen`] does, but no [`PositionError`](crate::PositionError) is found.
impl FromStr for PositionBuilder {
    type Err = FenError;

    fn from_str(text: &str) -> Result<PositionBuilder, FenError> {
        let mut builder = PositionBuilder::empty();
        parse::fen(text, &mut builder)?;
        Ok(builder)
    }
}

impl PositionBuilder {
    /// The pieces as the first field of a FEN.
    ///
    /// ```
    /// use bartizan_board::{PositionBuilder, Square};
    ///
    /// let mut builder = PositionBuilder::startpos();
    /// assert_eq!(builder.remove(Square::A1).board_fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR");
    /// ```
    #[cfg(feature = "alloc")]
    pub fn board_fen(&self) -> String {
        let mut line = Line::EMPTY;
        line.push_board(self);
        line.as_str().into()
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
        let mut read = PositionBuilder::empty();
        let length = parse::board(text, &mut read)?;
        if let Some(c) = text[length..].chars().next() {
            return Err(FenError::BadPiece(c));
        }
        (self.sets, self.board) = (read.sets, read.board);
        Ok(self)
    }
}
