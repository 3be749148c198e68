//! Moves in UCI notation: origin, target and promotion letter. The protocol writes castling in two
//! ways; a [`Move`] is always "king takes own rook".

use super::MoveParseError;
use board::{File, Move, PieceKind, Position, Square};
use movegen::legal_moves;

/// A legal move in UCI notation.
///
/// With `chess960`, castling is the king taking its own rook (`e1h1`), else the two squares of the
/// king (`e1g1`). Castling from another file than e, which standard chess does not have, is always
/// written in the first way, since the second would be ambiguous with a king move.
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

/// The legal move that a text in UCI notation means in `position`.
///
/// Both ways to write castling are accepted. Where the two squares are also those of a king move,
/// the king move is meant. The promotion letter may be upper case.
///
/// # Errors
///
/// [`MoveParseError`]: the text is malformed (`0000` too), a promotion is missing, or the move
/// is not legal.
pub fn parse_uci(position: &Position, text: &str) -> Result<Move, MoveParseError> {
    let (from, to, promotion) = split_uci(text).ok_or(MoveParseError::Malformed)?;
    find_move(position, from, to, promotion)
}

/// The legal move between two squares, castling in both ways to write it.
pub(super) fn find_move(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<PieceKind>,
) -> Result<Move, MoveParseError> {
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

/// Origin, target and promotion piece; `None` if the text is not a UCI move.
fn split_uci(text: &str) -> Option<(Square, Square, Option<PieceKind>)> {
    let from = text.get(0..2)?.parse().ok()?;
    let to = text.get(2..4)?.parse().ok()?;
    let mut rest = text.get(4..)?.chars();
    let promotion = match rest.next() {
        None => None,
        Some(c) => Some(promotion(c)?),
    };
    rest.next().is_none().then_some((from, to, promotion))
}

/// The promotion piece of a letter in either case.
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
        parse_uci(&position, text).map(|mv| to_uci(mv, chess960))
    }

    #[test]
    fn castling_in_standard_chess() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        for (text, standard, chess960_text) in [
            ("e1g1", "e1g1", "e1h1"),
            ("e1h1", "e1g1", "e1h1"),
            ("e1c1", "e1c1", "e1a1"),
            ("e1a1", "e1c1", "e1a1"),
        ] {
            assert_eq!(parse(fen, text, false).as_deref(), Ok(standard));
            assert_eq!(parse(fen, text, true).as_deref(), Ok(chess960_text));
        }
        assert_eq!(parse(fen, "e1b1", false), Err(MoveParseError::Illegal));
        assert_eq!(parse(fen, "e1g1q", false), Err(MoveParseError::Illegal));
    }

    #[test]
    fn castling_in_chess960() {
        // From f1, g1 is a king move; only the capture of the rook castles.
        let fen = "8/8/8/3k4/8/8/8/1R3K1R w HB - 0 1";
        assert_eq!(parse(fen, "f1g1", true).as_deref(), Ok("f1g1"));
        assert_eq!(parse(fen, "f1h1", true).as_deref(), Ok("f1h1"));
        assert_eq!(parse(fen, "f1h1", false).as_deref(), Ok("f1h1"));
        assert_eq!(parse(fen, "f1b1", true).as_deref(), Ok("f1b1"));
        // No king move leads from f1 to c1.
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
            let parsed = parse_uci(&Position::startpos(), text);
            assert_eq!(parsed, Err(MoveParseError::Malformed), "{text}");
        }
    }
}
