//! What a [`Position`] is built from, the content of a FEN. What changes it is in `edit`, its validation in `faults`, its
//! sets of pieces and their moves in `setup`.

use super::{KEYS_OF, Position, index_of};
use crate::{
    Bitboard, CastlingRights, CastlingSide, Color, Piece, PieceKind, PositionError, Square, zobrist,
};

/// The content of a FEN, which need not be valid: a position to set up or to change piece by piece.
///
/// ```
/// use bartizan_board::{Color, Piece, Position, PositionBuilder, PositionError, Square};
///
/// let position = PositionBuilder::empty()
///     .put(Square::E1, Piece::WhiteKing)
///     .put(Square::H1, Piece::WhiteRook)
///     .put(Square::E8, Piece::BlackKing)
///     .set_castling_rook(Color::White, Square::H1)
///     .build()?;
/// assert_eq!(position.to_fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
///
/// // A position changed: without the rook there is nothing to castle with.
/// let mut changed = position.to_builder();
/// changed.remove(Square::H1);
/// assert!(matches!(changed.build(), Err(PositionError::CastlingWithoutRook(..))));
/// let changed = changed.drop_impossible_rights().build()?;
/// assert_eq!(changed.to_fen(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
/// # Ok::<(), PositionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PositionBuilder {
    /// As in a position: the pieces of each kind, then those of each color.
    pub(crate) sets: [Bitboard; 8],
    pub(crate) board: [Option<Piece>; 64],
    pub(crate) side_to_move: Color,
    /// Rook squares of the castling rights, by color and [`CastlingSide`].
    pub(crate) castling: [[Option<Square>; 2]; 2],
    /// The square that a pawn has just passed over, whether or not it can be captured there.
    pub(crate) en_passant: Option<Square>,
    pub(crate) halfmove_clock: u16,
    pub(crate) fullmove_number: u16,
}

/// The empty board, like [`PositionBuilder::empty`].
impl Default for PositionBuilder {
    fn default() -> PositionBuilder {
        PositionBuilder::empty()
    }
}

/// Puts pieces on their squares.
///
/// ```
/// use bartizan_board::{Piece, Position, PositionBuilder, Square};
///
/// let kings = [(Square::E1, Piece::WhiteKing), (Square::E8, Piece::BlackKing)];
/// let builder: PositionBuilder = kings.into_iter().collect();
/// assert_eq!(builder.build().expect("two kings").to_board_fen(), "4k3/8/8/8/8/8/8/4K3");
/// ```
impl Extend<(Square, Piece)> for PositionBuilder {
    fn extend<I: IntoIterator<Item = (Square, Piece)>>(&mut self, pieces: I) {
        for (square, piece) in pieces {
            self.put(square, piece);
        }
    }
}

/// The board with these pieces, and the rest as in [`PositionBuilder::empty`].
impl FromIterator<(Square, Piece)> for PositionBuilder {
    fn from_iter<I: IntoIterator<Item = (Square, Piece)>>(pieces: I) -> PositionBuilder {
        let mut builder = PositionBuilder::empty();
        builder.extend(pieces);
        builder
    }
}

impl From<&Position> for PositionBuilder {
    fn from(position: &Position) -> PositionBuilder {
        position.to_builder()
    }
}

impl PositionBuilder {
    /// An empty board with White to move, no rights, and the counters 0 and 1.
    ///
    /// ```
    /// use bartizan_board::PositionBuilder;
    ///
    /// assert_eq!(PositionBuilder::empty().to_string(), "8/8/8/8/8/8/8/8 w - - 0 1");
    /// ```
    pub const fn empty() -> PositionBuilder {
        PositionBuilder {
            sets: [Bitboard::EMPTY; 8],
            board: [None; 64],
            side_to_move: Color::White,
            castling: [[None; 2]; 2],
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// The starting position of standard chess.
    ///
    /// ```
    /// use bartizan_board::{PositionBuilder, Square};
    ///
    /// let odds = PositionBuilder::startpos().remove(Square::B1).build()?;
    /// assert_eq!(odds.to_fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1");
    /// # Ok::<(), bartizan_board::PositionError>(())
    /// ```
    pub fn startpos() -> PositionBuilder {
        Position::startpos().to_builder()
    }

    /// The piece on a square.
    ///
    /// ```
    /// use bartizan_board::{Piece, PositionBuilder, Square};
    ///
    /// let builder = PositionBuilder::startpos();
    /// assert_eq!(builder.piece_on(Square::D8), Some(Piece::BlackQueen));
    /// ```
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// The side to move.
    ///
    /// ```
    /// use bartizan_board::{Color, PositionBuilder};
    ///
    /// assert_eq!(PositionBuilder::empty().side_to_move(), Color::White);
    /// ```
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The rook of a castling right; `None` without the right.
    ///
    /// ```
    /// use bartizan_board::{CastlingSide, Color, PositionBuilder, Square};
    ///
    /// let builder = PositionBuilder::startpos();
    /// assert_eq!(builder.castling_rook(Color::Black, CastlingSide::QueenSide), Some(Square::A8));
    /// ```
    pub const fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        self.castling[color.index()][side.index()]
    }

    /// The square that a pawn has just passed over.
    ///
    /// ```
    /// use bartizan_board::{PositionBuilder, Square};
    ///
    /// let builder: PositionBuilder = "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1".parse()?;
    /// // It is kept as the text has it, though no pawn can capture there.
    /// assert_eq!(builder.en_passant(), Some(Square::E3));
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Plies since the last capture or pawn move.
    ///
    /// ```
    /// use bartizan_board::PositionBuilder;
    ///
    /// let builder: PositionBuilder = "4k3/8/8/8/8/8/8/4K3 w - - 12 34".parse()?;
    /// assert_eq!((builder.halfmove_clock(), builder.fullmove_number()), (12, 34));
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The move number.
    ///
    /// ```
    /// use bartizan_board::PositionBuilder;
    ///
    /// assert_eq!(PositionBuilder::empty().fullmove_number(), 1);
    /// ```
    pub const fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// The position.
    ///
    /// ```
    /// use bartizan_board::{Color, Piece, PositionBuilder, PositionError, Square};
    ///
    /// let mut builder = PositionBuilder::empty();
    /// builder.put(Square::E1, Piece::WhiteKing);
    /// assert_eq!(builder.build(), Err(PositionError::NoKing(Color::Black)));
    /// assert!(builder.put(Square::E8, Piece::BlackKing).build().is_ok());
    /// ```
    ///
    /// # Errors
    /// The first of the [`faults`](PositionBuilder::faults). Other unreachable positions are accepted, whatever the kinds of
    /// the pieces.
    pub fn build(&self) -> Result<Position, PositionError> {
        match self.faults().next() {
            Some(fault) => Err(fault),
            None => Ok(Position::from_builder(self)),
        }
    }

    /// The king, if it is on its first rank; the one nearest to the A file of several.
    pub(crate) fn king_on_back_rank(&self, color: Color) -> Option<Square> {
        (self.of(color, PieceKind::King) & color.back_rank()).first()
    }

    /// The outermost rook of this color on this side of its king, all on their first rank.
    pub(crate) fn outermost_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        let king = self.king_on_back_rank(color)?;
        let rooks = self.of(color, PieceKind::Rook) & color.back_rank();
        match side {
            CastlingSide::KingSide => rooks.last().filter(|&rook| rook > king),
            CastlingSide::QueenSide => rooks.first().filter(|&rook| rook < king),
        }
    }
}

impl Position {
    /// Builds a position from a valid builder. An en passant square without a legal capture is kept only as
    /// [`Position::double_push_target`].
    pub(crate) fn from_builder(builder: &PositionBuilder) -> Position {
        let mut position = Position {
            sets: builder.sets,
            board: builder.board,
            keys: [0; 4],
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            castling_rooks: [[Square::H1, Square::A1], [Square::H8, Square::A8]],
            rights: CastlingRights::EMPTY,
            side_to_move: builder.side_to_move,
            en_passant: None,
            double_push_target: builder.en_passant,
            halfmove_clock: builder.halfmove_clock,
            plies_since_null: builder.halfmove_clock,
            fullmove_number: builder.fullmove_number.max(1),
        };
        for square in position.occupied() {
            let index = index_of(builder.board[square.index()]);
            let number = zobrist::piece_or_none(index, square);
            for (key, mask) in position.keys.iter_mut().zip(KEYS_OF[index]) {
                *key ^= number & mask;
            }
        }
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if let Some(rook) = builder.castling_rook(color, side) {
                    position.castling_rooks[color.index()][side.index()] = rook;
                    position.rights |= CastlingRights::of(color, side);
                }
            }
        }
        position.update_checks(builder.side_to_move);
        if let Some(target) = builder.en_passant {
            position.set_en_passant(target);
        }
        position.keys[0] ^= position.state_key();
        position
    }

    /// The position as a builder, to change it and build again. Its en passant square is that of
    /// [`Position::double_push_target`].
    ///
    /// ```
    /// use bartizan_board::{Position, Square};
    ///
    /// let position = Position::startpos().to_builder().remove(Square::D1).build()?;
    /// assert_eq!(position.piece_on(Square::D1), None);
    /// # Ok::<(), bartizan_board::PositionError>(())
    /// ```
    pub fn to_builder(&self) -> PositionBuilder {
        let rook = |color, side| self.castling_rook(color, side);
        let rooks = |color| CastlingSide::ALL.map(|side| rook(color, side));
        PositionBuilder {
            sets: self.sets,
            board: self.board,
            side_to_move: self.side_to_move,
            castling: Color::ALL.map(rooks),
            en_passant: self.double_push_target,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        }
    }
}
