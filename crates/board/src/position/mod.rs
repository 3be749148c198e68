//! The position: a plain value of 200 bytes, copied to make a move.
//!
//! Making moves is in `make`, checkers and pins in `checks`, the way from a text in `setup`. Earlier positions are not
//! part of it: see [`KeyHistory`](crate::KeyHistory).

mod checks;
mod make;
pub(crate) mod setup;

use core::fmt;

use crate::{
    Bitboard, CastlingRights, CastlingSide, Color, Move, Piece, PieceKind, Square, attacks, zobrist,
};

/// A chess position: all that the rules need except earlier positions.
///
/// Two positions are equal when their FENs are: pieces, side to move, castling rights with their rooks, en
/// passant square, and the two counters. [`Position::reversible_plies`], which depends on earlier null
/// moves, is not compared, nor is [`Position::double_push_target`].
#[derive(Clone)]
pub struct Position {
    kinds: [Bitboard; 6],
    colors: [Bitboard; 2],
    board: [Option<Piece>; 64],
    /// Zobrist keys of the pawns, of White's other pieces and of Black's. They are disjoint: the key of the
    /// position is their XOR with the keys of castling rights, en passant and side to move.
    group_keys: [u64; 3],
    key: u64,
    minor_key: u64,
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

const _: () = assert!(size_of::<Position>() <= 200);

/// The part of `group_keys` that a piece belongs to.
#[inline(always)]
const fn key_group(piece: Piece) -> usize {
    match piece.kind() {
        PieceKind::Pawn => 0,
        _ => 1 + piece.color().index(),
    }
}

/// The number that a piece with this Zobrist number adds to the key of minor pieces: 0 for others. Without
/// a branch, which would often be mispredicted.
#[inline(always)]
const fn minor_number(piece: Piece, number: u64) -> u64 {
    const MASKS: [u64; 6] = [0, u64::MAX, u64::MAX, 0, 0, 0];
    number & MASKS[piece.kind().index()]
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
        self.kinds[kind.index()]
    }

    /// Pieces of one color.
    #[inline(always)]
    pub const fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// Pieces of one color and kind.
    #[inline(always)]
    pub const fn of(&self, color: Color, kind: PieceKind) -> Bitboard {
        Bitboard(self.colors[color.index()].0 & self.kinds[kind.index()].0)
    }

    /// All pieces.
    #[inline(always)]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.colors[0].0 | self.colors[1].0)
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

    /// The Zobrist key: pieces, side to move, castling rights and en passant square.
    #[inline(always)]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Sets `key`, once all that it depends on is set.
    #[inline(always)]
    fn update_key(&mut self) {
        let [pawns, white, black] = self.group_keys;
        self.key = pawns ^ white ^ black ^ zobrist::castling(self.rights);
        if let Some(target) = self.en_passant {
            self.key ^= zobrist::en_passant(target.file());
        }
        if self.side_to_move == Color::Black {
            self.key ^= zobrist::side();
        }
    }

    /// The Zobrist key of the pawns of both colors.
    #[inline(always)]
    pub const fn pawn_key(&self) -> u64 {
        self.group_keys[0]
    }

    /// The Zobrist key of the knights and bishops of both colors.
    #[inline(always)]
    pub const fn minor_key(&self) -> u64 {
        self.minor_key
    }

    /// The Zobrist key of one side's pieces other than pawns, king included.
    #[inline(always)]
    pub const fn non_pawn_key(&self, color: Color) -> u64 {
        self.group_keys[1 + color.index()]
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
    pub fn flipped(&self) -> Position {
        let mut setup = self.setup();
        for square in Square::ALL {
            let piece = self.board[square.flip_vertical().index()];
            setup.board[square.index()] =
                piece.map(|piece| Piece::new(!piece.color(), piece.kind()));
        }
        setup.side_to_move = !self.side_to_move;
        setup.castling.swap(0, 1);
        for rook in setup.castling.as_flattened_mut() {
            *rook = rook.map(Square::flip_vertical);
        }
        setup.en_passant = self.double_push_target.map(Square::flip_vertical);
        Position::from_setup(&setup)
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
            position.update_checks();
            position.update_key();
        }
        position
    }

    /// Adds a piece to bitboards and keys, or removes it; the caller updates the mailbox.
    #[inline(always)]
    fn toggle(&mut self, piece: Piece, square: Square) {
        let bit = square.bitboard();
        self.kinds[piece.kind().index()] ^= bit;
        self.colors[piece.color().index()] ^= bit;
        let number = zobrist::piece(piece, square);
        self.group_keys[key_group(piece)] ^= number;
        self.minor_key ^= minor_number(piece, number);
    }

    /// Pieces of both colors that attack a square with this occupancy.
    #[inline]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let diagonal = self.pieces(PieceKind::Bishop) | self.pieces(PieceKind::Queen);
        let straight = self.pieces(PieceKind::Rook) | self.pieces(PieceKind::Queen);
        attacks::pawn_attacks(Color::Black, square) & self.of(Color::White, PieceKind::Pawn)
            | attacks::pawn_attacks(Color::White, square) & self.of(Color::Black, PieceKind::Pawn)
            | attacks::knight(square) & self.pieces(PieceKind::Knight)
            | attacks::bishop(square, occupied) & diagonal
            | attacks::rook(square, occupied) & straight
            | attacks::king(square) & self.pieces(PieceKind::King)
    }

    /// Squares that this side attacks with this occupancy, those of its own defended pieces included.
    #[inline(always)]
    pub fn attacked_by(&self, color: Color, occupied: Bitboard) -> Bitboard {
        let (of, queens) = (|kind| self.of(color, kind), self.of(color, PieceKind::Queen));
        let [diagonal, straight] = attacks::slider_attacks_set(
            of(PieceKind::Bishop) | queens,
            of(PieceKind::Rook) | queens,
            occupied,
        );
        attacks::pawn_attacks_set(color, of(PieceKind::Pawn))
            | attacks::knight_attacks_set(of(PieceKind::Knight))
            | attacks::king(self.king(color))
            | diagonal
            | straight
    }

    /// Whether no sequence of moves can mate, judged by material alone: bare kings, one minor piece against
    /// a bare king, or bishops all on squares of one color. Other dead positions, such as a wall of blocked
    /// pawns, are not detected.
    pub fn has_insufficient_material(&self) -> bool {
        let pawns_and_majors = self.pieces(PieceKind::Pawn)
            | self.pieces(PieceKind::Rook)
            | self.pieces(PieceKind::Queen);
        if pawns_and_majors.any() {
            return false;
        }
        let knights = self.pieces(PieceKind::Knight);
        let bishops = self.pieces(PieceKind::Bishop);
        if knights.any() {
            return !knights.more_than_one() && bishops.is_empty();
        }
        (bishops & Bitboard::LIGHT).is_empty() || (bishops & Bitboard::DARK).is_empty()
    }

    /// Whether this side has a piece other than pawns and king.
    #[inline(always)]
    pub fn has_non_pawn_material(&self, color: Color) -> bool {
        let pawns_and_kings = self.pieces(PieceKind::Pawn) | self.pieces(PieceKind::King);
        (self.color(color) - pawns_and_kings).any()
    }
}

// Not derived: the rook squares of lost rights and the plies since a null move are not compared.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.setup() == other.setup()
    }
}

impl Eq for Position {}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}
