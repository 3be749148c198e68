//! The position: a plain value of three cache lines, copied to make a move.
//!
//! Making moves is in `make`, checkers and pins in `checks`, other questions in `queries`, what it is built from in
//! `builder`. Earlier positions are not part of it: see [`KeyHistory`](crate::KeyHistory).

mod builder;
mod checks;
mod make;
mod queries;

use core::fmt;
use core::hash::{Hash, Hasher};

pub use builder::PositionBuilder;

use crate::{
    Bitboard, CastlingRights, CastlingSide, Color, Move, Piece, PieceKind, Square, zobrist,
};

/// A chess position: all that the rules need except earlier positions.
///
/// ```
/// use bartizan_board::{Color, PieceKind, Position, Square};
///
/// let position: Position = "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1".parse()?;
/// assert_eq!(position.side_to_move(), Color::White);
/// assert_eq!(position.of(Color::White, PieceKind::Rook), Square::H1.bitboard());
/// assert_eq!((position.king(Color::Black), position.in_check()), (Square::E8, false));
/// assert_eq!(position.to_string(), "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1");
/// # Ok::<(), bartizan_board::FenError>(())
/// ```
///
/// Two positions are equal when their FENs are: pieces, side to move, castling rights with their rooks, en
/// passant square, and the two counters. [`Position::reversible_plies`], which depends on earlier null
/// moves, is not compared, nor is [`Position::double_push_target`]. [`Position::same_position`] leaves out the counters.
#[derive(Clone)]
#[repr(align(64))]
pub struct Position {
    /// The pieces of each kind, then those of each color: a piece is in two of them ([`SETS_OF`]).
    sets: [Bitboard; 8],
    board: [Option<Piece>; 64],
    /// Zobrist keys ([`KEYS_OF`]): of the position, of the pawns, of White's other pieces, of the knights and bishops.
    keys: [u64; 4],
    checkers: Bitboard,
    pinned: Bitboard,
    /// Rook squares by color and side; meaningful only where `rights` has the right.
    castling_rooks: [[Square; 2]; 2],
    rights: CastlingRights,
    side_to_move: Color,
    en_passant: Option<Square>,
    double_push_target: Option<Square>,
    halfmove_clock: u16,
    plies_since_null: u16,
    fullmove_number: u16,
}

const _: () = assert!(size_of::<Position>() == 192);

/// By [`index_of`] an [`Option<Piece>`]: all ones for those of `Position::sets` that the piece is in. As masks, so
/// that no branch asks what a move captures, which would often be mispredicted.
pub(crate) static SETS_OF: [[u64; 8]; 13] = {
    let mut masks = [[0; 8]; 13];
    let mut i = 0;
    while i < 12 {
        masks[i][Piece::ALL[i].kind().index()] = u64::MAX;
        masks[i][6 + Piece::ALL[i].color().index()] = u64::MAX;
        i += 1;
    }
    masks
};

/// The same for `Position::keys`.
static KEYS_OF: [[u64; 4]; 13] = {
    let mut masks = [[0; 4]; 13];
    let mut i = 0;
    while i < 12 {
        let piece = Piece::ALL[i];
        let is_white = matches!(piece.color(), Color::White);
        masks[i] = [
            u64::MAX,
            if matches!(piece.kind(), PieceKind::Pawn) { u64::MAX } else { 0 },
            if is_white && !matches!(piece.kind(), PieceKind::Pawn) { u64::MAX } else { 0 },
            if matches!(piece.kind(), PieceKind::Knight | PieceKind::Bishop) {
                u64::MAX
            } else {
                0
            },
        ];
        i += 1;
    }
    masks
};

/// 0 to 11 for a piece, 12 for none.
#[inline(always)]
pub(crate) const fn index_of(piece: Option<Piece>) -> usize {
    match piece {
        Some(piece) => piece.index(),
        None => 12,
    }
}

impl Position {
    /// The starting position of standard chess.
    pub fn startpos() -> Position {
        Position::chess960(518, 518).expect("518 is the number of the usual array")
    }

    /// The side to move.
    #[inline(always)]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// Pieces of one kind, both colors.
    #[inline(always)]
    pub const fn pieces(&self, kind: PieceKind) -> Bitboard {
        self.sets[kind.index()]
    }

    /// Pieces of one color.
    #[inline(always)]
    pub const fn color(&self, color: Color) -> Bitboard {
        self.sets[6 + color.index()]
    }

    /// Pieces of one color and kind.
    #[inline(always)]
    pub const fn of(&self, color: Color, kind: PieceKind) -> Bitboard {
        Bitboard(self.sets[6 + color.index()].0 & self.sets[kind.index()].0)
    }

    /// All pieces.
    #[inline(always)]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.sets[6].0 | self.sets[7].0)
    }

    /// The piece on a square.
    #[inline(always)]
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// The square of this side's king.
    #[inline(always)]
    pub const fn king(&self, color: Color) -> Square {
        // Every position has both kings, so the index is that of a square.
        Square::from_index(self.of(color, PieceKind::King).0.trailing_zeros() as usize)
    }

    /// Enemy pieces that give check.
    #[inline(always)]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
    #[inline(always)]
    pub const fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// Pieces of the side to move that are pinned to their king.
    #[inline(always)]
    pub const fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// Castling rights left.
    #[inline(always)]
    pub const fn castling_rights(&self) -> CastlingRights {
        self.rights
    }

    /// The rook of a castling right, or `None` without the right.
    #[inline(always)]
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        self.rights
            .contains(CastlingRights::of(color, side))
            .then(|| self.castling_rooks[color.index()][side.index()])
    }

    /// The target square of en passant, if an en passant capture is legal.
    #[inline(always)]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The square that a pawn passed over in the last move, whether or not it can be captured there, as a
    /// FEN may name it. It is neither hashed nor compared.
    #[inline(always)]
    pub const fn double_push_target(&self) -> Option<Square> {
        self.double_push_target
    }

    /// Plies since the last capture or pawn move (fifty-move rule: a draw at 100).
    #[inline(always)]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The move number, from 1; it rises after a move of Black.
    #[inline(always)]
    pub const fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// The greatest distance in plies at which this position can have occurred: plies since the last
    /// capture, pawn move or null move.
    #[inline(always)]
    pub fn reversible_plies(&self) -> usize {
        self.halfmove_clock.min(self.plies_since_null) as usize
    }

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
    #[inline(always)]
    pub const fn key(&self) -> u64 {
        self.keys[0]
    }

    /// The key without that of an en passant capture.
    #[inline]
    pub fn key_without_en_passant(&self) -> u64 {
        self.en_passant.map_or(self.key(), |target| self.key() ^ zobrist::en_passant(target.file()))
    }

    /// The part of the key that is not of pieces: castling rights, en passant square and side to move.
    #[inline(always)]
    fn state_key(&self) -> u64 {
        let en_passant = self.en_passant.map_or(0, |target| zobrist::en_passant(target.file()));
        let side = if self.side_to_move == Color::Black { zobrist::side() } else { 0 };
        zobrist::castling(self.rights) ^ en_passant ^ side
    }

    /// The Zobrist key of the pawns of both colors.
    #[inline(always)]
    pub const fn pawn_key(&self) -> u64 {
        self.keys[1]
    }

    /// The Zobrist key of the knights and bishops of both colors.
    #[inline(always)]
    pub const fn minor_key(&self) -> u64 {
        self.keys[3]
    }

    /// The Zobrist key of one side's pieces other than pawns, king included.
    #[inline(always)]
    pub fn non_pawn_key(&self, color: Color) -> u64 {
        let [key, pawns, white, _] = self.keys;
        match color {
            Color::White => white,
            Color::Black => key ^ pawns ^ white ^ self.state_key(),
        }
    }

    /// The piece that a legal move moves.
    ///
    /// # Panics
    /// If the origin of the move is empty.
    #[inline(always)]
    pub fn moved_piece(&self, mv: Move) -> Piece {
        self.board[mv.from().index()].expect("a piece stands where a move starts")
    }

    /// The kind of piece that a legal move captures; a pawn for en passant.
    #[inline(always)]
    pub fn captured(&self, mv: Move) -> Option<PieceKind> {
        if !mv.is_capture() {
            None
        } else if mv.is_en_passant() {
            Some(PieceKind::Pawn)
        } else {
            self.piece_on(mv.to()).map(Piece::kind)
        }
    }

    /// The position with colors swapped and the board flipped vertically.
    ///
    /// ```
    /// use bartizan_board::Position;
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// assert_eq!(position.flipped().to_fen(), "4k2r/8/8/8/8/8/8/4K3 b k - 0 1");
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    pub fn flipped(&self) -> Position {
        Position::from_builder(self.to_builder().transform(Square::flip_vertical).swap_colors())
    }

    /// The same position with this side to move; en passant is dropped if the side changes.
    ///
    /// Then the king of the side not to move may be attacked. Use it to generate moves for mobility; a move
    /// that captures the king must not be made.
    pub fn with_side_to_move(&self, color: Color) -> Position {
        let mut position = self.clone();
        if color != self.side_to_move {
            position.side_to_move = color;
            position.en_passant = None;
            position.double_push_target = None;
            position.update_checks(color);
            position.keys[0] ^= self.state_key() ^ position.state_key();
        }
        position
    }

    /// Adds a piece to bitboards and keys, or removes it; the caller updates the mailbox.
    #[inline(always)]
    fn toggle(&mut self, piece: Piece, square: Square) {
        let (bit, number) = (square.bitboard(), zobrist::piece(piece, square));
        for (set, mask) in self.sets.iter_mut().zip(SETS_OF[piece.index()]) {
            *set ^= Bitboard(bit.0 & mask);
        }
        for (key, mask) in self.keys.iter_mut().zip(KEYS_OF[piece.index()]) {
            *key ^= number & mask;
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

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}
