//! `cargo xtask ordering`: every scheme of move ordering, measured side by side. The
//! course of a run; each step of it is a file of its own.

pub mod args;
pub mod book;
pub mod chart;
pub mod export;
pub mod games;
pub mod grid;
pub mod kiwipete;
pub mod measure;
pub mod output;
pub mod picks;
pub mod rows;
pub mod show;
pub mod suite;
pub mod worked;

pub use args::Args;

use crate::arena;
use crate::workspace;
use anyhow::Result;
use board::Position;
use book::Pages;
use export::{Document, Listed, RunTiming};
use indicatif::{ProgressBar, ProgressStyle};
use measure::{Asked, Plan};
use ordering::Stage;
use output::{make_folder, print, write_file};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use suite::Entry;

/// How long a round of picking moves lasts.
const PICKING: Duration = Duration::from_millis(60);

/// Runs the task.
///
/// # Errors
/// When the wishes do not go together, the suite, the openings or the book's pages cannot be
/// read, a file cannot be written, a match fails, or memory is missing. To be stopped by Ctrl-C is
/// no error, nor is a reader who leaves.
pub fn run(args: &Args) -> Result<()> {
    let screen = &mut io::stdout();
    if args.worked {
        return renew_worked(screen);
    }
    // What would fail at the end of a long run had better fail before it.
    let plan = args.plan();
    args.check(&plan)?;
    let suite = suite::load(&args.suite.clone().unwrap_or_else(suite::default_file))?;
    let terms = args.terms()?;
    let pages = args.book.then(|| pages(&plan)).transpose()?;
    let out = args.out.clone().unwrap_or_else(default_folder);
    make_folder(&out)?;

    let stop = arena::interrupt();
    let mut document = compute(args, &plan, &suite, stop)?;
    if document.rows.is_empty() {
        return print(screen, "stopped before any position was measured\n");
    }
    let played = match &terms {
        Some(terms) => games::play(&plan, terms, stop, &mut document.matches),
        None => Ok(()),
    };
    document.stopped = stop.load(Ordering::Relaxed);
    let charts = finish(&out, &plan, &document, played, screen)?;
    match pages {
        Some(_) if document.stopped => print(screen, "stopped: the book is left as it was\n"),
        Some(pages) => {
            pages.write(&document, &args.command(), &charts)?;
            renew_worked(screen)
        }
        None => Ok(()),
    }
}

/// Where files go when nobody says.
#[must_use]
pub fn default_folder() -> PathBuf {
    workspace::root().join("target").join("ordering")
}

/// Where the book's chapters about the laboratory are.
fn book_folder() -> PathBuf {
    workspace::root().join("docs/src/ordering")
}

/// The book's pages, all of them fit to be written.
fn pages(plan: &Plan) -> Result<Pages> {
    let folder = book_folder();
    worked::check(&folder)?;
    Pages::find(&folder, &plan.schemes)
}

fn renew_worked(screen: &mut dyn Write) -> Result<()> {
    let changed = worked::renew(&book_folder())?;
    let lines: String =
        changed.iter().map(|path| format!("renewed {}\n", path.display())).collect();
    print(screen, &lines)
}

/// Does the searches and puts their figures together; the document has no matches yet.
///
/// # Errors
/// When memory is missing.
pub fn compute(args: &Args, plan: &Plan, suite: &[Entry], stop: &AtomicBool) -> Result<Document> {
    let start = Instant::now();
    let bar = progress_bar(measure::searches(plan, suite.len()) as u64);
    let samples = measure::measure(plan, suite, stop, &bar);
    bar.finish_and_clear();
    let samples = samples?;
    let timing = RunTiming { threads: plan.threads, seconds: start.elapsed().as_secs_f64() };
    let stopped = stop.load(Ordering::Relaxed);
    let picks = if stopped { Vec::new() } else { picks(plan, suite) };
    Ok(Document {
        engine: uci::format::engine_name(),
        parameters: args.parameters(plan),
        stopped,
        stages: Stage::ALL.map(|stage| stage.name().to_owned()).to_vec(),
        positions: suite.iter().map(Listed::from).collect(),
        rows: rows::rows(plan, &samples, &picks),
        matches: Vec::new(),
        samples,
        timing,
    })
}

/// Writes the files of a run, then shows its tables; the charts are returned. Whatever goes wrong,
/// and be it in the games before (`played`), what was measured is not lost.
///
/// # Errors
/// When a file cannot be written, or the games went wrong.
pub fn finish(
    out: &Path,
    plan: &Plan,
    document: &Document,
    played: Result<()>,
    screen: &mut dyn Write,
) -> Result<Vec<(String, String)>> {
    let written = write_files(out, plan, document);
    print(screen, &report(plan, document))?;
    let charts = written?;
    let folder = out.display();
    print(screen, &format!("\nfiles and {} charts are in {folder}\n", charts.len()))?;
    played.map(|()| charts)
}

fn write_files(out: &Path, plan: &Plan, document: &Document) -> Result<Vec<(String, String)>> {
    export::write(out, document)?;
    let charts = charts(plan, document)?;
    for (name, svg) in &charts {
        write_file(&out.join(name), svg.as_bytes())?;
    }
    Ok(charts)
}

fn picks(plan: &Plan, suite: &[Entry]) -> Vec<Option<f64>> {
    let positions: Vec<Position> = suite.iter().map(|entry| entry.position.clone()).collect();
    picks::per_second(&plan.schemes, &positions, PICKING)
}

/// The charts of a run: file name and SVG.
///
/// # Errors
/// When drawing fails.
pub fn charts(plan: &Plan, document: &Document) -> Result<Vec<(String, String)>> {
    let mut charts = Vec::new();
    for Asked { setting, .. } in &plan.settings {
        let (name, title) = (setting.name(), setting.title());
        let levels = rows::growth(plan, &document.samples, *setting);
        let rows: Vec<_> = document.rows.iter().filter(|row| row.setting == *setting).collect();
        let matches: Vec<_> =
            document.matches.iter().filter(|one| one.setting == *setting).collect();
        let drawn = [
            ("nodes", chart::nodes(&format!("Nodes by depth: {title}"), &plan.schemes, &levels)?),
            ("cutoffs", chart::cutoffs(&format!("Where the cutoffs come: {title}"), &rows)?),
            ("elo", chart::elo(&format!("What the orderings are worth: {title}"), &matches)?),
        ];
        let drawn = drawn.into_iter().filter_map(|(kind, svg)| Some((kind, svg?)));
        charts.extend(drawn.map(|(kind, svg)| (format!("{kind}-{name}.svg"), svg)));
    }
    Ok(charts)
}

/// The tables of a run, and what there is to say about the whole.
#[must_use]
pub fn report(plan: &Plan, document: &Document) -> String {
    let lines = show::lines(&document.rows, &document.matches);
    let reference = rows::reference(&plan.schemes);
    let tables: Vec<String> = plan
        .settings
        .iter()
        .map(|asked| show::terminal(&lines, asked.setting, reference))
        .collect();
    let asked = measure::searches(plan, document.positions.len());
    let cap = plan.cap.map_or_else(
        || "uncapped".to_owned(),
        |cap| format!("of at most {} nodes", crate::table::thousands(cap)),
    );
    let RunTiming { threads, seconds } = document.timing;
    format!(
        "{}\n{} of {asked} searches {cap}, in {seconds:.0} s, threads: {threads}{}\n",
        tables.join("\n"),
        document.samples.len(),
        if document.stopped { "; stopped" } else { "" },
    )
}

/// A bar that counts searches; it draws on stderr, and only on a terminal.
fn progress_bar(searches: u64) -> ProgressBar {
    let style = "{wide_bar} {pos}/{len} searches, {eta} left";
    let style = ProgressStyle::with_template(style).expect("the template is a constant");
    ProgressBar::new(searches).with_style(style)
}

#[cfg(test)]
mod tests;
