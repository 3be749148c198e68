//! The position: a plain value of 192 bytes, copied to make a move.
//!
//! This file holds the type and what can be read off it. How moves change it is in `make`, which
//! squares give check in `checks`, draws by material in `material`. The history of a game is not
//! part of it: see [`KeyHistory`](crate::KeyHistory).

mod checks;
mod make;
mod material;
pub(crate) mod parts;

use std::fmt;

use crate::{
    Bitboard, CastlingRights, CastlingSide, Color, Move, Piece, PieceKind, Square, attacks, zobrist,
};

use parts::Parts;

/// A chess position with everything the rules need but earlier positions.
///
/// Two positions are equal when their texts are: pieces, side to move, castling rights with their
/// rooks, en passant, and the two counters. Null moves on the way, which only
/// [`Position::reversible_plies`] remembers, do not count.
#[derive(Clone)]
pub struct Position {
    kinds: [Bitboard; 6],
    colors: [Bitboard; 2],
    board: [Option<Piece>; 64],
    /// Keys of the pawns, of White's other pieces and of Black's: disjoint, so that the whole
    /// key is their sum with the state's.
    group_keys: [u64; 3],
    minor_key: u64,
    checkers: Bitboard,
    pinned: Bitboard,
    /// Rook squares by colour and side; meaningful only where `rights` has the right.
    castling_rooks: [[Square; 2]; 2],
    rights: CastlingRights,
    side_to_move: Color,
    en_passant: Option<Square>,
    halfmove_clock: u16,
    since_null: u16,
    fullmove_number: u16,
}

const _: () = assert!(size_of::<Position>() <= 256);

/// The part of `group_keys` that a piece belongs to.
#[inline(always)]
const fn key_group(piece: Piece) -> usize {
    match piece.kind() {
        PieceKind::Pawn => 0,
        _ => 1 + piece.color().index(),
    }
}

impl Position {
    /// The starting position of standard chess.
    pub fn startpos() -> Position {
        Position::chess960(518, 518).expect("518 is the number of the usual array")
    }

    /// Builds a position from parts that have been validated. An en-passant square that no legal
    /// capture can use is dropped.
    pub(crate) fn from_parts(parts: &Parts) -> Position {
        let mut position = Position {
            kinds: [Bitboard::EMPTY; 6],
            colors: [Bitboard::EMPTY; 2],
            board: [None; 64],
            group_keys: [0; 3],
            minor_key: 0,
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            castling_rooks: [[Square::H1, Square::A1], [Square::H8, Square::A8]],
            rights: CastlingRights::empty(),
            side_to_move: parts.side_to_move,
            en_passant: None,
            halfmove_clock: parts.halfmove_clock,
            since_null: parts.halfmove_clock,
            fullmove_number: parts.fullmove_number,
        };
        for square in Square::ALL {
            if let Some(piece) = parts.board[square.index()] {
                position.toggle(piece, square);
                position.board[square.index()] = Some(piece);
            }
        }
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if let Some(rook) = parts.castling[color.index()][side.index()] {
                    position.castling_rooks[color.index()][side.index()] = rook;
                    position.rights |= CastlingRights::of(color, side);
                }
            }
        }
        position.update_checks();
        if let Some(target) = parts.en_passant {
            position.set_en_passant(target);
        }
        position
    }

    /// Who moves.
    #[inline(always)]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// Pieces of one kind, both colours.
    #[inline(always)]
    pub const fn pieces(&self, kind: PieceKind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// Pieces of one colour.
    #[inline(always)]
    pub const fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// Pieces of one colour and kind.
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

    /// The kind of the piece on a square.
    #[inline(always)]
    pub fn kind_on(&self, square: Square) -> Option<PieceKind> {
        self.board[square.index()].map(Piece::kind)
    }

    /// Where this side's king stands.
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

    /// The target of an en-passant capture, present only when one is legal.
    #[inline(always)]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Plies since the last capture or pawn move; the game is drawn at 100.
    #[inline(always)]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The number of the move, from 1, raised after Black's.
    #[inline(always)]
    pub const fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// How many plies back a repetition of this position can lie: those since the last capture,
    /// pawn move or null move.
    #[inline(always)]
    pub fn reversible_plies(&self) -> usize {
        self.halfmove_clock.min(self.since_null) as usize
    }

    /// The hash key: pieces, side to move, castling rights and a usable en-passant square.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        let [pawns, white, black] = self.group_keys;
        let mut key = pawns ^ white ^ black ^ zobrist::castling(self.rights);
        if let Some(target) = self.en_passant {
            key ^= zobrist::en_passant(target.file());
        }
        if self.side_to_move == Color::Black {
            key ^= zobrist::side();
        }
        key
    }

    /// The key of the pawns of both colours.
    #[inline(always)]
    pub const fn pawn_key(&self) -> u64 {
        self.group_keys[0]
    }

    /// The key of the knights and bishops of both colours.
    #[inline(always)]
    pub const fn minor_key(&self) -> u64 {
        self.minor_key
    }

    /// The key of one side's pieces other than pawns, king included.
    #[inline(always)]
    pub const fn non_pawn_key(&self, color: Color) -> u64 {
        self.group_keys[1 + color.index()]
    }

    /// The piece that a move of this position moves.
    ///
    /// # Panics
    /// If no piece stands on the move's origin.
    #[inline(always)]
    pub fn moved_piece(&self, mv: Move) -> Piece {
        self.board[mv.from().index()].expect("a piece stands where a move starts")
    }

    /// The kind a move of this position takes; a pawn for en passant.
    #[inline(always)]
    pub fn captured(&self, mv: Move) -> Option<PieceKind> {
        if !mv.is_capture() {
            None
        } else if mv.is_en_passant() {
            Some(PieceKind::Pawn)
        } else {
            self.kind_on(mv.to())
        }
    }

    /// The same position with colours swapped and the board mirrored top to bottom.
    pub fn flipped(&self) -> Position {
        let mut parts = self.parts();
        for square in Square::ALL {
            let piece = self.board[square.flip().index()];
            parts.board[square.index()] =
                piece.map(|piece| Piece::new(!piece.color(), piece.kind()));
        }
        parts.side_to_move = !self.side_to_move;
        parts.castling.swap(0, 1);
        for rook in parts.castling.as_flattened_mut() {
            *rook = rook.map(Square::flip);
        }
        parts.en_passant = self.en_passant.map(Square::flip);
        Position::from_parts(&parts)
    }

    /// The same pieces with this side to move and no en passant.
    ///
    /// The other king may stand attacked, as after no legal move: good for counting mobility only.
    pub fn with_side_to_move(&self, color: Color) -> Position {
        let mut position = self.clone();
        if color != self.side_to_move {
            position.side_to_move = color;
            position.en_passant = None;
            position.update_checks();
        }
        position
    }

    /// The position taken apart, as a FEN would say it.
    pub(crate) fn parts(&self) -> Parts {
        let rook = |color, side| self.castling_rook(color, side);
        let rooks = |color| CastlingSide::ALL.map(|side| rook(color, side));
        Parts {
            board: self.board,
            side_to_move: self.side_to_move,
            castling: Color::ALL.map(rooks),
            en_passant: self.en_passant,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        }
    }

    /// Adds a piece to the sets and keys, or takes it out; the mailbox is the caller's.
    #[inline(always)]
    fn toggle(&mut self, piece: Piece, square: Square) {
        let bit = square.bitboard();
        self.kinds[piece.kind().index()] ^= bit;
        self.colors[piece.color().index()] ^= bit;
        let number = zobrist::piece(piece, square);
        self.group_keys[key_group(piece)] ^= number;
        if matches!(piece.kind(), PieceKind::Knight | PieceKind::Bishop) {
            self.minor_key ^= number;
        }
    }

    /// Pieces of both colours that attack a square with this occupancy.
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
        let own = self.color(color);
        let queens = self.pieces(PieceKind::Queen);
        let mut set = attacks::pawn_attacks_set(color, self.of(color, PieceKind::Pawn))
            | attacks::knight_attacks_set(self.of(color, PieceKind::Knight))
            | attacks::king(self.king(color));
        for square in own & (self.pieces(PieceKind::Bishop) | queens) {
            set |= attacks::bishop(square, occupied);
        }
        for square in own & (self.pieces(PieceKind::Rook) | queens) {
            set |= attacks::rook(square, occupied);
        }
        set
    }
}

// Not derived, nor is `Hash`, which would have to agree: the rook squares of lost rights and the
// plies since a null move must not enter.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.parts() == other.parts()
    }
}

impl Eq for Position {}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}
