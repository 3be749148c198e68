//! Parses FEN and EPD texts into a [`PositionBuilder`].

use crate::position::{SETS_OF, index_of};
use crate::{
    Bitboard, CastlingSide, Color, FenError, File, Piece, PieceKind, PositionBuilder, Rank, Square,
};

/// The fields of a line, separated by ASCII white space.
struct Fields<'a> {
    rest: &'a str,
}

impl<'a> Fields<'a> {
    /// Takes the next field, which is empty at the end of the text, if it meets the condition.
    fn next_if(&mut self, condition: fn(&str) -> bool) -> Option<&'a str> {
        let length = field_length(self.rest);
        condition(&self.rest[..length]).then(|| self.take(length))
    }

    /// Takes a field of this length.
    fn take(&mut self, length: usize) -> &'a str {
        let (field, rest) = self.rest.split_at(length);
        self.rest = rest.trim_ascii_start();
        field
    }
}

/// The length of the field that a text begins with.
fn field_length(text: &str) -> usize {
    text.bytes().position(|byte| byte.is_ascii_whitespace()).unwrap_or(text.len())
}

/// Reads a whole FEN into an empty builder: four, five or six fields and nothing else.
pub(super) fn fen(text: &str, builder: &mut PositionBuilder) -> Result<(), FenError> {
    if !text.is_ascii() {
        return Err(FenError::NotAscii);
    }
    let rest = six_fields(text, |field| !field.is_empty(), builder)?;
    if rest.is_empty() { Ok(()) } else { Err(FenError::TrailingText) }
}

/// Reads the four fields of an EPD line into an empty builder and returns the rest, trimmed. The counters of a FEN
/// may stand between the fields and the operations: no operation begins with a digit.
pub(super) fn epd<'a>(text: &'a str, builder: &mut PositionBuilder) -> Result<&'a str, FenError> {
    six_fields(text, is_number, builder)
}

/// Reads the first four fields with the counters that follow them, if those are any, and returns the rest of the text.
fn six_fields<'a>(
    text: &'a str,
    is_counter: fn(&str) -> bool,
    builder: &mut PositionBuilder,
) -> Result<&'a str, FenError> {
    let mut fields = Fields { rest: text.trim_ascii() };
    position_fields(&mut fields, builder)?;
    if let Some(field) = fields.next_if(is_counter) {
        builder.halfmove_clock = halfmove_clock(field)?;
        if let Some(field) = fields.next_if(is_counter) {
            builder.fullmove_number = fullmove_number(field)?;
        }
    }
    Ok(fields.rest)
}

/// Reads the first four fields; the counters stay.
fn position_fields(fields: &mut Fields, builder: &mut PositionBuilder) -> Result<(), FenError> {
    let board = board(fields.rest, builder);
    // What is wrong with it is told after what is missing behind it.
    let length = board.as_ref().map_or_else(|_| field_length(fields.rest), |&length| length);
    let mut texts = [fields.take(length), "", "", ""];
    for (found, text) in texts.iter_mut().enumerate() {
        if found > 0 {
            *text = fields.take(field_length(fields.rest));
        }
        if text.is_empty() {
            return Err(FenError::TooFewFields(found));
        }
        if !text.is_ascii() {
            return Err(FenError::NotAscii);
        }
    }
    board?;
    builder.side_to_move = side_to_move(texts[1])?;
    castling(texts[2], builder)?;
    builder.en_passant = en_passant(texts[3])?;
    Ok(())
}

/// What a character of the first field stands for.
#[derive(Clone, Copy)]
struct Symbol {
    /// What is on the first of its squares.
    piece: Option<Piece>,
    /// How many squares it stands for; none if it is neither a piece nor a digit.
    width: u8,
}

/// By the character.
static SYMBOLS: [Symbol; 256] = {
    let mut symbols = [Symbol { piece: None, width: 0 }; 256];
    let mut width = 1;
    while width <= 8 {
        symbols[(b'0' + width) as usize].width = width;
        width += 1;
    }
    let mut index = 0;
    while index < 12 {
        let piece = Piece::ALL[index];
        symbols[piece.to_char() as usize] = Symbol { piece: Some(piece), width: 1 };
        index += 1;
    }
    symbols
};

/// Reads the first field into an empty builder, which is useless after an error, and returns the length of the field.
pub(super) fn board(text: &str, builder: &mut PositionBuilder) -> Result<usize, FenError> {
    ranks(text, builder).map_err(|error| match text[..field_length(text)].split('/').count() {
        8 => error,
        ranks => FenError::RankCount(ranks),
    })
}

fn ranks(text: &str, builder: &mut PositionBuilder) -> Result<usize, FenError> {
    let mut sets = [0; 8];
    let (mut rank, mut width, mut length) = (7, 0, 0);
    let full = |rank: usize, width| match width {
        8 => Ok(()),
        _ => Err(FenError::RankWidth { rank: Rank::from_index(rank), width }),
    };
    while let Some(&byte) = text.as_bytes().get(length) {
        let symbol = SYMBOLS[usize::from(byte)];
        if symbol.width > 0 {
            // One beyond the rank goes anywhere: the width is an error.
            let square = Square::new(File::from_index(width & 7), Rank::from_index(rank));
            builder.board[square.index()] = symbol.piece;
            for (set, mask) in sets.iter_mut().zip(SETS_OF[index_of(symbol.piece)]) {
                *set |= square.bitboard().0 & mask;
            }
            width += usize::from(symbol.width);
        } else if byte == b'/' {
            full(rank, width)?;
            rank = rank.checked_sub(1).ok_or(FenError::RankCount(9))?;
            width = 0;
        } else if byte.is_ascii_whitespace() {
            break;
        } else {
            return Err(FenError::BadPiece(text[length..].chars().next().unwrap_or_default()));
        }
        length += 1;
    }
    full(rank, width)?;
    builder.sets = sets.map(Bitboard);
    if rank == 0 { Ok(length) } else { Err(FenError::RankCount(8 - rank)) }
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
