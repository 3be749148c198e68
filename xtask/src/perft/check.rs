//! `cargo xtask perft`: counts the positions of a suite and compares with its counts.

use super::diff;
use super::suite::{PerftLine, Suite, position};
use crate::pool::{self, Threads};
use crate::table::{Align, Table, thousands};
use anyhow::{Context, Result, bail, ensure};
use board::Position;
use game::{Perft, PerftTable};
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The command line of the task.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// `standard`, `chess960`, or a file of lines `FEN ;D1 20 ;D2 400`
    #[arg(long, default_value = "standard")]
    pub suite: Suite,
    /// Skip counts above this number of nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_nodes: Option<u64>,
    /// Use a table of so many mebibytes, which all counts share: counts of positions met before are not made again
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u16).range(1..))]
    pub hash: Option<u16>,
    #[command(flatten)]
    pub(crate) threads: Threads,
}

/// A count that was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Index into the suite.
    pub entry: usize,
    /// Length of the paths in plies.
    pub depth: u32,
    /// What the suite says.
    pub expected: u64,
    /// What our generator found.
    pub found: u64,
    /// How long it took on its thread.
    pub time: Duration,
}

/// Runs the task and prints its table.
///
/// # Errors
/// When the suite cannot be read, a count is wrong, or the limit leaves none to do.
pub fn run(args: &Args) -> Result<()> {
    let suite = args.suite.load()?;
    let threads = args.threads.count();
    let limit = args.max_nodes.unwrap_or(u64::MAX);
    let start = Instant::now();
    let table = args.hash.map(|mebibytes| PerftTable::new(mebibytes.into()));
    let table = table.transpose().context("--hash")?;
    match verify(&suite, limit, threads, table.as_ref(), true)? {
        Ok(done) => {
            print!("{}", report(&suite, &done));
            print_summary(&suite, &done, start.elapsed(), threads);
            Ok(())
        }
        Err(Counted { entry, depth, expected, found, .. }) => {
            let entry = &suite[entry];
            match diff::explain_with_cozy(&entry.fen, &position(&entry.fen)?, depth) {
                Ok(text) => println!("{text}"),
                Err(error) => println!("no comparison with cozy-chess: {error:#}"),
            }
            let [expected, found] = [expected, found].map(thousands);
            let place = format!("{}:{}", args.suite.path().display(), entry.line);
            bail!("{place}: depth {depth} should be {expected} and is {found}: {}", entry.fen)
        }
    }
}

/// Counts every entry at every depth whose count is at most `max_nodes`, the
/// cheapest first, so that the shallowest fault is found. The inner result is the
/// counts in suite order, or the first that is wrong.
///
/// # Errors
/// When an entry's position is invalid, or no count is at most `max_nodes`.
pub fn verify(
    suite: &[PerftLine],
    max_nodes: u64,
    threads: usize,
    table: Option<&PerftTable>,
    show_progress: bool,
) -> Result<Result<Vec<Counted>, Counted>> {
    let mut jobs: Vec<(usize, Position, u32, u64)> = Vec::new();
    for (entry, PerftLine { fen, counts, .. }) in suite.iter().enumerate() {
        let position = position(fen)?;
        let wanted = counts.iter().filter(|(_, nodes)| *nodes <= max_nodes);
        jobs.extend(wanted.map(|&(depth, nodes)| (entry, position.clone(), depth, nodes)));
    }
    ensure!(!jobs.is_empty(), "no count is at most {} nodes", thousands(max_nodes));
    jobs.sort_by_key(|&(.., nodes)| nodes);
    let total = jobs.iter().map(|(.., nodes)| nodes).sum();
    let (done, show_progress) =
        (AtomicU64::new(0), show_progress && std::io::stderr().is_terminal());
    let counted = pool::run(&jobs, threads, |&(entry, ref position, depth, expected)| {
        let start = Instant::now();
        let found = match table {
            // It is never stopped.
            Some(_) => Perft::new(position, table, &|| false).count(position, depth).unwrap_or(0),
            None => movegen::perft(position, depth),
        };
        let nodes = done.fetch_add(expected, Ordering::Relaxed) + expected;
        if show_progress {
            let (nodes, total) = (thousands(nodes), thousands(total));
            let _ = write!(std::io::stderr(), "\r\x1b[K{nodes} of {total} nodes");
        }
        let counted = Counted { entry, depth, expected, found, time: start.elapsed() };
        if found == expected { Ok(counted) } else { Err(counted) }
    });
    if show_progress {
        let _ = write!(std::io::stderr(), "\r\x1b[K");
    }
    Ok(counted.map(|mut done| {
        done.sort_by_key(|done| (done.entry, done.depth));
        done
    }))
}

/// A row for each position, with its deepest count.
fn report(suite: &[PerftLine], done: &[Counted]) -> Table {
    let mut table = Table::new(&[
        ("", Align::Right),
        ("position", Align::Left),
        ("depth", Align::Right),
        ("nodes", Align::Right),
        ("Mnodes/s", Align::Right),
    ]);
    for (index, entry) in suite.iter().enumerate() {
        let deepest = done.iter().rfind(|done| done.entry == index);
        let number = (index + 1).to_string();
        let Some(&Counted { depth, found, time, .. }) = deepest else {
            table.row([number, entry.fen.clone(), "-".to_owned()]);
            continue;
        };
        let speed = mnodes_per_second(found, time);
        table.row([number, entry.fen.clone(), depth.to_string(), thousands(found), speed]);
    }
    table
}

fn print_summary(suite: &[PerftLine], done: &[Counted], wall: Duration, threads: usize) {
    let nodes = done.iter().map(|done| done.found).sum();
    let all: usize = suite.iter().map(|entry| entry.counts.len()).sum();
    println!(
        "{} of {all} counts verified: {} nodes in {:.1} s, {} Mnodes/s, threads: {threads}",
        done.len(),
        thousands(nodes),
        wall.as_secs_f64(),
        mnodes_per_second(nodes, wall),
    );
}

fn mnodes_per_second(nodes: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    // Below a millisecond the clock says nothing about the speed.
    if seconds < 1e-3 { "-".to_owned() } else { format!("{:.1}", nodes as f64 / seconds / 1e6) }
}
