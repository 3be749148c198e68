//! `bartizan analyse`: a position with its best lines, as a row for each line found or a live table; or all
//! games of a PGN file.

mod annotate;
mod game;
mod games;
mod graph;
mod html;
mod live;
mod queue;
mod report;
mod resume;

use crate::json::Lines;
use crate::parts::{LimitArguments, PartArguments, ResourceArguments};
use crate::pool::default_threads;
use crate::position::PositionArgument;
use crate::style::{columns, fitting, has_colours, wrapped};
use ::game::Game;
use board::Position;
use clap::Args;
use eval::material_count;
use live::LiveTable;
use notation::{line_to_san, to_san, to_uci};
use searcher::{Limits, NullReporter, Report, Reporter, SearchResult, Signals};
use std::error::Error;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use uci::format::score_for_people;
use uci::inspect;
use uci::output::Output;

/// Lines of `--multi` when `--multipv` does not say how many.
const MULTI_LINES: u16 = 4;
/// Search time of a position when nothing else limits it.
const DEFAULT_MOVETIME: Duration = Duration::from_secs(3);
/// Number of moves of a line that are shown.
const MAX_PV_MOVES: usize = 20;
const HEADER: &str = "depth     score        nodes     time  line";

/// What to analyse, with which engine and how long.
#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Without a limit the search takes three seconds, with --pgn or --queue 200,000 nodes for each position. \
                  A mate in one ends it."
)]
pub struct Arguments {
    #[command(flatten)]
    pub position: PositionArgument,
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
    /// Print JSON instead of text: one object, or one for each game on a line
    #[arg(long, conflicts_with = "multi")]
    pub json: bool,
    /// Analyse every game of this PGN file instead, and write them with annotations; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "multipv", "multi"])]
    pub pgn: Option<PathBuf>,
    /// Where to write the annotated games: - is standard output [default: FILE with the ending .annotated.pgn, - for
    /// standard input]
    #[arg(long, value_name = "FILE", requires = "pgn")]
    pub output: Option<PathBuf>,
    /// Write a report in HTML as well: the board, a graph and the moves of each game
    #[arg(long, value_name = "FILE", requires = "pgn")]
    pub html: Option<PathBuf>,
    /// Fail where what is left of a stopped analysis is of another one. An analysis of the same file with the same
    /// arguments goes on where it was stopped in any case
    #[arg(long, requires = "pgn")]
    pub resume: bool,
    /// Analyse the requests on standard input, one a line: a position, or JSON such as {"id": 1, "fen": "startpos",
    /// "moves": "e2e4 e7e5", "nodes": 100000}. The answers are JSON, one a line
    #[arg(long, conflicts_with_all = ["position", "multi", "pgn"])]
    pub queue: bool,
    /// Games or requests at a time, each with --threads and --hash [default: all cores, divided by --threads]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    #[command(flatten)]
    pub parts: PartArguments,
}

/// Analyses what the arguments say. An error when the position is invalid, the file of games cannot be read or
/// has none, or the annotated games cannot be written.
pub fn run(arguments: &Arguments, output: &Output) -> Result<(), Box<dyn Error>> {
    match &arguments.pgn {
        Some(file) => games::run(arguments, file, output),
        None if arguments.queue => queue::run(arguments, output),
        None => analyse_position(arguments, output),
    }
}

impl Arguments {
    /// The limits of a position; with one line a mate in one ends the search.
    fn limits(&self, default: Limits, lines: usize) -> Limits {
        Limits { mate: (lines == 1).then_some(1), ..self.limits.limits(default) }
    }

    /// How many of so many jobs are done at a time.
    fn jobs(&self, count: usize) -> usize {
        let cores = default_threads() / usize::from(self.resources.threads);
        self.jobs.map_or(cores, usize::from).clamp(1, count.max(1))
    }
}

/// Searches, printing each line when it is found, and prints the best move at the end.
fn analyse_position(arguments: &Arguments, output: &Output) -> Result<(), Box<dyn Error>> {
    let game = arguments.position.game()?;
    let lines = arguments.multipv.unwrap_or(if arguments.multi { MULTI_LINES } else { 1 });
    let resources = &arguments.resources;
    let (mut searcher, _) = resources.searcher(&arguments.parts, lines.into())?;
    let limits = arguments.limits(Limits::movetime(DEFAULT_MOVETIME), lines.into());
    let signals = Signals::new();
    let _guard = output.stop_when_closed(&signals);
    if arguments.json {
        let (start, mut nothing) = (Instant::now(), NullReporter);
        let mut lines = Lines::new(&mut nothing);
        let result = searcher.search(&game, &limits, &signals, &mut lines);
        output.line(lines.json(&game, &result, start.elapsed()));
        return Ok(());
    }
    output.line(inspect::display(&game.position));
    let position = game.position.clone();
    // Where colours are not wanted, what moves the cursor is left out with them.
    let result = if arguments.multi && std::io::stdout().is_terminal() && has_colours() {
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
    output.line(best_move_text(&game, &result));
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
        let row = format!(
            "{rank}{:>2}/{:<2}  {:>8}  {:>11}  {:>6.2}s  ",
            report.depth,
            report.seldepth,
            score_for_people(score, report.bound),
            report.nodes,
            report.time.as_secs_f64(),
        );
        let line = line_to_san(&self.position, &report.pv, MAX_PV_MOVES);
        let room = columns().saturating_sub(row.chars().count());
        self.output.line(row + &fitting(&line, room));
    }

    fn info_string(&mut self, text: &str) {
        self.output.line(wrapped(text, 2));
    }
}

fn best_move_text(game: &Game, result: &SearchResult) -> String {
    let uci_and_san =
        |position: &Position, mv| format!("{} ({})", to_uci(mv, false), to_san(position, mv));
    let position = &game.position;
    let Some(best) = result.best else {
        let ending = if position.in_check() { "checkmate" } else { "stalemate" };
        return format!("\nThe game is over: {ending}.");
    };
    let reply = result.ponder.map(|reply| uci_and_san(&position.make(best), reply));
    let reply = reply.map(|reply| format!(", expected reply: {reply}")).unwrap_or_default();
    let line = wrapped(&line_to_san(position, &result.pv, usize::MAX), 2);
    format!("\n{line}\nBest move: {}{reply}", uci_and_san(position, best))
}
