//! `bartizan analyse`: searches one position and prints a table with one row for each line found.

use crate::engine::{self, EngineConfig};
use crate::inspect;
use crate::memory::available_mib;
use crate::notation::{line_to_san, to_san, to_uci};
use crate::output::Output;
use crate::setup::{self, Repaired};
use board::{FenError, Position};
use search::{Bound, Game, Limits, Options, Report, Reporter, SearchResult, Signals};
use std::time::Duration;

/// Search time when neither depth nor time is given.
const DEFAULT_MOVETIME: Duration = Duration::from_secs(3);

/// Number of moves of a line that are shown.
const MAX_PV_MOVES: usize = 12;

/// What to search, with which engine and how long.
#[derive(Clone, Debug, Default)]
pub struct AnalysisRequest {
    /// The position; the starting position when empty or `startpos`.
    pub fen: String,
    /// Depth limit in plies. Takes precedence over `movetime`.
    pub depth: Option<u32>,
    /// Time limit.
    pub movetime: Option<Duration>,
    /// The parts of the engine.
    pub config: EngineConfig,
    /// Threads, transposition table, number of lines.
    pub options: Options,
}

/// Searches, printing each line when it is found, and prints the best move at the end.
///
/// # Errors
/// When the position is invalid.
pub fn run(request: &AnalysisRequest, output: &Output) -> Result<(), FenError> {
    let Repaired { value: position, notes } = setup::position_or_start(&request.fen)?;
    for note in notes {
        output.line(note);
    }
    output.line(inspect::display(&position));
    let mut searcher = engine::build(request.config.clone());
    let mut options = request.options.clone();
    if available_mib().is_some_and(|available| options.hash_mib > available) {
        output.line(format!("no memory for a hash table of {} MiB", options.hash_mib));
        options.hash_mib = Options::default().hash_mib;
    }
    if let Err(error) = searcher.set_options(&options) {
        output.line(error);
    }
    let limits = match (request.depth, request.movetime) {
        (Some(depth), _) => Limits::depth(depth),
        (None, time) => Limits::movetime(time.unwrap_or(DEFAULT_MOVETIME)),
    };
    let signals = Signals::new();
    let game = Game::new(position);
    output.line(HEADER);
    let mut table = AnalysisTable {
        output: output.clone(),
        position: game.position.clone(),
        signals: signals.clone(),
    };
    let result = searcher.search(&game, &limits, &signals, &mut table);
    output.line(best_move_text(&game.position, &result));
    Ok(())
}

const HEADER: &str = "\ndepth     score        nodes     time  line";

/// Prints one row for each report with an exact score.
struct AnalysisTable {
    output: Output,
    position: Position,
    signals: Signals,
}

impl Reporter for AnalysisTable {
    fn report(&mut self, report: &Report<'_>) {
        if report.bound != Bound::Exact {
            return;
        }
        self.output.line(table_row(&self.position, report));
        if self.output.is_broken() {
            self.signals.stop();
        }
    }

    fn info_string(&mut self, text: &str) {
        self.output.line(text);
    }
}

fn table_row(position: &Position, report: &Report<'_>) -> String {
    format!(
        "{:>2}/{:<2}  {:>8}  {:>11}  {:>6.2}s  {}",
        report.depth,
        report.seldepth.max(report.depth),
        report.score.to_string(),
        report.nodes,
        report.time.as_secs_f64(),
        line_to_san(position, report.pv, MAX_PV_MOVES)
    )
}

fn best_move_text(position: &Position, result: &SearchResult) -> String {
    let uci_and_san =
        |position: &Position, mv| format!("{} ({})", to_uci(mv, false), to_san(position, mv));
    match (result.best, result.ponder) {
        (None, _) if position.in_check() => "\nThe game is over: checkmate.".to_owned(),
        (None, _) => "\nThe game is over: stalemate.".to_owned(),
        (Some(best), None) => format!("\nBest move: {}", uci_and_san(position, best)),
        (Some(best), Some(reply)) => format!(
            "\nBest move: {}, expected reply: {}",
            uci_and_san(position, best),
            uci_and_san(&position.make(best), reply)
        ),
    }
}
