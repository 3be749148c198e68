//! The game that is played: its moves, how it ended, and its PGN.

use super::clock::Control;
use board::{Color, Move, Position};
use game::Game;
use notation::eco::OpeningTable;
use notation::is_chess960;
use notation::pgn::{Annotation, PgnGame, PgnMove, comment, decode, read_games};
use std::fs::{self, OpenOptions};
use std::io::{Result, Write};
use std::path::Path;
use std::time::{Duration, SystemTime};
use uci::format::engine_name;

/// A game of a person against the engine.
pub(super) struct HumanGame {
    /// The position now, and those before it.
    pub game: Game,
    /// The side of the person.
    pub human: Color,
    /// The side whose time has run out.
    pub out_of_time: Option<Color>,
    /// The time that was left after each move to who made it.
    left: Vec<Option<Duration>>,
}

impl HumanGame {
    pub(super) fn new(game: Game, human: Color) -> Self {
        let left = vec![None; game.moves().len()];
        Self { game, human, out_of_time: None, left }
    }

    /// The last game of a file, to go on with: the person has the side to move.
    pub(super) fn load(path: &str) -> std::result::Result<Self, String> {
        let bytes = fs::read(path).map_err(|error| format!("{path}: {error}"))?;
        let last = read_games(&decode(bytes)).pop();
        let pgn = last.ok_or_else(|| format!("{path}: there is no game"))?;
        let pgn = pgn.map_err(|error| format!("{path}, {error}"))?;
        let moves: Option<Vec<Move>> = pgn.moves.iter().map(|played| played.mv).collect();
        let moves = moves.ok_or_else(|| format!("{path}: the game has a null move"))?;
        let game = Game::from_moves(pgn.start, moves).map_err(|error| error.to_string())?;
        let (human, left) = (game.side_to_move(), pgn.moves.iter().map(PgnMove::clock).collect());
        Ok(Self { left, ..Self::new(game, human) })
    }

    pub(super) fn position(&self) -> &Position {
        &self.game.position
    }

    pub(super) fn last_move(&self) -> Option<Move> {
        self.game.last_move()
    }

    /// Whether the person is to move.
    pub(super) fn is_humans_turn(&self) -> bool {
        self.position().side_to_move() == self.human
    }

    /// Plays a legal move of a game that goes on; `left` is the time that it leaves.
    pub(super) fn play(&mut self, mv: Move, left: Option<Duration>) {
        self.game.play(mv);
        self.left.push(left);
    }

    /// Takes back the last move of the person and what came after it. False when there is none.
    pub(super) fn take_back(&mut self) -> bool {
        let first = usize::from(self.game.start().side_to_move() != self.human);
        if self.game.moves().len() <= first {
            return false;
        }
        self.out_of_time = None;
        self.game.undo();
        if !self.is_humans_turn() {
            self.game.undo();
        }
        self.left.truncate(self.game.moves().len());
        true
    }

    /// The person resigns.
    pub(super) fn resign(&mut self) {
        self.game.resign(self.human);
    }

    /// The result and its reason; `None` while the game goes on.
    pub(super) fn ending(&self) -> Option<(&'static str, &'static str)> {
        if let Some(color) = self.out_of_time {
            let outcome = self.game.outcome_on_timeout(color).as_str();
            let reasons = ["White has no time left", "Black has no time left"];
            return Some((outcome, reasons[color.index()]));
        }
        let ending = self.game.termination()?;
        Some((ending.outcome().as_str(), ending.as_str()))
    }

    /// The game in PGN; `level` says how the engine played.
    pub(super) fn pgn(&self, level: &str, clock: Option<Control>) -> PgnGame {
        let mut pgn = PgnGame::new(self.game.start().clone());
        let engine = format!("{} ({level})", engine_name());
        let mut names = ["Player".to_owned(), engine];
        names.rotate_left(self.human.index());
        pgn.set_tag("Event", "Game against Bartizan");
        pgn.set_tag("Date", today());
        if is_chess960(self.game.start()) {
            pgn.set_tag("Variant", "Chess960");
        }
        if let Some(opening) = OpeningTable::new().classify(self.game.positions()) {
            pgn.set_tag("ECO", opening.code);
            pgn.set_tag("Opening", opening.name);
        }
        for (tag, name) in ["White", "Black"].into_iter().zip(names) {
            pgn.set_tag(tag, name);
        }
        if let Some(Control { time, increment }) = clock {
            let control = format!("{}+{}", time.as_secs_f64(), increment.as_secs_f64());
            pgn.set_tag("TimeControl", control);
        }
        pgn.moves = self.game.moves().iter().copied().map(PgnMove::from).collect();
        for (mv, left) in pgn.moves.iter_mut().zip(&self.left).filter(|(_, left)| left.is_some()) {
            mv.change_comment(|text| comment::set_clock(text, *left));
        }
        if let Some((result, reason)) = self.ending() {
            pgn.result = result.to_owned();
            if let Some(last) = pgn.moves.last_mut() {
                last.annotations.push(Annotation::Comment(reason.to_owned()));
            }
        }
        pgn
    }

    /// Adds the game to the end of a file.
    pub(super) fn save(path: &Path, pgn: &PgnGame) -> Result<()> {
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        // The last line of the file may have no end.
        let begin = if file.metadata()?.len() > 0 { "\n" } else { "" };
        file.write_all(format!("{begin}{pgn}").as_bytes())
    }
}

/// The date in UTC, as PGN writes it.
fn today() -> String {
    let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    now.split('T').next().unwrap_or_default().replace('-', ".")
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::parse_move;

    fn played(fen: &str, human: Color, moves: &str) -> HumanGame {
        let start = notation::repair::position_or_start(fen).expect("a position").value;
        let mut game = HumanGame::new(Game::new(start), human);
        for text in moves.split_whitespace() {
            let mv = parse_move(game.position(), text).expect("a legal move");
            game.play(mv, None);
        }
        game
    }

    #[test]
    fn endings_have_a_result_and_a_reason() {
        let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(2);
        for (fen, moves, result, reason) in [
            ("", "f3 e5 g4 Qh4", "0-1", "Black wins by checkmate"),
            ("", "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7", "1-0", "White wins by checkmate"),
            ("7k/8/6K1/8/8/8/5Q2/8 w - - 0 1", "Qf7", "1/2-1/2", "stalemate"),
            ("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "Ra2", "1/2-1/2", "fifty-move"),
            ("8/8/8/8/4k3/8/4p3/4K3 w - - 0 1", "Kxe2", "1/2-1/2", "insufficient"),
            ("", &shuffle, "1/2-1/2", "threefold"),
        ] {
            let game = played(fen, Color::White, moves);
            let ending = game.ending().expect("an ending");
            assert!(ending.0 == result && ending.1.contains(reason), "{moves}: {ending:?}");
            let pgn = game.pgn("level", None).to_string();
            assert!(pgn.contains(&format!("[Result \"{result}\"]")) && pgn.contains(reason));
        }
        let mut game = played("", Color::Black, "e4 e5");
        assert_eq!(game.ending(), None);
        let pgn = game.pgn("x", None).to_string();
        assert!(pgn.ends_with("1. e4 e5 *\n") && pgn.contains("[Date \"20"), "{pgn}");
        game.resign();
        assert_eq!(game.ending(), Some(("1-0", "Black resigns")));
    }

    #[test]
    fn games_of_chess960_have_a_variant() {
        for (fen, expected) in [
            ("", false),
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", false),
            ("r2k3r/8/8/8/8/8/8/R2K3R w - - 0 1", false),
            ("r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", true),
            ("1r2k2r/8/8/8/8/8/8/4K2R w Kq - 0 1", true),
        ] {
            let pgn = played(fen, Color::White, "").pgn("level", None).to_string();
            assert_eq!(pgn.contains("[Variant \"Chess960\"]"), expected, "{pgn}");
        }
    }

    #[test]
    fn clocks_are_written_behind_the_moves_and_read() {
        let mut game = played("", Color::White, "e4 e5");
        for (text, seconds) in [("Nf3", 61), ("Nc6", 60), ("Bb5", 5)] {
            let mv = parse_move(game.position(), text).expect("a legal move");
            game.play(mv, Some(Duration::from_secs(seconds)));
        }
        assert!(game.take_back());
        let control = "1+1".parse().expect("a clock");
        let written = game.pgn("x", Some(control)).to_string();
        let moves = "1. e4 e5 2. Nf3 { [%clk 0:01:01] } 2... Nc6 { [%clk 0:01:00] } *";
        assert!(written.contains("[TimeControl \"60+1\"]"), "{written}");
        assert!(written.replace('\n', " ").contains(moves), "{written}");
        let path = std::env::temp_dir().join(format!("bartizan-clocks-{}.pgn", std::process::id()));
        fs::write(&path, &written).expect("a file");
        let read = HumanGame::load(path.to_str().expect("a name")).expect("a game");
        let _ = fs::remove_file(&path);
        assert_eq!(read.left, game.left);
    }

    #[test]
    fn moves_are_taken_back_to_the_persons_turn() {
        let mut game = played("", Color::White, "e4 e5 Nf3 Nc6");
        assert!(game.take_back() && game.is_humans_turn() && game.game.moves().len() == 2);
        assert!(game.take_back() && game.last_move().is_none());
        assert!(!game.take_back());
        // The person has just mated.
        let mut game = played("", Color::White, "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7");
        assert!(game.take_back() && game.game.moves().len() == 6 && game.ending().is_none());
        // The engine has moved first.
        let mut game = played("", Color::Black, "e4 e5 Nf3");
        assert!(game.take_back() && game.game.moves().len() == 1 && game.is_humans_turn());
        assert!(!game.take_back() && game.game.moves().len() == 1);
        // Positions taken back do not count for repetition, and a resignation is taken back too.
        let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(2);
        let mut game = played("", Color::White, &shuffle);
        assert!(game.take_back() && game.ending().is_none() && game.game.history.len() == 6);
        game.resign();
        assert!(game.take_back() && game.ending().is_none());
    }
}
