//! `cargo xtask ordering`: all schemes of move ordering, measured side by side.

mod args;
mod chart;
mod docs_pages;
mod elo_chart;
mod export;
pub mod kiwipete;
mod matches;
mod measure;
mod picks;
mod rows;
mod show;
mod suite;
mod worked_position;

pub use args::Args;
pub use export::OrderingResults;

use anyhow::Result;
use bartizan::progress;
use bartizan::table::thousands;
use board::Position;
use docs_pages::DocsPages;
use export::RunTiming;
use games::interrupt::interrupt_flag;
use games::output::{make_folder, write_file, write_text};
use games::results::ORIGIN;
use measure::{Plan, Setting};
use ordering::Stage;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use suite::SuitePosition;
use xtask::workspace;

/// Length of a round of picking moves.
const PICK_ROUND_TIME: Duration = Duration::from_millis(60);

/// Runs the task.
///
/// # Errors
/// When options are incompatible, the suite, the openings or the book's pages cannot be read, a
/// file cannot be written, a match fails, or memory is missing. Ctrl-C is no error, nor is a closed
/// standard output.
pub fn run(args: &Args) -> Result<()> {
    let stdout = &mut io::stdout();
    if args.worked {
        return update_worked_positions(stdout);
    }
    // Errors in files are reported before the long run, not after it.
    let plan = args.plan();
    args.validate(&plan)?;
    let suite = suite::load(&args.suite.clone().unwrap_or_else(suite::default_file))?;
    let match_settings = args.match_settings()?;
    let pages = args.book.then(find_pages).transpose()?;
    let out = args.out.clone().unwrap_or_else(default_folder);
    make_folder(&out)?;

    let stop = interrupt_flag();
    let mut results = compute(args, &plan, &suite, stop)?;
    if results.rows.is_empty() {
        return write_text(stdout, "stopped before any position was measured\n");
    }
    let played = match &match_settings {
        Some(settings) => matches::play(&plan, settings, stop, &mut results.matches),
        None => Ok(()),
    };
    results.stopped = stop.load(Ordering::Relaxed);
    let charts = write_and_report(&out, &plan, &results, played, stdout)?;
    match pages {
        Some(_) if results.stopped => write_text(stdout, "stopped: the book is unchanged\n"),
        Some(pages) => {
            pages.write(&results, &ORIGIN.command, &charts)?;
            update_worked_positions(stdout)
        }
        None => Ok(()),
    }
}

/// Where files are written by default.
fn default_folder() -> PathBuf {
    workspace::root().join("target").join("ordering")
}

/// The folder of the book's chapters on the orderings.
fn docs_folder() -> PathBuf {
    workspace::root().join("docs/src/ordering")
}

/// The book's pages, checked so that writing them cannot fail for their content.
fn find_pages() -> Result<DocsPages> {
    let folder = docs_folder();
    worked_position::chapters(&folder)?;
    DocsPages::find(&folder)
}

fn update_worked_positions(stdout: &mut dyn Write) -> Result<()> {
    let changed = worked_position::update_chapters(&docs_folder())?;
    let lines: String =
        changed.iter().map(|path| format!("renewed {}\n", path.display())).collect();
    write_text(stdout, &lines)
}

/// Does the searches and computes the summary; there are no matches yet.
fn compute(
    args: &Args,
    plan: &Plan,
    suite: &[SuitePosition],
    stop: &AtomicBool,
) -> Result<OrderingResults> {
    let start = Instant::now();
    let searches = measure::search_count(plan, suite.len()) as u64;
    let bar = progress::bar(searches, "{pos}/{len} searches, {eta} left");
    let samples = measure::measure(plan, suite, stop, &bar);
    bar.finish_and_clear();
    let samples = samples?;
    let timing = RunTiming { threads: plan.threads, seconds: start.elapsed().as_secs_f64() };
    let stopped = stop.load(Ordering::Relaxed);
    let positions: Vec<Position> = suite.iter().map(|entry| entry.position.clone()).collect();
    let picks = if stopped {
        Vec::new()
    } else {
        picks::measure_picks(&plan.schemes, &positions, PICK_ROUND_TIME)
    };
    let settings = plan.settings.iter().map(|spec| spec.setting);
    let growth = |setting| (setting, rows::tree_growth(plan, &samples, setting));
    Ok(OrderingResults {
        engine: uci::format::engine_name(),
        parameters: args.parameters(plan),
        stopped,
        stages: Stage::ALL.map(Stage::name).to_vec(),
        positions: suite.to_vec(),
        rows: rows::rows(plan, &samples, &picks),
        growth: settings.map(growth).collect(),
        matches: Vec::new(),
        samples,
        timing,
    })
}

/// Writes the files of a run, prints its tables and returns its charts. The files are written and
/// the tables printed even when the matches failed (`played`).
fn write_and_report(
    out: &Path,
    plan: &Plan,
    results: &OrderingResults,
    played: Result<()>,
    stdout: &mut dyn Write,
) -> Result<Vec<(String, String)>> {
    let charts = results.charts();
    let written = export::write(out, results).and_then(|()| {
        charts.iter().try_for_each(|(name, svg)| write_file(&out.join(name), svg.as_bytes()))
    });
    write_text(stdout, &report(plan, results))?;
    written?;
    let folder = out.display();
    write_text(stdout, &format!("\nfiles and {} charts are in {folder}\n", charts.len()))?;
    played.map(|()| charts)
}

impl OrderingResults {
    /// The charts of a run: file name and SVG.
    #[must_use]
    pub fn charts(&self) -> Vec<(String, String)> {
        let plan = &self.parameters.plan;
        plan.settings.iter().flat_map(|spec| self.charts_of(spec.setting)).collect()
    }

    fn charts_of(&self, setting: Setting) -> Vec<(String, String)> {
        let (name, title) = (setting.name(), setting.title());
        let levels = self.growth.get(&setting).map_or(&[][..], Vec::as_slice);
        let schemes = &self.parameters.plan.schemes;
        let rows: Vec<_> = self.rows.iter().filter(|row| row.setting == setting).collect();
        let matches: Vec<_> = self.matches.iter().filter(|one| one.setting == setting).collect();
        let drawn = [
            ("nodes", chart::nodes(&format!("Nodes by depth: {title}"), schemes, levels)),
            ("cutoffs", chart::cutoffs(&format!("Beta cutoffs by move: {title}"), &rows)),
            ("elo", chart::elo(&format!("Elo of the orderings: {title}"), &matches)),
        ];
        let drawn = drawn.into_iter().filter_map(|(kind, svg)| Some((kind, svg?)));
        drawn.map(|(kind, svg)| (format!("{kind}-{name}.svg"), svg)).collect()
    }
}

/// The tables of a run and a line about the whole.
fn report(plan: &Plan, results: &OrderingResults) -> String {
    let rows = show::rows_with_matches(&results.rows, &results.matches);
    let tables = plan.settings.iter().map(|spec| show::terminal(&rows, spec.setting));
    let planned = measure::search_count(plan, results.positions.len());
    let cap = plan.cap.map_or_else(
        || "uncapped".to_owned(),
        |cap| format!("of at most {} nodes", thousands(cap)),
    );
    let RunTiming { threads, seconds } = results.timing;
    format!(
        "{}\n{} of {planned} searches {cap}, in {seconds:.0} s, threads: {threads}{}\n",
        tables.collect::<Vec<_>>().join("\n"),
        results.samples.len(),
        if results.stopped { "; stopped" } else { "" },
    )
}

#[cfg(test)]
mod tests;
