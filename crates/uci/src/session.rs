//! A UCI session: reads commands, owns the state, and hands searches to the engine thread.
//!
//! UCI leaves open what some commands mean during a search; `docs/src/uci.md` says what they do here.

use crate::engine_thread::{self, Engine};
use crate::format::engine_name;
use crate::inspect;
use crate::lines::Lines;
use crate::memory;
use crate::options::{Settings, UCI_OPTIONS, parameter_options};
use crate::output::{Output, open_log};
use crate::parse::{Command, GoCommand, PositionCommand, parse_command};
use crate::setup;
use crate::task_queue::{SendError, Task, TaskHandle, TaskSender};
use board::Move;
use game::Game;
use notation::parse_uci;
use notation::text::shortened;
use searcher::Limits;
use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;
use web_time::Instant;

/// Upper bound of the depth of `go perft`; no such count ever ends.
const MAX_PERFT_DEPTH: u32 = 64;
/// Time of a search whose limit cannot be read.
const UNREAD_LIMIT: Duration = Duration::from_secs(1);

/// How long `quit` waits for the engine thread to end.
const QUIT_TIMEOUT: Duration = Duration::from_secs(2);

/// How often the session checks, while it waits for the last searches, that the output is open.
const OUTPUT_POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The state of a session.
struct Session {
    output: Output,
    settings: Settings,
    game: Arc<Game>,
    /// Why the last `position` was refused: `game` is of an earlier one.
    refusal: Option<String>,
    debug: bool,
    /// Tasks that may be unfinished, in the order in which they were sent. Only the last can be one that
    /// does not end by itself.
    pending: VecDeque<TaskHandle>,
    engine: Executor,
    /// Disconnected when the engine thread has ended, or where there is none.
    ended: Receiver<()>,
    /// Answers unknown commands.
    hint: Option<Hint>,
}

/// What executes tasks.
enum Executor {
    Thread(TaskSender),
    SameThread(Box<Engine>),
}

impl Executor {
    fn send(&mut self, task: Task) -> Result<(), SendError> {
        match self {
            Self::Thread(sender) => sender.send(task),
            Self::SameThread(engine) => {
                engine.execute(task);
                Ok(())
            }
        }
    }
}

/// A session that starts no threads, for systems without them: each line is executed to its end by who gives it. Only
/// [`Output::stop_task`] ends a search without a limit, called by what the search calls: the output, or the clock.
pub struct SingleThreadSession(Session);

impl SingleThreadSession {
    /// A session at the starting position.
    #[must_use]
    pub fn new(output: Output) -> Self {
        let engine = Executor::SameThread(Box::new(Engine::new(output.clone(), true)));
        let (_, ended) = channel();
        Self(Session::new(engine, ended, output))
    }

    /// Executes a line. Breaks at `quit` and when the output is closed.
    pub fn line(&mut self, line: &str) -> ControlFlow<()> {
        self.0.output.log(">>", line);
        self.0.handle(parse_command(line))
    }
}

/// Runs a session until `quit` or the end of `input`.
///
/// # Errors
/// When the engine thread cannot be started.
pub fn run(input: impl BufRead, output: Output) -> io::Result<()> {
    let mut lines = Lines::new(input);
    run_lines(|| lines.next_line(), output, None)
}

/// The answer to an unknown command, for people; `None` for no answer.
pub type Hint = fn(&str) -> Option<String>;

/// Runs a session until `quit` or the end of the lines, `None`. Where a person types them `hint` answers unknown
/// commands.
///
/// # Errors
/// When the engine thread cannot be started.
pub fn run_lines(
    mut next_line: impl FnMut() -> io::Result<Option<String>>,
    output: Output,
    hint: Option<Hint>,
) -> io::Result<()> {
    let (sender, ended) = engine_thread::spawn(output.clone())?;
    let mut session = Session::new(Executor::Thread(sender), ended, output);
    session.hint = hint;
    loop {
        match next_line() {
            Ok(Some(line)) => {
                tracing::debug!(target: "bartizan_uci::in", "{}", line.trim_end());
                session.output.log(">>", &line);
                if session.handle(parse_command(&line)).is_break() {
                    break;
                }
            }
            Ok(None) => {
                session.finish_bounded_tasks();
                return Ok(());
            }
            Err(error) => {
                tracing::warn!("input failed: {error}");
                break;
            }
        }
    }
    session.quit();
    Ok(())
}

impl Session {
    /// A session at the starting position with an idle engine.
    fn new(engine: Executor, ended: Receiver<()>, output: Output) -> Self {
        Self {
            engine,
            ended,
            output,
            settings: Settings::default(),
            game: Arc::default(),
            refusal: None,
            debug: false,
            pending: VecDeque::new(),
            hint: None,
        }
    }

    /// Executes a command. Breaks at `quit` and when the output is closed.
    fn handle(&mut self, command: Command) -> ControlFlow<()> {
        while self.pending.pop_front_if(|handle| handle.is_done()).is_some() {}
        match command {
            Command::Empty | Command::Register => {}
            Command::Uci => self.send_id_and_options(),
            Command::Debug(on) => self.debug = on,
            Command::IsReady => self.is_ready(),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame => self.send(Task::NewGame),
            Command::Position(command) => self.set_position(&command),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponderhit(),
            Command::Quit => return ControlFlow::Break(()),
            Command::Bench(Ok(depth)) => {
                self.enqueue(Task::Bench { depth, handle: TaskHandle::default() });
            }
            Command::Bench(Err(text)) => {
                self.output.info(format!("bench: '{}' is not a depth", shortened(&text)));
            }
            Command::Display => self.output.line(inspect::display(&self.game.position)),
            Command::Eval => {
                let config = &self.settings.config;
                self.output.line(inspect::evaluation(config, &self.game.position));
            }
            Command::ExportNet(path) => self.export_net(&path),
            Command::Order => self.enqueue(Task::Order(Box::new(self.game.position.clone()))),
            Command::Stats => self.enqueue(Task::Statistics),
            Command::Tune => self.output.line(self.settings.parameter_list()),
            Command::Help => self.output.line(inspect::HELP),
            Command::Unknown(line) => {
                if let Some(text) = self.hint.and_then(|hint| hint(&line)) {
                    self.output.line(text);
                } else if self.debug {
                    self.output.info(format!("unknown command: {}", shortened(&line)));
                }
            }
        }
        if self.output.is_broken() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn send_id_and_options(&self) {
        let mut text = format!("id name {}\nid author the Bartizan authors", engine_name());
        for option in UCI_OPTIONS.iter().copied().chain(parameter_options()) {
            text.push_str(&format!("\n{option}"));
        }
        self.output.line(text + "\nuciok");
    }

    fn is_ready(&mut self) {
        if !self.pending.is_empty() || self.engine.send(Task::Ready).is_err() {
            self.output.line("readyok");
        }
    }

    /// Sets an option. One that cannot be had is as before.
    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let before = self.settings.clone();
        let done = match self.settings.set(name, value) {
            Ok("Debug Log File") => {
                let path = &self.settings.log_file;
                let log = (!path.is_empty()).then(|| open_log(path.as_ref())).transpose();
                let log = log.map(|log| self.output.set_log(log));
                log.map_err(|error| format!("Debug Log File: {error}; the option is unchanged"))
            }
            Ok("Clear Hash") => {
                self.send(Task::ClearHash);
                Ok(())
            }
            Ok(_) => self.configure(&before),
            Err(error) => Err(error),
        };
        if let Err(message) = done {
            self.settings = before;
            self.output.info(message);
        }
    }

    /// Sends the new settings to the engine, or says why the option is unchanged.
    fn configure(&mut self, before: &Settings) -> Result<(), String> {
        let (search, old) = (&self.settings.search, &before.search);
        if !memory::has_room(old, search) {
            return Err(if search.threads == old.threads {
                let mib = search.hash_mib;
                format!("no memory for a hash table of {mib} MiB; Hash is unchanged")
            } else {
                let threads = search.threads;
                format!("no memory for the tables of {threads} threads; Threads is unchanged")
            });
        }
        let sent = self.engine.send(Task::Configure(Box::new(self.settings.clone())));
        sent.map_err(|error| format!("{error}; the option is unchanged"))?;
        self.warn_if_oversubscribed(old.threads);
        Ok(())
    }

    /// Writes the network of the evaluation `nnue` to a file.
    fn export_net(&self, path: &str) {
        let written = inspect::export_network(&self.settings.config, path.as_ref());
        self.output.info(written.unwrap_or_else(|error| format!("export_net: {error}")));
    }

    /// Warns of more threads than processors, which only slow each other down.
    fn warn_if_oversubscribed(&self, before: usize) {
        let threads = self.settings.search.threads;
        let Ok(processors) = std::thread::available_parallelism() else { return };
        if threads != before && threads > processors.get() {
            self.output.info(format!(
                "{threads} threads are more than the {processors} that this machine runs at a time; \
                 the engine may be weaker than with {processors}"
            ));
        }
    }

    fn set_position(&mut self, command: &PositionCommand) {
        match setup::game(command) {
            Ok(repaired) => {
                for note in repaired.notes {
                    self.output.info(note);
                }
                self.game = Arc::new(repaired.value);
                self.refusal = None;
            }
            Err(error) => {
                self.output.info(format!("{error}; the position is refused"));
                self.refusal = Some(error);
            }
        }
    }

    fn go(&mut self, go: &GoCommand) {
        if !go.ignored.is_empty() {
            self.output.info(format!("go: ignored '{}'", shortened(&go.ignored.join(" "))));
        }
        if !go.inexact.is_empty() {
            let text = shortened(&go.inexact.join(" "));
            self.output.info(format!("go: only the integers of '{text}' count"));
        }
        let game = match &self.refusal {
            Some(why) => Err(format!("no search: the position was refused: {why}")),
            None => Ok(Arc::clone(&self.game)),
        };
        let task = match (go.perft, game) {
            (Some(_), Err(refusal)) => return self.output.info(refusal),
            (Some(depth), Ok(game)) => Task::Perft {
                position: Box::new(game.position.clone()),
                depth: depth.min(MAX_PERFT_DEPTH),
                hash: go.perft_hash,
                handle: TaskHandle::default(),
            },
            (None, game) => {
                let limits = Box::new(self.limits(go));
                let handle = TaskHandle::search(&limits);
                Task::Search { game, limits, handle }
            }
        };
        self.enqueue(task);
    }

    /// Sends a task, unless a running search may never end: then it prints the reason.
    fn enqueue(&mut self, task: Task) {
        if !self.pending.back().is_none_or(TaskHandle::will_end) {
            return self.output.info("a search is running; send stop first");
        }
        let (handle, is_search) = (task.handle(), task.is_search());
        match self.engine.send(task) {
            Ok(()) => self.pending.extend(handle),
            // The engine thread says so in its turn.
            Err(SendError::Full) if is_search => {}
            Err(error) => self.output.info(error),
        }
    }

    /// Sends a task without a handle.
    fn send(&mut self, task: Task) {
        if let Err(error) = self.engine.send(task) {
            self.output.info(error);
        }
    }

    fn limits(&self, go: &GoCommand) -> Limits {
        // `stop` stops all of them.
        let all_stopped = self.pending.back().is_none_or(|handle| handle.signals.stopped());
        let mut limits = Limits {
            // Setting options and stopping a search take time off the clock of the next search;
            // waiting for the end of a bounded search does not.
            start_time: all_stopped.then(Instant::now),
            ..go.limits.clone()
        };
        if self.refusal.is_none() {
            limits.search_moves = self.search_moves(go).into();
        }
        // If only the opponent's time is given, use it as our own.
        let us = self.game.position.side_to_move();
        let theirs = limits.clock[(!us).index()];
        let own = &mut limits.clock[us.index()];
        *own = own.or(theirs);
        // A `go` without any limit is `go infinite`.
        let without_ponder = Limits { ponder: false, ..limits.clone() };
        if !limits.infinite && !TaskHandle::search(&without_ponder).will_end() {
            if go.lacks_number || !go.ignored.is_empty() && limits.mate.is_none() {
                // Something that was left out may have been the limit.
                self.output.info(format!("go: no limit was read; searching for {UNREAD_LIMIT:?}"));
                limits.movetime = Some(UNREAD_LIMIT);
            } else if limits.mate.is_none() && !limits.ponder {
                limits.infinite = true;
            }
        }
        limits
    }

    /// The legal ones of `searchmoves`, each once.
    fn search_moves(&self, go: &GoCommand) -> Vec<Move> {
        let (mut moves, mut illegal) = (Vec::new(), Vec::new());
        for text in &go.search_moves {
            match parse_uci(&self.game.position, text) {
                Ok(mv) if moves.contains(&mv) => {}
                Ok(mv) => moves.push(mv),
                Err(error) => illegal.push((text, error)),
            }
        }
        if let [(text, error), others @ ..] = illegal.as_slice() {
            let more = match others.len() {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let text = shortened(text);
            self.output.info(format!("searchmoves: ignored '{text}'{more}: {error}"));
        }
        moves
    }

    fn stop(&self) {
        self.pending.iter().for_each(|handle| handle.signals.stop());
    }

    fn ponderhit(&self) {
        if let Some(handle) = self.pending.iter().rev().find(|handle| handle.ponders()) {
            handle.signals.ponderhit();
        }
    }

    /// Stops the searches that do not end by themselves and waits for the others, as long as the
    /// output is open.
    fn finish_bounded_tasks(self) {
        let endless = self.pending.iter().filter(|handle| !handle.will_end());
        endless.for_each(|handle| handle.signals.stop());
        drop(self.engine);
        while self.ended.recv_timeout(OUTPUT_POLL_INTERVAL) == Err(RecvTimeoutError::Timeout) {
            if self.output.is_broken() {
                self.pending.iter().for_each(|handle| handle.signals.stop());
                let _ = self.ended.recv_timeout(QUIT_TIMEOUT);
                return;
            }
        }
    }

    /// Stops all searches and waits up to [`QUIT_TIMEOUT`] for their `bestmove` lines.
    fn quit(self) {
        self.stop();
        drop(self.engine);
        let _ = self.ended.recv_timeout(QUIT_TIMEOUT);
    }
}
