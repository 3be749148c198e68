//! Kinds of moves: what a move is besides its two squares.

use crate::PieceKind;

/// The kind of a move: the top four bits of a [`Move`](crate::Move).
///
/// Bit 2 is set for captures, bit 3 for promotions. The values 3, 6 and 7 are not used.
///
/// ```
/// use bartizan_types::{Move, MoveFlag, Square};
///
/// let mv = Move::new(Square::E2, Square::E4, MoveFlag::DOUBLE_PUSH);
/// assert_eq!(mv.flag(), MoveFlag::DOUBLE_PUSH);
/// // Moves that differ in their flag are different moves.
/// assert_ne!(mv, Move::new(Square::E2, Square::E4, MoveFlag::QUIET));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MoveFlag(pub(crate) u8);

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
    pub(crate) const CAPTURE_PROMO_ROOK: MoveFlag = MoveFlag(14);
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

    /// The flag of a promotion to this kind, by capture or not; `None` for a pawn or a king.
    ///
    /// ```
    /// use bartizan_types::{Move, MoveFlag, PieceKind, Square};
    ///
    /// let flag = MoveFlag::promotion(PieceKind::Knight, true).expect("a pawn may become a knight");
    /// let mv = Move::new(Square::E7, Square::F8, flag);
    /// assert!(mv.is_capture() && mv.promotion() == Some(PieceKind::Knight));
    /// ```
    pub const fn promotion(kind: PieceKind, is_capture: bool) -> Option<MoveFlag> {
        let first = if is_capture { Self::CAPTURE_PROMO_KNIGHT } else { Self::PROMO_KNIGHT };
        match kind {
            PieceKind::Pawn | PieceKind::King => None,
            _ => Some(MoveFlag(first.0 + kind as u8 - PieceKind::Knight as u8)),
        }
    }
}
