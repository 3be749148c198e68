//! `cargo xtask perft`: counts the positions of a suite and compares with its counts.

use super::diff;
use super::epd::{PerftCount, PerftEntry};
use super::suite::Suite;
use crate::pool::{self, Threads};
use crate::table::{Align, Table, thousands};
use anyhow::{Result, bail, ensure};
use board::Position;
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
    #[command(flatten)]
    pub(crate) threads: Threads,
}

/// One count to do: which entry, its position and what should come out.
struct CountJob {
    entry: usize,
    position: Position,
    expected: PerftCount,
}

/// A count done and found right.
#[derive(Clone, Copy, Debug)]
pub struct VerifiedCount {
    /// Index into the suite.
    pub entry: usize,
    /// The count itself.
    pub count: PerftCount,
    /// How long it took on its thread.
    pub time: Duration,
}

/// A count that came out wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// Index into the suite.
    pub entry: usize,
    /// What the suite says.
    pub expected: PerftCount,
    /// What our generator found.
    pub found: u64,
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
    match verify(&suite, limit, threads, true)? {
        Ok(done) => {
            print!("{}", report(&suite, &done));
            print_summary(&suite, &done, start.elapsed(), threads);
            Ok(())
        }
        Err(mismatch) => {
            let entry = &suite[mismatch.entry];
            let (depth, found) = (mismatch.expected.depth, thousands(mismatch.found));
            match diff::explain_with_cozy(&entry.fen, &entry.position()?, depth) {
                Ok(text) => println!("{text}"),
                Err(error) => println!("no comparison with cozy-chess: {error:#}"),
            }
            let expected = thousands(mismatch.expected.nodes);
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
    suite: &[PerftEntry],
    max_nodes: u64,
    threads: usize,
    show_progress: bool,
) -> Result<Result<Vec<VerifiedCount>, Mismatch>> {
    let mut jobs = Vec::new();
    for (entry, item) in suite.iter().enumerate() {
        let position = item.position()?;
        let wanted = item.counts.iter().filter(|count| count.nodes <= max_nodes);
        jobs.extend(wanted.map(|&expected| CountJob {
            entry,
            position: position.clone(),
            expected,
        }));
    }
    ensure!(!jobs.is_empty(), "no count is at most {} nodes", thousands(max_nodes));
    jobs.sort_by_key(|job| job.expected.nodes);
    let total = jobs.iter().map(|job| job.expected.nodes).sum();
    let (done, show_progress) =
        (AtomicU64::new(0), show_progress && std::io::stderr().is_terminal());
    let counted = pool::run(&jobs, threads, |job| {
        let start = Instant::now();
        let found = movegen::perft(&job.position, job.expected.depth);
        let nodes = done.fetch_add(job.expected.nodes, Ordering::Relaxed) + job.expected.nodes;
        if show_progress {
            let (nodes, total) = (thousands(nodes), thousands(total));
            let _ = write!(std::io::stderr(), "\r\x1b[K{nodes} of {total} nodes");
        }
        if found == job.expected.nodes {
            Ok(VerifiedCount { entry: job.entry, count: job.expected, time: start.elapsed() })
        } else {
            Err(Mismatch { entry: job.entry, expected: job.expected, found })
        }
    });
    if show_progress {
        let _ = write!(std::io::stderr(), "\r\x1b[K");
    }
    Ok(counted.map(|mut done| {
        done.sort_by_key(|done| (done.entry, done.count.depth));
        done
    }))
}

/// A row for each position, with its deepest count.
#[must_use]
pub fn report(suite: &[PerftEntry], done: &[VerifiedCount]) -> Table {
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
        let Some(VerifiedCount { count, time, .. }) = deepest else {
            table.row([number, entry.fen.clone(), "-".to_owned()]);
            continue;
        };
        let speed = mnodes_per_second(count.nodes, *time);
        let cells = [entry.fen.clone(), count.depth.to_string(), thousands(count.nodes), speed];
        table.row(std::iter::once(number).chain(cells));
    }
    table
}

fn print_summary(suite: &[PerftEntry], done: &[VerifiedCount], wall: Duration, threads: usize) {
    let nodes = done.iter().map(|done| done.count.nodes).sum();
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
