//! `bartizan analyse`: a position with its best lines, or all games of a PGN file.

mod annotate;
mod game;
mod games;
mod graph;
mod live;
mod position;

use crate::parts::{LimitArguments, PartArguments, ResourceArguments};
use clap::Args;
use searcher::{Options, Searcher};
use std::error::Error;
use std::path::PathBuf;
use uci::engine;
use uci::output::Output;

/// Lines of `--multi` when `--multipv` does not say how many.
const MULTI_LINES: u16 = 4;

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
    #[allow(missing_docs)]
    pub limits: LimitArguments,
    #[command(flatten)]
    #[allow(missing_docs)]
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
    #[allow(missing_docs)]
    pub parts: PartArguments,
}

/// Analyses what the arguments say.
///
/// # Errors
/// When the position is invalid, or the file of games cannot be read or has none, or the annotated games
/// cannot be written.
pub fn run(arguments: &Arguments, output: &Output) -> Result<(), Box<dyn Error>> {
    match &arguments.pgn {
        Some(file) => games::run(arguments, file, output),
        None => position::run(arguments, output),
    }
}

impl Arguments {
    /// Number of lines.
    fn lines(&self) -> usize {
        usize::from(self.multipv.unwrap_or(if self.multi { MULTI_LINES } else { 1 }))
    }

    /// The engine. What it cannot have is told to `output`.
    fn searcher(&self, output: &Output) -> Result<Box<dyn Searcher>, Box<dyn Error>> {
        let mut searcher = engine::build(self.parts.config()?);
        let options = Options { multi_pv: self.lines(), ..self.resources.options(output) };
        if let Err(error) = searcher.set_options(&options) {
            output.line(error);
        }
        Ok(searcher)
    }
}
