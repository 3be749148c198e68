//! Castling rights and sides.

use core::fmt;
use core::ops::{BitOr, BitOrAssign, Sub, SubAssign};

use bitflags::bitflags;

use crate::{Color, File};

/// The side of castling, named by where the king ends (as in Chess960).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum CastlingSide {
    /// King to the G file, rook to the F file: O-O.
    KingSide,
    /// King to the C file, rook to the D file: O-O-O.
    QueenSide,
}

impl CastlingSide {
    /// King side, then queen side.
    pub const ALL: [CastlingSide; 2] = [CastlingSide::KingSide, CastlingSide::QueenSide];

    /// 0 for the king side, 1 for the queen side.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `king side` or `queen side`.
    pub const fn name(self) -> &'static str {
        match self {
            CastlingSide::KingSide => "king side",
            CastlingSide::QueenSide => "queen side",
        }
    }

    /// The file where the king ends.
    #[inline(always)]
    pub const fn king_target(self) -> File {
        match self {
            CastlingSide::KingSide => File::G,
            CastlingSide::QueenSide => File::C,
        }
    }

    /// The file where the rook ends.
    #[inline(always)]
    pub const fn rook_target(self) -> File {
        match self {
            CastlingSide::KingSide => File::F,
            CastlingSide::QueenSide => File::D,
        }
    }
}

bitflags! {
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    struct Flags: u8 {
        const WHITE_KING_SIDE = 1;
        const WHITE_QUEEN_SIDE = 2;
        const BLACK_KING_SIDE = 4;
        const BLACK_QUEEN_SIDE = 8;
    }
}

/// A set of castling rights: which castlings no king or rook move has made impossible so far.
///
/// ```
/// use bartizan_types::{CastlingRights, CastlingSide, Color};
///
/// let rights = CastlingRights::ALL - CastlingRights::both(Color::White);
/// assert!(rights.contains(CastlingRights::of(Color::Black, CastlingSide::QueenSide)));
/// assert_eq!(rights.to_string(), "kq");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CastlingRights(Flags);

impl CastlingRights {
    /// No right.
    pub const EMPTY: CastlingRights = CastlingRights(Flags::empty());
    /// All four.
    pub const ALL: CastlingRights = CastlingRights(Flags::all());
    /// White king to the G file.
    pub const WHITE_KING_SIDE: CastlingRights = CastlingRights(Flags::WHITE_KING_SIDE);
    /// White king to the C file.
    pub const WHITE_QUEEN_SIDE: CastlingRights = CastlingRights(Flags::WHITE_QUEEN_SIDE);
    /// Black king to the G file.
    pub const BLACK_KING_SIDE: CastlingRights = CastlingRights(Flags::BLACK_KING_SIDE);
    /// Black king to the C file.
    pub const BLACK_QUEEN_SIDE: CastlingRights = CastlingRights(Flags::BLACK_QUEEN_SIDE);

    /// The single right of this color and side.
    #[inline(always)]
    pub const fn of(color: Color, side: CastlingSide) -> CastlingRights {
        CastlingRights(Flags::from_bits_retain(1 << (color.index() * 2 + side.index())))
    }

    /// Both rights of this color.
    #[inline(always)]
    pub const fn both(color: Color) -> CastlingRights {
        CastlingRights(Flags::from_bits_retain(3 << (color.index() * 2)))
    }

    /// The rights as four bits: White king side 1, White queen side 2, Black king side 4, Black queen side 8.
    #[inline(always)]
    pub const fn bits(self) -> u8 {
        self.0.bits()
    }

    /// Whether there is no right.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// Whether all of these rights are there.
    #[inline(always)]
    pub const fn contains(self, rights: CastlingRights) -> bool {
        self.0.contains(rights.0)
    }

    /// Whether one of these rights is there.
    #[inline(always)]
    pub const fn intersects(self, rights: CastlingRights) -> bool {
        self.0.intersects(rights.0)
    }
}

impl BitOr for CastlingRights {
    type Output = CastlingRights;

    #[inline(always)]
    fn bitor(self, other: CastlingRights) -> CastlingRights {
        CastlingRights(self.0 | other.0)
    }
}

impl BitOrAssign for CastlingRights {
    #[inline(always)]
    fn bitor_assign(&mut self, other: CastlingRights) {
        self.0 |= other.0;
    }
}

/// The rights of the left set that the right one lacks.
impl Sub for CastlingRights {
    type Output = CastlingRights;

    #[inline(always)]
    fn sub(self, other: CastlingRights) -> CastlingRights {
        CastlingRights(self.0 - other.0)
    }
}

impl SubAssign for CastlingRights {
    #[inline(always)]
    fn sub_assign(&mut self, other: CastlingRights) {
        self.0 -= other.0;
    }
}

/// The field of a FEN for standard chess: `KQkq`, or `-` without rights.
impl fmt::Display for CastlingRights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        for (bit, letter) in ["K", "Q", "k", "q"].into_iter().enumerate() {
            if self.bits() & 1 << bit != 0 {
                f.write_str(letter)?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for CastlingRights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CastlingRights({self})")
    }
}
