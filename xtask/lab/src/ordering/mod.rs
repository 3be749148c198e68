//! `cargo xtask ordering`: all schemes of move ordering, measured side by side.

pub mod kiwipete;
mod measure;
mod rows;
mod show;
#[cfg(test)]
mod tests;
mod worked_position;

use crate::engine_match::{GameOptions, play_all};
use anyhow::{Result, ensure};
use bartizan::progress;
use board::Position;
use games::arena::Side;
use games::epd::read_positions;
use games::interrupt::interrupt_flag;
use games::output::write_text;
use games::results::write_results;
use measure::{HASH_MIB, Plan, Sample, SearchSpec, Setting};
use rows::SummaryRow;
use serde::Serialize;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use xtask::workspace;

/// Nodes after which a search is cut short by default: a run takes about a minute and a half on two
/// cores.
const DEFAULT_NODE_CAP: u64 = 250_000;
/// Length of a round of picking moves.
const PICK_ROUND_TIME: Duration = Duration::from_millis(60);

/// Command line of the task.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// The schemes, separated by commas; the default scheme is added (default: all)
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = parse_scheme)]
    schemes: Vec<&'static str>,
    /// The search in which they are measured (default: one after the other)
    #[arg(long, value_name = "WHICH")]
    setting: Option<Setting>,
    /// Plies to search (default: 6 for alpha-beta, 14 for full)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// Nodes after which a search is cut short; 0 for never
    #[arg(long, value_name = "N", default_value_t = DEFAULT_NODE_CAP)]
    cap: u64,
    /// A file with a position on each line: FEN or EPD
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// Only renew the listings of the worked position in the chapters; measure nothing
    #[arg(long, exclusive = true)]
    worked: bool,
    #[command(flatten)]
    options: GameOptions,
}

/// A scheme's name as the registry has it. The error lists all names.
fn parse_scheme(name: &str) -> Result<&'static str, String> {
    let known = ordering::NAMES.into_iter().find(|known| known.eq_ignore_ascii_case(name.trim()));
    known.ok_or_else(|| format!("there is no scheme `{name}`, only {}", ordering::NAMES.join(", ")))
}

impl Args {
    /// What is measured: every named scheme once, in the order given, and the default one, with
    /// which the others are compared.
    fn plan(&self) -> Plan {
        let mut schemes: Vec<&'static str> = Vec::new();
        let named = if self.schemes.is_empty() { &ordering::NAMES[..] } else { &self.schemes };
        for &scheme in named.iter().chain([&ordering::DEFAULT]) {
            if !schemes.contains(&scheme) {
                schemes.push(scheme);
            }
        }
        let settings = self.setting.as_ref().map_or(&Setting::ALL[..], std::slice::from_ref);
        let spec = |&setting: &Setting| SearchSpec {
            setting,
            depth: self.depth.unwrap_or(setting.default_depth()),
        };
        Plan {
            schemes,
            settings: settings.iter().map(spec).collect(),
            cap: (self.cap > 0).then_some(self.cap),
            threads: self.options.run.threads.count(),
        }
    }
}

/// A whole run.
#[derive(Clone, Debug, Serialize)]
struct OrderingResults {
    /// Name and version of the engine.
    engine: String,
    /// What was asked for.
    parameters: Value,
    /// Whether it was stopped before all searches and games were finished.
    stopped: bool,
    /// The FENs that were searched.
    positions: Vec<String>,
    /// A row for each scheme and setting.
    rows: Vec<SummaryRow>,
    /// Every search.
    samples: Vec<Sample>,
    /// Seconds of the searches together, wall clock.
    seconds: f64,
}

/// Runs the task. Ctrl-C is no error, nor is a closed standard output.
pub fn run(args: &Args) -> Result<()> {
    let stdout = &mut io::stdout();
    if args.worked {
        return worked_position::update_chapters(stdout);
    }
    // Errors in files are reported before the long run, not after it.
    let plan = args.plan();
    let default = ordering::DEFAULT;
    ensure!(plan.schemes.len() > 1, "schemes are compared with {default}: name another one");
    ensure!(args.options.tc.is_none(), "the games are played at fixed nodes");
    args.options.openings.openings(1)?;
    let suite = read_positions(&args.suite.clone().unwrap_or_else(default_suite))?;
    let out = args.options.run.out.clone();
    let out = out.unwrap_or_else(|| workspace::root().join("target/ordering/ordering.json"));

    let mut results = compute(args, &plan, &suite, interrupt_flag())?;
    if results.rows.is_empty() {
        return write_text(stdout, "stopped before any position was measured\n");
    }
    let played = if args.options.games.is_some() {
        play_matches(&args.options, &mut results.rows)
    } else {
        Ok(())
    };
    results.stopped = interrupt_flag().load(Ordering::Relaxed);
    finish(&out, &plan, &results, played, stdout)
}

/// The project's own suite.
fn default_suite() -> PathBuf {
    workspace::root().join("tests/testkit/data/ordering.epd")
}

/// Does the searches and computes the summary; there are no matches yet.
fn compute(
    args: &Args,
    plan: &Plan,
    suite: &[Position],
    stop: &AtomicBool,
) -> Result<OrderingResults> {
    let start = Instant::now();
    let searches = measure::search_count(plan, suite.len()) as u64;
    let bar = progress::bar(searches, "{pos}/{len} searches, {eta} left");
    let samples = measure::measure(plan, suite, stop, &bar);
    bar.finish_and_clear();
    let (samples, seconds) = (samples?, start.elapsed().as_secs_f64());
    let stopped = stop.load(Ordering::Relaxed);
    let picks = if stopped {
        Vec::new()
    } else {
        measure::measure_picks(&plan.schemes, suite, PICK_ROUND_TIME)
    };
    Ok(OrderingResults {
        engine: uci::format::engine_name(),
        parameters: json!({
            "plan": plan,
            "suite": args.suite,
            "hash_mib": HASH_MIB,
            "nodes": args.options.nodes,
            "openings": args.options.openings.to_string(),
        }),
        stopped,
        positions: suite.iter().map(Position::to_fen).collect(),
        rows: rows::rows(plan, &samples, &picks),
        samples,
        seconds,
    })
}

/// Plays each scheme against the default one in the same setting.
fn play_matches(options: &GameOptions, rows: &mut [SummaryRow]) -> Result<()> {
    let others = rows.iter_mut().filter(|row| row.scheme != ordering::DEFAULT);
    let matches = others.map(|row| {
        let setting = row.setting;
        let side = |scheme| Side::from(setting.engine_config(scheme, false));
        let sides = [side(row.scheme), side(ordering::DEFAULT)];
        (row, sides)
    });
    play_all(matches, options, "ordering", |row, result| {
        row.result = Some(result);
        Ok(())
    })
}

/// Prints the tables of a run and writes its file, even when the matches failed (`played`).
fn finish(
    out: &Path,
    plan: &Plan,
    results: &OrderingResults,
    played: Result<()>,
    stdout: &mut dyn Write,
) -> Result<()> {
    write_text(stdout, &format!("{}{}\n", report(plan, results), out.display()))?;
    write_results(out, results)?;
    played
}

/// The tables of a run and a line about the whole.
fn report(plan: &Plan, results: &OrderingResults) -> String {
    let tables = plan.settings.iter().map(|spec| show::tables(&results.rows, spec.setting));
    let planned = measure::search_count(plan, results.positions.len());
    format!(
        "{}\n{} of {planned} searches in {:.0} s, threads: {}{}\n",
        tables.collect::<Vec<_>>().join("\n"),
        results.samples.len(),
        results.seconds,
        plan.threads,
        if results.stopped { "; stopped" } else { "" },
    )
}
