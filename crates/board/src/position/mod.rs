//! The position: a plain value of three cache lines, copied to make a move.
//!
//! Making moves is in `make`, checkers and pins in `checks`, keys and comparison in `keys`, other questions in `queries`,
//! what it is built from in `builder`, `edit`, `faults` and `setup`, the starting position in `start`. Earlier positions
//! are not part of it: see [`KeyHistory`](crate::KeyHistory).

mod builder;
mod checks;
mod edit;
mod faults;
mod keys;
mod make;
mod queries;
mod setup;
mod start;

use core::fmt;

pub use builder::PositionBuilder;

use crate::{Bitboard, CastlingRights, CastlingSide, Color, Piece, PieceKind, Square, zobrist};

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
    /// The side to move.
    ///
    /// ```
    /// use bartizan_board::{Color, Move, MoveFlag, Position, Square};
    ///
    /// let next = Position::startpos().make(Move::new(Square::E2, Square::E4, MoveFlag::DOUBLE_PUSH));
    /// assert_eq!(next.side_to_move(), Color::Black);
    /// ```
    #[inline(always)]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// Pieces of one kind, both colors.
    ///
    /// ```
    /// use bartizan_board::{Bitboard, PieceKind, Position};
    ///
    /// let rooks = Position::startpos().pieces(PieceKind::Rook);
    /// assert_eq!(rooks, Bitboard::CORNERS);
    /// ```
    #[inline(always)]
    pub const fn pieces(&self, kind: PieceKind) -> Bitboard {
        self.sets[kind.index()]
    }

    /// Pieces of one color.
    ///
    /// ```
    /// use bartizan_board::{Color, Position, Rank};
    ///
    /// let white = Position::startpos().color(Color::White);
    /// assert_eq!(white, Rank::First.bitboard() | Rank::Second);
    /// ```
    #[inline(always)]
    pub const fn color(&self, color: Color) -> Bitboard {
        self.sets[6 + color.index()]
    }

    /// Pieces of one color and kind.
    ///
    /// ```
    /// use bartizan_board::{Color, PieceKind, Position, Square};
    ///
    /// let queen = Position::startpos().of(Color::Black, PieceKind::Queen);
    /// assert_eq!(queen.single_square(), Some(Square::D8));
    /// ```
    #[inline(always)]
    pub const fn of(&self, color: Color, kind: PieceKind) -> Bitboard {
        Bitboard(self.sets[6 + color.index()].0 & self.sets[kind.index()].0)
    }

    /// All pieces.
    ///
    /// ```
    /// use bartizan_board::Position;
    ///
    /// assert_eq!((!Position::startpos().occupied()).count(), 32);
    /// ```
    #[inline(always)]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.sets[6].0 | self.sets[7].0)
    }

    /// The piece on a square.
    ///
    /// ```
    /// use bartizan_board::{Piece, Position, Square};
    ///
    /// let start = Position::startpos();
    /// assert_eq!(start.piece_on(Square::E8), Some(Piece::BlackKing));
    /// assert_eq!(start.piece_on(Square::E4), None);
    /// ```
    #[inline(always)]
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// The square of this side's king.
    ///
    /// ```
    /// use bartizan_board::{Color, Position, Square};
    ///
    /// assert_eq!(Position::startpos().king(Color::Black), Square::E8);
    /// ```
    #[inline(always)]
    pub const fn king(&self, color: Color) -> Square {
        // Every position has both kings, so the index is that of a square.
        Square::from_index(self.of(color, PieceKind::King).0.trailing_zeros() as usize)
    }

    /// Enemy pieces that give check.
    ///
    /// ```
    /// use bartizan_board::{Position, Square};
    ///
    /// let position = Position::from_fen("4k3/8/8/8/1b6/8/8/4K2r w - - 0 1")?;
    /// assert_eq!(position.checkers(), Square::B4.bitboard() | Square::H1);
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    #[inline(always)]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
    ///
    /// ```
    /// use bartizan_board::Position;
    ///
    /// let mate = Position::from_fen("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")?;
    /// assert!(mate.in_check() && !Position::startpos().in_check());
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    #[inline(always)]
    pub const fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// Pieces of the side to move that are pinned to their king.
    ///
    /// ```
    /// use bartizan_board::{Position, Square};
    ///
    /// let position = Position::from_fen("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1")?;
    /// assert_eq!(position.pinned(), Square::E2.bitboard());
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    #[inline(always)]
    pub const fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// Castling rights left.
    ///
    /// ```
    /// use bartizan_board::{CastlingSide, Color, Position};
    ///
    /// let position = Position::from_fen("4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1")?;
    /// assert!(position.castling_rights().has(Color::White, CastlingSide::QueenSide));
    /// assert_eq!(position.castling_rights().to_string(), "Qk");
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    #[inline(always)]
    pub const fn castling_rights(&self) -> CastlingRights {
        self.rights
    }

    /// The rook of a castling right, or `None` without the right.
    ///
    /// ```
    /// use bartizan_board::{CastlingSide, Color, Position, Square};
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4KR2 w F - 0 1")?;
    /// assert_eq!(position.castling_rook(Color::White, CastlingSide::KingSide), Some(Square::F1));
    /// assert_eq!(position.castling_rook(Color::White, CastlingSide::QueenSide), None);
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    #[inline(always)]
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        self.rights
            .contains(CastlingRights::of(color, side))
            .then(|| self.castling_rooks[color.index()][side.index()])
    }

    /// The target square of en passant, if an en passant capture is legal.
    ///
    /// ```
    /// use bartizan_board::{Move, MoveFlag, Position, Square};
    ///
    /// let position = Position::from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")?;
    /// assert_eq!(position.en_passant(), Some(Square::D6));
    /// let next = Position::startpos().make(Move::new(Square::E2, Square::E4, MoveFlag::DOUBLE_PUSH));
    /// assert_eq!(next.en_passant(), None);
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    #[inline(always)]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The square that a pawn passed over in the last move, whether or not it can be captured there, as a
    /// FEN may name it. It is neither hashed nor compared.
    ///
    /// ```
    /// use bartizan_board::{Move, MoveFlag, Position, Square};
    ///
    /// let next = Position::startpos().make(Move::new(Square::E2, Square::E4, MoveFlag::DOUBLE_PUSH));
    /// assert_eq!((next.double_push_target(), next.en_passant()), (Some(Square::E3), None));
    /// ```
    #[inline(always)]
    pub const fn double_push_target(&self) -> Option<Square> {
        self.double_push_target
    }

    /// Plies since the last capture or pawn move (fifty-move rule: a draw at 100).
    ///
    /// ```
    /// use bartizan_board::{Move, MoveFlag, Position, Square};
    ///
    /// let next = Position::startpos().make(Move::new(Square::G1, Square::F3, MoveFlag::QUIET));
    /// assert_eq!((Position::startpos().halfmove_clock(), next.halfmove_clock()), (0, 1));
    /// ```
    #[inline(always)]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The move number, from 1; it rises after a move of Black.
    ///
    /// ```
    /// use bartizan_board::{Move, MoveFlag, Position, Square};
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K3 b - - 0 30")?;
    /// let next = position.make(Move::new(Square::E8, Square::E7, MoveFlag::QUIET));
    /// assert_eq!((position.fullmove_number(), next.fullmove_number()), (30, 31));
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    #[inline(always)]
    pub const fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// The greatest distance in plies at which this position can have occurred: plies since the last
    /// capture, pawn move or null move.
    ///
    /// ```
    /// use bartizan_board::Position;
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 12 30")?;
    /// assert_eq!(position.reversible_plies(), 12);
    /// assert_eq!(position.make_null().reversible_plies(), 0);
    /// # Ok::<(), bartizan_board::FenError>(())
    /// ```
    #[inline(always)]
    pub fn reversible_plies(&self) -> usize {
        self.halfmove_clock.min(self.plies_since_null) as usize
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
    ///
    /// ```
    /// use bartizan_board::{Color, Position};
    ///
    /// let start = Position::startpos();
    /// assert_eq!(start.with_side_to_move(Color::Black).to_fen(), start.to_fen().replace(" w ", " b "));
    /// ```
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

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}
