//! A CECP session: reads commands, holds the game and the clock, and hands searches to the engine
//! thread. Input is read while the engine thinks:
//!
//! * `?` ends the search, and its move is played.
//! * Commands that change the game, such as `force`, `undo`, `setboard` or `new`, end the search, and
//!   its result is dropped. A move of the opponent is refused while the engine thinks.
//! * `ping` is answered after the move if the engine thinks, otherwise at once.
//! * At the end of input a search for a move ends by itself and the move is played; then the session
//!   ends.

use crate::clock::Clock;
use crate::engine::{self, Task};
use crate::output::Output;
use crate::text::{looks_like_move, move_text, parse_move, result_text};
use board::{Color, Move, Position};
use game::Game;
use searcher::{Limits, Options, SearchResult, Signals};
use std::fmt::Display;
use std::io::{BufRead, Read};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Instant;

/// The answer to `protover`.
const FEATURES: &str = "feature myname=\"Bartizan\" ping=1 setboard=1 playother=1 usermove=1 time=1 \
     draw=0 sigint=0 sigterm=0 reuse=1 analyze=1 variants=\"normal\" colors=0 san=0 name=0 memory=1 \
     smp=1 debug=1 done=1";

/// Longest line, in bytes. What follows counts as another line.
const MAX_LINE_BYTES: u64 = 1 << 16;

/// Greatest depth of `perft`; no deeper count ever ends.
const MAX_PERFT_DEPTH: u32 = 16;

/// What the session waits for.
enum Event {
    Line(String),
    EndOfInput,
    /// A task of the engine thread has ended.
    End(u64, Option<SearchResult>),
}

/// What a task of the engine thread is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// A move of the engine.
    Think,
    /// The answer to this move of the opponent, if it comes.
    Ponder(Move),
    Analyse,
    /// `bench` and `perft`.
    Count,
}

/// The task in progress.
struct Running {
    id: u64,
    purpose: Purpose,
    signals: Signals,
    started: Instant,
}

struct Session {
    output: Output,
    tasks: Sender<Task>,
    start: Position,
    moves: Vec<Move>,
    /// The game after `moves`.
    game: Game,
    /// The side that the engine plays; `None` in force mode.
    engine_side: Option<Color>,
    analysing: bool,
    ponders: bool,
    post: bool,
    clock: Clock,
    options: Options,
    running: Option<Running>,
    last_id: u64,
    /// Pings to answer when the running task has ended.
    pings: Vec<String>,
}

/// Runs a session until `quit` or the end of `input`.
pub fn run(input: impl BufRead + Send + 'static, output: Output) {
    let (sender, events) = channel();
    let lines = sender.clone();
    std::thread::spawn(move || read_lines(input, &lines));
    let (tasks, receiver) = channel();
    let engine_output = output.clone();
    std::thread::spawn(move || {
        engine::run(&receiver, &engine_output, |id, result| {
            // Fails when the session has ended, which then drops the tasks.
            let _ = sender.send(Event::End(id, result));
        });
    });
    Session::new(output, tasks).run(&events);
}

/// Sends every line of the input, which need not be UTF-8.
fn read_lines(mut input: impl BufRead, events: &Sender<Event>) {
    loop {
        let mut line = Vec::new();
        let read = input.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line);
        let event = match read {
            Ok(1..) => Event::Line(String::from_utf8_lossy(&line).into_owned()),
            Ok(0) | Err(_) => Event::EndOfInput,
        };
        let ended = matches!(event, Event::EndOfInput);
        if events.send(event).is_err() || ended {
            return;
        }
    }
}

impl Session {
    fn new(output: Output, tasks: Sender<Task>) -> Self {
        Self {
            output,
            tasks,
            start: Position::startpos(),
            moves: Vec::new(),
            game: Game::default(),
            engine_side: Some(Color::Black),
            analysing: false,
            ponders: false,
            post: false,
            clock: Clock::default(),
            options: Options::default(),
            running: None,
            last_id: 0,
            pings: Vec::new(),
        }
    }

    fn run(mut self, events: &Receiver<Event>) {
        let mut input_ended = false;
        for event in events {
            match event {
                Event::Line(line) => {
                    if self.handle(line.trim()).is_break() {
                        break;
                    }
                }
                Event::EndOfInput => {
                    input_ended = true;
                    self.ponders = false;
                    if !self.is_busy() {
                        break;
                    }
                }
                Event::End(id, result) => {
                    self.end_task(id, result);
                    if input_ended && self.running.is_none() {
                        break;
                    }
                }
            }
        }
        self.stop();
    }

    /// Executes a command. Breaks at `quit`.
    fn handle(&mut self, line: &str) -> ControlFlow<()> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let done = match command {
            "quit" => return ControlFlow::Break(()),
            "undo" => self.take_back(1),
            "remove" => self.take_back(2),
            "level" => self.clock.set_level(rest),
            "st" => self.clock.set_time_per_move(rest),
            "sd" => self.clock.set_depth(rest),
            "time" => self.clock.set_own(rest),
            "otim" => self.clock.set_opponent(rest),
            "memory" => self.set_memory(rest),
            "cores" => self.set_cores(rest),
            "bench" => self.bench(rest),
            "perft" => self.perft(rest),
            _ => {
                self.handle_plain(command, rest, line);
                Some(())
            }
        };
        if done.is_none() {
            self.error("bad argument", line);
        }
        ControlFlow::Continue(())
    }

    /// Executes a command whose argument is none, or a move, or a position.
    fn handle_plain(&mut self, command: &str, rest: &str, line: &str) {
        match command {
            // What needs no answer, and what the engine never does, such as accepting a draw.
            "" | "xboard" | "accepted" | "rejected" | "random" | "computer" | "name" | "rating"
            | "ics" | "draw" | "hint" | "bk" | "." => {}
            "protover" => self.say(FEATURES),
            "new" => self.new_game(),
            "setboard" => self.set_board(rest),
            "usermove" => self.user_move(rest),
            "force" | "exit" | "result" => self.force(),
            "go" => self.go(self.game.position.side_to_move()),
            "playother" => self.go(!self.game.position.side_to_move()),
            "analyze" => self.analyse(),
            "?" => self.move_now(),
            "ping" => self.ping(rest),
            "hard" => self.ponders = true,
            "easy" => self.end_pondering(),
            "post" => self.post = true,
            "nopost" => self.post = false,
            text if looks_like_move(text) => self.user_move(text),
            _ => self.error("unknown command", line),
        }
    }

    fn say(&self, text: impl Display) {
        self.output.line(text);
    }

    fn error(&self, reason: &str, line: &str) {
        self.say(format!("Error ({reason}): {line}"));
    }

    fn new_game(&mut self) {
        self.set_position(Position::startpos());
        self.engine_side = Some(Color::Black);
        self.analysing = false;
        self.clock.new_game();
        let _ = self.tasks.send(Task::NewGame);
    }

    fn set_board(&mut self, fen: &str) {
        match Position::from_fen(fen) {
            Ok(position) => self.set_position(position),
            Err(error) => self.say(format!("tellusererror Illegal position: {error}")),
        }
    }

    fn set_position(&mut self, position: Position) {
        self.stop();
        self.game = Game::new(position.clone());
        self.start = position;
        self.moves.clear();
        self.continue_analysis();
    }

    /// Takes back moves. `None` when there are not so many.
    fn take_back(&mut self, count: usize) -> Option<()> {
        let kept = self.moves.len().checked_sub(count)?;
        self.stop();
        self.moves.truncate(kept);
        self.game = Game::new(self.start.clone());
        self.moves.iter().for_each(|&mv| self.game.play(mv));
        self.continue_analysis();
        Some(())
    }

    fn force(&mut self) {
        self.stop();
        self.engine_side = None;
        self.analysing = false;
    }

    /// The engine plays `side` from now on.
    fn go(&mut self, side: Color) {
        self.stop();
        self.analysing = false;
        self.engine_side = Some(side);
        self.think_if_on_move();
    }

    fn analyse(&mut self) {
        self.force();
        self.analysing = true;
        self.continue_analysis();
    }

    fn continue_analysis(&mut self) {
        if self.analysing {
            self.search(Purpose::Analyse);
        }
    }

    /// A move of the opponent, or in force mode and analysis of either side.
    fn user_move(&mut self, text: &str) {
        let purpose = self.running.as_ref().map(|running| running.purpose);
        if purpose == Some(Purpose::Think) {
            return self.error("it is not your move", text);
        }
        let Some(mv) = parse_move(&self.game.position, text) else {
            return self.say(format!("Illegal move: {text}"));
        };
        self.play(mv);
        if let Some(running) = &mut self.running
            && running.purpose == Purpose::Ponder(mv)
            && !self.game.is_over()
        {
            (running.purpose, running.started) = (Purpose::Think, Instant::now());
            return running.signals.ponderhit();
        }
        self.stop();
        if self.analysing {
            self.continue_analysis();
        } else {
            self.think_if_on_move();
        }
    }

    fn play(&mut self, mv: Move) {
        self.game.play(mv);
        self.moves.push(mv);
    }

    /// Prints the result of a game that is over; otherwise thinks if the engine is on move.
    fn think_if_on_move(&mut self) {
        if let Some(termination) = self.game.termination() {
            self.say(result_text(termination));
        } else if self.engine_side == Some(self.game.position.side_to_move()) {
            self.search(Purpose::Think);
        }
    }

    fn search(&mut self, purpose: Purpose) {
        let mut game = self.game.clone();
        let plies = self.moves.len() as u32;
        let limits = match purpose {
            Purpose::Ponder(mv) => {
                game.play(mv);
                let side = game.position.side_to_move();
                Limits { ponder: true, ..self.clock.limits(side, plies.div_ceil(2)) }
            }
            Purpose::Think => self.clock.limits(game.position.side_to_move(), plies / 2),
            Purpose::Analyse | Purpose::Count => Limits { infinite: true, ..Limits::default() },
        };
        let (game, limits, post) = (Box::new(game), Box::new(limits), self.post);
        self.send(purpose, |id, signals| Task::Search { id, game, limits, signals, post });
    }

    /// Sends a task in the place of the one in progress.
    fn send(&mut self, purpose: Purpose, task: impl FnOnce(u64, Signals) -> Task) {
        self.stop();
        self.last_id += 1;
        let (id, signals) = (self.last_id, Signals::new());
        let _ = self.tasks.send(task(id, signals.clone()));
        self.running = Some(Running { id, purpose, signals, started: Instant::now() });
    }

    /// Ends the task in progress, if there is one, and drops its result.
    fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.signals.stop();
        }
        self.answer_pings();
    }

    /// `?`: ends the search, and its move is played.
    fn move_now(&self) {
        if let Some(running) = self.running.as_ref().filter(|r| r.purpose == Purpose::Think) {
            running.signals.stop();
        }
    }

    fn end_task(&mut self, id: u64, result: Option<SearchResult>) {
        let Some(running) = self.running.take_if(|running| running.id == id) else { return };
        if let Some(result) = result.filter(|_| running.purpose == Purpose::Think) {
            self.clock.spend(running.started.elapsed());
            self.play_best(&result);
        }
        self.answer_pings();
    }

    fn play_best(&mut self, result: &SearchResult) {
        let Some(best) = result.best else { return };
        self.say(format!("move {}", move_text(best)));
        self.play(best);
        self.think_if_on_move();
        let reply = result.ponder.filter(|_| self.ponders && !self.game.is_over());
        if let Some(reply) = reply {
            self.search(Purpose::Ponder(reply));
        }
    }

    fn end_pondering(&mut self) {
        self.ponders = false;
        if self.running.as_ref().is_some_and(|r| matches!(r.purpose, Purpose::Ponder(_))) {
            self.stop();
        }
    }

    /// Whether a task is in progress that ends by itself.
    fn is_busy(&self) -> bool {
        let ends = |running: &Running| matches!(running.purpose, Purpose::Think | Purpose::Count);
        self.running.as_ref().is_some_and(ends)
    }

    fn ping(&mut self, number: &str) {
        self.pings.push(number.to_owned());
        if !self.is_busy() {
            self.answer_pings();
        }
    }

    fn answer_pings(&mut self) {
        for number in self.pings.drain(..) {
            self.output.line(format!("pong {number}"));
        }
    }

    fn set_memory(&mut self, mib: &str) -> Option<()> {
        self.options.hash_mib = mib.parse::<usize>().ok()?.max(1);
        self.configure()
    }

    fn set_cores(&mut self, threads: &str) -> Option<()> {
        self.options.threads = threads.parse::<usize>().ok()?.clamp(1, 1024);
        self.configure()
    }

    fn configure(&self) -> Option<()> {
        self.tasks.send(Task::Configure(self.options.clone())).ok()
    }

    fn perft(&mut self, depth: &str) -> Option<()> {
        let depth = depth.parse().ok().filter(|&depth| depth <= MAX_PERFT_DEPTH)?;
        let position = Box::new(self.game.position.clone());
        self.send(Purpose::Count, |id, _| Task::Perft { id, position, depth });
        Some(())
    }

    fn bench(&mut self, depth: &str) -> Option<()> {
        let depth = if depth.is_empty() { None } else { Some(depth.parse().ok()?) };
        self.send(Purpose::Count, |id, signals| Task::Bench { id, depth, signals });
        Some(())
    }
}
