//! Arrays with a value for each color, kind, square and so on, by that index.

use core::ops::{Index, IndexMut};

use crate::{CastlingSide, Color, File, Piece, PieceKind, Rank, Square};

macro_rules! indexed {
    ($($index:ty: $length:literal),*) => { $(
        impl<T> Index<$index> for [T; $length] {
            type Output = T;

            #[inline(always)]
            fn index(&self, index: $index) -> &T {
                &self[index.index()]
            }
        }

        impl<T> IndexMut<$index> for [T; $length] {
            #[inline(always)]
            fn index_mut(&mut self, index: $index) -> &mut T {
                &mut self[index.index()]
            }
        }
    )* };
}

indexed!(Color: 2, CastlingSide: 2, PieceKind: 6, File: 8, Rank: 8, Piece: 12, Square: 64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_are_indexed_by_values() {
        let mut counts = [0; 64];
        for square in Square::ALL {
            counts[square] += square.index();
        }
        assert_eq!((counts[Square::A1], counts[Square::H8]), (0, 63));
        let values = PieceKind::ALL.map(PieceKind::to_char);
        assert_eq!((values[PieceKind::Queen], ["w", "b"][Color::Black]), ('q', "b"));
        assert_eq!([1, 2][CastlingSide::QueenSide], 2);
        assert_eq!((File::ALL[File::C], Rank::ALL[Rank::Fifth]), (File::C, Rank::Fifth));
        assert_eq!(Piece::ALL[Piece::BlackKing], Piece::BlackKing);
    }
}
