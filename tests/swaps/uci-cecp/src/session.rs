//! A CECP session: reads commands, holds the game and the clock, and searches on another thread, so that
//! input is read while the engine thinks:
//!
//! * `?` ends the search, and its move is played.
//! * `force`, `undo`, `setboard`, `new` and `go` end the search, and its result is dropped. A move of the
//!   opponent is refused while the engine thinks.
//! * `ping` is answered after the move if the engine thinks, otherwise at once.
//! * At the end of input a search for a move ends by itself and the move is played; then the session
//!   ends.

use crate::clock::Clock;
use crate::text::{move_text, parse_move, result_text, thinking_line};
use board::{Color, Move, Position};
use eval::Nnue;
use game::Game;
use ordering::Modern;
use search::bench::{DEFAULT_DEPTH, run_bench};
use searcher::{Bound, Limits, Report, Reporter, SearchResult, Searcher, Signals};
use std::fmt::Display;
use std::io::{BufRead, Read, Write, stdout};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// The answer to `protover`.
const FEATURES: &str = "feature myname=\"Bartizan\" ping=1 setboard=1 usermove=1 time=1 draw=0 sigint=0 \
     sigterm=0 analyze=0 variants=\"normal\" colors=0 san=0 name=0 debug=1 done=1";

/// Longest line, in bytes. What follows counts as another line.
const MAX_LINE_BYTES: u64 = 1 << 16;

/// Greatest depth of `perft`, during which no command is read.
const MAX_PERFT_DEPTH: u32 = 8;

/// Why a command is an error.
const BAD_ARGUMENT: &str = "bad argument";
const NO_POSITION: &str = "no legal position";

/// What the session waits for.
enum Event {
    Line(String),
    EndOfInput,
    /// The search of this number has ended.
    End(u64, SearchResult),
}

/// The search in progress.
struct Running {
    number: u64,
    signals: Signals,
    started: Instant,
}

struct Session {
    searcher: Arc<Mutex<Box<dyn Searcher>>>,
    events: Sender<Event>,
    /// The game at its start and after each move; empty after a position that was refused.
    games: Vec<Game>,
    /// The side that the engine plays; `None` in force mode.
    engine_side: Option<Color>,
    clock: Clock,
    /// Whether searches show their lines.
    post: bool,
    running: Option<Running>,
    /// The number of the last search.
    number: u64,
    /// Pings to answer when the search has ended.
    pings: Vec<String>,
}

/// Runs a session on `input` and standard output until `quit` or the end of `input`.
pub fn run(input: impl BufRead + Send + 'static) {
    let (sender, events) = channel();
    let lines = sender.clone();
    std::thread::spawn(move || read_lines(input, &lines));
    let session = Session {
        searcher: Arc::new(Mutex::new(default_search())),
        events: sender,
        games: vec![Game::default()],
        engine_side: Some(Color::Black),
        clock: Clock::default(),
        post: false,
        running: None,
        number: 0,
        pings: Vec::new(),
    };
    session.run(&events);
}

/// Sends every line of the input, which need not be UTF-8.
fn read_lines(mut input: impl BufRead, events: &Sender<Event>) {
    loop {
        let mut line = Vec::new();
        let read = input.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line);
        let ended = matches!(read, Ok(0) | Err(_));
        let text = String::from_utf8_lossy(&line).into_owned();
        let event = if ended { Event::EndOfInput } else { Event::Line(text) };
        if events.send(event).is_err() || ended {
            return;
        }
    }
}

fn default_search() -> Box<dyn Searcher> {
    let search = search::build::<_, Modern>(search::DEFAULT, Nnue::default);
    search.expect("the default search is registered")
}

fn write_line(text: impl Display) -> std::io::Result<()> {
    let mut output = stdout().lock();
    writeln!(output, "{text}").and_then(|()| output.flush())
}

/// Writes a line, if anybody reads it.
fn say(text: impl Display) {
    let _ = write_line(text);
}

/// Prints the lines of a search, until it is stopped.
struct ThinkingOutput<'a> {
    signals: &'a Signals,
    post: bool,
}

impl Reporter for ThinkingOutput<'_> {
    fn report(&mut self, report: &Report) {
        let shown = self.post && report.bound == Bound::Exact && !self.signals.stopped();
        if shown && write_line(thinking_line(report)).is_err() {
            self.signals.stop();
        }
    }

    fn info_string(&mut self, text: &str) {
        say(format!("# {text}"));
    }
}

impl Session {
    fn run(mut self, events: &Receiver<Event>) {
        let mut input_ended = false;
        for event in events {
            match event {
                Event::Line(line) => {
                    let line = line.trim();
                    let (command, rest) =
                        line.split_once(char::is_whitespace).unwrap_or((line, ""));
                    if command == "quit" {
                        break;
                    }
                    if let Err(reason) = self.handle(command, rest.trim()) {
                        say(format!("Error ({reason}): {line}"));
                    }
                }
                Event::EndOfInput => input_ended = true,
                Event::End(number, result) => self.end_search(number, &result),
            }
            if input_ended && self.running.is_none() {
                break;
            }
        }
        self.stop();
    }

    /// Executes a command.
    fn handle(&mut self, command: &str, rest: &str) -> Result<(), &'static str> {
        match command {
            // What needs no answer, and what the engine never does, such as pondering or accepting a draw.
            "" | "xboard" | "accepted" | "rejected" | "random" | "computer" | "name" | "rating"
            | "ics" | "draw" | "hint" | "bk" | "." | "hard" | "easy" => {}
            "protover" => say(FEATURES),
            "new" => self.new_game(),
            "setboard" => self.set_board(rest),
            "usermove" => self.user_move(rest)?,
            "force" | "result" => {
                self.stop();
                self.engine_side = None;
            }
            "go" => self.go()?,
            // The search ends, and its move is played.
            "?" => self.running.iter().for_each(|running| running.signals.stop()),
            "ping" => {
                self.pings.push(rest.to_owned());
                self.answer_pings();
            }
            "post" => self.post = true,
            "nopost" => self.post = false,
            "perft" => self.perft(rest)?,
            "undo" => self.take_back(1).ok_or(BAD_ARGUMENT)?,
            "remove" => self.take_back(2).ok_or(BAD_ARGUMENT)?,
            "level" | "st" | "sd" | "time" | "otim" => {
                self.clock.set(command, rest).ok_or(BAD_ARGUMENT)?;
            }
            "bench" => bench(rest).ok_or(BAD_ARGUMENT)?,
            _ => return Err("unknown command"),
        }
        Ok(())
    }

    fn new_game(&mut self) {
        self.stop();
        self.games = vec![Game::default()];
        self.engine_side = Some(Color::Black);
        self.clock.new_game();
        self.searcher.lock().unwrap_or_else(PoisonError::into_inner).new_game();
    }

    /// After a position that is refused there is none, as the protocol wants: no move is legal and nothing
    /// is searched until there is another.
    fn set_board(&mut self, fen: &str) {
        self.stop();
        self.games.clear();
        match Position::from_fen(fen) {
            Ok(position) => self.games.push(Game::new(position)),
            Err(error) => say(format!("tellusererror Illegal position: {error}")),
        }
    }

    /// Takes back moves. `None` when there are not so many.
    fn take_back(&mut self, count: usize) -> Option<()> {
        let kept = self.games.len().checked_sub(count).filter(|&kept| kept > 0)?;
        self.stop();
        self.games.truncate(kept);
        Some(())
    }

    /// A move of the opponent, or in force mode of either side.
    fn user_move(&mut self, text: &str) -> Result<(), &'static str> {
        if self.running.is_some() {
            return Err("it is not your move");
        }
        match self.games.last().and_then(|game| parse_move(&game.position, text)) {
            Some(mv) => {
                self.play(mv);
                self.think_if_on_move();
            }
            None => say(format!("Illegal move: {text}")),
        }
        Ok(())
    }

    fn play(&mut self, mv: Move) {
        if let Some(mut game) = self.games.last().cloned() {
            game.play(mv);
            self.games.push(game);
        }
    }

    /// The engine plays the side to move from now on.
    fn go(&mut self) -> Result<(), &'static str> {
        self.stop();
        let game = self.games.last().ok_or(NO_POSITION)?;
        self.engine_side = Some(game.position.side_to_move());
        self.think_if_on_move();
        Ok(())
    }

    /// Claims the result of a game that is over, or begins a search on another thread.
    fn think_if_on_move(&mut self) {
        let Some(game) = self.games.last().cloned() else { return };
        if let Some(termination) = game.termination() {
            say(result_text(termination));
            return;
        }
        let side = game.position.side_to_move();
        if self.engine_side != Some(side) {
            return;
        }
        self.number += 1;
        let (number, signals) = (self.number, Signals::new());
        self.running = Some(Running { number, signals: signals.clone(), started: Instant::now() });
        let limits = self.clock.limits(side, (self.games.len() as u32 - 1) / 2);
        let (searcher, events, post) = (Arc::clone(&self.searcher), self.events.clone(), self.post);
        std::thread::spawn(move || {
            let mut searcher = searcher.lock().unwrap_or_else(PoisonError::into_inner);
            let mut output = ThinkingOutput { signals: &signals, post };
            let result = searcher.search(&game, &limits, &signals, &mut output);
            // Fails when the session has ended.
            let _ = events.send(Event::End(number, result));
        });
    }

    /// Ends the search in progress, if there is one, and drops its result.
    fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.signals.stop();
        }
        self.answer_pings();
    }

    fn end_search(&mut self, number: u64, result: &SearchResult) {
        let Some(running) = self.running.take_if(|running| running.number == number) else {
            return;
        };
        self.clock.spend(running.started.elapsed());
        if let Some(best) = result.best {
            say(format!("move {}", move_text(best)));
            self.play(best);
            self.think_if_on_move();
        }
        self.answer_pings();
    }

    fn answer_pings(&mut self) {
        if self.running.is_none() {
            self.pings.drain(..).for_each(|number| say(format!("pong {number}")));
        }
    }

    fn perft(&self, depth: &str) -> Result<(), &'static str> {
        let depth =
            depth.parse().ok().filter(|&depth| depth <= MAX_PERFT_DEPTH).ok_or(BAD_ARGUMENT)?;
        let game = self.games.last().ok_or(NO_POSITION)?;
        say(format!("Nodes searched: {}", movegen::perft(&game.position, depth)));
        Ok(())
    }
}

/// Searches the positions of the benchmark and prints `N nodes M nps`. No command is read meanwhile.
fn bench(depth: &str) -> Option<()> {
    let depth = if depth.is_empty() { DEFAULT_DEPTH } else { depth.parse().ok()? };
    let (limits, signals) = (Limits::depth(depth), Signals::new());
    let total = run_bench(default_search().as_mut(), &limits, &signals, |_, _| {})?;
    say(format!("{} nodes {} nps", total.nodes, total.nps()));
    Some(())
}
