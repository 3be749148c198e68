//! Moves and lines of moves in standard algebraic notation (SAN). Writing follows the PGN standard; reading also
//! accepts common deviations, but never a text that matches several moves.

use super::MoveParseError;
use super::dialect::SanPattern;
use board::{CastlingSide, Color, Move, PieceKind, Position, Square};
use movegen::{has_legal_move, legal_moves};
use std::fmt::Write;

/// A legal move in standard algebraic notation, with `+` or `#` where it gives check or mate.
pub fn to_san(position: &Position, mv: Move) -> String {
    let kind = position.moved_piece(mv).kind();
    let capture = if mv.is_capture() { "x" } else { "" };
    let mut text = match kind {
        _ if mv.is_castle() => match castling_side(mv) {
            CastlingSide::KingSide => "O-O".to_owned(),
            CastlingSide::QueenSide => "O-O-O".to_owned(),
        },
        PieceKind::Pawn if mv.is_capture() => format!("{}x{}", mv.from().file().to_char(), mv.to()),
        PieceKind::Pawn => mv.to().to_string(),
        _ => {
            let origin = disambiguation(position, mv, kind);
            format!("{}{origin}{capture}{}", letter(kind), mv.to())
        }
    };
    if let Some(kind) = mv.promotion() {
        text.extend(['=', letter(kind)]);
    }
    let next = position.make(mv);
    if next.in_check() {
        text.push(if has_legal_move(&next) { '+' } else { '#' });
    }
    text
}

fn letter(kind: PieceKind) -> char {
    kind.to_char().to_ascii_uppercase()
}

pub(super) fn castling_side(castling: Move) -> CastlingSide {
    let is_short = castling.to().file() > castling.from().file();
    if is_short { CastlingSide::KingSide } else { CastlingSide::QueenSide }
}

/// The part of the origin that tells the move from other legal moves of the same kind of piece to the
/// same square: nothing, the file, the rank, or both, in this order of preference.
fn disambiguation(position: &Position, mv: Move, kind: PieceKind) -> String {
    let from = mv.from();
    let ambiguous_origins: Vec<Square> = legal_moves(position)
        .into_iter()
        .filter(|other| other.to() == mv.to() && other.from() != from && !other.is_castle())
        .filter(|other| position.moved_piece(*other).kind() == kind)
        .map(Move::from)
        .collect();
    if ambiguous_origins.is_empty() {
        String::new()
    } else if ambiguous_origins.iter().all(|other| other.file() != from.file()) {
        from.file().to_char().to_string()
    } else if ambiguous_origins.iter().all(|other| other.rank() != from.rank()) {
        (from.rank().index() + 1).to_string()
    } else {
        from.to_string()
    }
}

/// The legal move that a text in standard algebraic notation means in `position`.
///
/// The signs `+ # ! ?` and `e.p.` at the end are ignored. Castling may be written with zeros, the `=`
/// of a promotion and the `x` of a capture may be missing, a pawn move may begin with `P`, a hyphen may
/// stand between the squares, and the origin may be given where it is not needed.
///
/// # Errors
///
/// [`MoveParseError`]: the text is malformed, a promotion is missing, no legal move matches (a capture
/// sign on a quiet move does not match), or several do.
pub fn parse_san(position: &Position, text: &str) -> Result<Move, MoveParseError> {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let text = text.strip_suffix("e.p.").unwrap_or(text).trim_end();
    let mv = SanPattern::parse(text).ok_or(MoveParseError::Malformed)?.find(position)?;
    let is_quiet_capture = text.contains(['x', ':']) && !mv.is_capture();
    if is_quiet_capture { Err(MoveParseError::Illegal) } else { Ok(mv) }
}

/// A line of legal moves in SAN with move numbers, cut after `max_moves` moves.
#[must_use]
pub fn line_to_san(position: &Position, line: &[Move], max_moves: usize) -> String {
    let mut text = String::new();
    let mut position = position.clone();
    for (index, &mv) in line.iter().enumerate() {
        if index == max_moves {
            text.push_str(" …");
            break;
        }
        let number = position.fullmove_number();
        let san = to_san(&position, mv);
        let separator = if index == 0 { "" } else { " " };
        // Writing to a string cannot fail.
        let _ = match (position.side_to_move(), index) {
            (Color::White, _) => write!(text, "{separator}{number}. {san}"),
            (Color::Black, 0) => write!(text, "{number}... {san}"),
            (Color::Black, _) => write!(text, "{separator}{san}"),
        };
        position = position.make(mv);
    }
    text
}
