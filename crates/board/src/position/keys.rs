//! The Zobrist keys of a position, and when two positions are the same.

use super::Position;
use crate::{CastlingSide, Color, zobrist};
use core::hash::{Hash, Hasher};

impl Position {
    /// Whether this is the other position as the rules of repetition see it: pieces, side to move, castling rights with
    /// their rooks, and legal en passant captures. The counters are not compared, as `==` compares them.
    ///
    /// ```
    /// use bartizan_board::Position;
    ///
    /// let start = Position::startpos();
    /// let later = start.to_builder().set_halfmove_clock(4).set_fullmove_number(3).build()?;
    /// assert!(start.same_position(&later) && start != later);
    /// # Ok::<(), bartizan_board::PositionError>(())
    /// ```
    pub fn same_position(&self, other: &Position) -> bool {
        let state = |position: &Position| {
            (position.key(), position.side_to_move, position.rights, position.en_passant)
        };
        let rook = |position: &Position, right: (Color, CastlingSide)| {
            position.castling_rooks[right.0.index()][right.1.index()]
        };
        state(self) == state(other)
            && self.board == other.board
            && self.rights.into_iter().all(|right| rook(self, right) == rook(other, right))
    }

    /// The Zobrist key: pieces, side to move, castling rights, and the file of a legal en passant capture.
    ///
    /// Keys are the same on every machine and in every version with the same major number, so files may hold them.
    /// Positions that differ only in which rook may castle have the same key, and so may, rarely, any other two.
    ///
    /// ```
    /// use bartizan_board::{Move, MoveFlag, Position, Square};
    ///
    /// let quiet = |from, to| Move::new(from, to, MoveFlag::QUIET);
    /// let (g1, f3, g8, f6) = (Square::G1, Square::F3, Square::G8, Square::F6);
    /// let start = Position::startpos();
    /// let away = start.make(quiet(g1, f3)).make(quiet(g8, f6));
    /// let back = away.make(quiet(f3, g1)).make(quiet(f6, g8));
    /// // The counters are not part of it.
    /// assert!(back.key() == start.key() && back != start && away.key() != start.key());
    /// ```
    #[inline(always)]
    pub const fn key(&self) -> u64 {
        self.keys[0]
    }

    /// The key without that of an en passant capture.
    ///
    /// ```
    /// use bartizan_board::Position;
    ///
    /// let with = Position::from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")?;
    /// let without = Position::from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1")?;
    /// assert_ne!(with.key(), without.key());
    /// assert_eq!(with.key_without_en_passant(), without.key());
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    #[inline]
    pub fn key_without_en_passant(&self) -> u64 {
        self.en_passant.map_or(self.key(), |target| self.key() ^ zobrist::en_passant(target.file()))
    }

    /// The part of the key that is not of pieces: castling rights, en passant square and side to move.
    #[inline(always)]
    pub(super) fn state_key(&self) -> u64 {
        let en_passant = self.en_passant.map_or(0, |target| zobrist::en_passant(target.file()));
        let side = if self.side_to_move == Color::Black { zobrist::side() } else { 0 };
        zobrist::castling(self.rights) ^ en_passant ^ side
    }

    /// The Zobrist key of the pawns of both colors.
    ///
    /// ```
    /// use bartizan_board::{Move, MoveFlag, Position, Square};
    ///
    /// let (start, knight) = (Position::startpos(), Move::new(Square::G1, Square::F3, MoveFlag::QUIET));
    /// assert_eq!(start.make(knight).pawn_key(), start.pawn_key());
    /// let pawn = Move::new(Square::E2, Square::E3, MoveFlag::QUIET);
    /// assert_ne!(start.make(pawn).pawn_key(), start.pawn_key());
    /// ```
    #[inline(always)]
    pub const fn pawn_key(&self) -> u64 {
        self.keys[1]
    }

    /// The Zobrist key of the knights and bishops of both colors.
    ///
    /// ```
    /// use bartizan_board::{Move, MoveFlag, Position, Square};
    ///
    /// let (start, pawn) = (Position::startpos(), Move::new(Square::E2, Square::E3, MoveFlag::QUIET));
    /// assert_eq!(start.make(pawn).minor_key(), start.minor_key());
    /// let knight = Move::new(Square::G1, Square::F3, MoveFlag::QUIET);
    /// assert_ne!(start.make(knight).minor_key(), start.minor_key());
    /// ```
    #[inline(always)]
    pub const fn minor_key(&self) -> u64 {
        self.keys[3]
    }

    /// The Zobrist key of one side's pieces other than pawns, king included.
    ///
    /// ```
    /// use bartizan_board::{Color, Move, MoveFlag, Position, Square};
    ///
    /// let start = Position::startpos();
    /// let next = start.make(Move::new(Square::G1, Square::F3, MoveFlag::QUIET));
    /// assert_ne!(next.non_pawn_key(Color::White), start.non_pawn_key(Color::White));
    /// assert_eq!(next.non_pawn_key(Color::Black), start.non_pawn_key(Color::Black));
    /// ```
    #[inline(always)]
    pub fn non_pawn_key(&self, color: Color) -> u64 {
        let [key, pawns, white, _] = self.keys;
        match color {
            Color::White => white,
            Color::Black => key ^ pawns ^ white ^ self.state_key(),
        }
    }
}

// Not derived: the rook squares of lost rights and the plies since a null move are not compared.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        let counters = |position: &Position| (position.halfmove_clock, position.fullmove_number);
        self.same_position(other) && counters(self) == counters(other)
    }
}

impl Eq for Position {}

/// By [`Position::key`], which equal positions share. The counters are not part of it.
impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key());
    }
}
