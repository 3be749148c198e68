//! Builds a game from the arguments of `position`. Repairs what GUIs commonly send: castling rights
//! without a king or rook on its square, and impossible en-passant squares. Any other fault is an
//! error, and the session keeps its position.

use crate::format::shortened;
use crate::notation::{MoveParseError, parse_uci};
use crate::parse::{PositionCommand, StartPosition};
use board::{FenError, Position};
use search::Game;

/// More repairs than a position of any GUI needs. Each reads the position again.
const MAX_REPAIRS: usize = 16;

/// A result, and the repairs that were needed for it.
#[derive(Clone, Debug)]
pub struct Repaired<T> {
    /// The position or game.
    pub value: T,
    /// One message for each repair.
    pub notes: Vec<String>,
}

/// Why a `position` command is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// Neither `startpos` nor `fen` was given.
    #[error("position needs 'startpos' or 'fen' and a position")]
    NoStartPosition,
    /// The position is invalid.
    #[error("invalid position: {0}")]
    Fen(#[from] FenError),
    /// A move cannot be played.
    #[error("move {number}, '{text}': {cause}")]
    Move {
        /// Its number in the list, from 1.
        number: usize,
        /// The move as sent.
        text: String,
        /// Why it cannot be played.
        cause: MoveParseError,
    },
}

/// Sets up the position and plays the moves.
///
/// # Errors
/// When the position is invalid and cannot be repaired, or a move is not legal.
pub fn game(text: &PositionCommand) -> Result<Repaired<Game>, SetupError> {
    let Repaired { value: start, notes } = match &text.start_position {
        StartPosition::Missing => return Err(SetupError::NoStartPosition),
        StartPosition::Startpos => Repaired { value: Position::startpos(), notes: Vec::new() },
        StartPosition::Fen(fen) => position(fen)?,
    };
    let mut game = Game::new(start);
    for (index, text) in text.moves.iter().enumerate() {
        let mv = parse_uci(&game.position, text).map_err(|cause| SetupError::Move {
            number: index + 1,
            text: shortened(text),
            cause,
        })?;
        game.play(mv);
    }
    Ok(Repaired { value: game, notes })
}

/// Parses a FEN and repairs castling rights and the en-passant square.
///
/// # Errors
/// When the position is invalid and cannot be repaired.
pub fn position(fen: &str) -> Result<Repaired<Position>, FenError> {
    let mut fields: Vec<String> = fen.split_ascii_whitespace().map(str::to_owned).collect();
    let mut notes = Vec::new();
    loop {
        let error = match Position::from_fen(&fields.join(" ")) {
            Ok(value) => return Ok(Repaired { value, notes }),
            Err(error) => error,
        };
        match error {
            _ if notes.len() == MAX_REPAIRS => return Err(error),
            FenError::CastlingWithoutKing(right)
            | FenError::CastlingWithoutRook(right)
            | FenError::RepeatedCastling(right) => {
                fields[2] = remove_castling_right(&fields[2], right);
            }
            FenError::EnPassantRank(_)
            | FenError::EnPassantWithoutPawn(_)
            | FenError::EnPassantBlocked(_) => fields[3] = "-".to_owned(),
            _ => return Err(error),
        }
        notes.push(format!("repaired the position: {error}"));
    }
}

/// The same, and the starting position for `startpos` or an empty text.
///
/// # Errors
/// Like [`position`].
pub fn position_or_start(text: &str) -> Result<Repaired<Position>, FenError> {
    match text.trim() {
        "" | "startpos" => Ok(Repaired { value: Position::startpos(), notes: Vec::new() }),
        fen => position(fen),
    }
}

/// A castling field without the last occurrence of `right`.
fn remove_castling_right(field: &str, right: char) -> String {
    let mut kept = field.to_owned();
    if let Some(at) = kept.rfind(right) {
        kept.remove(at);
    }
    if kept.is_empty() { "-".to_owned() } else { kept }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::{Command, parse_command};

    fn set_up(line: &str) -> Result<Repaired<Game>, SetupError> {
        match parse_command(line) {
            Command::Position(text) => game(&text),
            other => panic!("{other:?}"),
        }
    }

    fn repaired(fen: &str) -> (String, usize) {
        let repaired = position(fen).expect("repaired");
        (repaired.value.to_fen(), repaired.notes.len())
    }

    #[test]
    fn moves_are_played_and_added_to_the_history() {
        let game = set_up("position startpos moves g1f3 g8f6 f3g1 f6g8").expect("legal").value;
        assert_eq!(game.position.key(), Position::startpos().key());
        assert_eq!(game.history.len(), 4);
        assert_eq!(game.history.occurrences(&game.position), 1);
    }

    #[test]
    fn game_length_is_unlimited() {
        let round = "g1f3 g8f6 f3g1 f6g8 ".repeat(5000);
        let game = set_up(&format!("position startpos moves {round}")).expect("legal").value;
        assert_eq!(game.history.len(), 20_000);
    }

    #[test]
    fn castling_rights_without_king_or_rook_are_dropped() {
        let plain = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".to_owned();
        assert_eq!(repaired("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1"), (plain.clone(), 3));
        assert_eq!(repaired("4k3/8/8/8/8/8/8/4K2R w KK - 0 1"), (plain, 1));
        let none = "8/4k3/8/8/8/8/8/4K3 w - - 0 1".to_owned();
        assert_eq!(repaired("8/4k3/8/8/8/8/8/4K3 w kq - 0 1"), (none, 2));
    }

    #[test]
    fn impossible_en_passant_squares_are_dropped() {
        let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1".to_owned();
        for square in ["e6", "e3", "e4"] {
            assert_eq!(
                repaired(&format!("4k3/8/8/8/8/8/8/4K3 w - {square} 0 1")),
                (fen.clone(), 1)
            );
        }
    }

    #[test]
    fn repairs_are_limited() {
        let fen = format!("4k3/8/8/8/8/8/8/4K2R w {} - 0 1", "K".repeat(1_000_000));
        assert_eq!(position(&fen).err(), Some(FenError::RepeatedCastling('K')));
    }

    #[test]
    fn an_error_after_a_repair_is_still_reported() {
        let checked = position("4k3/8/8/8/8/8/8/4R1K1 w KQ - 0 1").map(|repaired| repaired.value);
        assert!(matches!(checked, Err(FenError::OpponentInCheck(_))), "{checked:?}");
    }

    #[test]
    fn invalid_position_commands_are_rejected() {
        let bad = [
            "position",
            "position fen",
            "position fen startpos",
            "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
            "position fen 4k3/8/8/8/8/8/8/4K3 w x - 0 1",
            "position fen 4k3/8/8/8/8/8/8/4K3 w - z9 0 1",
            "position fen 4k3/8/8/8/8/8/8/4K3 w - - -1 1",
            "position startpos moves e2e5",
            "position startpos moves e2e4 e7e5 e1",
            "position startpos moves 0000",
            "position startpos moves é2é4",
        ];
        for line in bad {
            assert!(set_up(line).is_err(), "{line}");
        }
        let error = set_up("position startpos moves e2e4 e2e4")
            .map(|_| ())
            .map_err(|error| error.to_string());
        assert!(error.is_err_and(|text| text.starts_with("move 2, 'e2e4': ")));
    }
}
