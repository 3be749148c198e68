//! `bartizan analyse`: searches one position and prints a table with one row for each line found.

use crate::engine::{self, EngineConfig};
use crate::inspect;
use crate::memory::available_mib;
use crate::notation::{to_san, to_uci};
use crate::output::Output;
use crate::setup::{self, Repaired};
use board::{FenError, Move, Position};
use search::{Bound, Game, Limits, Options, Report, Reporter, SearchResult, Signals};
use std::fmt::Write;
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
    let Repaired { value: position, notes } = match request.fen.trim() {
        "" | "startpos" => Repaired { value: Position::startpos(), notes: Vec::new() },
        fen => setup::position(fen)?,
    };
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
        pv_to_san(position, report.pv)
    )
}

/// A line in SAN with move numbers, cut after [`MAX_PV_MOVES`] moves.
fn pv_to_san(position: &Position, line: &[Move]) -> String {
    let mut text = String::new();
    let mut position = position.clone();
    for (index, &mv) in line.iter().enumerate() {
        if index == MAX_PV_MOVES {
            text.push_str(" …");
            break;
        }
        let number = position.fullmove_number();
        let san = to_san(&position, mv);
        let separator = if index == 0 { "" } else { " " };
        // Writing to a string cannot fail.
        let _ = match (position.side_to_move(), index) {
            (board::Color::White, _) => write!(text, "{separator}{number}. {san}"),
            (board::Color::Black, 0) => write!(text, "{number}... {san}"),
            (board::Color::Black, _) => write!(text, "{separator}{san}"),
        };
        position = position.make(mv);
    }
    text
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_uci;

    #[test]
    fn pv_in_san_has_move_numbers() {
        let mut position = Position::startpos();
        let mut moves = Vec::new();
        for text in ["e2e4", "e7e5", "g1f3"] {
            let mv = parse_uci(&position, text).expect("a legal move");
            moves.push(mv);
            position = position.make(mv);
        }
        let start = Position::startpos();
        assert_eq!(pv_to_san(&start, &moves), "1. e4 e5 2. Nf3");
        assert_eq!(pv_to_san(&start.make(moves[0]), &moves[1..]), "1... e5 2. Nf3");
        assert_eq!(pv_to_san(&start, &[]), "");
    }

    #[test]
    fn long_pv_is_truncated() {
        let start = Position::startpos();
        let mut position = start.clone();
        let mut moves = Vec::new();
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(20) {
            let mv = parse_uci(&position, text).expect("a legal move");
            moves.push(mv);
            position = position.make(mv);
        }
        assert!(pv_to_san(&start, &moves).ends_with("6. Ng1 Ng8 …"));
    }
}
