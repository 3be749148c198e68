//! Random numbers for hashing positions (Zobrist 1970), made at compile time.

use crate::{CastlingRights, File, Piece, Square};

/// SplitMix64 (Steele, Lea and Flood 2014); returns the number and the next state.
const fn next(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ (z >> 31), state)
}

struct Numbers {
    pieces: [[u64; 64]; 12],
    castling: [u64; 16],
    en_passant: [u64; 8],
    side: u64,
}

static NUMBERS: Numbers = {
    let mut state = 0xba27_12a9;
    let mut numbers =
        Numbers { pieces: [[0; 64]; 12], castling: [0; 16], en_passant: [0; 8], side: 0 };
    let mut piece = 0;
    while piece < 12 {
        let mut square = 0;
        while square < 64 {
            (numbers.pieces[piece][square], state) = next(state);
            square += 1;
        }
        piece += 1;
    }
    // One number a right; a set of rights is the sum of its members.
    let mut right = 0;
    while right < 4 {
        let number;
        (number, state) = next(state);
        let mut set = 0;
        while set < 16 {
            if set & 1 << right != 0 {
                numbers.castling[set] ^= number;
            }
            set += 1;
        }
        right += 1;
    }
    let mut file = 0;
    while file < 8 {
        (numbers.en_passant[file], state) = next(state);
        file += 1;
    }
    (numbers.side, _) = next(state);
    numbers
};

/// The number of a piece on a square.
#[inline(always)]
pub const fn piece(piece: Piece, square: Square) -> u64 {
    NUMBERS.pieces[piece.index()][square.index()]
}

/// The number of a set of castling rights.
#[inline(always)]
pub fn castling(rights: CastlingRights) -> u64 {
    NUMBERS.castling[rights.bits() as usize & 15]
}

/// The number of an en-passant square, which is one of its file.
#[inline(always)]
pub fn en_passant(file: File) -> u64 {
    NUMBERS.en_passant[file.index()]
}

/// The number that says Black is to move.
#[inline(always)]
pub const fn side() -> u64 {
    NUMBERS.side
}
