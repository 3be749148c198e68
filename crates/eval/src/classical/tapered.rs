//! [`Tapered`]: a middlegame and an endgame score in one 32-bit integer, so that one addition
//! adds both.

use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// A (middlegame, endgame) pair of centipawns, each within ±32,767.
///
/// The value is endgame · 65,536 + middlegame. A negative middlegame half borrows from the upper
/// 16 bits; [`Tapered::eg`] corrects that. Arithmetic wraps: a sum out of range gives a wrong
/// score, not a panic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub(super) struct Tapered(i32);

/// Short for [`Tapered::new`], for the weight table.
pub(super) const fn s(mg: i32, eg: i32) -> Tapered {
    Tapered::new(mg, eg)
}

impl Tapered {
    /// 0 in both phases.
    pub const ZERO: Self = Self(0);

    /// A pair of centipawns.
    pub const fn new(mg: i32, eg: i32) -> Self {
        Self((eg << 16).wrapping_add(mg))
    }

    /// The middlegame half.
    #[inline(always)]
    pub const fn mg(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The endgame half.
    #[inline(always)]
    pub const fn eg(self) -> i32 {
        (self.0.wrapping_add(0x8000) >> 16) as i16 as i32
    }

    /// Both halves, (middlegame, endgame).
    pub const fn pair(self) -> (i32, i32) {
        (self.mg(), self.eg())
    }
}

impl Add for Tapered {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl Sub for Tapered {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
}

impl Neg for Tapered {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self(self.0.wrapping_neg())
    }
}

/// For counts of bitboards.
impl Mul<u32> for Tapered {
    type Output = Self;

    #[inline(always)]
    fn mul(self, times: u32) -> Self {
        Self(self.0.wrapping_mul(times as i32))
    }
}

impl AddAssign for Tapered {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_keeps_both_halves() {
        let pairs = [(0, 0), (1, -1), (-1, 1), (-300, -7), (12_000, -9_000), (-1, 0), (0, -1)];
        for (a, b) in pairs {
            let x = Tapered::new(a, b);
            assert_eq!(x.pair(), (a, b));
            assert_eq!((-x).pair(), (-a, -b));
            for (c, d) in pairs {
                let y = Tapered::new(c, d);
                assert_eq!((x + y).pair(), (a + c, b + d));
                assert_eq!((x - y).pair(), (a - c, b - d));
            }
        }
        assert_eq!((Tapered::new(-7, 9) * 5).pair(), (-35, 45));
    }
}
