//! Making moves, by copy-make.

use super::checks::Attackers;
use super::{KEYS_OF, Position, SETS_OF, index_of};
use crate::{
    Bitboard, CastlingRights, CastlingSide, Color, Move, MoveFlag, Piece, PieceKind, Square,
    attacks, zobrist,
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
        next.apply_move_of(self, mv);
        next
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
    #[inline]
    pub fn make_into(&self, mv: Move, next: &mut Position) {
        *next = self.clone();
        next.apply_move_of(self, mv);
    }

    #[inline(always)]
    fn apply_move_of(&mut self, before: &Position, mv: Move) {
        match before.side_to_move {
            Color::White => self.apply(before, Color::White, mv),
            Color::Black => self.apply(before, Color::Black, mv),
        }
    }

    /// The key of the position after a legal move, before the move is made: to prefetch what is stored by it.
    /// Another one if the move castles, promotes or captures en passant, or if castling rights or the en
    /// passant square change. A move that is not legal gives some key.
    ///
    /// ```
    /// use bartizan_board::{Move, MoveFlag, Position, Square};
    ///
    /// let position = Position::from_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")?;
    /// let mv = Move::new(Square::E4, Square::D5, MoveFlag::CAPTURE);
    /// assert_eq!(position.key_after(mv), position.make(mv).key());
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
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
    ///
    /// ```
    /// use bartizan_board::Position;
    ///
    /// let start = Position::startpos();
    /// assert_eq!(start.key_after_null(), start.make_null().key());
    /// ```
    #[inline]
    #[must_use]
    pub fn key_after_null(&self) -> u64 {
        self.key() ^ zobrist::side()
    }

    /// The position after a null move.
    ///
    /// ```
    /// use bartizan_board::{Color, Position};
    ///
    /// let passed = Position::startpos().make_null();
    /// assert_eq!(passed.side_to_move(), Color::Black);
    /// // No position before a null move can come again.
    /// assert_eq!((passed.halfmove_clock(), passed.reversible_plies()), (1, 0));
    /// ```
    ///
    /// # Panics
    /// In check, in builds with debug assertions. Without them the position is invalid.
    #[must_use]
    pub fn make_null(&self) -> Position {
        debug_assert!(!self.in_check());
        let mut next = self.clone();
        next.pass_turn(self.side_to_move);
        next.plies_since_null = 0;
        next.update_checks(next.side_to_move);
        next.keys[0] ^= self.state_key() ^ next.state_key();
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

    /// Makes a move on a copy of the position `before`, with the side to move as a constant in each of the two calls.
    /// What is captured, if anything, decides no branch, and what the checks depend on is read from `before`,
    /// which is faster than from what has just been written.
    #[inline(always)]
    fn apply(&mut self, before: &Position, us: Color, mv: Move) {
        self.pass_turn(us);
        if mv.is_castle() {
            self.castle(us, mv);
            self.keys[0] ^= before.state_key() ^ self.state_key();
            return;
        }
        let (from, to) = (mv.from(), mv.to());
        let piece = before.moved_piece(mv);
        debug_assert_eq!(piece.color(), us);
        let placed = match mv.promotion() {
            Some(kind) => Piece::new(us, kind),
            None => piece,
        };
        let taken_on = if mv.is_en_passant() { Square::from_index(to.index() ^ 8) } else { to };
        let taken = before.board[taken_on.index()];
        debug_assert!(taken.is_none_or(|taken| taken.color() != us));

        self.board[taken_on.index()] = None;
        self.board[from.index()] = None;
        self.board[to.index()] = Some(placed);
        let (left, entered) = (from.bitboard(), to.bitboard());
        let kept = !(left | taken_on.bitboard());
        let enters = &SETS_OF[placed.index()];
        for ((set, before), mask) in self.sets.iter_mut().zip(before.sets).zip(enters) {
            *set = before & kept | Bitboard(entered.0 & mask);
        }
        let numbers = [
            (zobrist::piece(piece, from), &KEYS_OF[piece.index()]),
            (zobrist::piece(placed, to), &KEYS_OF[placed.index()]),
            (zobrist::piece_or_none(index_of(taken), taken_on), &KEYS_OF[index_of(taken)]),
        ];
        for i in 0..4 {
            let changes = numbers.map(|(number, masks)| number & masks[i]);
            self.keys[i] = before.keys[i] ^ changes[0] ^ changes[1] ^ changes[2];
        }
        if !before.rights.is_empty() {
            self.rights = before.rights - before.lost_rights(us, piece, left | entered);
        }
        let is_reversible = taken.is_none() & (piece.kind() != PieceKind::Pawn);
        self.halfmove_clock *= u16::from(is_reversible);

        let own = before.color(us) ^ left;
        let of = |kinds: &[PieceKind]| {
            let before = kinds.iter().fold(Bitboard::EMPTY, |all, &kind| all | before.pieces(kind));
            let enters = kinds.iter().fold(0, |all, kind| all | enters[kind.index()]);
            own & before | Bitboard(entered.0 & enters)
        };
        let attackers = Attackers {
            pawns: of(&[PieceKind::Pawn]),
            knights: of(&[PieceKind::Knight]),
            diagonal: of(&[PieceKind::Bishop, PieceKind::Queen]),
            straight: of(&[PieceKind::Rook, PieceKind::Queen]),
        };
        let defenders = before.color(!us) & kept;
        let occupied = own | entered | defenders;
        (self.checkers, self.pinned) =
            attackers.checkers_and_pinned(!us, before.king(!us), defenders, occupied);

        let is_double = mv.flag() == MoveFlag::DOUBLE_PUSH;
        let passed = Square::from_index((from.index() + to.index()) / 2);
        self.double_push_target = is_double.then_some(passed);
        let mask = u64::from(is_double).wrapping_neg();
        let capturers = attacks::pawn_attacks(us, passed) & self.of(!us, PieceKind::Pawn);
        // Few double pushes pass an enemy pawn.
        if capturers.0 & mask != 0 {
            self.set_en_passant(passed);
        }
        self.keys[0] ^= before.state_key() ^ self.state_key();
    }

    /// What every move changes: the counters as if it were reversible, the side to move, en passant.
    #[inline(always)]
    fn pass_turn(&mut self, us: Color) {
        self.side_to_move = !us;
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.plies_since_null = self.plies_since_null.saturating_add(1);
        self.fullmove_number = self.fullmove_number.saturating_add(us.index() as u16);
        self.double_push_target = None;
        self.en_passant = None;
    }

    /// The rights that a move of this piece loses by leaving or entering squares: with one right its rook stands
    /// on its square, so any move from or to there moves or takes it.
    #[inline(always)]
    fn lost_rights(&self, us: Color, piece: Piece, touched: Bitboard) -> CastlingRights {
        let mut lost = match piece.kind() {
            PieceKind::King => CastlingRights::both(us),
            _ => CastlingRights::EMPTY,
        };
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if touched.contains(self.castling_rooks[color.index()][side.index()]) {
                    lost |= CastlingRights::of(color, side);
                }
            }
        }
        lost
    }

    #[inline(never)]
    fn castle(&mut self, us: Color, mv: Move) {
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
        self.update_checks(!us);
    }
}
