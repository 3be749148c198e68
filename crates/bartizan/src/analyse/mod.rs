//! `bartizan analyse`: a position with its best lines, as a row for each line found or a live table; or all
//! games of a PGN file.

mod annotate;
mod game;
mod games;
mod graph;
mod live;

use crate::parts::{LimitArguments, PartArguments, ResourceArguments, start_position};
use ::game::Game;
use anstream::{AutoStream, ColorChoice};
use board::Position;
use clap::Args;
use eval::material_count;
use live::LiveTable;
use notation::{line_to_san, to_san, to_uci};
use searcher::{Limits, Report, Reporter, SearchResult, Signals};
use std::error::Error;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;
use uci::format::score_for_people;
use uci::inspect;
use uci::output::Output;

/// Lines of `--multi` when `--multipv` does not say how many.
const MULTI_LINES: u16 = 4;
/// Search time of a position when nothing else limits it.
const DEFAULT_MOVETIME: Duration = Duration::from_secs(3);
/// Number of moves of a line that are shown.
const MAX_PV_MOVES: usize = 12;
const HEADER: &str = "depth     score        nodes     time  line";

/// What to analyse, with which engine and how long.
#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Without a limit the search takes three seconds, and with --pgn 200,000 nodes for each position."
)]
pub struct Arguments {
    /// The position in FEN, with or without quotes [default: the starting position]
    #[arg(num_args = 0.., allow_hyphen_values = false)]
    pub fen: Vec<String>,
    #[command(flatten)]
    pub limits: LimitArguments,
    #[command(flatten)]
    pub resources: ResourceArguments,
    /// Number of best lines to show [default: 1, with --multi 4]
    #[arg(long, alias = "lines", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub multipv: Option<u16>,
    /// Show the best lines as a table that is refreshed in place
    #[arg(long)]
    pub multi: bool,
    /// Analyse every game of this PGN file instead, and write them with annotations
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "multipv", "multi"])]
    pub pgn: Option<PathBuf>,
    /// Where to write the annotated games [default: FILE with the ending .annotated.pgn]
    #[arg(long, value_name = "FILE", requires = "pgn")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub parts: PartArguments,
}

/// Analyses what the arguments say. An error when the position is invalid, the file of games cannot be read or
/// has none, or the annotated games cannot be written.
pub fn run(arguments: &Arguments, output: &Output) -> Result<(), Box<dyn Error>> {
    match &arguments.pgn {
        Some(file) => games::run(arguments, file, output),
        None => analyse_position(arguments, output),
    }
}

/// Searches, printing each line when it is found, and prints the best move at the end.
fn analyse_position(arguments: &Arguments, output: &Output) -> Result<(), Box<dyn Error>> {
    let position = start_position(&arguments.fen.join(" "), output)?;
    output.line(inspect::display(&position));
    let lines = arguments.multipv.unwrap_or(if arguments.multi { MULTI_LINES } else { 1 });
    let resources = &arguments.resources;
    let (mut searcher, _) = resources.searcher(&arguments.parts, lines.into(), output)?;
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
        let rank = lines > 1;
        output.line(format!("\n{}{HEADER}", if rank { " #  " } else { "" }));
        let mut rows = RowPrinter { output: output.clone(), position, rank };
        searcher.search(&game, &limits, &signals, &mut rows)
    };
    output.line(best_move_text(&game.position, &result));
    Ok(())
}

/// Prints one row for each report.
struct RowPrinter {
    output: Output,
    position: Position,
    /// Whether rows begin with the rank of the line.
    rank: bool,
}

impl Reporter for RowPrinter {
    fn report(&mut self, report: &Report) {
        let rank = if self.rank { format!("{:>2}  ", report.multi_pv) } else { String::new() };
        let score = report.score.normalised(material_count(&self.position));
        self.output.line(format!(
            "{rank}{:>2}/{:<2}  {:>8}  {:>11}  {:>6.2}s  {}",
            report.depth,
            report.seldepth,
            score_for_people(score, report.bound),
            report.nodes,
            report.time.as_secs_f64(),
            line_to_san(&self.position, &report.pv, MAX_PV_MOVES)
        ));
    }

    fn info_string(&mut self, text: &str) {
        self.output.line(text);
    }
}

fn best_move_text(position: &Position, result: &SearchResult) -> String {
    let uci_and_san =
        |position: &Position, mv| format!("{} ({})", to_uci(mv, false), to_san(position, mv));
    let Some(best) = result.best else {
        let ending = if position.in_check() { "checkmate" } else { "stalemate" };
        return format!("\nThe game is over: {ending}.");
    };
    let reply = result.ponder.map(|reply| uci_and_san(&position.make(best), reply));
    let reply = reply.map(|reply| format!(", expected reply: {reply}")).unwrap_or_default();
    format!("\nBest move: {}{reply}", uci_and_san(position, best))
}
