//! What a session shows at a position, as commands: `d`, `eval`, `order`, `stats`, `perft` and `export_net`.

use crate::parts::{EvaluationArguments, LimitArguments, PartArguments};
use crate::position::PositionArgument;
use crate::style::wrapped;
use clap::Args;
use game::PerftTable;
use notation::to_uci;
use searcher::{Limits, NullReporter, Searcher, Signals};
use serde_json::{Map, json};
use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;
use uci::engine::{EngineConfig, build};
use uci::output::Output;
use uci::{inspect, statistics};

/// Depth of the search for `stats` when nothing else limits it, in plies.
const STATISTICS_DEPTH: u32 = 12;
/// Characters of a bar of the statistics, so that a row has room for the number.
const STATISTICS_BAR: usize = 40;
/// Depth of `perft` without another, in plies.
const PERFT_DEPTH: u32 = 5;

/// A position and the evaluation.
#[derive(Args, Clone, Debug)]
pub struct EvalArguments {
    #[command(flatten)]
    pub position: PositionArgument,
    #[command(flatten)]
    pub evaluation: EvaluationArguments,
}

/// A position, how long it is searched, and by what.
#[derive(Args, Clone, Debug)]
pub struct SearchArguments {
    #[command(flatten)]
    pub position: PositionArgument,
    #[command(flatten)]
    pub limits: LimitArguments,
    #[command(flatten)]
    pub parts: PartArguments,
}

/// A position and the depth of the count.
#[derive(Args, Clone, Debug)]
#[command(
    after_help = "A number as the first word is the depth too: perft 6, perft 4 startpos moves e2e4."
)]
pub struct PerftArguments {
    #[command(flatten)]
    pub position: PositionArgument,
    /// Depth in plies [default: 5]
    #[arg(long, value_parser = clap::value_parser!(u32).range(..=64))]
    pub depth: Option<u32>,
    /// Count positions that come again from a table of this size in MiB
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..))]
    pub hash: Option<u32>,
    /// Threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// Print JSON instead of text
    #[arg(long)]
    pub json: bool,
}

/// Where the network is written.
#[derive(Args, Clone, Debug)]
pub struct ExportArguments {
    /// The file, which is replaced where it exists
    pub file: PathBuf,
    /// A network file to write again [default: the network of the binary]
    #[arg(long, value_name = "FILE")]
    pub eval_file: Option<PathBuf>,
}

/// `d`: the board, its FEN, key and checkers.
pub fn display(position: &PositionArgument, output: &Output) -> Result<(), Box<dyn Error>> {
    output.line(inspect::display(&position.game()?.position));
    Ok(())
}

/// `eval`: the terms of the static evaluation.
pub fn eval(arguments: &EvalArguments, output: &Output) -> Result<(), Box<dyn Error>> {
    let game = arguments.position.game()?;
    let config = arguments.evaluation.config()?;
    output.line(wrapped(&inspect::evaluation(&config, &game.position), 2));
    Ok(())
}

/// Searches the position within these limits, if there are any: the searcher after it.
fn searched(
    arguments: &SearchArguments,
    limits: Option<Limits>,
    statistics: bool,
    output: &Output,
) -> Result<(game::Game, Box<dyn Searcher>), Box<dyn Error>> {
    let game = arguments.position.game()?;
    let mut searcher = build(EngineConfig { statistics, ..arguments.parts.config()? });
    if let Some(limits) = limits {
        let signals = Signals::new();
        let _guard = output.stop_when_closed(&signals);
        searcher.search(&game, &limits, &signals, &mut NullReporter);
    }
    Ok((game, searcher))
}

/// `order`: the moves in picking order, after a search where a limit is given.
pub fn order(arguments: &SearchArguments, output: &Output) -> Result<(), Box<dyn Error>> {
    let limits = &arguments.limits;
    let limits = limits.are_given().then(|| limits.limits(Limits::default()));
    let (game, searcher) = searched(arguments, limits, false, output)?;
    output.line(inspect::order(&searcher.order(&game.position), false));
    Ok(())
}

/// `stats`: what the move ordering did in a search.
pub fn stats(arguments: &SearchArguments, output: &Output) -> Result<(), Box<dyn Error>> {
    let limits = arguments.limits.limits(Limits::depth(STATISTICS_DEPTH));
    let (_, searcher) = searched(arguments, Some(limits), true, output)?;
    output.line(match searcher.statistics() {
        Some(counts) => statistics::text(arguments.parts.ordering, &counts, STATISTICS_BAR),
        None => statistics::NO_ORDERING.to_owned(),
    });
    Ok(())
}

/// `perft`: the leaf nodes below each move.
pub fn perft(arguments: &PerftArguments, output: &Output) -> Result<(), Box<dyn Error>> {
    let mut words = arguments.position.position.clone();
    let first = words.first().and_then(|word| word.parse::<u32>().ok());
    if first.is_some() {
        words.remove(0);
    }
    if first.is_some() && arguments.depth.is_some() {
        return Err("the depth is given twice".into());
    }
    let depth = arguments.depth.or(first).unwrap_or(PERFT_DEPTH).min(64);
    let position = PositionArgument { position: words }.game()?.position;
    let table = arguments.hash.map(|mib| PerftTable::new(mib as usize)).transpose();
    let table = table.map_err(|_| "no memory for the table")?;
    let signals = Signals::new();
    let _guard = output.stop_when_closed(&signals);
    let (start, mut counts) = (Instant::now(), Map::new());
    let threads = arguments.threads.into();
    let total =
        inspect::divide(&position, depth, threads, table.as_ref(), &signals, |mv, count| {
            let mv = to_uci(mv, false);
            if arguments.json {
                counts.insert(mv, count.into());
            } else {
                output.line(format!("{mv}: {count}"));
            }
        });
    // `None` means that the output was closed.
    let Some(total) = total else { return Ok(()) };
    let seconds = start.elapsed().as_secs_f64();
    output.line(if arguments.json {
        let fen = position.to_fen();
        json!({ "fen": fen, "depth": depth, "nodes": total, "seconds": seconds, "moves": counts })
            .to_string()
    } else {
        format!("\nNodes searched: {total}")
    });
    Ok(())
}

/// `export_net`: writes the network to a file.
pub fn export_net(arguments: &ExportArguments, output: &Output) -> Result<(), Box<dyn Error>> {
    let eval_file = arguments.eval_file.clone();
    let evaluation = EvaluationArguments { evaluation: eval::DEFAULT, eval_file };
    let message = inspect::export_network(&evaluation.config()?, &arguments.file)?;
    output.line(wrapped(&message, 2));
    Ok(())
}
