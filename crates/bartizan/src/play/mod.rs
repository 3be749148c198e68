//! `bartizan play`: a game against the engine in a terminal.

mod clock;
mod commands;
mod diagram;
mod game;
mod input;
mod level;
mod thinking;

use self::game::HumanGame;
use crate::parts::{PartArguments, ResourceArguments};
use crate::position::PositionArgument;
use crate::style::{GOOD, HEADING, paint, wrapped};
use board::Color;
use clap::{Args, ValueEnum};
use clock::Clocks;
use commands::candidates;
use diagram::Pieces;
use input::Input;
use level::Level;
use notation::pgn::PgnGame;
use notation::{line_to_san, to_uci};
use searcher::{Limits, Options, SearchResult, Searcher, Signals};
use std::error::Error;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use thinking::Thinking;
use uci::output::Output;
use uci::strength::Strength;

/// Time of a move in milliseconds when no level is given.
const DEFAULT_MOVETIME: u64 = 1000;
/// Nodes of the search for a hint.
const HINT_NODES: u64 = 300_000;
/// Moves of the line that a hint shows.
const HINT_MOVES: usize = 4;

/// The side of the person.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Side {
    White,
    Black,
    Random,
}

/// The first game, and how the engine plays.
#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Without --elo, --clock or a limit each move takes a second. The command help lists what you can type."
)]
pub struct Arguments {
    #[command(flatten)]
    pub position: PositionArgument,
    /// Your side
    #[arg(long, value_enum, default_value_t = Side::White)]
    pub side: Side,
    #[command(flatten)]
    pub level: Level,
    /// Chooses what is drawn by chance: the moves with --elo, and a random side
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub resources: ResourceArguments,
    /// How pieces are shown
    #[arg(long, value_enum, default_value_t = Pieces::Auto)]
    pub pieces: Pieces,
    /// Games are added to the end of this file
    #[arg(long, value_name = "FILE", default_value = "bartizan-games.pgn")]
    pub pgn: PathBuf,
    #[command(flatten)]
    pub parts: PartArguments,
}

/// Plays until `quit`, the end of the input or Ctrl-C, and saves the game. An error when the position is
/// invalid, a network cannot be read, the input fails or the game cannot be saved.
pub fn run(arguments: &Arguments, output: &Output) -> Result<(), Box<dyn Error>> {
    let mut play = Play::new(arguments, output)?;
    let words = Arc::clone(&play.words);
    let candidates = move |before: &str| candidates(before, &words);
    let input = Input::new(Arc::new(candidates), &play.interrupt)?;
    let _guard = output.stop_when_closed(&play.interrupt);
    let greeting = format!("You play against Bartizan, {}. help lists the commands.", play.level);
    output.line(wrapped(&greeting, 0));
    play.proceed();
    let mut read = Ok(None);
    while !output.is_broken() && !play.interrupt.stopped() {
        let prompt = play.prompt();
        play.list_words();
        read = input.ask(&prompt, output);
        match &read {
            Ok(Some(line)) if play.execute(line.trim()).is_continue() => {}
            _ => break,
        }
    }
    if play.interrupt.stopped() {
        // The prompt has no line end.
        output.line("");
    }
    play.save()?;
    Ok(read.map(drop)?)
}

/// A person's games, one after the other.
struct Play {
    output: Output,
    searcher: Box<dyn Searcher>,
    options: Options,
    level: Level,
    game: HumanGame,
    /// The side at the bottom of the board.
    bottom: Color,
    random: fastrand::Rng,
    file: PathBuf,
    pieces: Pieces,
    clocks: Option<Clocks>,
    /// Whether the engine's line is shown while it thinks.
    shows_thinking: bool,
    /// The legal moves, for completion.
    words: Arc<Mutex<Vec<String>>>,
    /// The moves of the game when it was saved by a command.
    saved: Option<usize>,
    /// Stopped by Ctrl-C, for good.
    interrupt: Signals,
}

impl Play {
    fn new(arguments: &Arguments, output: &Output) -> Result<Self, Box<dyn Error>> {
        let game = arguments.position.game()?;
        let mut random = arguments.seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed);
        let human = match arguments.side {
            Side::White => Color::White,
            Side::Black => Color::Black,
            Side::Random => Color::ALL[random.usize(..2)],
        };
        let mut level = arguments.level.clone();
        if level.elo.is_none() && level.clock.is_none() && !level.limits.are_given() {
            level.limits.movetime = Some(DEFAULT_MOVETIME);
        }
        let (searcher, options) = arguments.resources.searcher(&arguments.parts, 1)?;
        Ok(Self {
            output: output.clone(),
            searcher,
            options,
            clocks: level.clock.map(Clocks::new),
            level,
            game: HumanGame::new(game, human),
            bottom: human,
            random,
            file: arguments.pgn.clone(),
            pieces: arguments.pieces,
            shows_thinking: true,
            words: Arc::default(),
            saved: None,
            interrupt: Signals::new(),
        })
    }

    /// The engine moves if it is its turn; then the board is shown, and how the game has ended if it has.
    fn proceed(&mut self) {
        if self.game.ending().is_none() && !self.game.is_humans_turn() {
            let engine = self.game.position().side_to_move();
            self.start_clock(engine);
            let result = self.search();
            if self.interrupt.stopped() {
                return;
            }
            if let Some(mv) = result.best
                && self.has_time(engine)
            {
                let san = line_to_san(self.game.position(), &[mv], 1);
                self.output.line(format!("Bartizan plays {san} ({})", to_uci(mv, false)));
                self.game.play(mv, self.clocks.as_ref().map(|clocks| clocks.left(engine)));
            }
        }
        self.show();
        if self.game.ending().is_none() {
            self.start_clock(self.game.human);
        }
    }

    /// Shows the board, and how the game has ended if it has.
    fn show(&self) {
        let last = self.game.last_move();
        self.output.line(diagram::draw(self.game.position(), self.bottom, last, self.pieces));
        if let Some((result, reason)) = self.game.ending() {
            self.output.line(paint(GOOD, &format!("{result}, {reason}.")));
        } else if self.game.position().in_check() {
            self.output.line("Check.");
        }
    }

    fn start_clock(&mut self, color: Color) {
        if let Some(clocks) = &mut self.clocks {
            clocks.start(color);
        }
    }

    /// Stops the clock of a side after its move. False when it had no time left: then the game is over.
    fn has_time(&mut self, color: Color) -> bool {
        let Some(clocks) = &mut self.clocks else { return true };
        let has_time = !clocks.left(color).is_zero();
        clocks.stop(has_time.then_some(color));
        if !has_time {
            self.game.out_of_time = Some(color);
        }
        has_time
    }

    /// The engine's search at its level.
    fn search(&mut self) -> SearchResult {
        let (game, signals) = (&self.game.game, &self.interrupt);
        let mut reporter = Thinking::new(game.position.clone(), self.shows_thinking);
        // More than a mate in one is not to be found.
        let mut limits = Limits { mate: Some(1), ..self.level.limits.limits(Limits::default()) };
        if let Some(clocks) = &self.clocks {
            limits.clock = Color::ALL.map(|color| Some(clocks.left(color)));
            limits.increment = [clocks.control.increment; 2];
        }
        match self.level.elo {
            Some(elo) => Strength::of_elo(elo).search(
                (self.searcher.as_mut(), &self.options),
                (game, &Limits { mate: None, ..limits }),
                signals,
                &mut reporter,
                &mut self.random,
            ),
            None => self.searcher.search(game, &limits, signals, &mut reporter),
        }
    }

    fn prompt(&self) -> String {
        if self.game.ending().is_some() {
            return "Game over (new, undo, quit)> ".to_owned();
        }
        let position = self.game.position();
        let number = position.fullmove_number();
        let clocks = self.clocks.as_ref().map(|clocks| {
            let human = self.game.human;
            format!("(you {}, Bartizan {}) ", clocks.shown(human), clocks.shown(!human))
        });
        let clocks = clocks.unwrap_or_default();
        match position.side_to_move() {
            Color::White => format!("{number}. {clocks}> "),
            Color::Black => format!("{number}... {clocks}> "),
        }
    }

    /// The game in PGN.
    fn pgn(&self) -> PgnGame {
        self.game.pgn(&self.level.to_string(), self.level.clock)
    }

    /// Saves a game that has moves, but for one that a command has saved as it is.
    fn save(&self) -> Result<(), Box<dyn Error>> {
        let moves = self.game.game.moves().len();
        if moves == 0 || self.saved == Some(moves) {
            return Ok(());
        }
        let (name, pgn) = (self.file.display(), self.pgn());
        if let Err(error) = HumanGame::save(&self.file, &pgn) {
            self.output.line(pgn);
            return Err(format!("the game above is not saved: {name}: {error}").into());
        }
        self.output.line(paint(HEADING, &format!("The game is saved in {name}")));
        Ok(())
    }

    /// Adds the game to a file, that of all games without another.
    fn save_to(&mut self, name: &str) {
        let path = if name.is_empty() { self.file.clone() } else { PathBuf::from(name) };
        match HumanGame::save(&path, &self.pgn()) {
            Ok(()) => {
                if path == self.file {
                    self.saved = Some(self.game.game.moves().len());
                }
                self.output.line(format!("The game is saved in {}", path.display()));
            }
            Err(error) => self.output.line(format!("{}: {error}", path.display())),
        }
    }
}
