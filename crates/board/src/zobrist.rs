//! Zobrist keys (A. L. Zobrist, 1970), computed at compile time.

use crate::{CastlingRights, Color, File, Piece, Position, Square};

/// SplitMix64 (Steele, Lea and Flood, 2014); returns the random number and the next state.
const fn splitmix64(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ (z >> 31), state)
}

struct ZobristKeys {
    /// In the last row that of no piece, which is 0.
    pieces: [[u64; 64]; 13],
    castling: [u64; 16],
    en_passant: [u64; 8],
    side: u64,
}

static KEYS: ZobristKeys = {
    let mut state = 0xba27_12a9;
    let mut keys =
        ZobristKeys { pieces: [[0; 64]; 13], castling: [0; 16], en_passant: [0; 8], side: 0 };
    let mut piece = 0;
    while piece < 12 {
        let mut square = 0;
        while square < 64 {
            (keys.pieces[piece][square], state) = splitmix64(state);
            square += 1;
        }
        piece += 1;
    }
    // One key for each right; the key of a set of rights is the XOR of theirs.
    let mut right = 0;
    while right < 4 {
        let key;
        (key, state) = splitmix64(state);
        let mut set = 0;
        while set < 16 {
            if set & 1 << right != 0 {
                keys.castling[set] ^= key;
            }
            set += 1;
        }
        right += 1;
    }
    let mut file = 0;
    while file < 8 {
        (keys.en_passant[file], state) = splitmix64(state);
        file += 1;
    }
    (keys.side, _) = splitmix64(state);
    keys
};

/// The key of a piece on a square.
///
/// ```
/// use bartizan_board::{Move, MoveFlag, Piece, Position, Square, zobrist};
///
/// let knight = |square| zobrist::piece(Piece::WhiteKnight, square);
/// let moved = knight(Square::G1) ^ knight(Square::F3);
/// let next = Position::startpos().make(Move::new(Square::G1, Square::F3, MoveFlag::QUIET));
/// assert_eq!(next.key(), Position::startpos().key() ^ moved ^ zobrist::side());
/// ```
#[inline(always)]
pub const fn piece(piece: Piece, square: Square) -> u64 {
    KEYS.pieces[piece.index()][square.index()]
}

/// The key of what stands on a square, which is 0 for nothing, by its index with 12 for nothing.
#[inline(always)]
pub(crate) const fn piece_or_none(index: usize, square: Square) -> u64 {
    KEYS.pieces[index][square.index()]
}

/// The key of a set of castling rights.
///
/// ```
/// use bartizan_board::{CastlingRights, zobrist};
///
/// let (one, other) = (CastlingRights::BLACK_KING_SIDE, CastlingRights::BLACK_QUEEN_SIDE);
/// assert_eq!(zobrist::castling(one | other), zobrist::castling(one) ^ zobrist::castling(other));
/// assert_eq!(zobrist::castling(CastlingRights::EMPTY), 0);
/// ```
#[inline(always)]
pub const fn castling(rights: CastlingRights) -> u64 {
    KEYS.castling[rights.bits() as usize & 15]
}

/// The key of an en passant square, which depends on its file only.
///
/// ```
/// use bartizan_board::{File, Position, zobrist};
///
/// let position = Position::from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")?;
/// assert_eq!(position.key_without_en_passant(), position.key() ^ zobrist::en_passant(File::D));
/// # Ok::<(), bartizan_board::FenError>(())
/// ```
#[inline(always)]
pub const fn en_passant(file: File) -> u64 {
    KEYS.en_passant[file.index()]
}

/// The key of Black to move.
///
/// ```
/// use bartizan_board::{Position, zobrist};
///
/// let white = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1")?;
/// let black = Position::from_fen("4k3/8/8/8/8/8/8/4K3 b - - 0 1")?;
/// assert_eq!(white.key() ^ black.key(), zobrist::side());
/// # Ok::<(), bartizan_board::FenError>(())
/// ```
#[inline(always)]
pub const fn side() -> u64 {
    KEYS.side
}

/// A second number for each of the first ones.
fn second(number: u64) -> u64 {
    splitmix64(number ^ 0x7e12_8b0a_91d4_c35f).0
}

impl Position {
    /// A key of 128 bits, found from scratch: the lower half is [`Position::key`], the upper one is made of other
    /// numbers and also tells apart which rooks may castle. For shorter keys take as many bits as needed.
    ///
    /// ```
    /// use bartizan_board::Position;
    ///
    /// let position = Position::startpos();
    /// assert_eq!(position.key128() as u64, position.key());
    /// let short = position.key128() as u16;
    /// assert_eq!(short, position.key() as u16);
    /// ```
    pub fn key128(&self) -> u128 {
        let mut high = match self.side_to_move() {
            Color::White => 0,
            Color::Black => second(side()),
        };
        for (square, found) in self.iter_pieces() {
            high ^= second(piece(found, square));
        }
        for (color, side) in self.castling_rights() {
            let rook = self.castling_rook(color, side).map_or(0, |rook| rook.file().index());
            high ^= second(castling(CastlingRights::of(color, side)) ^ rook as u64);
        }
        if let Some(target) = self.en_passant() {
            high ^= second(en_passant(target.file()));
        }
        u128::from(high) << 64 | u128::from(self.key())
    }
}
