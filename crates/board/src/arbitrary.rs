//! Positions from bytes of a fuzzer (feature `arbitrary`).

use ::arbitrary::{Arbitrary, Error, Result, Unstructured};

use crate::{Color, File, Piece, PieceKind, Position, PositionBuilder, Rank, Square};

/// Valid positions, most of which no game reaches: the kings and up to fifteen other pieces a side, of any kinds on any
/// squares, with either side to move, any castling rights whose king and rook stand on their squares, an en passant
/// square where a pawn can just have made a double step, a halfmove clock up to 150 and any move number. Checks are
/// among them, mates and positions without moves too.
///
/// Not made are castling rights of an inner rook where another one stands outside it, as only Chess960 has them. Where
/// both sides would be in check, or more than two pieces would give check, the bytes are refused with
/// [`Error::IncorrectFormat`]: random ones about one time in three. Of the positions of random bytes only about one in a
/// hundred has castling rights or an en passant square; a fuzzer that is guided finds more.
///
/// ```
/// use arbitrary::Unstructured;
/// use bartizan_board::Position;
///
/// let mut bytes = Unstructured::new(b"any bytes of a fuzzer");
/// let position: Position = bytes.arbitrary()?;
/// assert_eq!(position.to_fen().parse(), Ok(position));
/// # Ok::<(), arbitrary::Error>(())
/// ```
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
