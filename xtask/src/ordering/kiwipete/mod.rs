//! `cargo xtask ordering-kiwipete`: the experiment by which system A shows what ordering is worth,
//! on its own position, in our plain search; and what makes our figures differ from its figures,
//! by changing one thing at a time. The schemes are compared over many positions elsewhere.
//!
//! Each depth is searched from scratch, since none of these searches learns anything; the figures
//! shown are sums over all depths so far, as an engine that deepens step by step would count.

pub mod arrangements;
pub mod experiment;
mod tables;
mod values;
pub mod variants;

use super::args::threads;
use super::default_folder;
use super::measure::SetAtEnd;
use super::output::{make_folder, print, write_file};
use crate::arena::interrupt;
use crate::pool;
use crate::table::thousands;
use crate::workspace;
use anyhow::{Context, Result};
use board::Position;
use experiment::{Budget, Effort};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use variants::{CHANGES, OURS, Variant};

/// The position, named after the collection that it was first published in.
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
    /// Give a search up after this many nodes; 0 for never
    #[arg(long, value_name = "NODES", default_value_t = 0)]
    pub cap: u64,
    /// Greatest depth where one thing is changed at a time; 0 leaves that out
    #[arg(long, value_name = "N", default_value_t = 3,
          value_parser = clap::value_parser!(u32).range(0..=100))]
    pub changes_depth: u32,
    /// As --cap, for the searches in which something is changed
    #[arg(long, value_name = "NODES", default_value_t = 1_500_000_000)]
    pub changes_cap: u64,
    /// Threads to search with, each a search of its own (default: all cores)
    #[arg(long, value_name = "N", value_parser = threads())]
    pub threads: Option<usize>,
    /// Where to write the figures as JSON (default: target/ordering/kiwipete.json of the workspace)
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Put the tables into the book's chapter as well
    #[arg(long)]
    pub book: bool,
}

/// The search to one depth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Step {
    /// The depth.
    pub depth: u32,
    /// The score in centipawns; `None` where the search was given up.
    pub score: Option<i32>,
    /// What it took, or had taken when it was given up.
    pub effort: Effort,
    /// How long it took, in seconds: the one figure that differs from run to run.
    pub timing: f64,
}

/// A variant, searched with its moves ordered or not, from depth 1 until it was given up.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chain {
    /// Whether moves were ordered.
    pub ordered: bool,
    /// The searches.
    pub steps: Vec<Step>,
}

impl Chain {
    /// The sum of a count over all depths up to this one, and whether all of them were finished;
    /// `None` where this depth was not begun.
    #[must_use]
    pub fn sum(&self, depth: u32, count: fn(&Effort) -> u64) -> Option<(u64, bool)> {
        let last = self.steps.iter().find(|step| step.depth == depth)?;
        let so_far = self.steps.iter().filter(|step| step.depth <= depth);
        Some((so_far.map(|step| count(&step.effort)).sum(), last.score.is_some()))
    }
}

/// A variant with what was measured of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measured {
    /// What was changed.
    pub name: String,
    /// What that means.
    pub note: String,
    /// Without ordering.
    pub off: Chain,
    /// With ordering.
    pub on: Chain,
}

/// The whole experiment.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Document {
    /// The position.
    pub fen: String,
    /// Whether it was broken off.
    pub stopped: bool,
    /// Our own search.
    pub ours: Measured,
    /// The same with one thing changed, and at last with all.
    pub changes: Vec<Measured>,
}

/// Runs the task: its figures go to a file and, where wanted, into the book, and are printed.
///
/// # Errors
/// When a file cannot be written or the chapter does not take the tables.
pub fn run(args: &Args) -> Result<()> {
    // What would fail at the end of a long run had better fail before it.
    let chapter = args.book.then(tables::chapter).transpose()?;
    let out = args.out.clone().unwrap_or_else(|| default_folder().join("kiwipete.json"));
    if let Some(folder) = out.parent() {
        make_folder(folder)?;
    }
    let document = measure(args, interrupt())?;
    let written = write_json(&out, &document);
    let screen = &mut io::stdout();
    print(screen, &tables::text(&document))?;
    written?;
    print(screen, &format!("{}\n", out.display()))?;
    match chapter {
        Some(_) if document.stopped => print(screen, "broken off: the chapter stays as it is\n"),
        Some(chapter) => chapter.write(&tables::markdown(&document)),
        None => Ok(()),
    }
}

fn write_json(path: &Path, document: &Document) -> Result<()> {
    let json = serde_json::to_string_pretty(document)? + "\n";
    write_file(path, json.as_bytes())
}

/// Does all searches, several at a time.
///
/// # Errors
/// None but a fault of the position, which is a constant.
pub fn measure(args: &Args, stop: &AtomicBool) -> Result<Document> {
    let position = Position::from_fen(KIWIPETE).context("the position is a constant")?;
    let jobs = jobs(args);
    let total = AtomicU64::new(0);
    let done = AtomicBool::new(false);
    let bar = bar(jobs.len() as u64);
    let threads = args.threads.unwrap_or_else(workspace::default_threads);
    let mut chains = thread::scope(|scope| {
        let _end = SetAtEnd(&done);
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                bar.set_message(thousands(total.load(Ordering::Relaxed)));
                thread::sleep(REDRAW);
            }
        });
        pool::run(&jobs, threads, |job| {
            let chain = job.run(&position, stop, &total);
            bar.inc(1);
            Ok::<Chain, anyhow::Error>(chain)
        })
    })?
    .into_iter();
    bar.finish_and_clear();
    let mut measured = |variant: &Variant| -> Result<Measured> {
        let (off, on) = chains.next().zip(chains.next()).context("two chains for each variant")?;
        Ok(Measured { name: variant.name.to_owned(), note: variant.note.to_owned(), off, on })
    };
    let ours = measured(&OURS)?;
    let changes = if args.changes_depth > 0 { &CHANGES[..] } else { &[] };
    let changes = changes.iter().map(measured).collect::<Result<_>>()?;
    let stopped = stop.load(Ordering::Relaxed);
    Ok(Document { fen: KIWIPETE.to_owned(), stopped, ours, changes })
}

/// A chain to be searched.
struct Job<'a> {
    variant: &'a Variant,
    ordered: bool,
    depth: u32,
    cap: u64,
}

/// Two jobs for each variant, unordered and ordered; ours, which take longest, come first.
fn jobs(args: &Args) -> Vec<Job<'static>> {
    let depths = [(false, args.depth_off), (true, args.depth_on)];
    let [cap, changes_cap] = [args.cap, args.changes_cap].map(most);
    let ours = depths.map(|(ordered, depth)| {
        // As deep as what it is compared with.
        Job { variant: &OURS, ordered, depth: depth.max(args.changes_depth), cap }
    });
    let changed = CHANGES.iter().filter(|_| args.changes_depth > 0).flat_map(|variant| {
        [false, true].map(|ordered| Job {
            variant,
            ordered,
            depth: args.changes_depth,
            cap: changes_cap.min(cap),
        })
    });
    ours.into_iter().chain(changed).collect()
}

/// The number of nodes that a cap allows: 0 stands for all that there are.
fn most(cap: u64) -> u64 {
    if cap == 0 { u64::MAX } else { cap }
}

impl Job<'_> {
    fn run(&self, position: &Position, stop: &AtomicBool, total: &AtomicU64) -> Chain {
        let mut steps: Vec<Step> = Vec::new();
        let budget = Budget { cap: self.cap, stop, total };
        for depth in 1..=self.depth {
            let given_up = steps.last().is_some_and(|step| step.score.is_none());
            if given_up || stop.load(Ordering::Relaxed) {
                break;
            }
            let start = Instant::now();
            let (score, effort) = self.variant.search(position, self.ordered, depth, &budget);
            let timing = start.elapsed().as_secs_f64();
            steps.push(Step { depth, score: score.map(|score| score.raw()), effort, timing });
        }
        Chain { ordered: self.ordered, steps }
    }
}

/// Counts finished chains and shows the nodes of all searches; it draws only on a terminal.
fn bar(length: u64) -> ProgressBar {
    let style = "{wide_bar} {pos}/{len} searches done, {msg} nodes, {elapsed}";
    let style = ProgressStyle::with_template(style).expect("the template is a constant");
    ProgressBar::new(length).with_style(style)
}

#[cfg(test)]
mod tests;
