//! What a [`Position`] is built from, the content of a FEN. Its validation is in `faults`, its sets of pieces and their
//! moves in `setup`.

use super::{KEYS_OF, Position, index_of};
use crate::{
    Bitboard, CastlingRights, CastlingSide, Color, File, Piece, PieceKind, PositionError, Square,
    zobrist,
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
    pub fn startpos() -> PositionBuilder {
        Position::startpos().to_builder()
    }

    /// The piece on a square.
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// The side to move.
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The rook of a castling right; `None` without the right.
    pub const fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        self.castling[color.index()][side.index()]
    }

    /// The square that a pawn has just passed over.
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Plies since the last capture or pawn move.
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The move number.
    pub const fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// Puts a piece on a square, in place of any that stands there.
    pub const fn put(&mut self, square: Square, piece: Piece) -> &mut Self {
        self.remove(square);
        self.board[square.index()] = Some(piece);
        self.sets[piece.kind().index()].insert(square);
        self.sets[6 + piece.color().index()].insert(square);
        self
    }

    /// Puts a piece on each of these squares.
    ///
    /// ```
    /// use bartizan_board::{Color, Piece, PositionBuilder, Rank};
    ///
    /// let mut builder = PositionBuilder::empty();
    /// builder.put_all(Rank::Second.bitboard(), Piece::WhitePawn);
    /// assert_eq!(builder.color(Color::White), Rank::Second.bitboard());
    /// ```
    pub fn put_all(&mut self, squares: Bitboard, piece: Piece) -> &mut Self {
        for square in squares {
            self.put(square, piece);
        }
        self
    }

    /// Empties a square.
    pub const fn remove(&mut self, square: Square) -> &mut Self {
        if let Some(piece) = self.board[square.index()].take() {
            self.sets[piece.kind().index()].remove(square);
            self.sets[6 + piece.color().index()].remove(square);
        }
        self
    }

    /// Sets the side to move; if it changes, the en passant square is dropped.
    pub fn set_side_to_move(&mut self, color: Color) -> &mut Self {
        if self.side_to_move != color {
            self.en_passant = None;
        }
        self.side_to_move = color;
        self
    }

    /// Gives a side these castling rights of `KQkq` and takes the others from it and the other side.
    ///
    /// The rook of a right is the outermost one on that side of the king, as in X-FEN, so the pieces must have been
    /// put before. Where none stands there it is that of standard chess, on the A or the H file.
    pub fn set_castling_rights(&mut self, rights: CastlingRights) -> &mut Self {
        self.castling = [[None; 2]; 2];
        for (color, side) in rights {
            let corner = match side {
                CastlingSide::KingSide => File::H,
                CastlingSide::QueenSide => File::A,
            };
            let rook = self.outermost_rook(color, side);
            let rook = rook.unwrap_or(Square::new(corner, color.back_rank()));
            self.castling[color.index()][side.index()] = Some(rook);
        }
        self
    }

    /// Gives a side the right to castle with the rook on this square. On which side of the king that is follows from
    /// the king's square, so the king must have been put before; without one the files E to H are the king side.
    pub fn set_castling_rook(&mut self, color: Color, rook: Square) -> &mut Self {
        let king = self.of(color, PieceKind::King).first();
        let king = king.map_or(File::D, Square::file);
        let side =
            if rook.file() > king { CastlingSide::KingSide } else { CastlingSide::QueenSide };
        self.castling[color.index()][side.index()] = Some(rook);
        self
    }

    /// Takes a castling right.
    pub const fn remove_castling_right(&mut self, color: Color, side: CastlingSide) -> &mut Self {
        self.castling[color.index()][side.index()] = None;
        self
    }

    /// Sets the square that a pawn has just passed over. Whether it can be captured there does not matter.
    pub const fn set_en_passant(&mut self, square: Option<Square>) -> &mut Self {
        self.en_passant = square;
        self
    }

    /// Sets the plies since the last capture or pawn move.
    pub const fn set_halfmove_clock(&mut self, plies: u16) -> &mut Self {
        self.halfmove_clock = plies;
        self
    }

    /// Sets the move number; 0 counts as 1.
    pub const fn set_fullmove_number(&mut self, number: u16) -> &mut Self {
        self.fullmove_number = number;
        self
    }

    /// Swaps the colors of all pieces, of the rights and of the side to move, each piece on its square.
    pub fn swap_colors(&mut self) -> &mut Self {
        for piece in self.board.iter_mut().flatten() {
            *piece = Piece::new(!piece.color(), piece.kind());
        }
        self.sets.swap(6, 7);
        self.castling.swap(0, 1);
        self.side_to_move = !self.side_to_move;
        self
    }

    /// Moves everything to other squares, as by [`Square::flip_horizontal`]: pieces, rooks that castle and the en
    /// passant square. The function must give each square one of its own. Castling rights outlive only what leaves ranks
    /// ranks.
    ///
    /// ```
    /// use bartizan_board::{Position, Square};
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// let mirrored = position.to_builder().transform(Square::flip_horizontal).build()?;
    /// assert_eq!(mirrored.to_fen(), "3k4/8/8/8/8/8/8/R2K4 w Q - 0 1");
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    pub fn transform(&mut self, to: impl Fn(Square) -> Square) -> &mut Self {
        let before = self.clone();
        (self.sets, self.board) = ([Bitboard::EMPTY; 8], [None; 64]);
        self.castling = [[None; 2]; 2];
        for square in before.occupied() {
            if let Some(piece) = before.piece_on(square) {
                self.put(to(square), piece);
            }
        }
        for color in Color::ALL {
            for rook in before.castling[color.index()].into_iter().flatten() {
                self.set_castling_rook(color, to(rook));
            }
        }
        self.en_passant = before.en_passant.map(to);
        self
    }

    /// Drops castling rights without king or rook on their squares, and an en passant square that no pawn can just have
    /// passed: what is left of them after pieces were changed.
    pub fn drop_impossible_rights(&mut self) -> &mut Self {
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if self.check_castling(color, side).is_err() {
                    self.remove_castling_right(color, side);
                }
            }
        }
        if self.check_en_passant().is_err() {
            self.en_passant = None;
        }
        self
    }

    /// The position.
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
