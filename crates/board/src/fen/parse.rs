//! Parses FEN and EPD texts into a [`PositionBuilder`].

use crate::{CastlingSide, Color, FenError, File, Piece, PieceKind, PositionBuilder, Rank, Square};

/// The fields of a line, separated by ASCII white space.
struct Fields<'a> {
    rest: &'a str,
}

impl<'a> Fields<'a> {
    /// Takes the next field, which is empty at the end of the text, if it meets the condition.
    fn next_if(&mut self, condition: fn(&str) -> bool) -> Option<&'a str> {
        let end = self.rest.find(|c: char| c.is_ascii_whitespace());
        let (field, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        condition(field).then(|| {
            self.rest = rest.trim_ascii_start();
            field
        })
    }
}

/// Reads a whole FEN: four, five or six fields and nothing else.
pub(super) fn fen(text: &str) -> Result<PositionBuilder, FenError> {
    if !text.is_ascii() {
        return Err(FenError::NotAscii);
    }
    let (builder, rest) = six_fields(text, |field| !field.is_empty())?;
    if rest.is_empty() { Ok(builder) } else { Err(FenError::TrailingText) }
}

/// Reads the four fields of an EPD line and returns the rest, trimmed. The counters of a FEN may stand
/// between the fields and the operations: no operation begins with a digit.
pub(super) fn epd(text: &str) -> Result<(PositionBuilder, &str), FenError> {
    six_fields(text, is_number)
}

/// The first four fields with the counters that follow them, if those are any, and the rest of the text.
fn six_fields(
    text: &str,
    is_counter: fn(&str) -> bool,
) -> Result<(PositionBuilder, &str), FenError> {
    let mut fields = Fields { rest: text.trim_ascii() };
    let mut builder = position_fields(&mut fields)?;
    if let Some(field) = fields.next_if(is_counter) {
        builder.halfmove_clock = halfmove_clock(field)?;
        if let Some(field) = fields.next_if(is_counter) {
            builder.fullmove_number = fullmove_number(field)?;
        }
    }
    Ok((builder, fields.rest))
}

/// The first four fields; the counters are 0 and 1.
fn position_fields(fields: &mut Fields) -> Result<PositionBuilder, FenError> {
    let mut texts = [""; 4];
    for (found, text) in texts.iter_mut().enumerate() {
        let is_field = |field: &str| !field.is_empty();
        *text = fields.next_if(is_field).ok_or(FenError::TooFewFields(found))?;
        if !text.is_ascii() {
            return Err(FenError::NotAscii);
        }
    }
    let mut builder = PositionBuilder::empty();
    builder.board = board(texts[0])?;
    builder.side_to_move = side_to_move(texts[1])?;
    castling(texts[2], &mut builder)?;
    builder.en_passant = en_passant(texts[3])?;
    Ok(builder)
}

pub(super) fn board(text: &str) -> Result<[Option<Piece>; 64], FenError> {
    let ranks = text.split('/').count();
    if ranks != 8 {
        return Err(FenError::RankCount(ranks));
    }
    let mut board = [None; 64];
    for (line, &rank) in text.split('/').zip(Rank::ALL.iter().rev()) {
        let mut width = 0;
        for c in line.chars() {
            if let Some(piece) = Piece::from_char(c) {
                if width < 8 {
                    board[Square::new(File::from_index(width), rank).index()] = Some(piece);
                }
                width += 1;
            } else {
                match c.to_digit(10) {
                    Some(empty @ 1..=8) => width += empty as usize,
                    _ => return Err(FenError::BadPiece(c)),
                }
            }
        }
        if width != 8 {
            return Err(FenError::RankWidth { rank, width });
        }
    }
    Ok(board)
}

fn side_to_move(text: &str) -> Result<Color, FenError> {
    match text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(FenError::BadSideToMove),
    }
}

/// Reads castling rights as the squares of the rooks; the board has been read.
///
/// `K` and `Q` (FEN, X-FEN) mean the outermost rook on that side of the king; a letter from A to H
/// (Shredder-FEN) is the file of the rook. Upper case is White.
fn castling(text: &str, builder: &mut PositionBuilder) -> Result<(), FenError> {
    if text == "-" {
        return Ok(());
    }
    for c in text.chars() {
        let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
        let (side, file) = (CastlingSide::from_char(c), File::from_char(c.to_ascii_lowercase()));
        if side.is_none() && file.is_none() {
            return Err(FenError::BadCastling(c));
        }
        let king = builder.king_on_back_rank(color).ok_or(FenError::CastlingWithoutKing(c))?;
        let rook = match side {
            Some(side) => builder.outermost_rook(color, side),
            None => file
                .map(|file| Square::new(file, color.back_rank()))
                .filter(|&rook| builder.piece_on(rook) == Some(Piece::new(color, PieceKind::Rook))),
        };
        let rook = rook.ok_or(FenError::CastlingWithoutRook(c))?;
        let side = if rook > king { CastlingSide::KingSide } else { CastlingSide::QueenSide };
        if builder.castling[color.index()][side.index()].replace(rook).is_some() {
            return Err(FenError::RepeatedCastling(c));
        }
    }
    Ok(())
}

fn en_passant(text: &str) -> Result<Option<Square>, FenError> {
    if text == "-" {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|_| FenError::BadEnPassant)
}

/// Whether the text consists of digits; `str::parse` would accept a sign as well.
fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn halfmove_clock(text: &str) -> Result<u16, FenError> {
    text.parse().ok().filter(|_| is_number(text)).ok_or(FenError::BadHalfmoveClock)
}

/// Some programs count from zero.
fn fullmove_number(text: &str) -> Result<u16, FenError> {
    let number = text.parse::<u16>().ok().filter(|_| is_number(text));
    number.map(|moves| moves.max(1)).ok_or(FenError::BadFullmoveNumber)
}
