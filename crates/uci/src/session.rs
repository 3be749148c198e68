//! A UCI session: reads commands, owns the state, and hands searches to the engine thread.
//!
//! UCI leaves open what some commands mean during a search. Here:
//!
//! * `position` takes effect for the next `go`; the running search has its own copy.
//! * After a `position` that is refused, `go` answers with `bestmove (none)` until one is accepted. The position
//!   before is kept for `d`, `eval` and `order`.
//! * `setoption`, `ucinewgame` and `Clear Hash` are accepted at any time and executed when the
//!   running search has ended.
//! * `isready` is answered at once during a search, otherwise after all earlier commands.
//! * Another `go` is queued if the running search ends by itself or has been stopped. Otherwise it
//!   is refused with an `info string`, as it might never start.
//! * `order` and `stats` need the searcher, so they are queued or refused in the same way.
//! * `stop` stops all searches requested so far, and each of them still gives its `bestmove`.
//! * At the end of input, searches that end by themselves run to their end and others are stopped;
//!   then the session ends. `quit` stops everything at once.

use crate::engine_thread::{EngineThread, Task};
use crate::format::{self, OutputStyle, shortened};
use crate::inspect;
use crate::lines::Lines;
use crate::memory::{available_mib, own_mib};
use crate::notation::parse_uci;
use crate::options::{OptionEffect, Settings, UCI_OPTIONS};
use crate::output::Output;
use crate::parse::{Command, GoCommand, PositionCommand, parse_command};
use crate::setup;
use crate::task_handle::TaskHandle;
use board::Move;
use eval::nnue::Network;
use search::{Game, Limits, Options};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, Write};
use std::ops::ControlFlow;
#[cfg(unix)]
use std::os::unix::fs::FileTypeExt;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;
use web_time::Instant;

/// Memory that the tables of a search thread take with the default ordering, rounded up.
const THREAD_MIB: usize = 4;
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
    game: Game,
    /// Why the last `position` was refused: `game` is of an earlier one.
    refusal: Option<String>,
    debug: bool,
    /// Tasks that may be unfinished, in the order in which they were sent.
    pending: Vec<TaskHandle>,
    engine: EngineThread,
}

/// Runs a session until `quit` or the end of `input`.
///
/// # Errors
/// When the engine thread cannot be started.
pub fn run(input: impl BufRead, output: Output) -> std::io::Result<()> {
    let mut session = Session::new(output)?;
    let mut lines = Lines::new(input);
    loop {
        match lines.next_line() {
            Ok(Some(line)) => {
                tracing::debug!(target: "bartizan_uci::in", "{}", line.trim_end());
                session.output.log_input(&line);
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
    /// A session at the starting position with an idle engine thread.
    fn new(output: Output) -> std::io::Result<Self> {
        Ok(Self {
            engine: EngineThread::spawn(output.clone())?,
            output,
            settings: Settings::default(),
            game: Game::default(),
            refusal: None,
            debug: false,
            pending: Vec::new(),
        })
    }

    /// Executes a command. Breaks at `quit` and when the output is closed.
    fn handle(&mut self, command: Command) -> ControlFlow<()> {
        self.pending.retain(|handle| !handle.is_done());
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
                self.enqueue(Task::Bench { depth, handle: TaskHandle::bounded() });
            }
            Command::Bench(Err(text)) => {
                let text = shortened(&text);
                self.output.info(format!("bench: '{text}' is not a depth"));
            }
            Command::Display => self.output.line(inspect::display(&self.game.position)),
            Command::Eval => {
                let config = &self.settings.config;
                self.output.line(inspect::evaluation(config, &self.game.position));
            }
            Command::ExportNet(path) => self.export_net(&path),
            Command::Order => self.enqueue(Task::Order {
                position: Box::new(self.game.position.clone()),
                chess960: self.settings.chess960,
            }),
            Command::Stats => self.enqueue(Task::Statistics),
            Command::Tune => self.output.line(self.settings.parameter_list()),
            Command::Help => self.output.line(inspect::HELP),
            Command::Unknown(line) => {
                if self.debug {
                    self.output.info(format!("unknown command: {}", shortened(&line)));
                }
            }
        }
        if self.output.is_broken() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn send_id_and_options(&self) {
        let mut text = format::id_lines();
        for option in UCI_OPTIONS {
            text.push_str(&format!("\n{option}"));
        }
        for option in self.settings.parameter_options() {
            text.push_str(&format!("\n{option}"));
        }
        text.push_str("\nuciok");
        self.output.line(text);
    }

    fn is_ready(&self) {
        if !self.pending.is_empty() || !self.engine.send(Task::Ready) {
            self.output.line("readyok");
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let before = self.settings.clone();
        let effect = self.settings.set(name, value);
        let mib = |options: &Options| options.hash_mib + THREAD_MIB * options.threads;
        let requested_mib = mib(&self.settings.search);
        // The memory of the old table is freed before the new one is filled. Options that wait for the
        // end of a search have no table yet.
        let available = available_mib().map(|free| free + own_mib().min(mib(&before.search)));
        if available.is_some_and(|available| requested_mib > available)
            && requested_mib > mib(&before.search)
        {
            let Options { hash_mib, threads, .. } = self.settings.search;
            let message = if threads == before.search.threads {
                format!("no memory for a hash table of {hash_mib} MiB; Hash is unchanged")
            } else {
                format!("no memory for the tables of {threads} threads; Threads is unchanged")
            };
            self.settings = before;
            self.output.info(message);
            return;
        }
        if self.settings.log_file != before.log_file
            && let Err(error) = self.open_log()
        {
            self.output.info(format!("Debug Log File: {error}; the option is unchanged"));
            self.settings = before;
            return;
        }
        match effect {
            Ok(OptionEffect::Configure) => {
                self.warn_if_oversubscribed(before.search.threads);
                self.send(Task::Configure(Box::new(self.settings.clone())));
            }
            Ok(OptionEffect::ClearHash) => self.send(Task::ClearHash),
            Err(error) => self.output.info(error),
        }
    }

    /// Writes the network of the evaluation `nnue` to a file.
    fn export_net(&self, path: &str) {
        let network = self.settings.config.network.clone().unwrap_or_else(Network::embedded);
        let written = open_file(path, File::options().write(true).truncate(true))
            .and_then(|mut file| file.write_all(&network.encode()));
        let name = shortened(path);
        match written {
            Ok(()) => self.output.info(format!("wrote the network {network} to '{name}'")),
            Err(error) => self.output.info(format!("export_net: cannot write '{name}': {error}")),
        }
    }

    /// Starts the log of `Debug Log File`, or ends it.
    fn open_log(&self) -> std::io::Result<()> {
        let path = &self.settings.log_file;
        let open = || open_file(path, File::options().append(true));
        self.output.set_log(if path.is_empty() { None } else { Some(open()?) });
        Ok(())
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
                if !command.ignored.is_empty() {
                    let words = shortened(&command.ignored.join(" "));
                    self.output.info(format!(
                        "position: ignored '{words}'; moves follow the word 'moves'"
                    ));
                }
                for note in repaired.notes {
                    self.output.info(note);
                }
                self.game = repaired.value;
                self.refusal = None;
            }
            Err(error) => {
                self.output.info(format!("{error}; the position is refused"));
                self.refusal = Some(error.to_string());
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
        let refusal = self.refusal.as_ref();
        let refusal = refusal.map(|why| format!("no search: the position was refused: {why}"));
        let style = self.style();
        let task = match (go.perft, refusal) {
            (Some(_), Some(refusal)) => return self.output.info(refusal),
            (None, Some(refusal)) => {
                let limits = Box::new(self.limits(go));
                let handle = TaskHandle::search(&limits);
                Task::Refuse { refusal, limits, handle }
            }
            (Some(depth), None) => Task::Perft {
                position: Box::new(self.game.position.clone()),
                depth: depth.min(MAX_PERFT_DEPTH),
                style,
                handle: TaskHandle::bounded(),
            },
            (None, None) => {
                let search_moves = self.search_moves(go).into();
                let limits = Limits { search_moves, ..self.limits(go) };
                let handle = TaskHandle::search(&limits);
                let game = Box::new(self.game.clone());
                Task::Search { game, limits: Box::new(limits), style, handle }
            }
        };
        self.enqueue(task);
    }

    /// Sends a task, unless a running search may never end: then it prints the reason.
    fn enqueue(&mut self, task: Task) {
        if self.pending.iter().all(TaskHandle::will_end) {
            self.pending.extend(task.handle());
            self.send(task);
        } else {
            self.output.info("a search is running; send stop first");
        }
    }

    fn send(&self, task: Task) {
        if !self.engine.send(task) {
            self.output.info("the engine thread has ended; please restart the engine");
        }
    }

    fn style(&self) -> OutputStyle {
        OutputStyle {
            chess960: self.settings.chess960,
            material: eval::material_count(&self.game.position),
            wdl: self.settings.show_wdl,
        }
    }

    fn limits(&self, go: &GoCommand) -> Limits {
        let position = &self.game.position;
        let all_stopped = self.pending.iter().all(|handle| handle.signals().stopped());
        let mut limits = Limits {
            // Setting options and stopping a search take time off the clock of the next search;
            // waiting for the end of a bounded search does not.
            start_time: all_stopped.then(Instant::now),
            depth: go.depth,
            nodes: go.nodes,
            mate: go.mate,
            movetime: go.movetime,
            clock: go.clock,
            increment: go.increment,
            moves_to_go: go.moves_to_go,
            infinite: go.infinite,
            ponder: go.ponder,
            ..Limits::default()
        };
        // If only the opponent's time is given, use it as our own.
        let us = position.side_to_move();
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
        let mut moves = Vec::new();
        let mut illegal =
            go.search_moves.iter().filter_map(|text| match parse_uci(&self.game.position, text) {
                Ok(mv) if moves.contains(&mv) => None,
                Ok(mv) => {
                    moves.push(mv);
                    None
                }
                Err(error) => Some((text, error)),
            });
        if let Some((text, error)) = illegal.next() {
            let more = match illegal.count() {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let text = shortened(text);
            self.output.info(format!("searchmoves: ignored '{text}'{more}: {error}"));
        }
        moves
    }

    fn stop(&mut self) {
        self.pending.iter().for_each(TaskHandle::stop);
    }

    fn ponderhit(&mut self) {
        if let Some(handle) = self.pending.iter().rev().find(|handle| handle.ponders()) {
            handle.signals().ponderhit();
        }
    }

    /// Stops the searches that do not end by themselves and waits for the others, as long as the
    /// output is open.
    fn finish_bounded_tasks(self) {
        self.pending.iter().filter(|handle| !handle.will_end()).for_each(TaskHandle::stop);
        let ended = self.engine.close();
        while ended.recv_timeout(OUTPUT_POLL_INTERVAL) == Err(RecvTimeoutError::Timeout) {
            if self.output.is_broken() {
                self.pending.iter().for_each(TaskHandle::stop);
                let _ = ended.recv_timeout(QUIT_TIMEOUT);
                return;
            }
        }
    }

    /// Stops all searches and waits up to [`QUIT_TIMEOUT`] for their `bestmove` lines.
    fn quit(self) {
        self.pending.iter().for_each(TaskHandle::stop);
        let _ = self.engine.close().recv_timeout(QUIT_TIMEOUT);
    }
}

/// Opens a file to write to, which is created where it is missing. A named pipe is refused: opening it would
/// wait for its reader.
fn open_file(path: &str, options: &mut OpenOptions) -> std::io::Result<File> {
    #[cfg(unix)]
    if std::fs::metadata(path).is_ok_and(|metadata| metadata.file_type().is_fifo()) {
        return Err(std::io::Error::other("not a file"));
    }
    options.create(true).open(path)
}
