//! `cargo xtask speed REV`: the bench of the working tree's engine and that of a revision by turns.

use anyhow::{Context, Result, ensure};
use bartizan::progress::StatusLine;
use bartizan::table::{Table, thousands};
use games::interrupt::interrupt_flag;
use games::output::write_text;
use games::results::write_results;
use games::revision::{build_revision, build_working_tree};
use games::statistics::median;
use serde::Serialize;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::Ordering;
use xtask::workspace;

/// Command line of the task.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// The revision to compare with: a commit, branch or tag
    #[arg(value_name = "REV")]
    pub revision: String,
    /// Runs of each engine
    #[arg(long, value_name = "N", default_value_t = 10,
          value_parser = clap::value_parser!(u32).range(2..))]
    pub rounds: u32,
    /// Depth of the bench [default: that of the engines]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
}

/// The last line of a bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bench {
    nodes: u64,
    nps: u64,
}

/// Runs the task. Ctrl-C ends it with the rounds so far.
pub fn run(args: &Args) -> Result<()> {
    let builds = [build_working_tree()?, build_revision(&args.revision)?];
    let mut rounds: Vec<[Bench; 2]> = Vec::new();
    let mut status = StatusLine::new(Some(0.0));
    for round in 0..args.rounds {
        if interrupt_flag().load(Ordering::Relaxed) {
            break;
        }
        // Each goes first in every other round.
        let first = (round % 2) as usize;
        let Some(one) = bench(&builds[first].path, args.depth)? else { break };
        let Some(other) = bench(&builds[1 - first].path, args.depth)? else { break };
        rounds.push(if first == 0 { [one, other] } else { [other, one] });
        let text = format!("round {} of {}", round + 1, args.rounds);
        status.show(Some(f64::from(round + 1) / f64::from(args.rounds)), &text);
    }
    status.clear();
    let names = builds.map(|build| build.name);
    let results = SpeedResults::new(names, &rounds).context("two rounds are needed at least")?;
    write_results(&workspace::root().join("target/speed/speed.json"), &results)?;
    write_text(&mut std::io::stdout(), &results.text())
}

/// Runs a bench; `None` when it was interrupted.
fn bench(engine: &Path, depth: Option<u32>) -> Result<Option<Bench>> {
    let mut command = Command::new(engine);
    command.arg("bench").args(depth.map(|depth| depth.to_string()));
    let output = command.output().with_context(|| format!("cannot run {}", engine.display()))?;
    if interrupt_flag().load(Ordering::Relaxed) {
        return Ok(None);
    }
    ensure!(output.status.success(), "the bench of {}: {}", engine.display(), output.status);
    let text = String::from_utf8_lossy(&output.stdout);
    let bench = text.lines().last().and_then(parse);
    bench.map(Some).with_context(|| format!("the bench of {} has no result", engine.display()))
}

/// Reads `N nodes M nps`.
fn parse(line: &str) -> Option<Bench> {
    match line.split_whitespace().collect::<Vec<_>>()[..] {
        [nodes, "nodes", nps, "nps"] => {
            Some(Bench { nodes: nodes.parse().ok()?, nps: nps.parse().ok()? })
        }
        _ => None,
    }
}

/// The benches of the working tree's engine and that of the revision.
#[derive(Serialize)]
struct SpeedResults {
    engines: [String; 2],
    nodes: [u64; 2],
    /// Nodes a second of both in each round.
    nps: Vec<[u64; 2]>,
    /// The speed of the first engine over that of the second, the geometric mean over the rounds.
    ratio: f64,
    standard_error_of_log: f64,
}

impl SpeedResults {
    /// `None` with fewer than two rounds.
    fn new(engines: [String; 2], rounds: &[[Bench; 2]]) -> Option<Self> {
        let nodes = rounds.first().filter(|_| rounds.len() >= 2)?.map(|bench| bench.nodes);
        let nps: Vec<_> = rounds.iter().map(|round| round.map(|bench| bench.nps)).collect();
        let logs: Vec<f64> = nps.iter().map(|&[new, old]| (new as f64 / old as f64).ln()).collect();
        let count = logs.len() as f64;
        let mean = logs.iter().sum::<f64>() / count;
        let squares: f64 = logs.iter().map(|log| (log - mean).powi(2)).sum();
        let standard_error_of_log = (squares / (count - 1.0) / count).sqrt();
        Some(Self { engines, nodes, nps, ratio: mean.exp(), standard_error_of_log })
    }

    /// Nodes and median speed of both, and the ratio with its error.
    fn text(&self) -> String {
        let rows = [0, 1].map(|engine| {
            let speed = median(self.nps.iter().map(|nps| nps[engine] as f64));
            vec![
                self.engines[engine].clone(),
                thousands(self.nodes[engine]),
                thousands(speed as u64),
            ]
        });
        let table = Table::of_numbers(["engine", "bench nodes", "median nps"], rows);
        let (ratio, error) = (self.ratio, 100.0 * self.standard_error_of_log);
        let count = self.nps.len();
        format!("{table}speed ratio {ratio:.4}, standard error {error:.2} %, {count} rounds\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ratio_is_the_geometric_mean() {
        let round = |new, old| [new, old].map(|nps| Bench { nodes: 1, nps });
        let names = || ["new", "old"].map(str::to_owned);
        let rounds = [round(200, 100), round(100, 200), round(100, 100)];
        let results = SpeedResults::new(names(), &rounds).unwrap();
        // Logarithms ln 2, -ln 2, 0: variance (ln 2)², standard error ln 2/√3.
        assert!((results.ratio - 1.0).abs() < 1e-12);
        assert!((results.standard_error_of_log - 2_f64.ln() / 3_f64.sqrt()).abs() < 1e-12);
        assert!(SpeedResults::new(names(), &[round(1, 1)]).is_none());
    }

    #[test]
    fn bench_lines_are_read() {
        assert_eq!(
            parse("1302336 nodes 1500000 nps"),
            Some(Bench { nodes: 1_302_336, nps: 1_500_000 })
        );
        assert_eq!(parse("bench"), None);
    }
}
