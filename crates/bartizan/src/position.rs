//! The position that a command is about: one argument for all commands, and the same text elsewhere.

use crate::progress::note;
use board::Position;
use clap::Args;
use game::Game;
use notation::repair::position_or_start;
use notation::text::shortened;
use notation::{decode, is_move_text, parse_moves, pgn::read_games};
use std::path::Path;

/// A position.
#[derive(Args, Clone, Debug, Default)]
pub struct PositionArgument {
    /// The position [default: the starting position]: a FEN, with or without quotes, or startpos; both may be
    /// followed by `moves` and moves in UCI notation or SAN. Or a file with a FEN or a game, whose last position it is
    #[arg(value_name = "POSITION", num_args = 0.., allow_hyphen_values = false)]
    pub position: Vec<String>,
}

impl PositionArgument {
    /// The game up to the position. Repairs are told on standard error.
    ///
    /// # Errors
    /// As [`read_game`].
    pub fn game(&self) -> Result<Game, String> {
        let (game, notes) = read_game(&self.position.join(" "))?;
        notes.iter().for_each(|text| note(text));
        Ok(game)
    }
}

/// Reads `startpos` or a FEN and the moves behind the word `moves`, or a file of one position or game. With the
/// game come the repairs of its position.
///
/// # Errors
/// When the position is invalid, a move is illegal, or the file cannot be read.
pub fn read_game(text: &str) -> Result<(Game, Vec<String>), String> {
    let text = text.trim();
    if Path::new(text).is_file() {
        return game_of_file(text);
    }
    let words: Vec<&str> = text.split_whitespace().skip_while(|word| *word == "position").collect();
    let end = words.iter().position(|word| word.eq_ignore_ascii_case("moves"));
    let (start, moves) = words.split_at(end.unwrap_or(words.len()));
    let fen = start.strip_prefix(&["fen"]).unwrap_or(start);
    if let [path] = fen
        && (path.contains('.') || path.contains('\\'))
        && !path.contains(char::is_whitespace)
    {
        return Err(format!("{path}: there is no such file, and it is no position"));
    }
    if let [first, mv, ..] = fen
        && *first == "startpos"
        && is_move_text(mv)
    {
        return Err(format!("'{mv}': moves follow the word moves"));
    }
    let start = position_or_start(&fen.join(" ")).map_err(|error| invalid(&error))?;
    let mut game = Game::new(start.value);
    for (index, text) in moves.iter().skip(1).enumerate() {
        let parsed = parse_moves(&game.position, text);
        let parsed = parsed.map_err(|why| {
            format!("word {} behind moves, '{}': {why}", index + 1, shortened(text))
        })?;
        parsed.into_iter().for_each(|mv| game.play(mv));
    }
    Ok((game, start.notes))
}

fn invalid(error: &board::FenError) -> String {
    format!("invalid position: {error}")
}

/// The position of the first line of a file, or the first game in it.
fn game_of_file(path: &str) -> Result<(Game, Vec<String>), String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    let text = decode(bytes);
    let line = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    let line = line.ok_or_else(|| format!("{path}: the file is empty"))?;
    let fen: Vec<&str> = line.split(';').next().unwrap_or_default().split_whitespace().collect();
    if let Ok(position) = Position::from_fen(&fen[..fen.len().min(6)].join(" "))
        .or_else(|_| Position::from_fen(&fen[..fen.len().min(4)].join(" ")))
    {
        return Ok((Game::new(position), Vec::new()));
    }
    match read_games(&text).into_iter().next() {
        Some(Ok(pgn)) => {
            let moves = pgn.moves.iter().map(|played| played.mv);
            let mut game = Game::new(pgn.start.clone());
            for (index, mv) in moves.enumerate() {
                match mv {
                    Some(mv) => game.play(mv),
                    // No position before a null move can be repeated after it.
                    None => game = Game::new(pgn.positions()[index + 1].clone()),
                }
            }
            Ok((game, Vec::new()))
        }
        Some(Err(error)) => Err(format!("{path}, {error}")),
        None => Err(format!("{path}: neither a position nor a game")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_moves_are_read() {
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 3 9";
        for (text, expected, moves) in [
            ("", Position::startpos().to_fen(), 0),
            (
                "startpos moves e2e4 e5",
                read_game("startpos moves 1. e4 e7e5").unwrap().0.position.to_fen(),
                2,
            ),
            ("position fen 4k3/8/8/8/8/8/8/4K2R w K - 3 9", fen.to_owned(), 0),
            ("moves Nf3 d5", read_game("startpos moves g1f3 d7d5").unwrap().0.position.to_fen(), 2),
            (fen, fen.to_owned(), 0),
            (&format!("{fen} moves O-O"), "4k3/8/8/8/8/8/8/5RK1 b - - 4 9".to_owned(), 1),
        ] {
            let (game, notes) = read_game(text).expect(text);
            assert_eq!(
                (game.position.to_fen(), game.moves().len(), notes.len()),
                (expected, moves, 0)
            );
        }
        for (text, why) in [
            ("startpos moves e2e5", "word 1 behind moves, 'e2e5': "),
            ("startpos e2e4", "moves follow the word moves"),
            ("8/8 w", "invalid position: "),
            ("no/such.pgn", "there is no such file"),
        ] {
            let error = read_game(text).map(|_| ()).expect_err(text);
            assert!(error.contains(why), "{text}: {error}");
        }
        assert_eq!(read_game("4k3/8/8/8/8/8/8/4K2R w KQ - 3 9").unwrap().1.len(), 1);
    }
}
