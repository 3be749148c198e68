//! Positions in 24 bytes, for files with many of them.

use crate::{
    Bitboard, CastlingSide, Color, Piece, PieceKind, Position, PositionBuilder, PositionError, Rank,
};

/// A position in 24 bytes, without its two counters. The layout is the same in every version with the same major number:
///
/// Bytes 0 to 7 are the occupied squares, A1 the lowest bit of the first byte. Each of the other bytes has two pieces, in the
/// order of their squares, the first one in the lower four bits; what is left over is zero. A piece is its
/// [index](Piece::index), 0 to 11, or
///
/// | | |
/// |---|---|
/// | 12 | a pawn that has just made a double step: white on the fourth rank, black on the fifth |
/// | 13 | a white rook that may castle |
/// | 14 | a black rook that may castle |
/// | 15 | the black king, and Black is to move |
///
/// ```
/// use bartizan_board::{PackedPosition, Position};
///
/// let position = Position::from_fen("4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 1")?;
/// let packed = position.to_packed();
/// assert_eq!(PackedPosition::from_bytes(packed.to_bytes()).unpack()?, position);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct PackedPosition([u8; 24]);

/// Why 24 bytes are no position.
///
/// ```
/// use bartizan_board::{PackedPosition, PackedPositionError};
///
/// let full = PackedPosition::from_bytes([255; 24]).unpack();
/// assert_eq!(full, Err(PackedPositionError::TooManyPieces(64)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum PackedPositionError {
    /// More than 32 squares are occupied; holds how many.
    #[error("{0} squares are occupied, of which 32 can be")]
    TooManyPieces(u32),
    /// The pieces are no valid position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// Packing the position gives other bytes: it says the same twice, or there are bits behind the last piece.
    #[error("the bytes are not those that the position is packed into")]
    Inconsistent,
}

const DOUBLE_STEP: u8 = 12;
/// Of White, and one more of Black.
const CASTLING_ROOK: u8 = 13;
const BLACK_TO_MOVE: u8 = 15;

impl PackedPosition {
    /// From its bytes, which are not checked before [`PackedPosition::unpack`].
    ///
    /// ```
    /// use bartizan_board::{PackedPosition, Position};
    ///
    /// let bytes = Position::startpos().to_packed().to_bytes();
    /// assert_eq!(PackedPosition::from_bytes(bytes).unpack(), Ok(Position::startpos()));
    /// ```
    pub const fn from_bytes(bytes: [u8; 24]) -> PackedPosition {
        PackedPosition(bytes)
    }

    /// Its bytes.
    ///
    /// ```
    /// use bartizan_board::Position;
    ///
    /// let bytes = Position::startpos().to_packed().to_bytes();
    /// // Two ranks of pieces, four empty ones, two more.
    /// assert_eq!(bytes[..8], [255, 255, 0, 0, 0, 0, 255, 255]);
    /// ```
    pub const fn to_bytes(self) -> [u8; 24] {
        self.0
    }

    /// The position, with the counters 0 and 1.
    ///
    /// ```
    /// use bartizan_board::PackedPosition;
    ///
    /// let error = PackedPosition::from_bytes([0; 24]).unpack().expect_err("no kings");
    /// assert_eq!(error.to_string(), "white has no king");
    /// assert!(PackedPosition::from_bytes([255; 24]).unpack().is_err());
    /// ```
    ///
    /// # Errors
    /// When the bytes are not those of [`Position::to_packed`] for any position.
    pub fn unpack(self) -> Result<Position, PackedPositionError> {
        let mut squares = [0; 8];
        squares.copy_from_slice(&self.0[..8]);
        let occupied = Bitboard(u64::from_le_bytes(squares));
        if occupied.count() > 32 {
            return Err(PackedPositionError::TooManyPieces(occupied.count()));
        }
        let mut builder = PositionBuilder::empty();
        let mut castling = Bitboard::EMPTY;
        for (number, square) in occupied.into_iter().enumerate() {
            let code = self.0[8 + number / 2] >> (4 * (number % 2)) & 15;
            let piece = match code {
                DOUBLE_STEP => {
                    let is_white = square.rank() == Rank::Fourth;
                    let color = if is_white { Color::White } else { Color::Black };
                    builder.en_passant = square.backward(color);
                    Piece::new(color, PieceKind::Pawn)
                }
                BLACK_TO_MOVE => {
                    builder.side_to_move = Color::Black;
                    Piece::BlackKing
                }
                code => Piece::try_from_index(code.into()).unwrap_or_else(|| {
                    castling |= square.bitboard();
                    let is_white = code == CASTLING_ROOK;
                    if is_white { Piece::WhiteRook } else { Piece::BlackRook }
                }),
            };
            builder.put(square, piece);
        }
        for square in castling {
            let color = builder.piece_on(square).map_or(Color::White, Piece::color);
            builder.set_castling_rook(color, square);
        }
        let position = builder.build()?;
        if position.to_packed() == self {
            Ok(position)
        } else {
            Err(PackedPositionError::Inconsistent)
        }
    }
}

impl Position {
    /// The position in 24 bytes, without its counters; an en passant square is kept after every double step, as
    /// [`Position::double_push_target`].
    ///
    /// ```
    /// use bartizan_board::Position;
    ///
    /// let packed = Position::startpos().to_packed();
    /// assert_eq!((size_of_val(&packed), packed.unpack()), (24, Ok(Position::startpos())));
    /// ```
    pub fn to_packed(&self) -> PackedPosition {
        let mut bytes = [0; 24];
        bytes[..8].copy_from_slice(&self.occupied().0.to_le_bytes());
        let stepped = self.double_push_target().and_then(|to| to.backward(self.side_to_move()));
        let castles = |color: Color, square| {
            CastlingSide::ALL.iter().any(|&side| self.castling_rook(color, side) == Some(square))
        };
        for (number, (square, piece)) in self.iter_pieces().enumerate() {
            let code = match piece {
                _ if stepped == Some(square) => DOUBLE_STEP,
                Piece::BlackKing if self.side_to_move().is_black() => BLACK_TO_MOVE,
                Piece::WhiteRook | Piece::BlackRook if castles(piece.color(), square) => {
                    CASTLING_ROOK + piece.color().index() as u8
                }
                piece => piece.index() as u8,
            };
            bytes[8 + number / 2] |= code << (4 * (number % 2));
        }
        PackedPosition(bytes)
    }
}
