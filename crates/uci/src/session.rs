//! A session with a GUI: reads commands, owns the state, and answers while the worker thinks.
//!
//! The protocol leaves open what some commands mean while the engine thinks. Here:
//!
//! * `position` takes effect for the next `go`; the search in progress keeps its own copy.
//! * `setoption`, `ucinewgame` and `Clear Hash` are taken at once and carried out when the search
//!   in progress has ended.
//! * `isready` is answered at once; when nothing is thinking, after all that was sent before.
//! * Another `go` waits for its turn when the search in progress will end by itself or was told to
//!   stop, and is refused with an `info string` otherwise (it could never begin).
//! * `order` and `stats` ask the search what it knows, and so wait or are refused in the same way.
//! * `stop` holds for all that was asked for so far, and each search still gives its `bestmove`.
//! * At the end of input, searches that end by themselves may do so, others are stopped; then the
//!   session ends. `quit` stops everything at once.

use crate::format::{self, OutputStyle};
use crate::inspect;
use crate::lines::next_line;
use crate::memory::available_mib;
use crate::options::{OptionEffect, Settings, UCI_OPTIONS};
use crate::output::Output;
use crate::parse::{Command, GoCommand, PositionCommand, parse_command};
use crate::setup;
use crate::task_handle::TaskHandle;
use crate::worker::{Task, Worker};
use movegen::parse_uci;
use search::{Game, Limits};
use std::io::BufRead;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// Deepest perft that is begun; more would never end anyway.
const MAX_PERFT_DEPTH: u32 = 64;

/// How long a session waits at `quit` for a task that cannot be stopped midway.
const QUIT_TIMEOUT: Duration = Duration::from_secs(2);

/// How often it is looked whether the other end has gone, while the last searches end.
const OUTPUT_POLL_INTERVAL: Duration = Duration::from_millis(100);

/// One session.
pub struct Session {
    output: Output,
    settings: Settings,
    game: Game,
    debug: bool,
    /// Tasks that may not be done yet, in the order in which they were sent.
    pending: Vec<TaskHandle>,
    tasks: Sender<Task>,
    /// Hears when the worker has ended.
    ended: Receiver<()>,
}

/// Runs a session from this input until its end or `quit`.
///
/// # Errors
/// When the system gives no thread to think on.
pub fn run(mut input: impl BufRead, output: Output) -> std::io::Result<()> {
    let mut session = Session::new(output)?;
    loop {
        match next_line(&mut input) {
            Ok(Some(line)) => {
                tracing::debug!(target: "bartizan_uci::in", "{}", line.trim_end());
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
    /// A session at the starting position, its worker waiting.
    ///
    /// # Errors
    /// When the system gives no thread to think on.
    pub fn new(output: Output) -> std::io::Result<Self> {
        let (tasks, task_receiver) = channel();
        let (alive, ended) = channel();
        let thread_output = output.clone();
        std::thread::Builder::new()
            .name("engine".into())
            .spawn(move || Worker::new(thread_output).run(&task_receiver, alive))?;
        Ok(Self {
            output,
            settings: Settings::default(),
            game: Game::default(),
            debug: false,
            pending: Vec::new(),
            tasks,
            ended,
        })
    }

    /// Does what a command says; breaks when the session is over.
    pub fn handle(&mut self, command: Command) -> ControlFlow<()> {
        self.pending.retain(|handle| !handle.is_done());
        match command {
            Command::Empty | Command::Register => {}
            Command::Uci => self.send_id_and_options(),
            Command::Debug(on) => self.debug = on,
            Command::IsReady => self.is_ready(),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame => self.send(Task::NewGame),
            Command::Position(text) => self.set_position(&text),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponderhit(),
            Command::Quit => return ControlFlow::Break(()),
            Command::Bench(depth) => {
                let handle = TaskHandle::bounded();
                self.enqueue(handle.clone(), Task::Bench { depth, handle });
            }
            Command::Display => self.output.line(inspect::display(&self.game.position)),
            Command::Eval => self
                .output
                .line(inspect::evaluation(self.settings.config.evaluation, &self.game.position)),
            Command::Order => self.enqueue_query(Task::Order {
                position: Box::new(self.game.position.clone()),
                chess960: self.settings.chess960,
            }),
            Command::Stats => self.enqueue_query(Task::Statistics),
            Command::Help => self.output.line(inspect::HELP),
            Command::Unknown(line) => {
                if self.debug {
                    self.output.info(format!("unknown command: {line}"));
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
        text.push_str("\nuciok");
        self.output.line(text);
    }

    fn is_ready(&self) {
        if !self.pending.is_empty() || self.tasks.send(Task::Ready).is_err() {
            self.output.line("readyok");
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let before = self.settings.clone();
        let effect = self.settings.set(name, value);
        let requested_mib = self.settings.search.hash_mib;
        // What the present table holds is given back before the new one is filled.
        let available = available_mib().map(|mib| mib + before.search.hash_mib);
        if available.is_some_and(|available| requested_mib > available)
            && requested_mib > before.search.hash_mib
        {
            self.settings = before;
            self.output.info(format!(
                "no memory for a hash table of {requested_mib} MiB; Hash stays as it was"
            ));
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

    /// Says what comes of more threads than processors: they take turns, also the one that minds
    /// the clock.
    fn warn_if_oversubscribed(&self, before: usize) {
        let threads = self.settings.search.threads;
        let Ok(processors) = std::thread::available_parallelism() else { return };
        if threads != before && threads > processors.get() {
            self.output.info(format!(
                "{threads} threads are more than the {processors} this machine runs at a time; \
                 moves may take longer than the clock allows"
            ));
        }
    }

    fn set_position(&mut self, text: &PositionCommand) {
        match setup::game(text, self.settings.chess960) {
            Ok(repaired) => {
                for note in repaired.notes {
                    self.output.info(note);
                }
                self.game = repaired.value;
            }
            Err(error) => {
                self.output.info(format!("{error}; the position before stays"));
            }
        }
    }

    fn go(&mut self, go: &GoCommand) {
        if let Some(depth) = go.perft {
            let handle = TaskHandle::bounded();
            let task = Task::Perft {
                position: Box::new(self.game.position.clone()),
                depth: depth.min(MAX_PERFT_DEPTH),
                style: self.style(),
                handle: handle.clone(),
            };
            self.enqueue(handle, task);
            return;
        }
        let limits = self.limits(go);
        let handle = TaskHandle::search(&limits);
        let task = Task::Think {
            game: Box::new(self.game.clone()),
            limits: Box::new(limits),
            style: self.style(),
            handle: handle.clone(),
        };
        self.enqueue(handle, task);
    }

    /// Whether nothing keeps the next search from beginning at once but what is being set or
    /// stopped: time that passes then is time on its clock. Behind a search that goes on by right,
    /// it waits for its turn.
    fn next_search_starts_now(&self) -> bool {
        self.pending.iter().all(|handle| handle.signals().stopped())
    }

    /// Sends a task that takes its time, unless it could never begin.
    fn enqueue(&mut self, handle: TaskHandle, task: Task) {
        if self.can_enqueue() {
            self.pending.push(handle);
            self.send(task);
        }
    }

    /// Sends a task that takes no time, unless it could never begin.
    fn enqueue_query(&self, task: Task) {
        if self.can_enqueue() {
            self.send(task);
        }
    }

    /// Whether the searches in progress will end; says so if not.
    fn can_enqueue(&self) -> bool {
        let all_end = self.pending.iter().all(TaskHandle::will_end);
        if !all_end {
            self.output.info("still thinking; send stop first");
        }
        all_end
    }

    fn send(&self, task: Task) {
        if self.tasks.send(task).is_err() {
            self.output.info("the thinking thread has ended; please restart the engine");
        }
    }

    fn style(&self) -> OutputStyle {
        OutputStyle {
            chess960: self.settings.chess960,
            wdl_material: self.settings.show_wdl.then(|| eval::material_count(&self.game.position)),
        }
    }

    fn limits(&self, go: &GoCommand) -> Limits {
        let position = &self.game.position;
        let mut limits = Limits {
            start_time: self.next_search_starts_now().then(Instant::now),
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
        // With the other side's clock alone, that one is the best guess of our own.
        let us = position.side_to_move();
        let theirs = limits.clock[(!us).index()];
        let own = &mut limits.clock[us.index()];
        *own = own.or(theirs);
        // A bare `go` has nothing to end it.
        let without_ponder = Limits { ponder: false, ..limits.clone() };
        if !TaskHandle::search(&without_ponder).will_end()
            && limits.mate.is_none()
            && !limits.ponder
        {
            limits.infinite = true;
        }
        for text in &go.search_moves {
            match parse_uci(position, text, self.settings.chess960) {
                Ok(mv) => limits.search_moves.push(mv),
                Err(error) => self.output.info(format!("searchmoves, '{text}': {error}")),
            }
        }
        limits
    }

    fn stop(&mut self) {
        self.pending.iter().for_each(TaskHandle::stop);
    }

    fn ponderhit(&mut self) {
        if let Some(handle) = self.pending.iter().rev().find(|handle| handle.ponders()) {
            handle.signals().ponderhit();
        }
    }

    /// The end of input: what ends by itself may, and is waited for as long as somebody listens.
    fn finish_bounded_tasks(self) {
        self.pending.iter().filter(|handle| !handle.will_end()).for_each(TaskHandle::stop);
        // The worker ends when its last task is done and nobody can send another.
        drop(self.tasks);
        while self.ended.recv_timeout(OUTPUT_POLL_INTERVAL) == Err(RecvTimeoutError::Timeout) {
            if self.output.is_broken() {
                self.pending.iter().for_each(TaskHandle::stop);
                let _ = self.ended.recv_timeout(QUIT_TIMEOUT);
                return;
            }
        }
    }

    /// Stops everything and waits a little for the answers that are due.
    fn quit(self) {
        self.pending.iter().for_each(TaskHandle::stop);
        drop(self.tasks);
        let _ = self.ended.recv_timeout(QUIT_TIMEOUT);
    }
}
