//! The operators of sets, conversions, and the number in other bases.

use core::fmt;
use core::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr, Sub, SubAssign,
};

use super::Bitboard;
use crate::{File, Rank, Square};

/// An operator with a set on the right.
macro_rules! operator {
    ($trait:ident $method:ident, $assign_trait:ident $assign:ident, $a:ident $b:ident $value:expr) => {
        impl $trait for Bitboard {
            type Output = Bitboard;
            #[inline(always)]
            fn $method(self, other: Bitboard) -> Bitboard {
                let ($a, $b) = (self.0, other.0);
                Bitboard($value)
            }
        }
        impl $assign_trait for Bitboard {
            #[inline(always)]
            fn $assign(&mut self, other: Bitboard) {
                *self = $trait::$method(*self, other);
            }
        }
        operator!($trait $method, $assign_trait $assign, Square);
        operator!($trait $method, $assign_trait $assign, File);
        operator!($trait $method, $assign_trait $assign, Rank);
    };
    ($trait:ident $method:ident, $assign_trait:ident $assign:ident, $type:ident) => {
        impl $trait<$type> for Bitboard {
            type Output = Bitboard;
            #[inline(always)]
            fn $method(self, other: $type) -> Bitboard {
                $trait::$method(self, other.bitboard())
            }
        }
        impl $assign_trait<$type> for Bitboard {
            #[inline(always)]
            fn $assign(&mut self, other: $type) {
                *self = $trait::$method(*self, other.bitboard());
            }
        }
    };
}

operator!(BitAnd bitand, BitAndAssign bitand_assign, a b a & b);
operator!(BitOr bitor, BitOrAssign bitor_assign, a b a | b);
operator!(BitXor bitxor, BitXorAssign bitxor_assign, a b a ^ b);
// Set difference: the squares of the left set that the right one lacks.
operator!(Sub sub, SubAssign sub_assign, a b a & !b);

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl Shl<u32> for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn shl(self, by: u32) -> Bitboard {
        Bitboard(self.0 << by)
    }
}

impl Shr<u32> for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn shr(self, by: u32) -> Bitboard {
        Bitboard(self.0 >> by)
    }
}

impl From<u64> for Bitboard {
    #[inline(always)]
    fn from(bits: u64) -> Bitboard {
        Bitboard(bits)
    }
}

impl From<Bitboard> for u64 {
    #[inline(always)]
    fn from(set: Bitboard) -> u64 {
        set.0
    }
}

macro_rules! from {
    ($($type:ident)*) => {$(
        impl From<$type> for Bitboard {
            #[inline(always)]
            fn from(value: $type) -> Bitboard {
                value.bitboard()
            }
        }
    )*};
}

from!(Square File Rank);

macro_rules! number {
    ($($trait:ident)*) => {$(
        /// The number of 64 bits.
        impl fmt::$trait for Bitboard {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::$trait::fmt(&self.0, f)
            }
        }
    )*};
}

number!(Binary LowerHex UpperHex);
