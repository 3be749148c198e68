//! Zobrist keys (A. L. Zobrist, 1970), computed at compile time.

use crate::{CastlingRights, File, Piece, Square};

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
#[inline(always)]
pub fn castling(rights: CastlingRights) -> u64 {
    KEYS.castling[rights.bits() as usize & 15]
}

/// The key of an en passant square, which depends on its file only.
#[inline(always)]
pub fn en_passant(file: File) -> u64 {
    KEYS.en_passant[file.index()]
}

/// The key of Black to move.
#[inline(always)]
pub const fn side() -> u64 {
    KEYS.side
}
