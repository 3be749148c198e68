//! Moves in UCI's notation: from, to, and what a pawn becomes. The one difficulty is castling,
//! which the protocol writes in two ways; inside, it always is "king takes own rook".

use super::MoveParseError;
use crate::legal_moves;
use board::{File, Move, PieceKind, Position, Square};

/// A legal move as UCI writes it.
///
/// With `chess960`, castling is the king taking its own rook (`e1h1`), else the two steps of
/// the king (`e1g1`). A king that castles from another file than e, which ordinary chess does
/// not have, is written in the first way in any case: as two squares the move could not be
/// told from a step of the king.
pub fn to_uci(mv: Move, chess960: bool) -> String {
    let to = if mv.is_castle() && !chess960 && mv.from().file() == File::E {
        mv.castle_king_target()
    } else {
        mv.to()
    };
    match mv.promotion() {
        Some(kind) => format!("{}{to}{}", mv.from(), kind.to_char()),
        None => format!("{}{to}", mv.from()),
    }
}

/// The legal move that a text in UCI's notation means in `position`.
///
/// Both ways to write castling are understood, whatever `chess960` says: a king that takes its
/// own rook can only castle, and two squares that are no step of the king can only be where it
/// stands and ends. A step of the king goes before castling. The parameter is here so that the
/// two functions of this notation are called alike.
///
/// # Errors
///
/// [`MoveParseError`]: the text is malformed (`0000` too), a promotion is missing, or the move
/// is not legal.
pub fn parse_uci(position: &Position, text: &str, _chess960: bool) -> Result<Move, MoveParseError> {
    let (from, to, promotion) = split(text).ok_or(MoveParseError::Malformed)?;
    let moves = legal_moves(position);
    let exact = |mv: &&Move| (mv.from(), mv.to(), mv.promotion()) == (from, to, promotion);
    let castling = |mv: &&Move| {
        mv.is_castle() && mv.from() == from && mv.castle_king_target() == to && promotion.is_none()
    };
    let same_squares = |mv: &Move| (mv.from(), mv.to()) == (from, to);
    match moves.iter().find(exact).or(moves.iter().find(castling)) {
        Some(&mv) => Ok(mv),
        None if promotion.is_none() && moves.iter().any(same_squares) => {
            Err(MoveParseError::MissingPromotion)
        }
        None => Err(MoveParseError::Illegal),
    }
}

/// The two squares and the piece that a pawn becomes; `None` if the text is no UCI move.
fn split(text: &str) -> Option<(Square, Square, Option<PieceKind>)> {
    let from = text.get(0..2)?.parse().ok()?;
    let to = text.get(2..4)?.parse().ok()?;
    let mut rest = text.get(4..)?.chars();
    let promotion = match rest.next() {
        None => None,
        Some(c) => Some(promotion(c)?),
    };
    rest.next().is_none().then_some((from, to, promotion))
}

/// What a letter says a pawn becomes; capitals are no fault.
fn promotion(c: char) -> Option<PieceKind> {
    match c.to_ascii_lowercase() {
        'n' => Some(PieceKind::Knight),
        'b' => Some(PieceKind::Bishop),
        'r' => Some(PieceKind::Rook),
        'q' => Some(PieceKind::Queen),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(fen: &str, text: &str, chess960: bool) -> Result<String, MoveParseError> {
        let position = Position::from_fen(fen).unwrap();
        parse_uci(&position, text, chess960).map(|mv| to_uci(mv, chess960))
    }

    #[test]
    fn castling_in_ordinary_chess() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        for (text, plain, shuffled) in [
            ("e1g1", "e1g1", "e1h1"),
            ("e1h1", "e1g1", "e1h1"),
            ("e1c1", "e1c1", "e1a1"),
            ("e1a1", "e1c1", "e1a1"),
        ] {
            assert_eq!(parse(fen, text, false).as_deref(), Ok(plain));
            assert_eq!(parse(fen, text, true).as_deref(), Ok(shuffled));
        }
        assert_eq!(parse(fen, "e1b1", false), Err(MoveParseError::Illegal));
        assert_eq!(parse(fen, "e1g1q", false), Err(MoveParseError::Illegal));
    }

    #[test]
    fn castling_in_chess960() {
        // From f1, g1 is a step of the king; only the capture of the rook castles.
        let fen = "8/8/8/3k4/8/8/8/1R3K1R w HB - 0 1";
        assert_eq!(parse(fen, "f1g1", true).as_deref(), Ok("f1g1"));
        assert_eq!(parse(fen, "f1h1", true).as_deref(), Ok("f1h1"));
        assert_eq!(parse(fen, "f1h1", false).as_deref(), Ok("f1h1"));
        assert_eq!(parse(fen, "f1b1", true).as_deref(), Ok("f1b1"));
        // No step of a king leads from f1 to c1.
        assert_eq!(parse(fen, "f1c1", true).as_deref(), Ok("f1b1"));
    }

    #[test]
    fn promotions() {
        let fen = "3r4/4P3/8/8/8/k7/8/2K5 w - - 0 1";
        assert_eq!(parse(fen, "e7e8q", false).as_deref(), Ok("e7e8q"));
        assert_eq!(parse(fen, "e7d8N", false).as_deref(), Ok("e7d8n"));
        let missing = Err(MoveParseError::MissingPromotion);
        assert_eq!(parse(fen, "e7e8", false), missing);
        let malformed = Err(MoveParseError::Malformed);
        assert_eq!(parse(fen, "e7e8k", false), malformed);
        assert_eq!(parse(fen, "e7e8qq", false), malformed);
    }

    #[test]
    fn garbage_is_malformed() {
        for text in ["", "e", "e2", "e2e", "0000", "e2e9", "i2e4", "é2e4", "e2é", "e2e4é", "(none)"]
        {
            let parsed = parse_uci(&Position::startpos(), text, false);
            assert_eq!(parsed, Err(MoveParseError::Malformed), "{text}");
        }
    }
}
