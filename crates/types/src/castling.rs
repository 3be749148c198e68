//! Castling rights and sides.

use bitflags::bitflags;

use crate::Color;

/// The side of castling, named by where the king ends (as in Chess960).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum CastlingSide {
    /// King to the G file, rook to the F file.
    Short,
    /// King to the C file, rook to the D file.
    Long,
}

impl CastlingSide {
    /// Short, then long.
    pub const ALL: [CastlingSide; 2] = [CastlingSide::Short, CastlingSide::Long];

    /// 0 for short, 1 for long.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }
}

bitflags! {
    /// Castling rights: which castlings no king or rook move has made impossible so far.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct CastlingRights: u8 {
        /// White king to the G file.
        const WHITE_SHORT = 1;
        /// White king to the C file.
        const WHITE_LONG = 2;
        /// Black king to the G file.
        const BLACK_SHORT = 4;
        /// Black king to the C file.
        const BLACK_LONG = 8;
    }
}

impl CastlingRights {
    /// The single right of this color and side.
    #[inline(always)]
    pub const fn of(color: Color, side: CastlingSide) -> CastlingRights {
        CastlingRights::from_bits_retain(1 << (color.index() * 2 + side.index()))
    }

    /// Both rights of this color.
    #[inline(always)]
    pub const fn both(color: Color) -> CastlingRights {
        CastlingRights::from_bits_retain(3 << (color.index() * 2))
    }
}
