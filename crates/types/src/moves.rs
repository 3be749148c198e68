//! Moves, encoded in 16 bits.

use core::fmt;
use core::num::NonZeroU16;

use crate::{CastlingSide, File, MoveFlag, PieceKind, Square, UciMove};

/// A move: origin (bits 0–5), target (bits 6–11) and [`MoveFlag`] (bits 12–15).
///
/// Castling is encoded as the king taking its own rook, in standard chess and Chess960. Never zero, so
/// that `Option<Move>` takes two bytes. Moves are ordered by their bits.
///
/// ```
/// use bartizan_types::{Move, MoveFlag, Square};
///
/// let mv = Move::new(Square::E5, Square::D6, MoveFlag::EN_PASSANT);
/// assert_eq!((mv.from(), mv.to(), mv.is_capture()), (Square::E5, Square::D6, true));
/// assert_eq!(mv.captured_square(), Some(Square::D5));
/// assert_eq!(mv.to_string(), "e5d6");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

impl Move {
    /// A move from its parts, not checked against any position.
    ///
    /// A1 to A1 without a flag, which would be zero, becomes all ones, which is not a legal move of any
    /// position either.
    ///
    /// ```
    /// use bartizan_types::{Move, MoveFlag, Square};
    ///
    /// let mv = Move::new(Square::G1, Square::F3, MoveFlag::QUIET);
    /// assert_eq!((mv.from(), mv.to(), mv.flag()), (Square::G1, Square::F3, MoveFlag::QUIET));
    /// ```
    #[inline(always)]
    pub const fn new(from: Square, to: Square, flag: MoveFlag) -> Move {
        let bits = from.index() as u16 | (to.index() as u16) << 6 | (flag.0 as u16) << 12;
        match NonZeroU16::new(bits) {
            Some(bits) => Move(bits),
            None => Move(NonZeroU16::MAX),
        }
    }

    /// The move of these bits; `None` for zero. Any other bits are taken as they are.
    ///
    /// ```
    /// use bartizan_types::{Move, MoveFlag, Square};
    ///
    /// let mv = Move::new(Square::G1, Square::F3, MoveFlag::QUIET);
    /// assert_eq!(Move::from_bits(mv.bits()), Some(mv));
    /// assert_eq!(Move::from_bits(0), None);
    /// ```
    #[inline(always)]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Move(bits)),
            None => None,
        }
    }

    /// The sixteen bits.
    ///
    /// ```
    /// use bartizan_types::{Move, MoveFlag, Square};
    ///
    /// let mv = Move::new(Square::G1, Square::F3, MoveFlag::CAPTURE);
    /// assert_eq!(mv.bits(), 6 | 21 << 6 | 4 << 12);
    /// ```
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The origin square.
    ///
    /// ```
    /// use bartizan_types::{Move, MoveFlag, Square};
    ///
    /// assert_eq!(Move::new(Square::G1, Square::F3, MoveFlag::QUIET).from(), Square::G1);
    /// ```
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::from_index(self.bits() as usize & 63)
    }

    /// The target square; for castling, the square of the rook.
    ///
    /// ```
    /// use bartizan_types::{Move, MoveFlag, Square};
    ///
    /// let castling = Move::new(Square::E1, Square::A1, MoveFlag::CASTLE);
    /// assert_eq!((castling.to(), castling.castle_king_target()), (Square::A1, Square::C1));
    /// ```
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::from_index(self.bits() as usize >> 6 & 63)
    }

    /// The flag.
    ///
    /// ```
    /// use bartizan_types::{Move, MoveFlag, Square};
    ///
    /// let mv = Move::new(Square::E2, Square::E4, MoveFlag::DOUBLE_PUSH);
    /// assert_eq!(mv.flag(), MoveFlag::DOUBLE_PUSH);
    /// ```
    #[inline(always)]
    pub const fn flag(self) -> MoveFlag {
        MoveFlag((self.bits() >> 12) as u8)
    }

    /// Whether it is a capture (en passant and capturing promotions included).
    ///
    /// ```
    /// use bartizan_types::{Move, MoveFlag, Square};
    ///
    /// assert!(Move::new(Square::E5, Square::D6, MoveFlag::EN_PASSANT).is_capture());
    /// assert!(!Move::new(Square::E7, Square::E8, MoveFlag::PROMO_QUEEN).is_capture());
    /// ```
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        self.bits() & 1 << 14 != 0
    }

    /// The square of the piece that it captures: the target, or that of the pawn taken en passant; `None` for moves that
    /// capture nothing.
    ///
    /// ```
    /// use bartizan_types::{Move, MoveFlag, Square};
    ///
    /// let en_passant = Move::new(Square::E5, Square::D6, MoveFlag::EN_PASSANT);
    /// assert_eq!(en_passant.captured_square(), Some(Square::D5));
    /// let capture = Move::new(Square::E5, Square::D6, MoveFlag::CAPTURE);
    /// assert_eq!(capture.captured_square(), Some(Square::D6));
    /// ```
    #[inline]
    pub const fn captured_square(self) -> Option<Square> {
        if !self.is_capture() {
            None
        } else if self.is_en_passant() {
            Some(Square::new(self.to().file(), self.from().rank()))
        } else {
            Some(self.to())
        }
    }

    /// Whether it is a pawn's step over two squares.
    ///
    /// ```
    /// use bartizan_types::{Move, MoveFlag, Square};
    ///
    /// assert!(Move::new(Square::E2, Square::E4, MoveFlag::DOUBLE_PUSH).is_double_push());
    /// ```
    #[inline(always)]
    pub const fn is_double_push(self) -> bool {
        self.flag().0 == MoveFlag::DOUBLE_PUSH.0
    }

    /// Whether it is an en passant capture.
    ///
    /// ```
    /// use bartizan_types::{Move, MoveFlag, Square};
    ///
    /// assert!(Move::new(Square::E5, Square::D6, MoveFlag::EN_PASSANT).is_en_passant());
    /// assert!(!Move::new(Square::E5, Square::D6, MoveFlag::CAPTURE).is_en_passant());
    /// ```
    #[inline(always)]
    pub const fn is_en_passant(self) -> bool {
        self.flag().0 == MoveFlag::EN_PASSANT.0
    }

    /// Whether it is castling.
    ///
    /// ```
    /// use bartizan_types::{Move, MoveFlag, Square};
    ///
    /// assert!(Move::new(Square::E1, Square::H1, MoveFlag::CASTLE).is_castle());
    /// ```
    #[inline(always)]
    pub const fn is_castle(self) -> bool {
        self.flag().0 == MoveFlag::CASTLE.0
    }

    /// Whether it is a promotion.
    ///
    /// ```
    /// use bartizan_types::{Move, MoveFlag, Square};
    ///
    /// let [to_queen, to_knight, ..] = MoveFlag::CAPTURE_PROMOTIONS;
    /// assert!(Move::new(Square::E7, Square::F8, to_queen).is_promotion());
    /// assert!(Move::new(Square::E7, Square::F8, to_knight).is_promotion());
    /// ```
    #[inline(always)]
    pub const fn is_promotion(self) -> bool {
        self.bits() & 1 << 15 != 0
    }

    /// The kind of piece that the pawn becomes; `None` for moves other than promotions.
    ///
    /// ```
    /// use bartizan_types::{Move, MoveFlag, PieceKind, Square};
    ///
    /// let [_, to_knight, ..] = MoveFlag::PROMOTIONS;
    /// assert_eq!(Move::new(Square::E7, Square::E8, to_knight).promotion(), Some(PieceKind::Knight));
    /// assert_eq!(Move::new(Square::E7, Square::E8, MoveFlag::QUIET).promotion(), None);
    /// ```
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
    ///
    /// ```
    /// use bartizan_types::{Move, MoveFlag, Square};
    ///
    /// assert!(Move::new(Square::E7, Square::E8, MoveFlag::PROMO_QUEEN).is_noisy());
    /// assert!(!Move::new(Square::E1, Square::H1, MoveFlag::CASTLE).is_noisy());
    /// ```
    #[inline(always)]
    pub const fn is_noisy(self) -> bool {
        self.bits() & 0b11 << 14 != 0
    }

    /// Whether it is neither a capture nor a promotion.
    ///
    /// ```
    /// use bartizan_types::{Move, MoveFlag, Square};
    ///
    /// assert!(Move::new(Square::E1, Square::H1, MoveFlag::CASTLE).is_quiet());
    /// assert!(!Move::new(Square::E5, Square::D6, MoveFlag::EN_PASSANT).is_quiet());
    /// ```
    #[inline(always)]
    pub const fn is_quiet(self) -> bool {
        !self.is_noisy()
    }

    /// The side of castling; `None` for other moves.
    ///
    /// ```
    /// use bartizan_types::{CastlingSide, Move, MoveFlag, Square};
    ///
    /// let castling = Move::new(Square::E8, Square::A8, MoveFlag::CASTLE);
    /// assert_eq!(castling.castling_side(), Some(CastlingSide::QueenSide));
    /// assert_eq!(Move::new(Square::E8, Square::C8, MoveFlag::QUIET).castling_side(), None);
    /// ```
    #[inline]
    pub const fn castling_side(self) -> Option<CastlingSide> {
        if self.is_castle() { Some(self.side()) } else { None }
    }

    /// The side on which the target is.
    #[inline(always)]
    const fn side(self) -> CastlingSide {
        if self.to().index() > self.from().index() {
            CastlingSide::KingSide
        } else {
            CastlingSide::QueenSide
        }
    }

    /// The target of the king when castling: the G or the C file of its rank.
    ///
    /// ```
    /// use bartizan_types::{Move, MoveFlag, Square};
    ///
    /// // In Chess960 king and rook may start anywhere on their rank.
    /// let castling = Move::new(Square::B8, Square::F8, MoveFlag::CASTLE);
    /// assert_eq!(castling.castle_king_target(), Square::G8);
    /// ```
    #[inline(always)]
    pub const fn castle_king_target(self) -> Square {
        Square::new(self.side().king_target(), self.from().rank())
    }

    /// The target of the rook when castling: the F or the D file of its rank.
    ///
    /// ```
    /// use bartizan_types::{Move, MoveFlag, Square};
    ///
    /// let castling = Move::new(Square::E1, Square::A1, MoveFlag::CASTLE);
    /// assert_eq!(castling.castle_rook_target(), Square::D1);
    /// ```
    #[inline(always)]
    pub const fn castle_rook_target(self) -> Square {
        Square::new(self.side().rook_target(), self.from().rank())
    }

    /// The same move on the board mirrored top to bottom, as [`UciMove::to_mirrored`].
    ///
    /// ```
    /// use bartizan_types::{Move, MoveFlag, Square};
    ///
    /// let castling = Move::new(Square::E1, Square::H1, MoveFlag::CASTLE);
    /// assert_eq!(castling.to_mirrored(), Move::new(Square::E8, Square::H8, MoveFlag::CASTLE));
    /// ```
    #[must_use]
    pub const fn to_mirrored(self) -> Move {
        Move::new(self.from().flip_vertical(), self.to().flip_vertical(), self.flag())
    }

    /// The move in UCI notation.
    ///
    /// With `chess960`, castling is the king taking its own rook (`e1h1`), else the two squares of the king (`e1g1`).
    /// Castling from another file than E, which standard chess does not have, is always written in the first way,
    /// since the second would be ambiguous with a king move.
    ///
    /// ```
    /// use bartizan_types::{Move, MoveFlag, Square};
    ///
    /// let castling = Move::new(Square::E1, Square::H1, MoveFlag::CASTLE);
    /// assert_eq!(castling.to_uci(false).to_string(), "e1g1");
    /// assert_eq!(castling.to_uci(true).to_string(), "e1h1");
    /// ```
    pub const fn to_uci(self, chess960: bool) -> UciMove {
        let is_from_e = matches!(self.from().file(), File::E);
        let to = if self.is_castle() && !chess960 && is_from_e {
            self.castle_king_target()
        } else {
            self.to()
        };
        UciMove::Normal { from: self.from(), to, promotion: self.promotion() }
    }
}

/// Origin, target and promotion letter; castling as the king taking its rook.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_uci(true).fmt(f)
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
        assert!(seen.iter().all(|mv| mv.to_mirrored().to_mirrored() == *mv));
        assert!(
            seen.iter().all(|mv| mv.to_mirrored().to_uci(true) == mv.to_uci(true).to_mirrored())
        );
        // Zero is not representable; its substitute has the same origin and target.
        let substitute = Move::new(Square::A1, Square::A1, MoveFlag::QUIET);
        assert_eq!(substitute.from(), substitute.to());
        assert!(!seen.contains(&substitute));
        assert_eq!(Move::from_bits(0), None);
    }
}
