//! Attacks of pawns, knights and kings: one entry per square.

use crate::{Bitboard, Color, Square};

const fn king_attacks_set(square: Bitboard) -> Bitboard {
    let row = Bitboard(square.0 | square.east().0 | square.west().0);
    Bitboard((row.0 | row.north().0 | row.south().0) & !square.0)
}

static KNIGHT: [Bitboard; 64] = {
    let mut table = [Bitboard::EMPTY; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = super::knight_attacks_set(Square::from_index(i).bitboard());
        i += 1;
    }
    table
};

static KING: [Bitboard; 64] = {
    let mut table = [Bitboard::EMPTY; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = king_attacks_set(Square::from_index(i).bitboard());
        i += 1;
    }
    table
};

static PAWN: [[Bitboard; 64]; 2] = {
    let mut table = [[Bitboard::EMPTY; 64]; 2];
    let mut i = 0;
    while i < 64 {
        let square = Square::from_index(i).bitboard();
        table[0][i] = super::pawn_attacks_set(Color::White, square);
        table[1][i] = super::pawn_attacks_set(Color::Black, square);
        i += 1;
    }
    table
};

/// Squares on which a pawn of this color captures.
#[inline(always)]
pub fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// Squares a knight attacks.
#[inline(always)]
pub fn knight(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// Squares a king attacks.
#[inline(always)]
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaper_attacks_in_corners_and_centre() {
        assert_eq!(knight(Square::A1), Square::B3.bitboard() | Square::C2.bitboard());
        assert_eq!(knight(Square::E4).count(), 8);
        assert_eq!(king(Square::A1).count(), 3);
        assert_eq!(king(Square::E4).count(), 8);
        assert_eq!(pawn_attacks(Color::White, Square::H2), Square::G3.bitboard());
        assert_eq!(pawn_attacks(Color::Black, Square::A2), Square::B1.bitboard());
    }
}
