//! Moves written in long algebraic notation and as xboard has them.

use crate::san::{castling_side, letter};
use crate::{MoveParseError, San, SanPlus, Suffix, WrittenMove, to_uci};
use alloc::string::{String, ToString};
use board::{File, Move, PieceKind, Position};
use core::fmt::Write;

/// A legal move in long algebraic notation: both squares, with `x` or `-` between them, and `+` or `#` where it gives
/// check or mate. [`parse_san`](crate::parse_san) reads it.
///
/// ```
/// use bartizan_notation::{board::Position, parse_moves, parse_san, to_lan};
///
/// let start = Position::startpos();
/// let knight = parse_san(&start, "Nf3")?;
/// assert_eq!(to_lan(&start, knight), "Ng1-f3");
/// assert_eq!(parse_san(&start, "Ng1-f3"), Ok(knight));
/// # Ok::<(), bartizan_notation::MoveParseError>(())
/// ```
///
/// # Panics
/// If the origin of the move is empty.
#[must_use]
pub fn to_lan(position: &Position, mv: Move) -> String {
    let SanPlus { san, suffix } = SanPlus::from_move(position, mv);
    let mut text = String::new();
    match san {
        San::Castle(_) => text.push_str(&san.to_string()),
        San::Normal { kind, capture, to, promotion, .. } => {
            text.extend(Some(letter(kind)).filter(|_| kind != PieceKind::Pawn));
            let between = if capture { 'x' } else { '-' };
            // Writing to a string cannot fail.
            let _ = write!(text, "{}{between}{to}", mv.from());
            text.extend(promotion.into_iter().flat_map(|kind| ['=', letter(kind)]));
        }
    }
    text.extend(suffix.map(Suffix::to_char));
    text
}

/// A legal move as xboard has it, with `None` for the null move: as in UCI notation, but castling is `O-O` and `O-O-O`
/// with `chess960` and where the king does not come from the file e, and the null move is `@@@@`.
///
/// ```
/// use bartizan_notation::{board::Position, parse_xboard, to_xboard};
///
/// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
/// let castling = parse_xboard(&position, "O-O")?;
/// assert_eq!((to_xboard(castling, true), to_xboard(castling, false)), ("O-O".into(), "e1g1".into()));
/// assert_eq!((to_xboard(None, false), parse_xboard(&position, "@@@@")), ("@@@@".into(), Ok(None)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn to_xboard(mv: impl Into<Option<Move>>, chess960: bool) -> String {
    match mv.into() {
        None => "@@@@".into(),
        Some(mv) if mv.is_castle() && (chess960 || mv.from().file() != File::E) => {
            San::Castle(castling_side(mv)).to_string()
        }
        Some(mv) => to_uci(mv, false),
    }
}

/// The legal move that a text of xboard means, `None` for the null move, which is legal out of check. SAN and the
/// dialects of [`parse_dialect`](crate::parse_dialect) are read too, as long as nothing stands behind the move.
///
/// ```
/// use bartizan_notation::board::Position;
/// use bartizan_notation::{MoveParseError, parse_move, parse_xboard};
///
/// let start = Position::startpos();
/// assert_eq!(parse_xboard(&start, "e2e4"), parse_move(&start, "e4").map(Some));
/// assert_eq!(parse_xboard(&start, "@@@@"), Ok(None));
/// assert_eq!(parse_xboard(&start, "e2e5"), Err(MoveParseError::Illegal));
/// ```
///
/// # Errors
/// [`MoveParseError`].
pub fn parse_xboard(position: &Position, text: &str) -> Result<Option<Move>, MoveParseError> {
    match WrittenMove::split(text) {
        Some((written, "")) => written.find(position),
        _ => Err(MoveParseError::Malformed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{parse_san, parse_uci};

    #[test]
    fn moves_are_written_and_read_again() {
        let rooks = "3rk2r/4P3/8/8/8/8/8/R3K2R w KQk - 0 1";
        let passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
        let inner = "3k4/8/8/8/8/8/8/1RK2R2 w BF - 0 1";
        for (fen, uci, long, xboard) in [
            (rooks, "e7d8q", "e7xd8=Q+", "e7d8q"),
            (rooks, "e1g1", "O-O", "e1g1"),
            ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O", "e1c1"),
            (rooks, "h1h8", "Rh1xh8+", "h1h8"),
            (rooks, "e1e2", "Ke1-e2", "e1e2"),
            (passant, "e5d6", "e5xd6", "e5d6"),
            (inner, "c1f1", "O-O", "O-O"),
            (inner, "c1b1", "O-O-O+", "O-O-O"),
            ("7k/5K2/8/8/8/8/8/R7 w - - 0 1", "a1h1", "Ra1-h1#", "a1h1"),
        ] {
            let position = Position::from_fen(fen).expect(fen);
            let mv = parse_uci(&position, uci).expect(uci);
            assert_eq!((to_lan(&position, mv), to_xboard(mv, false)), (long.into(), xboard.into()));
            assert_eq!(parse_san(&position, long), Ok(mv), "{long}");
            for text in [long.trim_end_matches(['+', '#']), xboard, &to_xboard(mv, true)] {
                assert_eq!(parse_xboard(&position, text), Ok(Some(mv)), "{text}");
            }
        }
        let check = Position::from_fen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").expect("a position");
        for (text, error) in [
            ("@@@@", MoveParseError::Illegal),
            ("e1e5", MoveParseError::Illegal),
            ("O-O", MoveParseError::Illegal),
            ("e1e2 ", MoveParseError::Malformed),
            ("x", MoveParseError::Malformed),
            ("", MoveParseError::Malformed),
        ] {
            assert_eq!(parse_xboard(&check, text), Err(error), "{text}");
        }
    }
}
