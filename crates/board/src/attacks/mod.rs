//! Attack tables, computed at compile time.
//!
//! ```
//! use bartizan_board::{Bitboard, Color, Square, attacks};
//!
//! assert_eq!(attacks::knight(Square::A1), Square::B3.bitboard() | Square::C2);
//! assert_eq!(attacks::rook(Square::A1, Square::A3.bitboard()).count(), 9);
//! assert_eq!(attacks::pawn_attacks(Color::Black, Square::E4), Square::D3.bitboard() | Square::F3);
//! assert_eq!(attacks::between(Square::A1, Square::D4), Square::B2.bitboard() | Square::C3);
//! assert!(attacks::aligned(Square::A1, Square::D4, Square::H8));
//! ```
//!
//! Pawns, knights and kings have one entry per square. Sliding pieces are looked up by the blockers on
//! their lines, with PEXT bitboards where the target has BMI2 and fancy magic bitboards elsewhere. PEXT cannot be used
//! in constants; there are [`rook_const`], [`bishop_const`] and [`queen_const`] for these, which are slow at run time.

mod magics;
mod rays;
mod setwise;
mod slider;

use crate::{Bitboard, Color, PieceKind, Square};

pub use rays::{
    aligned, between, bishop_const, bishop_rays, line, queen_const, rook_const, rook_rays,
};
pub use setwise::slider_attacks_set;
pub use slider::{bishop, rook};

const fn king_attacks_set(square: Bitboard) -> Bitboard {
    let row = Bitboard(square.0 | square.east().0 | square.west().0);
    Bitboard((row.0 | row.north().0 | row.south().0) & !square.0)
}

struct LeaperTables {
    pawn: [[Bitboard; 64]; 2],
    knight: [Bitboard; 64],
    king: [Bitboard; 64],
}

static LEAPERS: LeaperTables = {
    let empty = [Bitboard::EMPTY; 64];
    let mut tables = LeaperTables { pawn: [empty; 2], knight: empty, king: empty };
    let mut i = 0;
    while i < 64 {
        let square = Square::from_index(i).bitboard();
        tables.pawn[0][i] = pawn_attacks_set(Color::White, square);
        tables.pawn[1][i] = pawn_attacks_set(Color::Black, square);
        tables.knight[i] = knight_attacks_set(square);
        tables.king[i] = king_attacks_set(square);
        i += 1;
    }
    tables
};

/// Squares on which a pawn of this color captures.
///
/// ```
/// use bartizan_board::{Color, Square, attacks};
///
/// let attacked = attacks::pawn_attacks(Color::White, Square::E4);
/// assert_eq!(attacked, Square::D5.bitboard() | Square::F5);
/// ```
#[inline(always)]
pub const fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    LEAPERS.pawn[color.index()][square.index()]
}

/// Squares a knight attacks.
///
/// ```
/// use bartizan_board::{Square, attacks};
///
/// assert_eq!(attacks::knight(Square::H1), Square::F2.bitboard() | Square::G3);
/// ```
#[inline(always)]
pub const fn knight(square: Square) -> Bitboard {
    LEAPERS.knight[square.index()]
}

/// Squares a king attacks.
///
/// ```
/// use bartizan_board::{Square, attacks};
///
/// assert_eq!(attacks::king(Square::A1).count(), 3);
/// ```
#[inline(always)]
pub const fn king(square: Square) -> Bitboard {
    LEAPERS.king[square.index()]
}

/// Squares a queen attacks with this occupancy, the first blocker of each line included.
///
/// ```
/// use bartizan_board::{Bitboard, Position, Square, attacks};
///
/// let start = Position::startpos();
/// assert_eq!(attacks::queen(Square::D1, start.occupied()).count(), 5);
/// assert_eq!(attacks::queen(Square::D1, Bitboard::EMPTY).count(), 21);
/// ```
#[inline(always)]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// Squares a piece of this kind and color attacks; a pawn's are its captures.
///
/// ```
/// use bartizan_board::{Bitboard, Color, PieceKind, Square, attacks};
///
/// let empty = Bitboard::EMPTY;
/// let pawn = attacks::piece_attacks(PieceKind::Pawn, Color::Black, Square::A5, empty);
/// assert_eq!(pawn, Square::B4.bitboard());
/// let rook = attacks::piece_attacks(PieceKind::Rook, Color::Black, Square::A5, empty);
/// assert_eq!(rook, attacks::rook_rays(Square::A5));
/// ```
#[inline(always)]
pub fn piece_attacks(
    kind: PieceKind,
    color: Color,
    square: Square,
    occupied: Bitboard,
) -> Bitboard {
    match kind {
        PieceKind::Pawn => pawn_attacks(color, square),
        PieceKind::Knight => knight(square),
        PieceKind::Bishop => bishop(square, occupied),
        PieceKind::Rook => rook(square, occupied),
        PieceKind::Queen => queen(square, occupied),
        PieceKind::King => king(square),
    }
}

/// Squares to which a pawn of this color goes without capturing: one step, and two from its first rank.
///
/// ```
/// use bartizan_board::{Bitboard, Color, Square, attacks};
///
/// let pushes = attacks::pawn_pushes(Color::White, Square::E2, Bitboard::EMPTY);
/// assert_eq!(pushes, Square::E3.bitboard() | Square::E4);
/// ```
pub const fn pawn_pushes(color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    let direction = color.pawn_direction();
    let one = square.bitboard().shift(0, direction).0 & !occupied.0;
    let two = Bitboard(one).shift(0, direction).0 & !occupied.0;
    let is_first = square.rank() as u8 == color.pawn_rank() as u8;
    Bitboard(if is_first { one | two } else { one })
}

/// Squares attacked by any of these pawns.
///
/// ```
/// use bartizan_board::{Color, Rank, attacks};
///
/// let attacked = attacks::pawn_attacks_set(Color::White, Rank::Second.bitboard());
/// assert_eq!(attacked, Rank::Third.bitboard());
/// ```
#[inline(always)]
pub const fn pawn_attacks_set(color: Color, pawns: Bitboard) -> Bitboard {
    match color {
        Color::White => Bitboard(pawns.north_east().0 | pawns.north_west().0),
        Color::Black => Bitboard(pawns.south_east().0 | pawns.south_west().0),
    }
}

/// Squares attacked by any of these knights.
///
/// ```
/// use bartizan_board::{Color, PieceKind, Position, Rank, Square, attacks};
///
/// let knights = Position::startpos().of(Color::White, PieceKind::Knight);
/// let attacked = attacks::knight_attacks_set(knights);
/// assert_eq!(attacked & Rank::Third, Square::A3.bitboard() | Square::C3 | Square::F3 | Square::H3);
/// ```
#[inline(always)]
pub const fn knight_attacks_set(knights: Bitboard) -> Bitboard {
    let one = Bitboard(knights.east().0 | knights.west().0);
    let two = Bitboard(knights.east().east().0 | knights.west().west().0);
    Bitboard(one.0 << 16 | one.0 >> 16 | two.0 << 8 | two.0 >> 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setwise_attacks_match_single_squares() {
        assert_eq!(knight(Square::A1), Square::B3.bitboard() | Square::C2.bitboard());
        assert_eq!((knight(Square::E4).count(), king(Square::E4).count()), (8, 8));
        assert_eq!(king(Square::A1).count(), 3);
        assert_eq!(pawn_attacks(Color::White, Square::H2), Square::G3.bitboard());
        assert_eq!(pawn_attacks(Color::Black, Square::A2), Square::B1.bitboard());
        for a in Square::ALL {
            for b in Square::ALL {
                let both = a.bitboard() | b.bitboard();
                assert_eq!(knight_attacks_set(both), knight(a) | knight(b));
                for color in Color::ALL {
                    let separate = pawn_attacks(color, a) | pawn_attacks(color, b);
                    assert_eq!(pawn_attacks_set(color, both), separate);
                }
            }
        }
    }
}
