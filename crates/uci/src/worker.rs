//! The thinking thread: it owns the engine and does one task after the other, in the order in
//! which the session sent them. Decisions about what may be sent when are the session's.

use crate::engine::{EngineConfig, build};
use crate::format::{OutputStyle, nps};
use crate::inspect::{self, divide};
use crate::notation::to_uci;
use crate::options::Settings;
use crate::output::Output;
use crate::reporter::UciReporter;
use crate::statistics;
use crate::task_handle::TaskHandle;
use board::Position;
use eval::Score;
use movegen::legal_moves;
use search::{Game, Limits, SearchResult, Searcher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender};
use std::time::Instant;

/// What the thinking thread is asked to do.
#[derive(Debug)]
pub enum Task {
    /// Think and answer with `bestmove`.
    Think {
        /// The game to think about.
        game: Box<Game>,
        /// How long.
        limits: Box<Limits>,
        /// How to write moves and scores.
        style: OutputStyle,
        /// The handle that the session keeps.
        handle: TaskHandle,
    },
    /// Count positions.
    Perft {
        /// From here.
        position: Box<Position>,
        /// So many plies deep.
        depth: u32,
        /// How to write moves.
        style: OutputStyle,
        /// The handle that the session keeps.
        handle: TaskHandle,
    },
    /// Search the bench positions.
    Bench {
        /// To this depth instead of the usual one.
        depth: Option<u32>,
        /// The handle that the session keeps.
        handle: TaskHandle,
    },
    /// Show the moves of a position in picking order.
    Order {
        /// This position.
        position: Box<Position>,
        /// Castling is written king takes rook.
        chess960: bool,
    },
    /// Show what the ordering counted in the last search.
    Statistics,
    /// Take over settings.
    Configure(Box<Settings>),
    /// A new game begins.
    NewGame,
    /// Forget the hash table.
    ClearHash,
    /// Say `readyok`: everything sent before is done.
    Ready,
}

/// The thinking thread's state.
pub struct Worker {
    output: Output,
    searcher: Box<dyn Searcher>,
    settings: Settings,
}

impl Worker {
    /// A worker with an engine of default settings.
    #[must_use]
    pub fn new(output: Output) -> Self {
        let settings = Settings::default();
        Self { output, searcher: build(settings.config), settings }
    }

    /// Does tasks until nobody can send any more, then drops `alive`.
    pub fn run(mut self, tasks: &Receiver<Task>, alive: Sender<()>) {
        while let Ok(task) = tasks.recv() {
            let handle = task.handle();
            let outcome = catch_unwind(AssertUnwindSafe(|| self.perform(task)));
            if outcome.is_err() {
                self.output.info("an internal fault was survived");
                self.rebuild(self.settings.config);
            }
            if let Some(handle) = handle {
                handle.finish();
            }
        }
        drop(alive);
    }

    fn perform(&mut self, task: Task) {
        match task {
            Task::Think { game, limits, style, handle } => {
                self.think(&game, &limits, style, &handle);
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
                Some(counts) => statistics::text(self.settings.config.ordering, &counts),
                None if self.settings.config.statistics => statistics::NO_ORDERING.to_owned(),
                None => statistics::NOT_COUNTED.to_owned(),
            }),
            Task::Configure(settings) => self.configure(*settings),
            Task::NewGame => self.searcher.new_game(),
            Task::ClearHash => self.searcher.clear_tt(),
            Task::Ready => self.output.line("readyok"),
        }
    }

    fn think(&mut self, game: &Game, limits: &Limits, style: OutputStyle, handle: &TaskHandle) {
        tracing::info!("thinking about {} with {limits:?}", game.position);
        let signals = handle.signals();
        let mut reporter = UciReporter::new(self.output.clone(), style, signals.clone());
        let searcher = &mut self.searcher;
        let thought = catch_unwind(AssertUnwindSafe(|| {
            searcher.search(game, limits, signals, &mut reporter)
        }));
        let result = thought.unwrap_or_else(|_| {
            self.output.info("the search failed; any legal move is played");
            self.rebuild(self.settings.config);
            if limits.infinite || limits.ponder {
                signals.wait_for_stop(!limits.infinite);
            }
            any_move(game)
        });
        tracing::info!("answer {:?} after {} nodes", result.best, result.nodes);
        handle.finish();
        reporter.report_result(&result);
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
        let text = crate::bench::run(depth, &self.output, handle.signals());
        handle.finish();
        match text {
            Some(text) => self.output.line(text),
            None => self.output.info("bench was stopped"),
        }
    }

    fn configure(&mut self, settings: Settings) {
        if settings.config != self.settings.config {
            self.rebuild(settings.config);
        }
        self.settings = settings;
        self.apply_options();
    }

    /// Puts a new engine in the place of the present one. Its hash table grows to the size that is
    /// set only when the old engine has gone: there may not be room for two.
    fn rebuild(&mut self, config: EngineConfig) {
        self.searcher = build(config);
        self.apply_options();
    }

    fn apply_options(&mut self) {
        if let Err(error) = self.searcher.set_options(&self.settings.search) {
            self.output.info(error);
        }
    }
}

impl Task {
    /// The handle of a task that has one.
    #[must_use]
    pub fn handle(&self) -> Option<TaskHandle> {
        match self {
            Self::Think { handle, .. }
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

/// The answer of last resort.
fn any_move(game: &Game) -> SearchResult {
    let best = legal_moves(&game.position).first().copied();
    SearchResult {
        best,
        ponder: None,
        score: Score::DRAW,
        depth: 0,
        nodes: 0,
        pv: best.into_iter().collect(),
    }
}
