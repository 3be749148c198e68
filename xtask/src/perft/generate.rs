//! `cargo xtask perft-suite`: writes a suite file of the project. Every count is
//! made by our generator and must be agreed by cozy-chess, or nothing is written.

use super::epd::{self, PerftCount, PerftEntry};
use super::suite::Suite;
use super::{cozy, diff, positions};
use crate::pool::{self, Threads};
use crate::table::thousands;
use anyhow::{Context, Result, anyhow, bail, ensure};
use board::Position;
use std::collections::HashSet;
use std::fs;

/// No count above this goes into a suite.
const MAX_NODES: u64 = 200_000_000;
/// Deepest counts of the suites.
const STANDARD_DEPTH: u32 = 6;
const CHESS960_DEPTH: u32 = 5;

/// The command line of the task.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// `standard` or `chess960`
    pub suite: Suite,
    /// Write nothing: fail if the file is not what would be written
    #[arg(long)]
    pub check: bool,
    #[command(flatten)]
    pub(crate) threads: Threads,
}

/// Runs the task.
///
/// # Errors
/// When the generators disagree, or the file cannot be written or, with
/// `--check`, differs.
pub fn run(args: &Args) -> Result<()> {
    let (fens, depth) = match &args.suite {
        Suite::Standard => (positions::standard()?, STANDARD_DEPTH),
        Suite::Chess960 => (positions::chess960(), CHESS960_DEPTH),
        Suite::File(name) => bail!("`{}`: expected standard or chess960", name.display()),
    };
    let mut seen = HashSet::new();
    for fen in &fens {
        ensure!(seen.insert(fen), "the position {fen} comes twice");
    }
    let threads = args.threads.count();
    let entries = pool::run(&fens, threads, |fen| count(fen, depth, MAX_NODES))?;
    let nodes = entries.iter().flat_map(|entry| &entry.counts).map(|count| count.nodes).sum();
    let (path, text) = (args.suite.path(), epd::format(&entries));
    if args.check {
        let present = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        ensure!(present == text, "{} is not what would be written", path.display());
    } else {
        fs::write(&path, text).with_context(|| path.display().to_string())?;
    }
    println!("{}: {} positions, {} nodes", path.display(), entries.len(), thousands(nodes));
    Ok(())
}

/// The counts of a position to `depth`, as far as they stay at most `max_nodes`,
/// by both generators.
///
/// # Errors
/// When the position is invalid or the generators disagree; then with the divide.
pub fn count(fen: &str, depth: u32, max_nodes: u64) -> Result<PerftEntry> {
    let position = Position::from_fen(fen).with_context(|| format!("bad position `{fen}`"))?;
    let board = cozy::parse_board(fen)?;
    let mut counts = Vec::new();
    for depth in 1..=depth {
        let Some(nodes) = perft_up_to(&position, depth, max_nodes) else { break };
        if board.perft(depth) != nodes {
            return Err(anyhow!(diff::explain_with_cozy(fen, &position, depth)?));
        }
        counts.push(PerftCount { depth, nodes });
        if nodes == 0 {
            break;
        }
    }
    ensure!(!counts.is_empty(), "more than {max_nodes} moves in `{fen}`");
    Ok(PerftEntry { line: 0, fen: fen.to_owned(), counts })
}

/// Perft that gives up once it knows that the count is above the limit, at most
/// one move of the root too late.
fn perft_up_to(position: &Position, depth: u32, max_nodes: u64) -> Option<u64> {
    let mut nodes = 0;
    for mv in movegen::legal_moves(position) {
        nodes += movegen::perft(&position.make(mv), depth - 1);
        if nodes > max_nodes {
            return None;
        }
    }
    Some(nodes)
}
