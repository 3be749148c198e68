//! Moves, encoded in 16 bits.

use core::fmt;
use core::num::NonZeroU16;

use crate::{File, PieceKind, Square};

/// The kind of a move: the top four bits of a [`Move`].
///
/// Bit 2 is set for captures, bit 3 for promotions. The values 3, 6 and 7 are not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveFlag(u8);

#[allow(missing_docs)]
impl MoveFlag {
    pub const QUIET: MoveFlag = MoveFlag(0);
    pub const DOUBLE_PUSH: MoveFlag = MoveFlag(1);
    pub const CASTLE: MoveFlag = MoveFlag(2);
    pub const CAPTURE: MoveFlag = MoveFlag(4);
    pub const EN_PASSANT: MoveFlag = MoveFlag(5);
    const PROMO_KNIGHT: MoveFlag = MoveFlag(8);
    const PROMO_BISHOP: MoveFlag = MoveFlag(9);
    const PROMO_ROOK: MoveFlag = MoveFlag(10);
    pub const PROMO_QUEEN: MoveFlag = MoveFlag(11);
    const CAPTURE_PROMO_KNIGHT: MoveFlag = MoveFlag(12);
    const CAPTURE_PROMO_BISHOP: MoveFlag = MoveFlag(13);
    const CAPTURE_PROMO_ROOK: MoveFlag = MoveFlag(14);
    const CAPTURE_PROMO_QUEEN: MoveFlag = MoveFlag(15);
}

impl MoveFlag {
    /// The four quiet promotions, queen first.
    pub const PROMOTIONS: [MoveFlag; 4] =
        [Self::PROMO_QUEEN, Self::PROMO_KNIGHT, Self::PROMO_ROOK, Self::PROMO_BISHOP];
    /// The four promotions by capture, queen first.
    pub const CAPTURE_PROMOTIONS: [MoveFlag; 4] = [
        Self::CAPTURE_PROMO_QUEEN,
        Self::CAPTURE_PROMO_KNIGHT,
        Self::CAPTURE_PROMO_ROOK,
        Self::CAPTURE_PROMO_BISHOP,
    ];
}

/// A move: origin (bits 0–5), target (bits 6–11) and [`MoveFlag`] (bits 12–15).
///
/// Castling is encoded as the king taking its own rook, in standard chess and Chess960. Never zero, so
/// that `Option<Move>` takes two bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

impl Move {
    /// A move from its parts, not checked against any position.
    ///
    /// A1 to A1 without a flag, which would be zero, becomes all ones, which is not a legal move of any
    /// position either.
    #[inline(always)]
    pub const fn new(from: Square, to: Square, flag: MoveFlag) -> Move {
        let bits = from.index() as u16 | (to.index() as u16) << 6 | (flag.0 as u16) << 12;
        match NonZeroU16::new(bits) {
            Some(bits) => Move(bits),
            None => Move(NonZeroU16::MAX),
        }
    }

    /// The move of these bits; `None` for zero. Any other bits are taken as they are.
    #[inline(always)]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Move(bits)),
            None => None,
        }
    }

    /// The sixteen bits.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The origin square.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::from_index(self.bits() as usize & 63)
    }

    /// The target square; for castling, the square of the rook.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::from_index(self.bits() as usize >> 6 & 63)
    }

    /// The flag.
    #[inline(always)]
    pub const fn flag(self) -> MoveFlag {
        MoveFlag((self.bits() >> 12) as u8)
    }

    /// Whether it is a capture (en passant and capturing promotions included).
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        self.bits() & 1 << 14 != 0
    }

    /// Whether it is an en-passant capture.
    #[inline(always)]
    pub const fn is_en_passant(self) -> bool {
        self.flag().0 == MoveFlag::EN_PASSANT.0
    }

    /// Whether it is castling.
    #[inline(always)]
    pub const fn is_castle(self) -> bool {
        self.flag().0 == MoveFlag::CASTLE.0
    }

    /// Whether it is a promotion.
    #[inline(always)]
    pub const fn is_promotion(self) -> bool {
        self.bits() & 1 << 15 != 0
    }

    /// The kind of piece that the pawn becomes; `None` for moves other than promotions.
    #[inline(always)]
    pub const fn promotion(self) -> Option<PieceKind> {
        if !self.is_promotion() {
            return None;
        }
        Some(match self.bits() >> 12 & 3 {
            0 => PieceKind::Knight,
            1 => PieceKind::Bishop,
            2 => PieceKind::Rook,
            _ => PieceKind::Queen,
        })
    }

    /// Whether it is a capture or a promotion.
    #[inline(always)]
    pub const fn is_noisy(self) -> bool {
        self.bits() & 0b11 << 14 != 0
    }

    /// Whether it is neither a capture nor a promotion.
    #[inline(always)]
    pub const fn is_quiet(self) -> bool {
        !self.is_noisy()
    }

    /// The target of the king when castling: the G or the C file of its rank.
    #[inline(always)]
    pub const fn castle_king_target(self) -> Square {
        let file = if self.to().index() > self.from().index() { File::G } else { File::C };
        Square::new(file, self.from().rank())
    }

    /// The target of the rook when castling: the F or the D file of its rank.
    #[inline(always)]
    pub const fn castle_rook_target(self) -> Square {
        let file = if self.to().index() > self.from().index() { File::F } else { File::D };
        Square::new(file, self.from().rank())
    }
}

/// Origin, target and promotion letter; castling as the king taking its rook.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(kind) => write!(f, "{}", kind.to_char()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}/{}", self.flag().0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn move_bits_round_trip() {
        let mv = Move::new(Square::E7, Square::F8, MoveFlag::CAPTURE_PROMO_ROOK);
        assert_eq!(Move::from_bits(mv.bits()), Some(mv));
        assert_eq!((mv.from(), mv.to()), (Square::E7, Square::F8));
        assert_eq!(mv.promotion(), Some(PieceKind::Rook));
        assert!(mv.is_capture() && mv.is_promotion() && mv.is_noisy());
        assert_eq!(mv.to_string(), "e7f8r");
        let castling = Move::new(Square::B8, Square::F8, MoveFlag::CASTLE);
        let targets = (castling.castle_king_target(), castling.castle_rook_target());
        assert_eq!((targets, castling.is_quiet()), ((Square::G8, Square::F8), true));
        assert_eq!(size_of::<Option<Move>>(), 2);
    }

    #[test]
    fn move_encoding_is_injective_and_never_zero() {
        let mut seen = std::collections::HashSet::new();
        for from in Square::ALL {
            for to in Square::ALL.into_iter().filter(|&to| to != from) {
                for flag in 0..16 {
                    let mv = Move::new(from, to, MoveFlag(flag));
                    assert_eq!((mv.from(), mv.to(), mv.flag()), (from, to, MoveFlag(flag)));
                    seen.insert(mv);
                }
            }
        }
        // Zero is not representable; its substitute has the same origin and target.
        let substitute = Move::new(Square::A1, Square::A1, MoveFlag::QUIET);
        assert_eq!(substitute.from(), substitute.to());
        assert!(!seen.contains(&substitute));
        assert_eq!(Move::from_bits(0), None);
    }
}
