//! Sets of squares, in which the layers above ask and answer.

use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr, Sub,
};

use crate::{File, Square};

/// A set of squares; bit `n` is the square of index `n`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(pub u64);

impl Bitboard {
    pub const EMPTY: Bitboard = Bitboard(0);
    pub const ALL: Bitboard = Bitboard(!0);
    pub const LIGHT: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);
    pub const DARK: Bitboard = Bitboard(!Self::LIGHT.0);

    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 == 1
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub const fn any(self) -> bool {
        self.0 != 0
    }

    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    pub const fn more_than_one(self) -> bool {
        self.count() > 1
    }

    pub fn first(self) -> Option<Square> {
        self.any().then(|| Square::from_index(self.0.trailing_zeros() as usize))
    }

    pub fn last(self) -> Option<Square> {
        self.any().then(|| Square::from_index(63 - self.0.leading_zeros() as usize))
    }

    pub const fn flip(self) -> Bitboard {
        Bitboard(self.0.swap_bytes())
    }

    pub const fn north(self) -> Bitboard {
        Bitboard(self.0 << 8)
    }

    pub const fn south(self) -> Bitboard {
        Bitboard(self.0 >> 8)
    }

    pub const fn east(self) -> Bitboard {
        Bitboard((self.0 & !File::H.bitboard().0) << 1)
    }

    pub const fn west(self) -> Bitboard {
        Bitboard((self.0 & !File::A.bitboard().0) >> 1)
    }
}

macro_rules! operators {
    ($($trait:ident::$method:ident($other:ty) = |$a:ident, $b:ident| $result:expr;)*) => {$(
        impl $trait<$other> for Bitboard {
            type Output = Bitboard;

            fn $method(self, other: $other) -> Bitboard {
                let ($a, $b) = (self.0, other);
                Bitboard($result)
            }
        }
    )*};
    ($($trait:ident::$method:ident by $op:tt;)*) => {$(
        impl $trait for Bitboard {
            fn $method(&mut self, other: Bitboard) {
                *self = *self $op other;
            }
        }
    )*};
}

operators! {
    BitAnd::bitand(Bitboard) = |a, b| a & b.0;
    BitOr::bitor(Bitboard) = |a, b| a | b.0;
    BitXor::bitxor(Bitboard) = |a, b| a ^ b.0;
    Sub::sub(Bitboard) = |a, b| a & !b.0;
    Shl::shl(u32) = |a, b| a << b;
    Shr::shr(u32) = |a, b| a >> b;
}

operators! {
    BitAndAssign::bitand_assign by &;
    BitOrAssign::bitor_assign by |;
    BitXorAssign::bitxor_assign by ^;
}

impl Not for Bitboard {
    type Output = Bitboard;

    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | square.bitboard())
    }
}

/// The squares of a set, lowest first.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let first = self.0.first()?;
        self.0 = self.0 - first.bitboard();
        Some(first)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        Squares(self)
    }
}
