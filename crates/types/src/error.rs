//! Why a text is no value, no FEN and no EPD, and why pieces with a side to move are no position.

use crate::{CastlingSide, Color, Rank, Square};

/// A text or a number that stands for no value of the type asked for. Says what was expected, as in "not a square such
/// as e4".
///
/// ```
/// use bartizan_types::Square;
///
/// let error = "e9".parse::<Square>().expect_err("a board has eight ranks");
/// assert_eq!(error.to_string(), "not a square such as e4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("not {0}")]
pub struct ParseError(pub(crate) &'static str);

/// Why pieces, side to move, castling rights and an en passant square are no valid position.
///
/// What is valid is what the layers above can work with, see
/// [`PositionBuilder::build`](https://docs.rs/bartizan-board/latest/bartizan_board/struct.PositionBuilder.html#method.build):
/// it is not a test of whether a game can reach the position.
///
/// ```
/// use bartizan_types::{CastlingSide, Color, PositionError, Square};
///
/// let error = PositionError::EnPassantBlocked(Square::E6);
/// assert_eq!(error.to_string(), "the pawn cannot have made a double step: e6 is occupied");
/// let error = PositionError::CastlingWithoutRook(Color::White, CastlingSide::KingSide);
/// assert_eq!(error.to_string(), "white may castle on the king side, but has no rook to castle with");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// A side without a king.
    #[error("{0} has no king")]
    NoKing(Color),
    /// A side with two or more kings.
    #[error("{0} has more than one king")]
    TooManyKings(Color),
    /// A side with more than sixteen pieces, pawns and king included.
    #[error("{0} has more than 16 pieces")]
    TooManyPieces(Color),
    /// A pawn on the first or the last rank.
    #[error("there is a pawn on {0}")]
    PawnOnEndRank(Square),

    /// The side that is not to move stands in check.
    #[error("{0} is in check, but it is not its turn to move")]
    OpponentInCheck(Color),
    /// More than two pieces give check, which no move can cause.
    #[error("{0} pieces give check at once")]
    TooManyCheckers(u32),

    /// More than eight pawns. Positions may have them; no game from the usual start does.
    #[error("{0} has more than 8 pawns")]
    TooManyPawns(Color),
    /// More promoted pieces than pawns are missing. Positions may have them; no game from the usual start does.
    #[error("{0} has more promoted pieces than it can have")]
    TooManyPromoted(Color),
    /// A check that no last move can have given. Positions may have it; no game does.
    #[error("no move can have given this check")]
    ImpossibleCheck,

    /// A castling right of a side whose king is not on its first rank.
    #[error("{0} may castle on the {side}, but its king is not on its first rank", side = .1.name())]
    CastlingWithoutKing(Color, CastlingSide),
    /// A castling right with no rook to castle with.
    #[error("{0} may castle on the {side}, but has no rook to castle with", side = .1.name())]
    CastlingWithoutRook(Color, CastlingSide),

    /// An en passant square that is not on the sixth rank as the side to move sees it.
    #[error("{0} is on the wrong rank for an en passant square")]
    EnPassantRank(Square),
    /// No enemy pawn stands in front of the en passant square.
    #[error("no pawn can have passed over {0}")]
    EnPassantWithoutPawn(Square),
    /// The en passant square or the one the pawn came from is occupied; holds that square.
    #[error("the pawn cannot have made a double step: {0} is occupied")]
    EnPassantBlocked(Square),
}

/// Why a FEN or EPD text is not a valid position.
///
/// ```
/// use bartizan_types::{Color, FenError, PositionError};
///
/// let error = FenError::from(PositionError::NoKing(Color::White));
/// assert_eq!(error.to_string(), "white has no king");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum FenError {
    /// Fewer than the four fields that every FEN and EPD line has; holds how many there were.
    #[error("a position needs at least four fields, this text has {0}")]
    TooFewFields(usize),
    /// A seventh field, or more.
    #[error("there is text after the sixth field")]
    TrailingText,
    /// A character outside ASCII in one of the fields.
    #[error("the text holds a character outside ASCII")]
    NotAscii,

    /// A character in the board field that is no piece, no digit from 1 to 8 and no slash.
    #[error("{0:?} is neither a piece nor a count of empty squares")]
    BadPiece(char),
    /// The board field does not have eight ranks; holds how many it has.
    #[error("the board has {0} ranks instead of 8")]
    RankCount(usize),
    /// A rank of the board field is not eight squares wide.
    #[error("rank {} is {width} squares wide instead of 8", .rank.index() + 1)]
    RankWidth {
        /// The rank, counted from White's side as usual.
        rank: Rank,
        /// Its width in squares.
        width: usize,
    },

    /// The second field is neither `w` nor `b`.
    #[error("the side to move must be w or b")]
    BadSideToMove,

    /// An invalid character in the castling field.
    #[error("{0:?} is not a castling right")]
    BadCastling(char),
    /// A castling right is given twice.
    #[error("the castling right {0:?} repeats another one")]
    RepeatedCastling(char),
    /// A castling right of a side whose king is not on its first rank.
    #[error("the castling right {0:?} needs the king on its first rank")]
    CastlingWithoutKing(char),
    /// A castling right with no rook to castle with.
    #[error("the castling right {0:?} has no rook to castle with")]
    CastlingWithoutRook(char),

    /// The en-passant field is neither `-` nor a square.
    #[error("the en-passant field must be - or a square")]
    BadEnPassant,

    /// The halfmove clock is no number from 0 to 65535.
    #[error("the halfmove clock must be a number from 0 to 65535")]
    BadHalfmoveClock,
    /// The fullmove number is no number from 0 to 65535.
    #[error("the move number must be a number from 0 to 65535")]
    BadFullmoveNumber,

    /// The text is a FEN, but its content is no valid position.
    #[error(transparent)]
    Position(#[from] PositionError),
}
