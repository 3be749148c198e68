//! The engine of a session: it executes tasks in the order in which they are sent, on a thread of its own or on that of
//! the session. What may be sent when is decided by the session, and how much may wait by the queue.

use crate::engine::{EngineConfig, build};
use crate::format::{OutputStyle, UciReporter, nps};
use crate::inspect::{self, divide};
use crate::options::Settings;
use crate::output::Output;
use crate::statistics;
use crate::task_queue::{QueuedTask, SendError, Task, TaskHandle, TaskSender, queue};
use board::Position;
use eval::nnue::Simd;
use eval::{Score, material_count};
use game::Game;
use game::{Perft, PerftTable};
use notation::{book, to_uci};
use searcher::{
    Bound, Limits, Options, OptionsError, Report, Reporter, SearchResult, Searcher, Tablebase,
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use web_time::Instant;

/// The time of a search on the session's thread that has no limit of time: nothing ends before that by itself.
const NO_TIME_LIMIT: Duration = Duration::from_secs(1 << 24);

/// The answer to a search without a position or without room.
const NO_MOVE: &str = "bestmove (none)";

/// Starts the engine thread, with an engine of default settings that writes to `output`. The thread ends when the
/// sender is dropped and all tasks are done; then the receiver is disconnected.
pub fn spawn(output: Output) -> std::io::Result<(TaskSender, Receiver<()>)> {
    let (sender, tasks) = queue();
    let (alive, ended) = channel::<()>();
    std::thread::Builder::new().name("engine".into()).spawn(move || {
        let _alive = alive;
        Engine::new(output, false).run(tasks);
    })?;
    Ok((sender, ended))
}

/// The state of the engine.
pub struct Engine {
    output: Output,
    /// Whether it starts no thread, and nothing but the clock or [`Output::stop_task`] ends a search.
    single_thread: bool,
    searcher: Box<dyn Searcher>,
    settings: Settings,
    /// The options of the searcher: those of the settings, but for sizes that could not be had.
    options: Options,
    /// Whether a search has named the network of this searcher.
    network_named: bool,
    /// The tables of `SyzygyPath`.
    tablebase: Option<Arc<dyn Tablebase>>,
    /// For the choice of book moves and of moves at limited strength.
    random: fastrand::Rng,
}

impl Engine {
    /// An engine of default settings. With `single_thread` it starts no threads.
    pub fn new(output: Output, single_thread: bool) -> Self {
        let settings = Settings::default();
        let searcher = build(settings.config.clone());
        let mut engine = Self {
            output,
            single_thread,
            searcher,
            options: settings.search.clone(),
            settings,
            network_named: false,
            tablebase: None,
            random: fastrand::Rng::new(),
        };
        // Starts the search thread while there is room for it.
        engine.apply_options();
        engine
    }

    /// Executes tasks until no more can come.
    fn run(mut self, tasks: Receiver<QueuedTask>) {
        let mut next = None;
        while let Some(queued) = next.take().or_else(|| tasks.recv().ok()) {
            // Of settings that follow one another only the last ones are applied: each may make a new table.
            next = match queued.task {
                Task::Configure(_) => tasks.try_recv().ok(),
                _ => None,
            };
            if next.as_ref().is_some_and(|next| matches!(next.task, Task::Configure(_))) {
                continue;
            }
            self.execute(queued.task);
        }
    }

    /// Executes a task. One that panics is left.
    pub fn execute(&mut self, task: Task) {
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

    fn perform(&mut self, task: Task) {
        match task {
            Task::Search { game: Ok(game), limits, handle } => {
                self.search(&game, &limits, &handle);
            }
            Task::Search { game: Err(refusal), limits, handle } => {
                self.output.info(refusal);
                if !self.single_thread && (limits.infinite || limits.ponder) {
                    handle.signals.wait_for_stop(!limits.infinite);
                }
                handle.finish();
                self.output.line(NO_MOVE);
            }
            Task::Refused(count) => {
                for _ in 0..count.swap(0, Ordering::Relaxed) {
                    self.output.info(format!("{}; a search is left out", SendError::Full));
                    self.output.line(NO_MOVE);
                }
            }
            Task::Perft { position, depth, hash, handle } => {
                self.perft(&position, depth, hash, &handle);
            }
            Task::Bench { depth, handle } => self.bench(depth, &handle),
            Task::Order(position) => {
                let moves = self.searcher.order(&position);
                self.output.line(inspect::order(&moves, self.settings.chess960));
            }
            Task::Statistics => self.output.line(match self.searcher.statistics() {
                _ if !self.settings.config.statistics => statistics::NOT_COUNTED.to_owned(),
                Some(counts) => {
                    statistics::text(self.settings.config.ordering, &counts, statistics::BAR)
                }
                None => statistics::NO_ORDERING.to_owned(),
            }),
            Task::Configure(settings) => self.configure(*settings),
            Task::NewGame => self.searcher.new_game(),
            Task::ClearHash => self.searcher.clear_tt(),
            Task::Ready => self.output.line("readyok"),
        }
    }

    fn search(&mut self, game: &Game, limits: &Limits, handle: &TaskHandle) {
        self.name_network();
        tracing::info!("searching {} with {limits:?}", game.position);
        let signals = &handle.signals;
        let _guard = self.output.stop_when_closed(signals);
        let style = OutputStyle {
            chess960: self.settings.chess960,
            material: material_count(&game.position),
            wdl: self.settings.show_wdl,
        };
        let mut reporter = UciReporter { output: self.output.clone(), style };
        // The look-up in the book takes time off the clock, too.
        let start_time = limits.start_time.or_else(|| Some(Instant::now()));
        let limits = &Limits { start_time, ..limits.clone() };
        if let Some(result) = self.book_move(game, limits, &mut reporter) {
            handle.finish();
            return reporter.report_result(&result);
        }
        let analysis = limits.infinite || limits.mate.is_some();
        let strength = self.settings.strength().filter(|_| !analysis);
        let limits = if self.single_thread { &bounded(limits) } else { limits };
        let mut random = self.random(game);
        let Self { searcher, options, .. } = self;
        let result = match strength {
            None => searcher.search(game, limits, signals, &mut reporter),
            Some(strength) => strength.search(
                (searcher.as_mut(), options),
                (game, limits),
                signals,
                &mut reporter,
                &mut random,
            ),
        };
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
        let mut random = self.random(game);
        let mv = book::choose(&book::without_draws(game, moves), |bound| random.u64(..bound))?;
        let result = SearchResult {
            best: Some(mv),
            ponder: None,
            score: Score::DRAW,
            bound: Bound::Exact,
            depth: 1,
            nodes: 0,
            pv: vec![mv],
        };
        reporter.report(&Report {
            depth: 1,
            seldepth: 1,
            multi_pv: 1,
            time: limits.start_time.map_or(Duration::ZERO, |start| start.elapsed()),
            pv: vec![mv],
            ..Report::default()
        });
        Some(result)
    }

    /// The random numbers for a move: with the option `Seed` always the same ones in the same position.
    fn random(&mut self, game: &Game) -> fastrand::Rng {
        match self.settings.seed {
            0 => self.random.fork(),
            seed => fastrand::Rng::with_seed(seed.rotate_left(32) ^ game.position.key()),
        }
    }

    /// Names network and SIMD instructions before the first search with them.
    fn name_network(&mut self) {
        if !std::mem::replace(&mut self.network_named, true)
            && let Some(network) = self.settings.config.network_in_use()
        {
            self.output.info(format!("network {network}, {}", Simd::best()));
        }
    }

    fn perft(&self, position: &Position, depth: u32, hash: bool, handle: &TaskHandle) {
        let started = Instant::now();
        let mebibytes = || Perft::table_mebibytes(position, depth, self.options.hash_mib);
        let table = hash.then(|| PerftTable::new(mebibytes()));
        let table = match table.transpose() {
            Ok(table) => table,
            Err(_) => {
                self.output.info("perft: no memory for a table, which is left out");
                None
            }
        };
        let _guard = self.output.stop_when_closed(&handle.signals);
        let threads = if self.single_thread { 0 } else { self.options.threads };
        let total =
            divide(position, depth, threads, table.as_ref(), &handle.signals, |mv, count| {
                self.output.line(format!("{}: {count}", to_uci(mv, self.settings.chess960)));
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
        let (config, threads) = (EngineConfig::default(), usize::from(!self.single_thread));
        let done = crate::bench::run(config, threads, depth, &self.output, &handle.signals);
        handle.finish();
        match done {
            Ok(Some(text)) => self.output.line(text),
            Ok(None) => self.output.info("bench was stopped"),
            Err(error) => self.output.info(format!("bench: {error}")),
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
        self.options = options_to_set(&settings, &self.settings, &self.options);
        self.settings = settings;
        self.apply_options();
    }

    /// Replaces the engine. There may not be memory for both with tables and threads of full size.
    fn rebuild(&mut self, config: EngineConfig) {
        let threads = self.options.threads.min(1);
        let least = Options { hash_mib: 1, threads, ..self.options.clone() };
        // Where not even that can be had the old engine is dropped a little later.
        let _ = self.searcher.set_options(&least);
        self.searcher = build(config);
        self.network_named = false;
        self.searcher.set_tablebase(self.tablebase.clone());
        self.apply_options();
    }

    fn apply_options(&mut self) {
        self.options.threads *= usize::from(!self.single_thread);
        if let Err(error) = self.searcher.set_options(&self.options) {
            match error {
                OptionsError::Hash { kept_mib, .. } => self.options.hash_mib = kept_mib,
                OptionsError::Threads { kept, .. } => self.options.threads = kept,
            }
            self.output.info(error);
        }
        for (name, &value) in &self.settings.parameters {
            // A parameter of another search or ordering has no effect in this one.
            let _ = self.searcher.set_parameter(name, value);
        }
    }
}

/// The limits of a search that no other thread can stop: it does not wait for a signal, and it looks at the clock.
fn bounded(limits: &Limits) -> Limits {
    let has_clock = limits.clock.iter().any(Option::is_some);
    let movetime = limits.movetime.or((!has_clock).then_some(NO_TIME_LIMIT));
    Limits { infinite: false, ponder: false, movetime, ..limits.clone() }
}

/// The options of new settings. A size that could not be had is not tried again with other options.
fn options_to_set(new: &Settings, before: &Settings, had: &Options) -> Options {
    let mut options = new.search.clone();
    if new.sizes_set[0] == before.sizes_set[0] {
        options.hash_mib = had.hash_mib;
    }
    if new.sizes_set[1] == before.sizes_set[1] {
        options.threads = had.threads;
    }
    options
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

#[cfg(test)]
mod tests {
    use super::*;

    /// On a machine that has no table larger than a gigabyte and no more than ten threads.
    #[test]
    fn sizes_that_could_not_be_had_are_tried_again_only_when_set_again() {
        let mut settings = Settings::default();
        let mut had = settings.search.clone();
        for (option, value, expected) in [
            ("Hash", "4000", (4000, 1)),
            ("MultiPV", "2", (16, 1)),
            ("Move Overhead", "5", (16, 1)),
            ("Threads", "32", (16, 32)),
            ("MultiPV", "1", (16, 1)),
            ("Hash", "64", (64, 1)),
            ("Hash", "4000", (4000, 1)),
            ("Hash", "4000", (4000, 1)),
            ("Threads", "4", (16, 4)),
            ("UCI_ShowWDL", "true", (16, 4)),
        ] {
            let before = settings.clone();
            settings.set(option, Some(value)).expect("a valid value");
            had = options_to_set(&settings, &before, &had);
            assert_eq!((had.hash_mib, had.threads), expected, "{option} {value}");
            if had.hash_mib > 1024 {
                had.hash_mib = 16;
            } else if had.threads > 10 {
                had.threads = 1;
            }
        }
    }
}
