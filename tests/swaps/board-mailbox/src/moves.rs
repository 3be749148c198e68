//! Moves in 16 bits, and castling rights.

use std::fmt;
use std::num::NonZeroU16;

use bitflags::bitflags;

use crate::{Color, File, PieceKind, Square};

/// The kind of a move: the top four bits of a [`Move`]. Bit 2 is set for captures, bit 3 for
/// promotions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveFlag(u8);

impl MoveFlag {
    pub const QUIET: MoveFlag = MoveFlag(0);
    pub const DOUBLE_PUSH: MoveFlag = MoveFlag(1);
    pub const CASTLE: MoveFlag = MoveFlag(2);
    pub const CAPTURE: MoveFlag = MoveFlag(4);
    pub const EN_PASSANT: MoveFlag = MoveFlag(5);
    pub const PROMO_QUEEN: MoveFlag = MoveFlag(11);
    pub const PROMOTIONS: [MoveFlag; 4] = [MoveFlag(11), MoveFlag(8), MoveFlag(10), MoveFlag(9)];
    pub const CAPTURE_PROMOTIONS: [MoveFlag; 4] =
        [MoveFlag(15), MoveFlag(12), MoveFlag(14), MoveFlag(13)];
}

/// A move: origin (bits 0–5), target (bits 6–11) and [`MoveFlag`] (bits 12–15). Castling is the king
/// taking its own rook.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU16);

impl Move {
    pub const fn new(from: Square, to: Square, flag: MoveFlag) -> Move {
        let bits = from.index() as u16 | (to.index() as u16) << 6 | (flag.0 as u16) << 12;
        Move(match NonZeroU16::new(bits) {
            Some(bits) => bits,
            None => NonZeroU16::MAX,
        })
    }

    pub fn from_bits(bits: u16) -> Option<Move> {
        NonZeroU16::new(bits).map(Move)
    }

    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    pub const fn from(self) -> Square {
        Square::from_index(self.bits() as usize)
    }

    pub const fn to(self) -> Square {
        Square::from_index(self.bits() as usize >> 6)
    }

    pub const fn flag(self) -> MoveFlag {
        MoveFlag((self.bits() >> 12) as u8)
    }

    pub const fn is_capture(self) -> bool {
        self.flag().0 & 4 != 0
    }

    pub const fn is_en_passant(self) -> bool {
        self.flag().0 == 5
    }

    pub const fn is_castle(self) -> bool {
        self.flag().0 == 2
    }

    pub const fn is_promotion(self) -> bool {
        self.flag().0 & 8 != 0
    }

    pub fn promotion(self) -> Option<PieceKind> {
        self.is_promotion().then(|| PieceKind::from_index(1 + (self.flag().0 as usize & 3)))
    }

    pub const fn is_noisy(self) -> bool {
        self.is_capture() || self.is_promotion()
    }

    pub const fn is_quiet(self) -> bool {
        !self.is_noisy()
    }

    pub fn castle_king_target(self) -> Square {
        let file = if self.to() > self.from() { File::G } else { File::C };
        Square::new(file, self.from().rank())
    }

    pub fn castle_rook_target(self) -> Square {
        let file = if self.to() > self.from() { File::F } else { File::D };
        Square::new(file, self.from().rank())
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let promotion = self.promotion().map(|kind| kind.to_char().to_string());
        write!(f, "{}{}{}", self.from(), self.to(), promotion.unwrap_or_default())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}/{}", self.flag().0)
    }
}

/// The side of castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastlingSide {
    Short,
    Long,
}

impl CastlingSide {
    pub const ALL: [CastlingSide; 2] = [CastlingSide::Short, CastlingSide::Long];

    pub(crate) const fn index(self) -> usize {
        self as usize
    }
}

bitflags! {
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct CastlingRights: u8 {
        const WHITE_SHORT = 1;
        const WHITE_LONG = 2;
        const BLACK_SHORT = 4;
        const BLACK_LONG = 8;
    }
}

impl CastlingRights {
    pub const fn of(color: Color, side: CastlingSide) -> CastlingRights {
        CastlingRights::from_bits_retain(1 << (color.index() * 2 + side.index()))
    }

    pub const fn both(color: Color) -> CastlingRights {
        CastlingRights::from_bits_retain(3 << (color.index() * 2))
    }
}
