//! From text to [`Parts`]: fields, board, side, castling, en passant, counters. Whether the
//! parts can be a position at all is asked of `validate`; no position is built here.

use super::{FenError, validate};
use crate::position::parts::Parts;
use crate::{CastlingSide, Color, File, Piece, PieceKind, Rank, Square};

/// The highest halfmove clock accepted: far beyond any rule, and far from overflow.
const MAX_HALFMOVE_CLOCK: u16 = 1000;

/// Hands out the fields of a line one by one; any amount of ASCII white space separates them.
struct Fields<'a> {
    rest: &'a str,
}

impl<'a> Fields<'a> {
    fn new(text: &'a str) -> Self {
        Self { rest: text.trim_ascii() }
    }

    /// The next field without taking it; empty when there is none.
    fn peek(&self) -> &'a str {
        let end = self.rest.find(|c: char| c.is_ascii_whitespace());
        &self.rest[..end.unwrap_or(self.rest.len())]
    }

    fn next(&mut self) -> Option<&'a str> {
        let field = self.peek();
        self.rest = self.rest[field.len()..].trim_ascii_start();
        (!field.is_empty()).then_some(field)
    }
}

/// Reads a whole FEN: four, five or six fields and nothing else.
pub(super) fn fen(text: &str) -> Result<Parts, FenError> {
    if !text.is_ascii() {
        return Err(FenError::NotAscii);
    }
    let mut fields = Fields::new(text);
    let mut parts = head(&mut fields)?;
    if let Some(field) = fields.next() {
        parts.halfmove_clock = halfmove_clock(field)?;
    }
    if let Some(field) = fields.next() {
        parts.fullmove_number = fullmove_number(field)?;
    }
    match fields.next() {
        Some(_) => Err(FenError::TrailingText),
        None => Ok(parts),
    }
}

/// Reads the four fields of an EPD line and hands back the rest, trimmed. Counters written as
/// in a FEN may stand between the fields and the operations: no operation begins with a digit.
pub(super) fn epd(text: &str) -> Result<(Parts, &str), FenError> {
    let mut fields = Fields::new(text);
    let mut parts = head(&mut fields)?;
    if is_number(fields.peek()) {
        parts.halfmove_clock = halfmove_clock(fields.next().unwrap_or_default())?;
        if is_number(fields.peek()) {
            parts.fullmove_number = fullmove_number(fields.next().unwrap_or_default())?;
        }
    }
    Ok((parts, fields.rest))
}

/// The four fields that describe the position proper, validated; the counters are 0 and 1.
fn head(fields: &mut Fields) -> Result<Parts, FenError> {
    let mut texts = [""; 4];
    for (found, text) in texts.iter_mut().enumerate() {
        *text = fields.next().ok_or(FenError::TooFewFields(found))?;
        if !text.is_ascii() {
            return Err(FenError::NotAscii);
        }
    }
    let board = board(texts[0])?;
    validate::material(&board)?;
    let parts = Parts {
        side_to_move: side_to_move(texts[1])?,
        castling: castling(texts[2], &board)?,
        en_passant: en_passant(texts[3])?,
        halfmove_clock: 0,
        fullmove_number: 1,
        board,
    };
    validate::en_passant(&parts)?;
    validate::checks(&parts)?;
    Ok(parts)
}

fn board(text: &str) -> Result<[Option<Piece>; 64], FenError> {
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

/// Castling rights in any of the three spellings, as the squares of the rooks.
///
/// `K` and `Q` (X-FEN, and the plain FEN of ordinary chess) mean the outermost rook on that
/// side of the king; a letter from A to H (Shredder-FEN) names the file of the rook. Capitals
/// are White's.
fn castling(text: &str, board: &[Option<Piece>; 64]) -> Result<[[Option<Square>; 2]; 2], FenError> {
    let mut rights = [[None; 2]; 2];
    if text == "-" {
        return Ok(rights);
    }
    for c in text.chars() {
        let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
        let home = Rank::First.relative_to(color);
        let holds = |file: File, kind| {
            board[Square::new(file, home).index()] == Some(Piece::new(color, kind))
        };
        let king = File::ALL.into_iter().find(|&file| holds(file, PieceKind::King));
        let rook = |file: &File| holds(*file, PieceKind::Rook);

        let missing_king = FenError::CastlingWithoutKing(c);
        let rook = match c.to_ascii_lowercase() {
            'k' => {
                let king = king.ok_or(missing_king)?;
                let mut outside = File::ALL.into_iter().rev().take(7 - king.index());
                outside.find(rook)
            }
            'q' => {
                let king = king.ok_or(missing_king)?;
                let mut outside = File::ALL.into_iter().take(king.index());
                outside.find(rook)
            }
            letter @ 'a'..='h' => {
                king.ok_or(missing_king)?;
                Some(File::from_index(usize::from(letter as u8 - b'a'))).filter(rook)
            }
            _ => return Err(FenError::BadCastling(c)),
        };
        let (Some(king), Some(rook)) = (king, rook) else {
            return Err(FenError::CastlingWithoutRook(c));
        };
        let side =
            if rook.index() > king.index() { CastlingSide::Short } else { CastlingSide::Long };
        let right = &mut rights[color.index()][side.index()];
        if right.is_some() {
            return Err(FenError::RepeatedCastling(c));
        }
        *right = Some(Square::new(rook, home));
    }
    Ok(rights)
}

fn en_passant(text: &str) -> Result<Option<Square>, FenError> {
    if text == "-" {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|_| FenError::BadEnPassant)
}

/// Digits and nothing else; the standard parser would take a sign as well.
fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn number(text: &str) -> Option<u16> {
    is_number(text).then(|| text.parse().ok()).flatten()
}

fn halfmove_clock(text: &str) -> Result<u16, FenError> {
    number(text).filter(|&clock| clock <= MAX_HALFMOVE_CLOCK).ok_or(FenError::BadHalfmoveClock)
}

/// Some programs count from zero; move numbers begin at one.
fn fullmove_number(text: &str) -> Result<u16, FenError> {
    number(text).map(|moves| moves.max(1)).ok_or(FenError::BadFullmoveNumber)
}
