//! `cargo xtask swaps`: each package below `tests/swaps` that replaces or adds a part takes its place
//! in a copy of the workspace. There its contract runs, and the engine is built with it, counts
//! perft, runs the positions of `bench` and plays against the unchanged engine.

mod replaced_part;

pub use replaced_part::ReplacedPart;

use crate::door;
use crate::table::{Align, Table};
use crate::workspace;
use anyhow::{Context, Result, bail, ensure};
use replaced_part::run_cargo;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use testkit::workspace::WorkspaceCopy;

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
    let plain = run_trial(args, &unchanged, &unchanged, &["--pairs".into(), "0".into()])?;
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
            let pairs = args.games.div_ceil(2).to_string();
            let mut more: Vec<OsString> = vec!["--pairs".into(), pairs.into()];
            more.extend(cecp.then(|| "--cecp".into()));
            if let Some((name, value)) = part.option() {
                more.extend(["--option".into(), format!("{name}={value}").into()]);
            }
            run_trial(args, &path, &unchanged, &more)
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

/// The results of an engine on trial, which the laboratory's command `trial` plays and prints as JSON.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// Speed of perft over the protocol, in million nodes a second.
    pub perft_mnodes: Option<f64>,
    /// Nodes of the positions of `bench`.
    pub bench_nodes: Option<u64>,
    /// The same a second.
    pub bench_nps: Option<f64>,
    /// Games won, drawn and lost.
    pub score: [usize; 3],
    /// What went wrong.
    pub faults: Vec<String>,
}

/// Tries an engine against the unchanged one.
fn run_trial(args: &Args, engine: &Path, unchanged: &Path, more: &[OsString]) -> Result<Trial> {
    let nodes = args.nodes.to_string().into();
    let words = ["trial".into(), engine.into(), unchanged.into(), "--nodes".into(), nodes];
    let output = door::output(words.into_iter().chain(more.iter().cloned()).collect())?;
    serde_json::from_str(&output).context("cannot read the results of the trial")
}

/// Builds the engine of `package` in a copy of the workspace and puts its binary at `path`.
fn build_engine(copy: &WorkspaceCopy, package: &str, path: &Path) -> Result<PathBuf> {
    let arguments = ["build", "--profile", "xtask", "--package", package, "--bins"];
    let messages = run_cargo(
        copy,
        &[&arguments[..], &["--message-format", "json-render-diagnostics"]].concat(),
    )?;
    let built = messages.lines().find_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        message["executable"].as_str().map(PathBuf::from)
    });
    let built = built.with_context(|| format!("{package} has no binary"))?;
    fs::copy(&built, path).with_context(|| format!("cannot copy {}", built.display()))?;
    Ok(path.to_path_buf())
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
