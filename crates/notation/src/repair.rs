//! Positions as GUIs send them. Repairs what they commonly get wrong: castling rights
//! without a king or rook on its square, impossible en-passant squares, counters that are no numbers,
//! missing fields and those too many. Any other fault is an error.

use crate::number::parse_number;
use crate::text::shortened;
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use board::{FenError, Position, PositionError, Square};

/// More repairs than a position of any GUI needs. Each reads the position again.
const MAX_REPAIRS: usize = 16;

/// A result, and the repairs that were needed for it.
///
/// ```
/// use bartizan_notation::board::Position;
/// use bartizan_notation::repair::{self, Repaired};
///
/// let repaired: Repaired<Position> = repair::position("4k3/8/8/8/8/8/8/4K3 white")?;
/// assert_eq!(repaired.value.to_fen(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
/// assert!(!repaired.notes.is_empty());
/// # Ok::<(), bartizan_notation::board::FenError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Repaired<T> {
    /// The position or game.
    pub value: T,
    /// One message for each repair.
    pub notes: Vec<String>,
}

/// Parses a FEN and repairs what can be repaired.
///
/// ```
/// use bartizan_notation::repair;
///
/// let repaired = repair::position("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1")?;
/// assert_eq!(repaired.value.to_fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
/// assert_eq!(repaired.notes.len(), 1);
/// assert!(repair::position("no position").is_err());
/// # Ok::<(), bartizan_notation::board::FenError>(())
/// ```
///
/// # Errors
/// When the position is invalid and cannot be repaired.
pub fn position(fen: &str) -> Result<Repaired<Position>, FenError> {
    let mut fields: Vec<String> = fen.split_whitespace().map(str::to_owned).collect();
    let mut notes = Vec::new();
    loop {
        let error = match Position::from_fen(&fields.join(" ")) {
            Ok(value) => return Ok(Repaired { value, notes }),
            Err(error) => error,
        };
        if notes.len() == MAX_REPAIRS {
            return Err(error);
        }
        let Some(change) = repair(&mut fields, &error) else { return Err(error) };
        notes.push(format!("repaired the position: {error}{change}"));
    }
}

/// Repairs the fault that `error` names and says how, unless that is plain; `None` if it cannot be repaired.
fn repair(fields: &mut Vec<String>, error: &FenError) -> Option<String> {
    let meant = match *error {
        FenError::BadSideToMove => match fields[1].to_ascii_lowercase().as_str() {
            "w" | "white" => Some((1, "w".to_owned())),
            "b" | "black" => Some((1, "b".to_owned())),
            _ => None,
        },
        FenError::BadEnPassant => {
            let square = fields[3].to_ascii_lowercase().parse::<Square>();
            square.ok().map(|square| (3, square.to_string()))
        }
        FenError::BadHalfmoveClock => Some((4, counter(&fields[4], 0))),
        FenError::BadFullmoveNumber => Some((5, counter(&fields[5], 1))),
        _ => None,
    };
    if let Some((field, text)) = meant {
        let change = format!("; '{}' is read as '{text}'", shortened(&fields[field]));
        fields[field] = text;
        return Some(change);
    }
    match *error {
        FenError::CastlingWithoutKing(right) | FenError::CastlingWithoutRook(right) => {
            fields[2] = without_castling_right(&fields[2], right, 0);
        }
        FenError::RepeatedCastling(right) => {
            // The right may have another letter too.
            let kept = usize::from(fields[2].matches(right).count() > 1);
            fields[2] = without_castling_right(&fields[2], right, kept);
        }
        FenError::Position(
            PositionError::EnPassantRank(_)
            | PositionError::EnPassantWithoutPawn(_)
            | PositionError::EnPassantBlocked(_),
        ) => fields[3] = "-".to_owned(),
        FenError::TooFewFields(2..) => fields.resize(4, "-".to_owned()),
        FenError::TrailingText => {
            let ignored = shortened(&fields.split_off(6).join(" "));
            return Some(format!("; ignored '{ignored}', as moves follow the word 'moves'"));
        }
        _ => return None,
    }
    Some(String::new())
}

/// The counter of a FEN that is meant by a text: the nearest one to a number, and `least` for anything else.
fn counter(text: &str, least: i64) -> String {
    let number = parse_number(text).map_or(least, |number| number.value);
    number.clamp(least, u16::MAX.into()).to_string()
}

/// The same, and the starting position for `startpos` or an empty text.
///
/// ```
/// use bartizan_notation::{board::Position, repair};
///
/// let start = repair::position_or_start("startpos")?;
/// assert_eq!((start.value, start.notes.len()), (Position::startpos(), 0));
/// # Ok::<(), bartizan_notation::board::FenError>(())
/// ```
///
/// # Errors
/// Like [`position`].
pub fn position_or_start(text: &str) -> Result<Repaired<Position>, FenError> {
    match text.trim() {
        "" | "startpos" => Ok(Repaired { value: Position::startpos(), notes: Vec::new() }),
        fen => position(fen),
    }
}

/// A castling field with the first `kept` occurrences of `right` only.
fn without_castling_right(field: &str, right: char, mut kept: usize) -> String {
    let mut text = field.to_owned();
    text.retain(|letter| {
        let stays = letter != right || kept > 0;
        kept -= usize::from(letter == right && stays);
        stays
    });
    if text.is_empty() { "-".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repaired(fen: &str) -> (String, usize) {
        let repaired = position(fen).expect("repaired");
        (repaired.value.to_fen(), repaired.notes.len())
    }

    #[test]
    fn repairs_are_limited() {
        let fen = format!("4k3/8/8/8/8/8/8/4K2R w {} - 0 1", "K".repeat(testkit::cases(1_000_000)));
        assert_eq!(repaired(&fen), ("4k3/8/8/8/8/8/8/4K2R w K - 0 1".to_owned(), 1));
        let rights = "ABCDEFGHabcdefghKQkq";
        let checked = position(&format!("4k3/8/8/8/8/8/4K3/8 w {rights} - 0 1"));
        assert!(matches!(checked, Err(FenError::CastlingWithoutKing(_))), "{checked:?}");
    }

    #[test]
    fn fields_are_repaired() {
        let board = "4k3/8/8/8/8/8/8/4K2R";
        for (fields, kept, notes) in [
            ("w KQkq - 0 1", "w K - 0 1", 3),
            ("w KK - 0 1", "w K - 0 1", 1),
            ("w K e6 0 1", "w K - 0 1", 1),
            ("w K e3 0 1", "w K - 0 1", 1),
            ("w K e4 0 1", "w K - 0 1", 1),
            ("w K - 0 99999", "w K - 0 65535", 1),
            ("w K - 99999 1", "w K - 65535 1", 1),
            ("w K - 0 99999999999999999999", "w K - 0 65535", 1),
            ("w K - -1 1", "w K - 0 1", 1),
            ("w K - 3 -7", "w K - 3 1", 1),
            ("w K - - -", "w K - 0 1", 2),
            ("w K - 12.0 7.5", "w K - 12 7", 2),
            ("w K - x 9", "w K - 0 9", 1),
            ("w K - ? ?", "w K - 0 1", 2),
            ("w K - +4 1", "w K - 4 1", 1),
            ("w K - bm Ke2;", "w K - 0 1", 2),
            ("w K - 0 1 extra", "w K - 0 1", 1),
            ("w K - 0 1 e1e2 e8e7", "w K - 0 1", 1),
            ("W K - 0 1", "w K - 0 1", 1),
            ("B K - 0 1", "b K - 0 1", 1),
            ("black K - 0 1", "b K - 0 1", 1),
            ("w", "w - - 0 1", 1),
            ("w K", "w K - 0 1", 1),
            ("w kK - 0 1", "w K - 0 1", 1),
            ("w KQkqKQkq - 0 1", "w K - 0 1", 4),
            ("b KH A3 x 1", "b K - 0 1", 4),
            ("\u{a0}w K\u{3000}- 0\t1", "w K - 0 1", 0),
            // Neither needs a message.
            ("w K -", "w K - 0 1", 0),
            ("w K - 7", "w K - 7 1", 0),
            ("w K - 150 0", "w K - 150 1", 0),
        ] {
            let expected = (format!("{board} {kept}"), notes);
            assert_eq!(repaired(&format!("{board} {fields}")), expected, "{fields}");
        }
        let none = "8/4k3/8/8/8/8/8/4K3 w - - 0 1".to_owned();
        assert_eq!(repaired(&none.replace("w -", "w kq")), (none, 2));
        let note = &position(&format!("{board} w K - 0 99999")).expect("repaired").notes[0];
        let expected = "repaired the position: the move number must be a number from 0 to 65535; \
                        '99999' is read as '65535'";
        assert_eq!(note, expected);
        let long = position(&format!("{board} w K - {} 1", "é".repeat(1000)));
        assert!(matches!(long, Err(FenError::NotAscii)));
        let long = position(&format!("{board} w K - {} 1", "x".repeat(1000))).expect("repaired");
        assert!(long.notes[0].len() < 250, "{:?}", long.notes);
    }

    #[test]
    fn an_error_after_a_repair_is_still_reported() {
        let checked = position("4k3/8/8/8/8/8/8/4R1K1 w KQ - 0 1").map(|repaired| repaired.value);
        assert!(
            matches!(checked, Err(FenError::Position(PositionError::OpponentInCheck(_)))),
            "{checked:?}"
        );
    }
}
