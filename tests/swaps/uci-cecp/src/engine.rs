//! The engine thread: it owns the engine and executes tasks in the order in which they are sent.

use crate::output::Output;
use crate::text::thinking_line;
use board::Position;
use eval::Nnue;
use game::Game;
use ordering::Modern;
use search::bench::{DEFAULT_DEPTH, run_bench};
use searcher::{Bound, Limits, Options, Report, Reporter, SearchResult, Searcher, Signals};
use std::sync::mpsc::Receiver;

/// A task of the engine thread.
pub(crate) enum Task {
    /// Search, with thinking output if `post` is set.
    Search { id: u64, game: Box<Game>, limits: Box<Limits>, signals: Signals, post: bool },
    /// Search the positions of the benchmark.
    Bench { id: u64, depth: Option<u32>, signals: Signals },
    /// Count the leaf nodes at this depth.
    Perft { id: u64, position: Box<Position>, depth: u32 },
    /// Apply options.
    Configure(Options),
    /// A new game begins.
    NewGame,
}

/// Executes tasks until no more can come. Calls `on_end` with the number of each task that has one,
/// and the result if it was a search.
pub(crate) fn run(
    tasks: &Receiver<Task>,
    output: &Output,
    on_end: impl Fn(u64, Option<SearchResult>),
) {
    let mut searcher = default_search();
    for task in tasks {
        match task {
            Task::Search { id, game, limits, signals, post } => {
                let mut reporter = ThinkingOutput { output, signals: &signals, post };
                let result = searcher.search(&game, &limits, &signals, &mut reporter);
                on_end(id, Some(result));
            }
            Task::Bench { id, depth, signals } => {
                bench(depth, &signals, output);
                on_end(id, None);
            }
            Task::Perft { id, position, depth } => {
                perft(&position, depth, output);
                on_end(id, None);
            }
            Task::Configure(options) => {
                if let Err(error) = searcher.set_options(&options) {
                    output.line(format!("tellusererror {error}"));
                }
            }
            Task::NewGame => searcher.new_game(),
        }
    }
}

fn default_search() -> Box<dyn Searcher> {
    let search = search::build::<_, Modern>(search::DEFAULT, Nnue::default);
    search.expect("the default search is registered")
}

/// Prints the leaf nodes at `depth`.
pub fn perft(position: &Position, depth: u32, output: &Output) {
    output.line(format!("Nodes searched: {}", movegen::perft(position, depth)));
}

/// Searches the positions of the benchmark and prints `N nodes M nps`, unless it is stopped.
pub fn bench(depth: Option<u32>, signals: &Signals, output: &Output) {
    let limits = Limits::depth(depth.unwrap_or(DEFAULT_DEPTH));
    let mut searcher = default_search();
    let total = run_bench(searcher.as_mut(), &limits, signals, |position, result| {
        if !output.line(format!("{:>10}  {position}", result.nodes)) {
            signals.stop();
        }
    });
    if let Some(total) = total {
        output.line(format!("{} nodes {} nps", total.nodes, total.nps()));
    }
}

/// Prints the lines of a search, until it is stopped.
struct ThinkingOutput<'a> {
    output: &'a Output,
    signals: &'a Signals,
    post: bool,
}

impl Reporter for ThinkingOutput<'_> {
    fn report(&mut self, report: &Report<'_>) {
        let shown = self.post && report.bound == Bound::Exact && report.multi_pv == 1;
        if shown && !self.signals.stopped() && !self.output.line(thinking_line(report)) {
            self.signals.stop();
        }
    }

    fn info_string(&mut self, text: &str) {
        self.output.line(format!("# {text}"));
    }
}
