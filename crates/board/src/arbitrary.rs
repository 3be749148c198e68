//! Positions from bytes of a fuzzer (feature `arbitrary`).

use ::arbitrary::{Arbitrary, Error, Result, Unstructured};

use crate::{Color, File, Piece, PieceKind, Position, PositionBuilder, Rank, Square};

/// Any valid position, reachable or not, of at most 32 pieces; an error where both sides would be in check.
impl Arbitrary<'_> for Position {
    fn arbitrary(bytes: &mut Unstructured<'_>) -> Result<Position> {
        let mut builder = PositionBuilder::empty();
        for color in Color::ALL {
            for _ in 0..bytes.int_in_range(0..=15)? {
                let square: Square = bytes.arbitrary()?;
                let kind = *bytes.choose(&PieceKind::ALL[..5])?;
                if kind != PieceKind::Pawn || !matches!(square.rank(), Rank::First | Rank::Eighth) {
                    builder.put(square, Piece::new(color, kind));
                }
            }
        }
        let white = bytes.arbitrary()?;
        let others = |square: &Square| square.distance(white) > 1;
        let mut free = Square::ALL.into_iter().filter(others);
        let places = free.clone().count();
        let black = free.nth(bytes.choose_index(places)?).unwrap_or(white);
        builder.put(white, Piece::WhiteKing).put(black, Piece::BlackKing);
        let file: File = bytes.arbitrary()?;
        builder.set_castling_rights(bytes.arbitrary()?);
        builder.set_side_to_move(bytes.arbitrary()?);
        let sixth = Rank::Sixth.relative_to(builder.side_to_move());
        builder.set_en_passant(Some(Square::new(file, sixth)));
        builder.set_halfmove_clock(bytes.int_in_range(0..=150)?);
        builder.set_fullmove_number(bytes.arbitrary()?);
        builder.drop_impossible_rights();
        // The side in check is to move, if it is not given by too many.
        builder.build().or_else(|_| {
            let other = !builder.side_to_move();
            builder.set_side_to_move(other).build().map_err(|_| Error::IncorrectFormat)
        })
    }
}
