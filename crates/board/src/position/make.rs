//! Making moves, by copy-make.

use super::{Position, key_group, minor_number};
use crate::{
    CastlingRights, CastlingSide, Color, Move, MoveFlag, Piece, PieceKind, Square, attacks, zobrist,
};

impl Position {
    /// The position after a move.
    ///
    /// The move must be legal here (`movegen::is_legal`). Another one gives an invalid position.
    ///
    /// ```
    /// use bartizan_board::{Move, MoveFlag, Position, Square};
    ///
    /// let castling = Move::new(Square::E1, Square::H1, MoveFlag::CASTLE);
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?.make(castling);
    /// assert_eq!(position.to_fen(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    ///
    /// # Panics
    /// If the origin of the move is empty.
    #[inline]
    #[must_use]
    pub fn make(&self, mv: Move) -> Position {
        let mut next = self.clone();
        self.make_into(mv, &mut next);
        next
    }

    /// The key of the position after a legal move, before the move is made: to prefetch what is stored by it.
    /// Another one if the move castles, promotes or captures en passant, or if castling rights or the en
    /// passant square change. A move that is not legal gives some key.
    #[inline]
    #[must_use]
    pub fn key_after(&self, mv: Move) -> u64 {
        let (from, to) = (mv.from(), mv.to());
        let moved = self.board[from.index()]
            .map_or(0, |piece| zobrist::piece(piece, from) ^ zobrist::piece(piece, to));
        let captured = self.board[to.index()].map_or(0, |piece| zobrist::piece(piece, to));
        self.key() ^ zobrist::side() ^ moved ^ captured
    }

    /// The same for a null move. Another one if an en passant square is set.
    #[inline]
    #[must_use]
    pub fn key_after_null(&self) -> u64 {
        self.key() ^ zobrist::side()
    }

    /// The position after a null move.
    ///
    /// # Panics
    /// In check, in builds with debug assertions. Without them the position is invalid.
    #[must_use]
    pub fn make_null(&self) -> Position {
        debug_assert!(!self.in_check());
        let mut next = self.clone();
        next.halfmove_clock = next.halfmove_clock.saturating_add(1);
        next.plies_since_null = 0;
        next.en_passant = None;
        next.double_push_target = None;
        next.switch_side_to_move();
        next.update_checks();
        next.update_key();
        next
    }

    /// The position after a null move; `None` in check, where passing would leave the king to be taken.
    ///
    /// ```
    /// use bartizan_board::{Color, Position};
    ///
    /// let passed = Position::startpos().null_move().expect("not in check");
    /// assert_eq!(passed.side_to_move(), Color::Black);
    /// ```
    #[must_use]
    pub fn null_move(&self) -> Option<Position> {
        (!self.in_check()).then(|| self.make_null())
    }

    #[inline(always)]
    fn switch_side_to_move(&mut self) {
        self.fullmove_number =
            self.fullmove_number.saturating_add(self.side_to_move.index() as u16);
        self.side_to_move = !self.side_to_move;
    }

    /// The same as [`Position::make`] into memory that is there already. What `make` returns is copied once more by today's
    /// compilers, which takes a quarter of the time of perft.
    ///
    /// # Panics
    /// If the origin of the move is empty.
    ///
    /// ```
    /// use bartizan_board::{Move, MoveFlag, Position, Square};
    ///
    /// let start = Position::startpos();
    /// let mut next = start.clone();
    /// for (to, flag) in [(Square::E3, MoveFlag::QUIET), (Square::E4, MoveFlag::DOUBLE_PUSH)] {
    ///     let mv = Move::new(Square::E2, to, flag);
    ///     start.make_into(mv, &mut next);
    ///     assert_eq!(next, start.make(mv));
    /// }
    /// ```
    #[inline(always)]
    pub fn make_into(&self, mv: Move, next: &mut Position) {
        *next = self.clone();
        // What does not change is read from this position: that is faster than from the copy.
        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        let piece = self.moved_piece(mv);
        debug_assert_eq!(piece.color(), us);
        next.halfmove_clock = self.halfmove_clock.saturating_add(1);
        next.plies_since_null = self.plies_since_null.saturating_add(1);
        next.en_passant = None;
        next.double_push_target = None;

        if mv.is_castle() {
            next.castle(mv, us);
        } else {
            self.move_piece(piece, from, to, mv, next);
            if mv.is_capture() {
                let taken =
                    if mv.is_en_passant() { Square::from_index(to.index() ^ 8) } else { to };
                if let Some(piece) = self.board[taken.index()] {
                    debug_assert_eq!(piece.color(), !us);
                    next.toggle(piece, taken);
                    next.halfmove_clock = 0;
                }
                if taken != to {
                    next.board[taken.index()] = None;
                }
            }
            if piece.kind() == PieceKind::Pawn {
                next.halfmove_clock = 0;
            }
            if !self.rights.is_empty() {
                next.update_rights(piece, from, to);
            }
        }

        next.fullmove_number = self.fullmove_number.saturating_add(us.index() as u16);
        next.side_to_move = !us;
        next.update_checks();
        if mv.flag() == MoveFlag::DOUBLE_PUSH {
            let target = Square::from_index((from.index() + to.index()) / 2);
            next.double_push_target = Some(target);
            // Few double pushes pass an enemy pawn.
            if (attacks::pawn_attacks(us, target) & self.of(!us, PieceKind::Pawn)).any() {
                next.set_en_passant(target);
            }
        }
        next.update_key();
    }

    /// Moves a piece in `next`, a copy of this position, promoting it if the move says so.
    #[inline(always)]
    fn move_piece(&self, piece: Piece, from: Square, to: Square, mv: Move, next: &mut Position) {
        next.board[from.index()] = None;
        if let Some(kind) = mv.promotion() {
            let promoted = Piece::new(piece.color(), kind);
            next.toggle(piece, from);
            next.toggle(promoted, to);
            next.board[to.index()] = Some(promoted);
            return;
        }
        let both = from.bitboard() | to.bitboard();
        let (kind, color, group) = (piece.kind().index(), piece.color().index(), key_group(piece));
        next.kinds[kind] = self.kinds[kind] ^ both;
        next.colors[color] = self.colors[color] ^ both;
        let number = zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
        next.group_keys[group] = self.group_keys[group] ^ number;
        next.minor_key = self.minor_key ^ minor_number(piece, number);
        next.board[to.index()] = Some(piece);
    }

    fn castle(&mut self, mv: Move, us: Color) {
        let king = Piece::new(us, PieceKind::King);
        let rook = Piece::new(us, PieceKind::Rook);
        // In Chess960 the target of one may be the origin of the other, so both are removed first.
        for (piece, square) in [(king, mv.from()), (rook, mv.to())] {
            self.toggle(piece, square);
            self.board[square.index()] = None;
        }
        for (piece, square) in [(king, mv.castle_king_target()), (rook, mv.castle_rook_target())] {
            self.toggle(piece, square);
            self.board[square.index()] = Some(piece);
        }
        self.rights -= CastlingRights::both(us);
    }

    #[inline]
    fn update_rights(&mut self, piece: Piece, from: Square, to: Square) {
        let us = piece.color();
        if piece.kind() == PieceKind::King {
            self.rights -= CastlingRights::both(us);
        }
        for side in CastlingSide::ALL {
            if self.castling_rooks[us.index()][side.index()] == from {
                self.rights -= CastlingRights::of(us, side);
            }
            if self.castling_rooks[(!us).index()][side.index()] == to {
                self.rights -= CastlingRights::of(!us, side);
            }
        }
    }
}
