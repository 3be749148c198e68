//! Changes of a [`PositionBuilder`]: pieces, rights, the side to move, counters, and the whole board.

use super::PositionBuilder;
use crate::{Bitboard, CastlingRights, CastlingSide, Color, File, Piece, PieceKind, Square};

impl PositionBuilder {
    /// Puts a piece on a square, in place of any that stands there.
    ///
    /// ```
    /// use bartizan_board::{Piece, PositionBuilder, Square};
    ///
    /// let mut builder = PositionBuilder::empty();
    /// builder.put(Square::E4, Piece::WhitePawn).put(Square::E4, Piece::WhiteQueen);
    /// assert_eq!(builder.board_fen(), "8/8/8/8/4Q3/8/8/8");
    /// ```
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
    ///
    /// ```
    /// use bartizan_board::{PositionBuilder, Square};
    ///
    /// let mut builder = PositionBuilder::startpos();
    /// builder.remove(Square::E2).remove(Square::E4);
    /// assert_eq!(builder.occupied().count(), 31);
    /// ```
    pub const fn remove(&mut self, square: Square) -> &mut Self {
        if let Some(piece) = self.board[square.index()].take() {
            self.sets[piece.kind().index()].remove(square);
            self.sets[6 + piece.color().index()].remove(square);
        }
        self
    }

    /// Sets the side to move; if it changes, the en passant square is dropped.
    ///
    /// ```
    /// use bartizan_board::{Color, PositionBuilder};
    ///
    /// let mut builder = PositionBuilder::startpos();
    /// assert!(builder.set_side_to_move(Color::Black).to_string().ends_with(" b KQkq - 0 1"));
    /// ```
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
    ///
    /// ```
    /// use bartizan_board::{CastlingRights, CastlingSide, Color, PositionBuilder, Square};
    ///
    /// let mut builder = PositionBuilder::empty();
    /// builder.set_board_fen("1r2k2r/8/8/8/8/8/8/R3K3")?.set_castling_rights(CastlingRights::BLACK_QUEEN_SIDE);
    /// assert_eq!(builder.castling_rook(Color::Black, CastlingSide::QueenSide), Some(Square::B8));
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
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
    ///
    /// ```
    /// use bartizan_board::{Color, PositionBuilder, Square};
    ///
    /// let mut builder = PositionBuilder::empty();
    /// builder.set_board_fen("4k3/8/8/8/8/8/8/1K1RR3")?.set_castling_rook(Color::White, Square::D1);
    /// // The outermost rook is another one, so X-FEN names the file.
    /// assert!(builder.to_string().ends_with(" w D - 0 1"));
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    pub fn set_castling_rook(&mut self, color: Color, rook: Square) -> &mut Self {
        let king = self.of(color, PieceKind::King).first();
        let king = king.map_or(File::D, Square::file);
        let side =
            if rook.file() > king { CastlingSide::KingSide } else { CastlingSide::QueenSide };
        self.castling[color.index()][side.index()] = Some(rook);
        self
    }

    /// Takes a castling right.
    ///
    /// ```
    /// use bartizan_board::{CastlingSide, Color, PositionBuilder};
    ///
    /// let mut builder = PositionBuilder::startpos();
    /// builder.remove_castling_right(Color::White, CastlingSide::KingSide);
    /// assert_eq!(builder.build()?.castling_rights().to_string(), "Qkq");
    /// # Ok::<(), bartizan_board::PositionError>(())
    /// ```
    pub const fn remove_castling_right(&mut self, color: Color, side: CastlingSide) -> &mut Self {
        self.castling[color.index()][side.index()] = None;
        self
    }

    /// Sets the square that a pawn has just passed over. Whether it can be captured there does not matter.
    ///
    /// ```
    /// use bartizan_board::{PositionBuilder, Square};
    ///
    /// let mut builder: PositionBuilder = "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1".parse()?;
    /// assert_eq!(builder.set_en_passant(Some(Square::D6)).build()?.en_passant(), Some(Square::D6));
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    pub const fn set_en_passant(&mut self, square: Option<Square>) -> &mut Self {
        self.en_passant = square;
        self
    }

    /// Sets the plies since the last capture or pawn move.
    ///
    /// ```
    /// use bartizan_board::PositionBuilder;
    ///
    /// let position = PositionBuilder::startpos().set_halfmove_clock(99).build()?;
    /// assert_eq!(position.halfmove_clock(), 99);
    /// # Ok::<(), bartizan_board::PositionError>(())
    /// ```
    pub const fn set_halfmove_clock(&mut self, plies: u16) -> &mut Self {
        self.halfmove_clock = plies;
        self
    }

    /// Sets the move number; 0 counts as 1.
    ///
    /// ```
    /// use bartizan_board::PositionBuilder;
    ///
    /// let position = PositionBuilder::startpos().set_fullmove_number(0).build()?;
    /// assert_eq!(position.fullmove_number(), 1);
    /// # Ok::<(), bartizan_board::PositionError>(())
    /// ```
    pub const fn set_fullmove_number(&mut self, number: u16) -> &mut Self {
        self.fullmove_number = number;
        self
    }

    /// Swaps the colors of all pieces, of the rights and of the side to move, each piece on its square.
    ///
    /// ```
    /// use bartizan_board::PositionBuilder;
    ///
    /// let mut builder: PositionBuilder = "4k3/8/8/8/8/8/8/4K2R w - - 0 1".parse()?;
    /// assert_eq!(builder.swap_colors().to_string(), "4K3/8/8/8/8/8/8/4k2r b - - 0 1");
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
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
    ///
    /// ```
    /// use bartizan_board::{PositionBuilder, Square};
    ///
    /// let mut builder = PositionBuilder::startpos();
    /// builder.remove(Square::H1);
    /// assert!(builder.build().is_err());
    /// assert_eq!(builder.drop_impossible_rights().build()?.castling_rights().to_string(), "Qkq");
    /// # Ok::<(), bartizan_board::PositionError>(())
    /// ```
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
}
