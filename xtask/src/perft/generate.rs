//! `cargo xtask perft-suite`: writes a suite file of the project. Every count is
//! made by our generator and must be agreed by cozy-chess, or nothing is written.

use super::diff;
use super::suite::{self, PerftLine, Suite, position};
use crate::pool::{self, Threads};
use crate::random::{playout, random_chess960_start};
use crate::table::thousands;
use anyhow::{Context, Result, anyhow, bail, ensure};
use board::Position;
use std::fs;
use testkit::{Rng, numbered_lines};

/// No count above this goes into a suite.
const MAX_NODES: u64 = 200_000_000;
/// Deepest counts of the suites.
const STANDARD_DEPTH: u32 = 6;
const CHESS960_DEPTH: u32 = 5;
/// Positions from random games in the standard suite.
const STANDARD_GAMES: usize = 58;
/// Odd middlegames in the Chess960 suite.
const CHESS960_GAMES: usize = 100;

/// The command line of the task.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// `standard` or `chess960`
    pub suite: Suite,
    #[command(flatten)]
    pub(crate) threads: Threads,
}

/// Runs the task.
///
/// # Errors
/// When the generators disagree, or the file cannot be written.
pub fn run(args: &Args) -> Result<()> {
    let (fens, depth) = match &args.suite {
        Suite::Standard => (standard()?, STANDARD_DEPTH),
        Suite::Chess960 => (chess960(), CHESS960_DEPTH),
        Suite::File(name) => bail!("`{}`: expected standard or chess960", name.display()),
    };
    let threads = args.threads.count();
    let entries = pool::run(&fens, threads, |fen| count(fen, depth, MAX_NODES))?;
    let nodes = entries.iter().flat_map(|entry| &entry.counts).map(|(_, nodes)| nodes).sum();
    let path = args.suite.path();
    fs::write(&path, suite::format(&entries)).with_context(|| path.display().to_string())?;
    println!("{}: {} positions, {} nodes", path.display(), entries.len(), thousands(nodes));
    Ok(())
}

/// The counts of a position to `depth`, as far as they stay at most `max_nodes`,
/// by both generators.
///
/// # Errors
/// When the position is invalid or the generators disagree; then with the divide.
pub fn count(fen: &str, depth: u32, max_nodes: u64) -> Result<PerftLine> {
    let (position, board) = (position(fen)?, diff::cozy_board(fen)?);
    let mut counts = Vec::new();
    for depth in 1..=depth {
        let Some(nodes) = perft_up_to(&position, depth, max_nodes) else { break };
        if board.perft(depth) != nodes {
            return Err(anyhow!(diff::explain_with_cozy(fen, &position, depth)?));
        }
        counts.push((depth, nodes));
        if nodes == 0 {
            break;
        }
    }
    ensure!(!counts.is_empty(), "more than {max_nodes} moves in `{fen}`");
    Ok(PerftLine { line: 0, fen: fen.to_owned(), counts })
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

/// The positions chosen by hand, then random games from the starting position
/// that grow longer and longer.
fn standard() -> Result<Vec<String>> {
    let path = suite::folder().join("hand-picked.fen");
    let text =
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut fens = Vec::new();
    for (line, fen) in numbered_lines(&text) {
        position(fen).with_context(|| format!("{}:{line}", path.display()))?;
        fens.push(fen.to_owned());
    }
    let mut random = Rng::new(1);
    let start = Position::startpos();
    fens.extend((0..STANDARD_GAMES).map(|game| {
        let plies = 6 + 2 * game + random.below(2);
        playout(&start, plies, &mut random, |_, _| true).to_fen()
    }));
    Ok(fens)
}

/// The 960 starting positions by number, then middlegames reached from random
/// starting positions (every fourth with different ones for the two sides) in
/// which the kings and rooks have not lost a castling right; every fifth may have
/// lost some, but not all. Shredder-FEN.
fn chess960() -> Vec<String> {
    let starts = (0..960).filter_map(|number| Position::chess960(number, number));
    let mut fens: Vec<String> = starts.map(|position| position.to_shredder_fen()).collect();
    let mut random = Rng::new(960);
    for game in 0..CHESS960_GAMES {
        let start = random_chess960_start(&mut random, game % 4 == 3);
        let plies = 8 + random.below(32);
        let allow_no_loss = game % 5 != 4;
        let allow = |before: &Position, after: &Position| {
            let rights = after.castling_rights();
            if allow_no_loss { rights == before.castling_rights() } else { !rights.is_empty() }
        };
        fens.push(playout(&start, plies, &mut random, allow).to_shredder_fen());
    }
    fens
}
