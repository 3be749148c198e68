//! The analysis of one position: a row for each line found, or a live table.

use super::Arguments;
use super::live::LiveTable;
use anstream::{AutoStream, ColorChoice};
use board::Position;
use eval::material_count;
use game::Game;
use notation::repair::{self, Repaired};
use notation::{line_to_san, to_san, to_uci};
use searcher::{Limits, Report, Reporter, SearchResult, Signals};
use std::error::Error;
use std::io::IsTerminal;
use std::time::Duration;
use uci::format::score_for_people;
use uci::inspect;
use uci::output::Output;

/// Search time when nothing else limits it.
const DEFAULT_MOVETIME: Duration = Duration::from_secs(3);
/// Number of moves of a line that are shown.
const MAX_PV_MOVES: usize = 12;

/// Searches, printing each line when it is found, and prints the best move at the end.
pub(super) fn run(arguments: &Arguments, output: &Output) -> Result<(), Box<dyn Error>> {
    let Repaired { value: position, notes } = repair::position_or_start(&arguments.fen.join(" "))?;
    for note in notes {
        output.line(note);
    }
    output.line(inspect::display(&position));
    let mut searcher = arguments.searcher(output)?;
    let limits = arguments.limits.limits(Limits::movetime(DEFAULT_MOVETIME));
    let signals = Signals::new();
    let _guard = output.stop_when_closed(&signals);
    let game = Game::new(position.clone());
    // Where colours are not wanted, what moves the cursor is left out with them.
    let redraws = AutoStream::choice(&std::io::stdout()) != ColorChoice::Never;
    let result = if arguments.multi && std::io::stdout().is_terminal() && redraws {
        let mut table = LiveTable::new(position, output.clone());
        let result = searcher.search(&game, &limits, &signals, &mut table);
        table.finish();
        result
    } else {
        let rank = arguments.lines() > 1;
        output.line(format!("\n{}{HEADER}", if rank { " #  " } else { "" }));
        let mut rows = RowPrinter { output: output.clone(), position, rank };
        searcher.search(&game, &limits, &signals, &mut rows)
    };
    output.line(best_move_text(&game.position, &result));
    Ok(())
}

const HEADER: &str = "depth     score        nodes     time  line";

/// Prints one row for each report.
struct RowPrinter {
    output: Output,
    position: Position,
    /// Whether rows begin with the rank of the line.
    rank: bool,
}

impl Reporter for RowPrinter {
    fn report(&mut self, report: &Report<'_>) {
        let rank = if self.rank { format!("{:>2}  ", report.multi_pv) } else { String::new() };
        self.output.line(rank + &row(&self.position, report));
    }

    fn info_string(&mut self, text: &str) {
        self.output.line(text);
    }
}

fn row(position: &Position, report: &Report<'_>) -> String {
    format!(
        "{:>2}/{:<2}  {:>8}  {:>11}  {:>6.2}s  {}",
        report.depth,
        report.seldepth,
        score_for_people(report.score.normalised(material_count(position)), report.bound),
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
