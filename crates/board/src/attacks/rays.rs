//! Rays, squares between two squares, and lines through two squares.

use crate::{Bitboard, Square};

const ROOK_STEPS: [(i8, i8); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const BISHOP_STEPS: [(i8, i8); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];

/// The ray from `square` in steps of (file, rank), up to and including the first blocker.
const fn ray(square: Square, step: (i8, i8), occupied: Bitboard) -> Bitboard {
    let mut set = 0;
    let mut file = (square.index() & 7) as i8 + step.0;
    let mut rank = (square.index() >> 3) as i8 + step.1;
    while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
        let bit = 1 << (rank * 8 + file);
        set |= bit;
        if occupied.0 & bit != 0 {
            break;
        }
        file += step.0;
        rank += step.1;
    }
    Bitboard(set)
}

/// A slider's attacks computed ray by ray, to build and test the tables.
pub(super) const fn sliding_attacks(
    square: Square,
    diagonal: bool,
    occupied: Bitboard,
) -> Bitboard {
    let [a, b, c, d] = rays(square, diagonal, occupied);
    Bitboard(a.0 | b.0 | c.0 | d.0)
}

/// The four parts of [`sliding_attacks`], those towards higher bits first.
pub(super) const fn rays(square: Square, diagonal: bool, occupied: Bitboard) -> [Bitboard; 4] {
    let [a, b, c, d] = if diagonal { BISHOP_STEPS } else { ROOK_STEPS };
    [
        ray(square, a, occupied),
        ray(square, b, occupied),
        ray(square, c, occupied),
        ray(square, d, occupied),
    ]
}

/// The same as [`rook`](super::rook), found square by square.
///
/// ```
/// use bartizan_board::{Bitboard, Square, attacks};
///
/// const OPEN: Bitboard = attacks::rook_const(Square::A1, attacks::between(Square::A1, Square::A3));
/// assert_eq!(OPEN.count(), 8);
/// ```
pub const fn rook_const(square: Square, occupied: Bitboard) -> Bitboard {
    sliding_attacks(square, false, occupied)
}

/// The same as [`bishop`](super::bishop), found square by square.
///
/// ```
/// use bartizan_board::{Bitboard, Square, attacks};
///
/// const CORNER: Bitboard = attacks::bishop_const(Square::A1, Square::C3.bitboard());
/// assert_eq!(CORNER, Square::B2.bitboard() | Square::C3);
/// ```
pub const fn bishop_const(square: Square, occupied: Bitboard) -> Bitboard {
    sliding_attacks(square, true, occupied)
}

/// The same as [`queen`](super::queen), found square by square.
///
/// ```
/// use bartizan_board::{Bitboard, Square, attacks};
///
/// const CENTER: Bitboard = attacks::queen_const(Square::D4, Bitboard::EMPTY);
/// assert_eq!(CENTER.count(), 27);
/// ```
pub const fn queen_const(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(rook_const(square, occupied).0 | bishop_const(square, occupied).0)
}

struct Lines {
    bishop: [Bitboard; 64],
    rook: [Bitboard; 64],
    between: [[Bitboard; 64]; 64],
    line: [[Bitboard; 64]; 64],
}

static LINES: Lines = {
    let mut lines = Lines {
        bishop: [Bitboard::EMPTY; 64],
        rook: [Bitboard::EMPTY; 64],
        between: [[Bitboard::EMPTY; 64]; 64],
        line: [[Bitboard::EMPTY; 64]; 64],
    };
    let mut i = 0;
    while i < 64 {
        let square = Square::from_index(i);
        lines.bishop[i] = sliding_attacks(square, true, Bitboard::EMPTY);
        lines.rook[i] = sliding_attacks(square, false, Bitboard::EMPTY);
        let mut direction = 0;
        while direction < 8 {
            let steps = if direction < 4 { ROOK_STEPS } else { BISHOP_STEPS };
            let step = steps[direction & 3];
            let backward = ray(square, (-step.0, -step.1), Bitboard::EMPTY);
            let forward = ray(square, step, Bitboard::EMPTY);
            let mut rest = forward.0;
            while rest != 0 {
                let target = Square::from_index(rest.trailing_zeros() as usize);
                let path = ray(square, step, target.bitboard());
                lines.between[i][target.index()] = Bitboard(path.0 & !target.bitboard().0);
                lines.line[i][target.index()] =
                    Bitboard(backward.0 | square.bitboard().0 | forward.0);
                rest &= rest - 1;
            }
            direction += 1;
        }
        i += 1;
    }
    lines
};

/// Bishop attacks on the empty board.
///
/// ```
/// use bartizan_board::{Square, attacks};
///
/// assert_eq!(attacks::bishop_rays(Square::D4).count(), 13);
/// ```
#[inline(always)]
pub const fn bishop_rays(square: Square) -> Bitboard {
    LINES.bishop[square.index()]
}

/// Rook attacks on the empty board.
///
/// ```
/// use bartizan_board::{File, Rank, Square, attacks};
///
/// assert_eq!(attacks::rook_rays(Square::A1), File::A.bitboard() ^ Rank::First);
/// ```
#[inline(always)]
pub const fn rook_rays(square: Square) -> Bitboard {
    LINES.rook[square.index()]
}

/// Squares strictly between two squares on a common line; empty if there is none.
///
/// ```
/// use bartizan_board::{Square, attacks};
///
/// let path = attacks::between(Square::E1, Square::H1);
/// assert_eq!(path, Square::F1.bitboard() | Square::G1);
/// assert!(attacks::between(Square::E1, Square::F3).is_empty());
/// ```
#[inline(always)]
pub const fn between(a: Square, b: Square) -> Bitboard {
    LINES.between[a.index()][b.index()]
}

/// The whole line from edge to edge through two squares; empty if they share none or are equal.
///
/// ```
/// use bartizan_board::{File, Square, attacks};
///
/// assert_eq!(attacks::line(Square::E2, Square::E7), File::E.bitboard());
/// assert!(attacks::line(Square::E1, Square::F3).is_empty());
/// ```
#[inline(always)]
pub const fn line(a: Square, b: Square) -> Bitboard {
    LINES.line[a.index()][b.index()]
}

/// Whether three squares are on one rank, file or diagonal. Of equal ones the third may be anywhere.
///
/// ```
/// use bartizan_board::{Square, attacks};
///
/// assert!(attacks::aligned(Square::A1, Square::C3, Square::H8));
/// assert!(!attacks::aligned(Square::A1, Square::C3, Square::H7));
/// ```
#[inline]
pub const fn aligned(a: Square, b: Square, c: Square) -> bool {
    a.index() == b.index() || line(a, b).contains(c)
}
