//! `cargo xtask ordering-kiwipete`: the experiment with which Rustic's author shows the effect of move
//! ordering, on the same position in our plain search; and what makes our node counts differ from
//! his, by changing one thing at a time.
//!
//! Each depth is searched from scratch, since none of these searches stores anything; the counts
//! shown are sums over all depths so far, which is what iterative deepening would count.

mod alpha_beta;
mod evaluators;
mod generation_orders;
mod tables;
mod variants;

pub use tables::build_tables;

use super::default_folder;
use crate::interrupt::interrupt_flag;
use crate::output::{make_folder, write_text};
use crate::pool::{self, Threads};
use crate::progress;
use crate::results::write_results;
use alpha_beta::{Budget, SearchCounts, alpha_beta};
use anyhow::{Context, Result};
use board::Position;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use variants::{BARTIZAN, CHANGES, Variant};

/// The position of the experiment.
pub const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// How often the progress bar is redrawn.
const REDRAW: Duration = Duration::from_millis(200);

/// The command line of the task.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Greatest depth without ordering
    #[arg(long, value_name = "N", default_value_t = 3,
          value_parser = clap::value_parser!(u32).range(1..=100))]
    pub depth_off: u32,
    /// Greatest depth with ordering
    #[arg(long, value_name = "N", default_value_t = 9,
          value_parser = clap::value_parser!(u32).range(1..=100))]
    pub depth_on: u32,
    /// Give up a search after this many nodes; 0 for never
    #[arg(long, value_name = "NODES", default_value_t = 0)]
    pub cap: u64,
    /// Greatest depth where one thing is changed at a time; 0 leaves that out
    #[arg(long, value_name = "N", default_value_t = 3,
          value_parser = clap::value_parser!(u32).range(0..=100))]
    pub changes_depth: u32,
    /// As --cap, for the searches in which something is changed
    #[arg(long, value_name = "NODES", default_value_t = 1_500_000_000)]
    pub changes_cap: u64,
    #[command(flatten)]
    pub(crate) threads: Threads,
    /// Where to write the figures as JSON (default: target/ordering/kiwipete.json of the workspace)
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Put the tables into the book's chapter as well
    #[arg(long)]
    pub book: bool,
}

/// The search to one depth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct DepthResult {
    depth: u32,
    /// The score in centipawns; `None` where the search was given up.
    score: Option<i32>,
    /// Its counts, up to where it was given up.
    counts: SearchCounts,
    /// Seconds: the only value that differs from run to run. May be missing in a file.
    #[serde(default)]
    timing: f64,
}

/// The searches of a variant to depth 1, 2, …, until one is given up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct SearchSeries {
    /// Whether moves were ordered.
    ordered: bool,
    iterations: Vec<DepthResult>,
}

impl SearchSeries {
    /// The sum of a count over all depths up to this one, and whether all of them were finished;
    /// `None` where this depth was not begun.
    fn sum(&self, depth: u32, count: fn(&SearchCounts) -> u64) -> Option<(u64, bool)> {
        let last = self.iterations.iter().find(|result| result.depth == depth)?;
        let so_far = self.iterations.iter().filter(|result| result.depth <= depth);
        Some((so_far.map(|result| count(&result.counts)).sum(), last.score.is_some()))
    }
}

/// The results of a variant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct VariantResult {
    name: String,
    note: String,
    /// Without ordering.
    off: SearchSeries,
    /// With ordering.
    on: SearchSeries,
}

/// The whole experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KiwipeteResults {
    fen: String,
    /// Whether it was stopped by Ctrl-C.
    stopped: bool,
    /// The plain search of the engine.
    ours: VariantResult,
    /// The same with one thing changed, the last with all.
    changes: Vec<VariantResult>,
}

/// Runs the task: its figures go to a file and, where wanted, into the book, and are printed.
///
/// # Errors
/// When a file cannot be written or the chapter does not take the tables.
pub fn run(args: &Args) -> Result<()> {
    // Errors in files are reported before the long run, not after it.
    let chapter = args.book.then(tables::chapter).transpose()?;
    let out = args.out.clone().unwrap_or_else(|| default_folder().join("kiwipete.json"));
    if let Some(folder) = out.parent() {
        make_folder(folder)?;
    }
    let results = measure(args, interrupt_flag())?;
    let written = write_results(&out, &results);
    let stdout = &mut io::stdout();
    write_text(stdout, &tables::text(&results))?;
    written?;
    write_text(stdout, &format!("{}\n", out.display()))?;
    match chapter {
        Some(_) if results.stopped => write_text(stdout, "stopped: the chapter is unchanged\n"),
        Some(chapter) => chapter.write(&tables::markdown(&results)),
        None => Ok(()),
    }
}

/// Does all searches, several at a time.
fn measure(args: &Args, stop: &AtomicBool) -> Result<KiwipeteResults> {
    let position = Position::from_fen(KIWIPETE).context("the position is a constant")?;
    let jobs = jobs(args);
    let bar = progress::bar(jobs.len() as u64, "{pos}/{len} searches done, {elapsed}");
    bar.enable_steady_tick(REDRAW);
    let Ok(all_series) = pool::run(&jobs, args.threads.count(), |job| {
        let series = job.run(&position, stop);
        bar.inc(1);
        Ok::<SearchSeries, Infallible>(series)
    });
    bar.finish_and_clear();
    let results = jobs.chunks(2).zip(all_series.chunks(2)).map(|(jobs, series)| VariantResult {
        name: jobs[0].variant.name.to_owned(),
        note: jobs[0].variant.note.to_owned(),
        off: series[0].clone(),
        on: series[1].clone(),
    });
    let mut changes: Vec<VariantResult> = results.collect();
    let ours = changes.remove(0);
    let stopped = stop.load(Ordering::Relaxed);
    Ok(KiwipeteResults { fen: KIWIPETE.to_owned(), stopped, ours, changes })
}

/// A variant to be searched to depth 1, 2, ….
struct VariantJob<'a> {
    variant: &'a Variant,
    ordered: bool,
    depth: u32,
    cap: u64,
}

/// Two jobs for each variant, first without and then with ordering; ours, which take longest, come
/// first.
fn jobs(args: &Args) -> Vec<VariantJob<'static>> {
    let depths = [(false, args.depth_off), (true, args.depth_on)];
    let [cap, changes_cap] = [args.cap, args.changes_cap].map(cap_or_unlimited);
    let ours = depths.map(|(ordered, depth)| {
        // As deep as what it is compared with.
        VariantJob { variant: &BARTIZAN, ordered, depth: depth.max(args.changes_depth), cap }
    });
    let changed = CHANGES.iter().filter(|_| args.changes_depth > 0).flat_map(|variant| {
        [false, true].map(|ordered| VariantJob {
            variant,
            ordered,
            depth: args.changes_depth,
            cap: changes_cap.min(cap),
        })
    });
    ours.into_iter().chain(changed).collect()
}

/// The greatest number of nodes that a cap allows; 0 stands for no limit.
fn cap_or_unlimited(cap: u64) -> u64 {
    if cap == 0 { u64::MAX } else { cap }
}

impl VariantJob<'_> {
    fn run(&self, position: &Position, stop: &AtomicBool) -> SearchSeries {
        let mut iterations: Vec<DepthResult> = Vec::new();
        let budget = Budget { cap: self.cap, stop };
        for depth in 1..=self.depth {
            let given_up = iterations.last().is_some_and(|result| result.score.is_none());
            if given_up || stop.load(Ordering::Relaxed) {
                break;
            }
            let start = Instant::now();
            let (score, counts) = alpha_beta(position, self.variant, self.ordered, depth, &budget);
            let timing = start.elapsed().as_secs_f64();
            let score = score.map(|score| score.raw());
            iterations.push(DepthResult { depth, score, counts, timing });
        }
        SearchSeries { ordered: self.ordered, iterations }
    }
}

#[cfg(test)]
mod tests;
