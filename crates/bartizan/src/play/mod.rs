//! `bartizan play`: a game against the engine in a terminal.

mod diagram;
mod game;
mod level;

use self::game::HumanGame;
use crate::parts::{PartArguments, ResourceArguments, start_position};
use crate::style::{GOOD, HEADING, paint};
use ::game::Game;
use board::{Color, Position};
use clap::{Args, ValueEnum};
use eval::material_count;
use level::Level;
use notation::{line_to_san, parse_move, to_san, to_uci};
use searcher::{Limits, NullReporter, Options, SearchResult, Searcher, Signals};
use std::error::Error;
use std::io::{self, BufRead};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use uci::format::score_for_people;
use uci::lines::Lines;
use uci::output::Output;
use uci::strength::Strength;

/// Time of a move in milliseconds when no level is given.
const DEFAULT_MOVETIME: u64 = 1000;
/// Nodes of the search for a hint.
const HINT_NODES: u64 = 300_000;
/// Moves of the line that a hint shows.
const HINT_MOVES: usize = 4;

const HELP: &str = "\
e4, Nf3, e2e4    play a move, in SAN or UCI notation
undo             take back your last move and the answer
hint             show a good move
moves            list the legal moves
new [SIDE]       begin a new game, with SIDE white or black
fen [FEN]        show the position as FEN, or begin a game from one
go               let the engine move; you go on with the other side
level [LEVEL]    show or change the level: elo N, depth N, nodes N or time MS
flip             turn the board
pgn              show the game in PGN
resign           give up
quit             save the game and leave";

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
    after_help = "Without --elo or a limit each move takes a second. The command help lists what you can type."
)]
pub struct Arguments {
    /// The position to begin from in FEN, with or without quotes [default: the starting position]
    #[arg(num_args = 0.., allow_hyphen_values = false)]
    pub fen: Vec<String>,
    /// Your side
    #[arg(long, value_enum, default_value_t = Side::White)]
    pub side: Side,
    #[command(flatten)]
    pub level: Level,
    #[command(flatten)]
    pub resources: ResourceArguments,
    /// Games are added to the end of this file
    #[arg(long, value_name = "FILE", default_value = "bartizan-games.pgn")]
    pub pgn: PathBuf,
    #[command(flatten)]
    pub parts: PartArguments,
}

/// Plays until `quit`, the end of the input or Ctrl-C, and saves the game. An error when the position is
/// invalid, a network cannot be read, the input fails or the game cannot be saved.
pub fn run(
    arguments: &Arguments,
    input: impl BufRead + Send + 'static,
    output: &Output,
) -> Result<(), Box<dyn Error>> {
    let mut play = Play::new(arguments, output)?;
    let lines = read_lines(input, &play.interrupt)?;
    let _guard = output.stop_when_closed(&play.interrupt);
    output.line(format!("You play against Bartizan, {}. help lists the commands.", play.level));
    play.proceed();
    let mut read = Ok(None);
    while !output.is_broken() && !play.interrupt.stopped() {
        output.write(&play.prompt());
        read = lines.recv()?;
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

/// The lines of the input, then `None`. Ctrl-C and SIGTERM set `interrupt` and end it as well.
fn read_lines(
    input: impl BufRead + Send + 'static,
    interrupt: &Signals,
) -> io::Result<Receiver<io::Result<Option<String>>>> {
    let (sender, lines) = sync_channel(1);
    let (interrupt, end) = (interrupt.clone(), sender.clone());
    let handler = ctrlc::set_handler(move || {
        interrupt.stop();
        // A full channel wakes the receiver too.
        let _ = end.try_send(Ok(None));
    });
    if let Err(error) = handler {
        crate::progress::note(&format!("{error}; Ctrl-C will not save the game"));
    }
    thread::Builder::new().spawn(move || {
        let mut input = Lines::new(input);
        loop {
            let line = input.next_line();
            let is_last = !matches!(line, Ok(Some(_)));
            if sender.send(line).is_err() || is_last {
                return;
            }
        }
    })?;
    Ok(lines)
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
    /// Stopped by Ctrl-C, for good.
    interrupt: Signals,
}

impl Play {
    fn new(arguments: &Arguments, output: &Output) -> Result<Self, Box<dyn Error>> {
        let start = start_position(&arguments.fen.join(" "), output)?;
        let mut random = fastrand::Rng::new();
        let human = match arguments.side {
            Side::White => Color::White,
            Side::Black => Color::Black,
            Side::Random => Color::ALL[random.usize(..2)],
        };
        let mut level = arguments.level.clone();
        if level.elo.is_none() && !level.limits.are_given() {
            level.limits.movetime = Some(DEFAULT_MOVETIME);
        }
        let (searcher, options) = arguments.resources.searcher(&arguments.parts, 1, output)?;
        Ok(Self {
            output: output.clone(),
            searcher,
            options,
            level,
            game: HumanGame::new(start, human),
            bottom: human,
            random,
            file: arguments.pgn.clone(),
            interrupt: Signals::new(),
        })
    }

    /// The engine moves if it is its turn; then the board is shown, and how the game has ended if it has.
    fn proceed(&mut self) {
        if self.game.ending().is_none() && !self.game.is_humans_turn() {
            let result = self.search();
            if self.interrupt.stopped() {
                return;
            }
            if let Some(mv) = result.best {
                let san = line_to_san(self.game.position(), &[mv], 1);
                self.output.line(format!("Bartizan plays {san} ({})", to_uci(mv, false)));
                self.game.play(mv);
            }
        }
        let board = diagram::draw(self.game.position(), self.bottom, self.game.last_move());
        self.output.line(board);
        if let Some((result, reason)) = self.game.ending() {
            self.output.line(paint(GOOD, &format!("{result}, {reason}.")));
        } else if self.game.position().in_check() {
            self.output.line("Check.");
        }
    }

    /// The engine's search at its level.
    fn search(&mut self) -> SearchResult {
        let (game, signals) = (&self.game.game, &self.interrupt);
        let mut reporter = NullReporter;
        match self.level.elo {
            Some(elo) => Strength::of_elo(elo).search(
                (self.searcher.as_mut(), &self.options),
                (game, &Limits::default()),
                signals,
                &mut reporter,
                &mut self.random,
            ),
            None => {
                let limits = self.level.limits.limits(Limits::default());
                self.searcher.search(game, &limits, signals, &mut reporter)
            }
        }
    }

    fn prompt(&self) -> String {
        if self.game.ending().is_some() {
            return "Game over (new, undo, quit)> ".to_owned();
        }
        let position = self.game.position();
        let number = position.fullmove_number();
        match position.side_to_move() {
            Color::White => format!("{number}. > "),
            Color::Black => format!("{number}... > "),
        }
    }

    /// Executes a command or plays a move. Breaks at `quit`.
    fn execute(&mut self, line: &str) -> ControlFlow<()> {
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match name {
            "" => {}
            "help" | "?" => self.output.line(HELP),
            "quit" | "exit" => return ControlFlow::Break(()),
            "undo" | "takeback" => {
                if self.game.take_back() {
                    self.proceed();
                } else {
                    self.output.line("There is no move to take back.");
                }
            }
            "hint" => self.hint(),
            "moves" => self.list_moves(),
            "new" => self.new_game(rest),
            "fen" if rest.is_empty() => self.output.line(self.game.position().to_fen()),
            "fen" => match start_position(rest, &self.output) {
                Ok(start) => self.begin(HumanGame::new(start, self.game.human)),
                Err(error) => self.output.line(error),
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
                    self.output.line(format!("Level: {}", self.level));
                }
                Err(error) => self.output.line(error),
            },
            "flip" => {
                self.bottom = !self.bottom;
                self.proceed();
            }
            "pgn" => self.output.line(self.game.pgn(&self.level.to_string())),
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
                self.game.play(mv);
                self.proceed();
            }
            Err(error) => self.output.line(format!("'{text}': {error}. help lists the commands.")),
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

    fn list_moves(&self) {
        let position = self.game.position();
        let mut moves: Vec<String> =
            movegen::legal_moves(position).into_iter().map(|mv| to_san(position, mv)).collect();
        moves.sort();
        self.output.line(moves.join(" "));
    }

    fn new_game(&mut self, side: &str) {
        let human = match side {
            "" => self.game.human,
            "white" => Color::White,
            "black" => Color::Black,
            _ => return self.output.line("new is followed by white, black or nothing"),
        };
        self.bottom = human;
        self.begin(HumanGame::new(Position::startpos(), human));
    }

    /// Saves the game and goes on with another.
    fn begin(&mut self, game: HumanGame) {
        if let Err(error) = self.save() {
            self.output.line(error);
        }
        self.game = game;
        self.searcher.new_game();
        self.proceed();
    }

    /// Saves a game that has moves.
    fn save(&self) -> Result<(), Box<dyn Error>> {
        if self.game.last_move().is_none() {
            return Ok(());
        }
        let (name, level) = (self.file.display(), self.level.to_string());
        if let Err(error) = self.game.save(&self.file, &level) {
            self.output.line(self.game.pgn(&level));
            return Err(format!("the game above is not saved: {name}: {error}").into());
        }
        self.output.line(paint(HEADING, &format!("The game is saved in {name}")));
        Ok(())
    }
}
