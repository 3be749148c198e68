//! What a person can type in a game.

use super::clock::Clocks;
use super::diagram::Pieces;
use super::game::HumanGame;
use super::{HINT_MOVES, HINT_NODES, Play};
use crate::position::read_game;
use crate::style::{definitions, wrapped};
use board::Color;
use clap::ValueEnum;
use eval::material_count;
use game::Game;
use notation::{line_to_san, parse_move, to_san};
use searcher::{Limits, NullReporter};
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use uci::format::score_for_people;

const HELP: [(&str, &str); 18] = [
    ("e4, Nf3, e2e4", "play a move, in SAN or UCI notation"),
    ("undo", "take back your last move and the answer; also takeback"),
    ("hint", "show a good move"),
    ("moves", "list the legal moves"),
    ("new [SIDE]", "begin a new game, with SIDE white or black"),
    ("fen [POSITION]", "show the position as FEN, or begin a game from one"),
    ("go", "let the engine move; you go on with the other side"),
    (
        "level [LEVEL]",
        "show or change the level: elo N, depth N, nodes N, time MS or clock MIN+SEC",
    ),
    ("thinking", "show the engine's line while it thinks, or no longer"),
    ("board", "show the board"),
    ("flip", "turn the board"),
    ("pieces KIND", "show the pieces as letters, as symbols, or auto"),
    ("pgn", "show the game in PGN"),
    ("save [FILE]", "add the game to a file and go on"),
    ("load FILE", "go on with the last game of a file; you have the side to move"),
    ("resign", "give up"),
    ("help", "show this list"),
    ("quit", "save the game and leave"),
];

/// The words that may follow a text: a command or one of the moves, or what a command takes.
pub(super) fn candidates(before: &str, moves: &Mutex<Vec<String>>) -> Vec<String> {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect();
    match before.split_whitespace().next() {
        None => {
            let commands = HELP[1..].iter().filter_map(|(name, _)| name.split(' ').next());
            let mut all: Vec<String> = commands.map(str::to_owned).collect();
            all.extend(moves.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned());
            all
        }
        Some("new") => words("white black"),
        Some("level") => words("elo depth nodes time clock"),
        Some("pieces") => words("letters symbols auto"),
        _ => Vec::new(),
    }
}

impl Play {
    /// Executes a command or plays a move. Breaks at `quit`.
    pub(super) fn execute(&mut self, line: &str) -> ControlFlow<()> {
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match name {
            "" => {}
            "help" | "?" => self.output.line(definitions(&HELP)),
            "quit" | "exit" => return ControlFlow::Break(()),
            "undo" | "takeback" => {
                if self.game.take_back() {
                    self.proceed();
                } else {
                    self.output.line("There is no move to take back.");
                }
            }
            "hint" => self.hint(),
            "moves" => self.output.line(wrapped(&self.moves().join(" "), 0)),
            "new" => self.new_game(rest),
            "fen" if rest.is_empty() => self.output.line(self.game.position().to_fen()),
            "fen" => match read_game(rest) {
                Ok((game, notes)) => {
                    notes.iter().for_each(|note| self.output.line(note));
                    self.begin(HumanGame::new(game, self.game.human));
                }
                Err(error) => self.output.line(wrapped(&error, 2)),
            },
            "go" if self.game.ending().is_none() => {
                self.game.human = !self.game.position().side_to_move();
                self.proceed();
            }
            "level" if rest.is_empty() => self.output.line(format!("Level: {}", self.level)),
            "level" => match rest.parse() {
                Ok(level) => {
                    self.level = level;
                    self.forget_if_limited();
                    self.clocks = self.level.clock.map(Clocks::new);
                    self.start_clock(self.game.human);
                    self.output.line(format!("Level: {}", self.level));
                }
                Err(error) => self.output.line(wrapped(&error, 2)),
            },
            "thinking" => {
                self.shows_thinking = !self.shows_thinking;
                let shown = if self.shows_thinking { "shown" } else { "not shown" };
                self.output.line(format!("The engine's line is {shown} while it thinks."));
            }
            "board" => self.show(),
            "flip" => {
                self.bottom = !self.bottom;
                self.show();
            }
            "pieces" => match Pieces::from_str(rest, true) {
                Ok(pieces) => {
                    self.pieces = pieces;
                    self.show();
                }
                Err(_) => self.output.line("pieces is followed by letters, symbols or auto"),
            },
            "pgn" => self.output.line(self.pgn()),
            "save" => self.save_to(rest),
            "load" => match HumanGame::load(rest) {
                Ok(game) => {
                    self.bottom = game.human;
                    self.begin(game);
                }
                Err(error) => self.output.line(wrapped(&error, 2)),
            },
            "resign" if self.game.ending().is_none() => {
                self.game.resign();
                self.proceed();
            }
            _ => self.play(line),
        }
        ControlFlow::Continue(())
    }

    fn play(&mut self, text: &str) {
        if self.game.ending().is_some() {
            self.output.line("The game is over: new begins another, undo takes a move back.");
            return;
        }
        match parse_move(self.game.position(), text) {
            Ok(mv) => {
                if self.has_time(self.game.human) {
                    let left = self.clocks.as_ref().map(|clocks| clocks.left(self.game.human));
                    self.game.play(mv, left);
                }
                self.proceed();
            }
            Err(error) => {
                let text = format!("'{text}': {error}. help lists the commands.");
                self.output.line(wrapped(&text, 2));
            }
        }
    }

    /// Shows what the engine would play at full strength.
    fn hint(&mut self) {
        if self.game.ending().is_some() {
            return self.output.line("The game is over.");
        }
        let game: &Game = &self.game.game;
        let limits = Limits::nodes(HINT_NODES);
        let result = self.searcher.search(game, &limits, &self.interrupt, &mut NullReporter);
        let line = line_to_san(&game.position, &result.pv, HINT_MOVES);
        let score = result.score.normalised(material_count(&game.position));
        let score = score_for_people(score, result.bound);
        self.output.line(format!("Hint: {line} ({score})"));
        self.forget_if_limited();
    }

    /// A limited strength is not to know what searches of more nodes have found.
    fn forget_if_limited(&mut self) {
        if self.level.elo.is_some() {
            self.searcher.new_game();
        }
    }

    /// The legal moves in SAN.
    fn moves(&self) -> Vec<String> {
        let position = self.game.position();
        let mut moves: Vec<String> =
            movegen::legal_moves(position).into_iter().map(|mv| to_san(position, mv)).collect();
        moves.sort();
        moves
    }

    /// Tells the completion of the moves.
    pub(super) fn list_words(&self) {
        *self.words.lock().unwrap_or_else(PoisonError::into_inner) = self.moves();
    }

    fn new_game(&mut self, side: &str) {
        let human = match side {
            "" => self.game.human,
            "white" => Color::White,
            "black" => Color::Black,
            _ => return self.output.line("new is followed by white, black or nothing"),
        };
        self.bottom = human;
        self.begin(HumanGame::new(Game::default(), human));
    }

    /// Saves the game and goes on with another.
    fn begin(&mut self, game: HumanGame) {
        if let Err(error) = self.save() {
            self.output.line(error);
        }
        self.game = game;
        self.saved = None;
        self.clocks = self.level.clock.map(Clocks::new);
        self.searcher.new_game();
        self.proceed();
    }
}
