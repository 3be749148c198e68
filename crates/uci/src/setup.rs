//! Builds a game from the arguments of `position`. What GUIs commonly send wrong is repaired; any other fault
//! is an error, and the session keeps its position.

use crate::parse::PositionCommand;
use game::Game;
use notation::repair::{Repaired, position};
use notation::text::shortened;
use notation::{is_move_text, parse_uci};

/// Sets up the position and plays the moves.
///
/// # Errors
/// When the position is invalid and cannot be repaired, a move is not legal, or words that look like moves are
/// neither behind `moves` nor all of them moves.
pub fn game(text: &PositionCommand) -> Result<Repaired<Game>, String> {
    let fen = text.fen.as_ref().ok_or("position needs 'startpos' or 'fen' and a position")?;
    let start = position(fen).map_err(|error| format!("invalid position: {error}"))?;
    let Repaired { value: start, mut notes } = start;
    let words = || shortened(&text.ignored.join(" "));
    let mut moves = &text.moves;
    if text.moves.is_empty() && text.ignored.iter().all(|word| is_move_text(word)) {
        moves = &text.ignored;
        if !moves.is_empty() {
            let words = words();
            notes.push(format!("position: played '{words}'; moves follow the word 'moves'"));
        }
    } else if text.ignored.iter().any(|word| is_move_text(word)) {
        return Err(format!("'{}' may be moves, but moves follow the word 'moves'", words()));
    } else if !text.ignored.is_empty() {
        notes.push(format!("position: ignored '{}'; moves follow the word 'moves'", words()));
    }
    let mut game = Game::new(start);
    for (index, text) in moves.iter().enumerate() {
        let mv = parse_uci(&game.position, text)
            .map_err(|cause| format!("move {}, '{}': {cause}", index + 1, shortened(text)))?;
        game.play(mv);
    }
    Ok(Repaired { value: game, notes })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::{Command, parse_command};
    use board::Position;

    fn set_up(line: &str) -> Result<Repaired<Game>, String> {
        match parse_command(line) {
            Command::Position(text) => game(&text),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn moves_are_played_and_added_to_the_history() {
        let round = "g1f3 g8f6 f3g1 f6g8 ".repeat(5000);
        let game = set_up(&format!("position startpos moves {round}")).expect("legal").value;
        assert_eq!(game.position.key(), Position::startpos().key());
        assert_eq!(game.history.len(), 20_000, "the length is unlimited");
        assert_eq!(game.history.occurrences(&game.position), 5000);
    }

    #[test]
    fn moves_without_their_word_are_played_or_refused() {
        let fen = Position::startpos().to_fen();
        let short = fen.trim_end_matches(" 0 1");
        let starts = ["startpos".into(), format!("fen {fen}"), format!("fen {short}")];
        let expected = set_up("position startpos moves e2e4 e7e5").expect("legal").value;
        for start in &starts {
            let played = set_up(&format!("position {start} e2e4 e7e5")).expect(start);
            assert_eq!(played.value.position.to_fen(), expected.position.to_fen(), "{start}");
            assert!(played.notes[0].contains("played 'e2e4 e7e5'"), "{:?}", played.notes);
            for words in [
                "e2e5",
                "e2e4 e2e4",
                "move e2e4",
                "Moves e2e4",
                "moves: e2e4",
                "MOVES e2e4 e7e5",
                "e4",
                "e2e4 and e7e5",
                "e2e4 moves e7e5",
            ] {
                assert!(set_up(&format!("position {start} {words}")).is_err(), "{start} {words}");
            }
            let words = set_up(&format!("position {start} extra moves e2e4")).expect(start);
            assert_eq!(words.value.history.len(), 1);
        }
        assert!(set_up("position startpos 0000").is_err());
        // Counters, though a null move is written so.
        for counters in ["0000", "0000 1", "-- 1", "- --"] {
            let fen = format!("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - {counters}");
            assert_eq!(set_up(&fen).expect(counters).value.position.halfmove_clock(), 0);
        }
    }

    #[test]
    fn invalid_position_commands_are_rejected_with_a_reason() {
        let kings = "4k3/8/8/8/8/8/8/4K3";
        let no_start = "position needs 'startpos' or 'fen' and a position";
        let illegal = "this move is not legal here";
        for (words, reason) in [
            ("", no_start.to_owned()),
            ("sideways", no_start.to_owned()),
            ("moves e2e4", no_start.to_owned()),
            ("fen", "invalid position: a position needs at least four fields".to_owned()),
            ("fen 8/8/8/8/8/8/8/8 w - - 0 1", "invalid position: white has no king".to_owned()),
            (&format!("fen {kings} x - - 0 1"), "invalid position: the side to move ".to_owned()),
            ("startpos moves e2e5", format!("move 1, 'e2e5': {illegal}")),
            ("startpos moves e2e4 e7e5 e4e5 g8f6", format!("move 3, 'e4e5': {illegal}")),
            ("startpos moves e2e4 nonsense", "move 2, 'nonsense': ".to_owned()),
            ("startpos moves 0000", "move 1, '0000': ".to_owned()),
            ("startpos moves é2é4", "move 1, 'é2é4': ".to_owned()),
            ("startpos Moves e2e4", "'Moves e2e4' may be moves".to_owned()),
            ("startpos e2e5", format!("move 1, 'e2e5': {illegal}")),
        ] {
            let error = set_up(&format!("position {words}")).map(|_| ()).expect_err(words);
            assert!(error.starts_with(&reason), "{words}: {error}");
        }
    }
}
