//! The engine thread: it owns the engine and executes tasks in the order in which they are sent.
//! What may be sent when is decided by the session.

use crate::book;
use crate::engine::{EngineConfig, build};
use crate::format::{OutputStyle, bestmove_line, nps};
use crate::inspect::{self, divide};
use crate::notation::to_uci;
use crate::options::Settings;
use crate::output::Output;
use crate::random::SplitMix64;
use crate::reporter::UciReporter;
use crate::statistics;
use crate::task_handle::TaskHandle;
use board::Position;
use eval::Score;
use eval::nnue::Simd;
use search::{
    Bound, Game, Limits, Report, Reporter, SearchResult, SearchStatus, Searcher, SharedStatus,
    Tablebase,
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// A task of the engine thread.
#[derive(Debug)]
pub enum Task {
    /// Search and answer with `bestmove`.
    Search {
        /// The game to search.
        game: Box<Game>,
        /// The limits of the search.
        limits: Box<Limits>,
        /// How to write moves and scores.
        style: OutputStyle,
        /// The handle that the session keeps.
        handle: TaskHandle,
    },
    /// Answer a search of a refused position: without a move, but when `limits` let it.
    Refuse {
        /// Why there is no position.
        refusal: String,
        /// The limits of the search.
        limits: Box<Limits>,
        /// The handle that the session keeps.
        handle: TaskHandle,
    },
    /// Count leaf nodes for each root move.
    Perft {
        /// The root position.
        position: Box<Position>,
        /// The depth in plies.
        depth: u32,
        /// How to write moves.
        style: OutputStyle,
        /// The handle that the session keeps.
        handle: TaskHandle,
    },
    /// Search the bench positions.
    Bench {
        /// The depth in plies; `None` for the default depth.
        depth: Option<u32>,
        /// The handle that the session keeps.
        handle: TaskHandle,
    },
    /// Show the moves of a position in picking order.
    Order {
        /// The position.
        position: Box<Position>,
        /// Castling moves are written as king takes rook.
        chess960: bool,
    },
    /// Show what the ordering counted in the last search.
    Statistics,
    /// Apply settings.
    Configure(Box<Settings>),
    /// A new game begins.
    NewGame,
    /// Clear the transposition table.
    ClearHash,
    /// Answer `readyok`: everything sent before is done.
    Ready,
}

/// A handle on the engine thread, which executes tasks in the order in which they are sent. The
/// thread ends when the handle is closed or dropped and all tasks are done.
#[derive(Debug)]
pub struct EngineThread {
    tasks: Sender<Task>,
    ended: Receiver<()>,
    status: SharedStatus,
}

impl EngineThread {
    /// Starts the thread, with an engine of default settings that writes to `output`.
    ///
    /// # Errors
    /// When the system cannot start a thread.
    pub fn spawn(output: Output) -> std::io::Result<Self> {
        let (tasks, task_receiver) = channel();
        let (alive, ended) = channel();
        let status = SharedStatus::default();
        let thread_status = status.clone();
        std::thread::Builder::new().name("engine".into()).spawn(move || {
            Engine::new(output, thread_status).run(&task_receiver);
            drop(alive);
        })?;
        Ok(Self { tasks, ended, status })
    }

    /// Sends a task. False when the thread has ended.
    pub fn send(&self, task: Task) -> bool {
        self.tasks.send(task).is_ok()
    }

    /// Sends a search and returns the handle that stops it.
    pub fn go(&self, game: Game, limits: Limits, style: OutputStyle) -> TaskHandle {
        let handle = TaskHandle::search(&limits);
        self.send(Task::Search {
            game: Box::new(game),
            limits: Box::new(limits),
            style,
            handle: handle.clone(),
        });
        handle
    }

    /// The best move and score of the search in progress, or of the last one.
    #[must_use]
    pub fn status(&self) -> SearchStatus {
        self.status.get()
    }

    /// Accepts no more tasks. The receiver is disconnected when the thread has ended.
    #[must_use]
    pub fn close(self) -> Receiver<()> {
        self.ended
    }
}

/// The state of the engine thread.
struct Engine {
    output: Output,
    searcher: Box<dyn Searcher>,
    settings: Settings,
    /// Whether a search has named the network of this searcher.
    network_named: bool,
    /// The tables of `SyzygyPath`.
    tablebase: Option<Arc<dyn Tablebase>>,
    /// For the choice of book moves and of moves at limited strength.
    random: SplitMix64,
    status: SharedStatus,
}

impl Engine {
    fn new(output: Output, status: SharedStatus) -> Self {
        let settings = Settings::default();
        let searcher = build(settings.config.clone());
        Self {
            output,
            searcher,
            settings,
            network_named: false,
            tablebase: None,
            random: SplitMix64::from_system(),
            status,
        }
    }

    /// Executes tasks until no more can come.
    fn run(mut self, tasks: &Receiver<Task>) {
        while let Ok(task) = tasks.recv() {
            let handle = task.handle();
            let outcome = catch_unwind(AssertUnwindSafe(|| self.perform(task)));
            if outcome.is_err() {
                self.output.info("a task failed; the engine was rebuilt");
                self.rebuild(self.settings.config.clone());
            }
            if let Some(handle) = handle {
                handle.finish();
            }
        }
    }

    fn perform(&mut self, task: Task) {
        match task {
            Task::Search { game, limits, style, handle } => {
                self.search(&game, &limits, style, &handle);
            }
            Task::Refuse { refusal, limits, handle } => {
                self.output.info(refusal);
                if limits.infinite || limits.ponder {
                    handle.signals().wait_for_stop(!limits.infinite);
                }
                handle.finish();
                self.output.line(bestmove_line(None, None, OutputStyle::default()));
            }
            Task::Perft { position, depth, style, handle } => {
                self.perft(&position, depth, style, &handle);
            }
            Task::Bench { depth, handle } => self.bench(depth, &handle),
            Task::Order { position, chess960 } => {
                let moves = self.searcher.order(&position);
                self.output.line(inspect::order(&moves, chess960));
            }
            Task::Statistics => self.output.line(match self.searcher.statistics() {
                _ if !self.settings.config.statistics => statistics::NOT_COUNTED.to_owned(),
                Some(counts) => statistics::text(self.settings.config.ordering, &counts),
                None => statistics::NO_ORDERING.to_owned(),
            }),
            Task::Configure(settings) => self.configure(*settings),
            Task::NewGame => self.searcher.new_game(),
            Task::ClearHash => self.searcher.clear_tt(),
            Task::Ready => self.output.line("readyok"),
        }
    }

    fn search(&mut self, game: &Game, limits: &Limits, style: OutputStyle, handle: &TaskHandle) {
        self.name_network();
        tracing::info!("searching {} with {limits:?}", game.position);
        let signals = handle.signals();
        let mut reporter = UciReporter::new(self.output.clone(), style, signals.clone());
        if let Some(result) = self.book_move(game, limits, &mut reporter) {
            handle.finish();
            return reporter.report_result(&result);
        }
        let analysis = limits.infinite || limits.mate.is_some();
        let strength = self.settings.strength().filter(|_| !analysis);
        let Self { searcher, random, settings, .. } = self;
        let result = self.status.track(&mut reporter, |reporter| match strength {
            None => searcher.search(game, limits, signals, reporter),
            Some(strength) => strength.search(
                (searcher.as_mut(), &settings.search),
                (game, limits),
                signals,
                reporter,
                random,
            ),
        });
        tracing::info!("best move {:?} after {} nodes", result.best, result.nodes);
        handle.finish();
        reporter.report_result(&result);
    }

    /// A move of the book, reported with a score of 0. Not for analysis.
    fn book_move(
        &mut self,
        game: &Game,
        limits: &Limits,
        reporter: &mut dyn Reporter,
    ) -> Option<SearchResult> {
        let Settings { own_book, analyse_mode, book, .. } = &self.settings;
        let analysis = *analyse_mode || limits.infinite || limits.ponder || limits.mate.is_some();
        if !own_book || analysis || !limits.search_moves.is_empty() {
            return None;
        }
        let moves = book.as_ref()?.moves(&game.position).unwrap_or_else(|error| {
            self.output.info(format!("BookFile: {error}"));
            Vec::new()
        });
        let mv = book::choose(&moves, &mut self.random)?;
        let result = SearchResult {
            best: Some(mv),
            ponder: None,
            score: Score::DRAW,
            depth: 1,
            nodes: 0,
            pv: vec![mv],
        };
        reporter.report(&Report {
            depth: 1,
            seldepth: 1,
            multi_pv: 1,
            score: result.score,
            bound: Bound::Exact,
            nodes: 0,
            time: Duration::ZERO,
            hashfull: 0,
            tb_hits: 0,
            pv: &result.pv,
        });
        Some(result)
    }

    /// Names network and SIMD instructions before the first search with them.
    fn name_network(&mut self) {
        if !std::mem::replace(&mut self.network_named, true)
            && let Some(network) = self.settings.config.network_in_use()
        {
            self.output.info(format!("network {network}, {}", Simd::best()));
        }
    }

    fn perft(&self, position: &Position, depth: u32, style: OutputStyle, handle: &TaskHandle) {
        let started = Instant::now();
        let total = divide(position, depth, handle.signals(), |mv, count| {
            self.output.line(format!("{}: {count}", to_uci(mv, style.chess960)));
        });
        handle.finish();
        match total {
            Some(total) => {
                tracing::info!("perft: {} nodes/s", nps(total, started.elapsed()));
                self.output.line(format!("\nNodes searched: {total}\n"));
            }
            None => self.output.info("perft was stopped"),
        }
    }

    fn bench(&self, depth: Option<u32>, handle: &TaskHandle) {
        let text =
            crate::bench::run(EngineConfig::default(), depth, &self.output, handle.signals());
        handle.finish();
        match text {
            Some(text) => self.output.line(text),
            None => self.output.info("bench was stopped"),
        }
    }

    fn configure(&mut self, settings: Settings) {
        if settings.config != self.settings.config {
            self.rebuild(settings.config.clone());
        }
        if settings.syzygy_path != self.settings.syzygy_path {
            self.tablebase = open_tablebase(&settings.syzygy_path, &self.output);
            self.searcher.set_tablebase(self.tablebase.clone());
        }
        self.settings = settings;
        self.apply_options();
    }

    /// Replaces the engine. The table of the new one gets its size after the old engine is dropped, as
    /// there may not be memory for both.
    fn rebuild(&mut self, config: EngineConfig) {
        self.searcher = build(config);
        self.network_named = false;
        self.searcher.set_tablebase(self.tablebase.clone());
        self.apply_options();
    }

    fn apply_options(&mut self) {
        if let Err(error) = self.searcher.set_options(&self.settings.search) {
            self.output.info(error);
        }
        for (name, &value) in &self.settings.parameters {
            // A parameter of another search or ordering has no effect in this one.
            let _ = self.searcher.set_parameter(name, value);
        }
    }
}

/// The tables of some directories; `None` without tables, or without the feature `syzygy`.
fn open_tablebase(directories: &str, output: &Output) -> Option<Arc<dyn Tablebase>> {
    #[cfg(feature = "syzygy")]
    if !directories.is_empty() {
        return Some(Arc::new(crate::syzygy::open(directories, output)?));
    }
    let _ = (directories, output);
    None
}

impl Task {
    /// The handle of a task that has one.
    #[must_use]
    pub fn handle(&self) -> Option<TaskHandle> {
        match self {
            Self::Search { handle, .. }
            | Self::Refuse { handle, .. }
            | Self::Perft { handle, .. }
            | Self::Bench { handle, .. } => Some(handle.clone()),
            Self::Order { .. }
            | Self::Statistics
            | Self::Configure(_)
            | Self::NewGame
            | Self::ClearHash
            | Self::Ready => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread::yield_now;

    #[test]
    fn status_is_readable_while_the_engine_searches() {
        let engine = EngineThread::spawn(Output::new(std::io::sink())).expect("a thread");
        let limits = Limits { infinite: true, ..Limits::default() };
        let style = OutputStyle::default();
        let search = engine.go(Game::default(), limits, style);
        while engine.status().depth < 3 {
            yield_now();
        }
        let running = engine.status();
        assert!(running.searching && running.best.is_some() && running.score.is_some());
        search.stop();
        assert!(engine.close().recv().is_err(), "the thread ends after its last task");
        assert!(search.is_done());
    }
}
