//! Values from bytes of a fuzzer (feature `arbitrary`).

use ::arbitrary::{Arbitrary, Result, Unstructured};

use crate::{
    Bitboard, CastlingRights, CastlingSide, Color, File, Move, MoveFlag, Piece, PieceKind, Rank,
    Square, UciMove,
};

macro_rules! one_of_all {
    ($($type:ident)*) => {$(
        /// Any of them.
        impl Arbitrary<'_> for $type {
            fn arbitrary(bytes: &mut Unstructured<'_>) -> Result<$type> {
                bytes.choose(&$type::ALL).copied()
            }
        }
    )*};
}

one_of_all!(Square File Rank PieceKind Piece Color CastlingSide);

/// Any set.
impl Arbitrary<'_> for Bitboard {
    fn arbitrary(bytes: &mut Unstructured<'_>) -> Result<Bitboard> {
        bytes.arbitrary().map(Bitboard)
    }
}

/// Any rights.
impl Arbitrary<'_> for CastlingRights {
    fn arbitrary(bytes: &mut Unstructured<'_>) -> Result<CastlingRights> {
        let bits = bytes.int_in_range(0..=15)?;
        Ok(CastlingRights::from_bits(bits).unwrap_or_default())
    }
}

const KINDS: [PieceKind; 4] =
    [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen];

/// Any of the kinds of moves.
impl Arbitrary<'_> for MoveFlag {
    fn arbitrary(bytes: &mut Unstructured<'_>) -> Result<MoveFlag> {
        let others = [
            MoveFlag::QUIET,
            MoveFlag::DOUBLE_PUSH,
            MoveFlag::CASTLE,
            MoveFlag::CAPTURE,
            MoveFlag::EN_PASSANT,
        ];
        match bytes.arbitrary::<bool>()? {
            true => {
                let flag = MoveFlag::promotion(*bytes.choose(&KINDS)?, bytes.arbitrary()?);
                Ok(flag.unwrap_or(MoveFlag::QUIET))
            }
            false => bytes.choose(&others).copied(),
        }
    }
}

/// Any squares with any flag, which need be no move of a position.
impl Arbitrary<'_> for Move {
    fn arbitrary(bytes: &mut Unstructured<'_>) -> Result<Move> {
        Ok(Move::new(bytes.arbitrary()?, bytes.arbitrary()?, bytes.arbitrary()?))
    }
}

/// Any move that text can say.
impl Arbitrary<'_> for UciMove {
    fn arbitrary(bytes: &mut Unstructured<'_>) -> Result<UciMove> {
        if bytes.ratio(1, 16)? {
            return Ok(UciMove::Null);
        }
        let (from, to) = (bytes.arbitrary()?, bytes.arbitrary()?);
        let is_promotion = bytes.arbitrary()?;
        let promotion = if is_promotion { Some(*bytes.choose(&KINDS)?) } else { None };
        Ok(UciMove::Normal { from, to, promotion })
    }
}
