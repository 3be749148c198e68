//! `cargo xtask swaps`: each package below `tests/swaps` that replaces or adds a part takes its place
//! in a copy of the workspace. There its contract runs, and the engine is built with it, counts
//! perft, runs the positions of `bench` and plays against the unchanged engine.

mod engines;
mod replaced_part;
mod trial;

pub use replaced_part::ReplacedPart;

use crate::table::{Align, Table};
use crate::workspace;
use anyhow::{Context, Result, bail, ensure};
use testkit::workspace::WorkspaceCopy;
use trial::{TestedEngine, Trial, build_engine, run_trial};

/// The command line of the task.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Only this package (default: all)
    pub name: Option<String>,
    /// Games against the unchanged engine, in pairs: odd numbers are rounded up
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub games: usize,
    /// Nodes for each move of a game
    #[arg(long, value_name = "N", default_value_t = 5_000,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
}

/// Runs the task and prints its table.
///
/// # Errors
/// When there is no such package, an engine cannot be built, a contract or perft fails, or an engine
/// crashes or offers an illegal move. All packages are tried first.
pub fn run(args: &Args) -> Result<()> {
    let all = ReplacedPart::all()?;
    let names: Vec<&str> = all.iter().map(|part| part.package.as_str()).collect();
    let known = args.name.as_ref().is_none_or(|name| names.contains(&name.as_str()));
    ensure!(known, "there is no such package, only {}", names.join(", "));
    let folder = workspace::root().join("target/swaps");
    let copy = || WorkspaceCopy::new(folder.join("workspace")).context("cannot copy the workspace");
    let unchanged = build_engine(&copy()?, "bartizan", &folder.join("bartizan"))?;
    let mut table = Table::new(&[
        ("part", Align::Left),
        ("layer", Align::Left),
        ("lines", Align::Right),
        ("perft Mnodes/s", Align::Right),
        ("bench nodes", Align::Right),
        ("bench nps", Align::Right),
        ("W-D-L", Align::Right),
        ("faults", Align::Right),
    ]);
    let itself = TestedEngine { path: &unchanged, cecp: false, option: None };
    let plain = run_trial(&itself, &unchanged, 0, args.nodes);
    table.row(row("unchanged", "", String::new(), &plain));
    let mut failed = plain.faults;
    for part in
        all.iter().filter(|part| args.name.as_ref().is_none_or(|name| *name == part.package))
    {
        println!("{}: contract, build, games", part.package);
        let tried = || -> Result<Trial> {
            let copy = copy()?;
            part.install(&copy)?;
            part.run_contract(&copy)?;
            let cecp = part.layer == "uci";
            let package = if cecp { &part.package } else { "bartizan" };
            let path = build_engine(&copy, package, &folder.join(&part.package))?;
            let tested = TestedEngine { path: &path, cecp, option: part.option() };
            Ok(run_trial(&tested, &unchanged, args.games.div_ceil(2), args.nodes))
        };
        let trial = tried().unwrap_or_else(|error| Trial {
            faults: vec![format!("{error:#}")],
            ..Trial::default()
        });
        table.row(row(&part.package, &part.layer, part.lines()?.to_string(), &trial));
        let faults = trial.faults.into_iter();
        failed.extend(faults.map(|fault| format!("{}: {fault}", part.package)));
    }
    print!("{table}");
    if failed.is_empty() {
        return Ok(());
    }
    println!("{}", failed.join("\n"));
    bail!("{} faults", failed.len())
}

fn row(name: &str, layer: &str, lines: String, trial: &Trial) -> Vec<String> {
    let [wins, draws, losses] = trial.score;
    let speed = |value: Option<f64>, digits: usize| {
        value.map_or("-".to_owned(), |value| format!("{value:.digits$}"))
    };
    vec![
        name.to_owned(),
        layer.to_owned(),
        lines,
        speed(trial.perft_mnodes, 1),
        trial.bench_nodes.map_or("-".to_owned(), |nodes| nodes.to_string()),
        speed(trial.bench_nps, 0),
        format!("{wins}-{draws}-{losses}"),
        trial.faults.len().to_string(),
    ]
}
