//! `cargo xtask mutants`: plants faults in a copy of the workspace, one at a time, and runs the
//! contract of the layer that has the fault. A fault that its contract does not find is a gap in the contract.
//!
//! The lists have faults of meaning: a rule of chess or of the protocol, a sign, what a new game clears.
//! Faults of single operators in a change are found by cargo-mutants: `cargo mutants --in-diff`.

mod list;

use crate::table::{Align, Table};
use crate::workspace;
use anyhow::{Context, Result, bail, ensure};
use list::Fault;
use serde_json::Value;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use testkit::workspace::WorkspaceCopy;

/// The command line of the task.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Only the faults of this layer: the name of a file in xtask/mutants
    #[arg(long)]
    pub layer: Option<String>,
    /// Only faults whose reason or file contains this text
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
    /// Check that every fault can be planted, and run nothing
    #[arg(long)]
    pub check: bool,
    /// Seconds that a contract may take before the fault counts as found
    #[arg(long, default_value_t = 60, value_name = "SECONDS")]
    pub timeout: u64,
}

/// What became of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ContractResult {
    Caught,
    TimedOut,
    Missed,
    DoesNotCompile,
}

/// The counts of a layer.
#[derive(Default)]
struct Counts {
    tried: usize,
    caught: usize,
    timed_out: usize,
    missed: usize,
    /// The longest time that the contract took to find a fault, without its build and without faults
    /// that it did not end with.
    longest: Duration,
}

/// Runs the task and prints its table.
///
/// # Errors
/// When a fault cannot be planted or does not compile, a contract fails without any fault, or a
/// fault is missed.
pub fn run(args: &Args) -> Result<()> {
    let layers = layers(args.layer.as_deref())?;
    let copy = WorkspaceCopy::new(workspace::root().join("target/mutants"))?;
    let mut planted = Vec::new();
    for layer in &layers {
        let path = folder().join(format!("{layer}.txt"));
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        let mut faults = list::parse(&text).with_context(|| path.display().to_string())?;
        faults.retain(|fault| args.only.as_ref().is_none_or(|text| fault.matches(text)));
        for fault in &faults {
            fault
                .plant(&copy.read(&fault.file)?)
                .with_context(|| format!("{layer}: {}", fault.why))?;
        }
        planted.push((layer, faults));
    }
    if args.check {
        return Ok(());
    }
    let timeout = Duration::from_secs(args.timeout);
    let mut table = Table::new(&[
        ("layer", Align::Left),
        ("tried", Align::Right),
        ("caught", Align::Right),
        ("timed out", Align::Right),
        ("missed", Align::Right),
        ("longest", Align::Right),
    ]);
    let mut all_missed = 0;
    for (layer, faults) in planted {
        let start = Instant::now();
        let (outcome, _) = run_contract(&copy, layer, timeout)?;
        ensure!(
            outcome == ContractResult::Missed,
            "the contract of {layer} fails without a fault: {outcome:?}"
        );
        println!(
            "{layer}: the contract holds, {:.0} s with its build",
            start.elapsed().as_secs_f64()
        );
        let counts = run_layer(&copy, layer, &faults, timeout)?;
        all_missed += counts.missed;
        let Counts { tried, caught, timed_out, missed, longest } = counts;
        let cells = [tried, caught, timed_out, missed].map(|count| count.to_string());
        let longest = format!("{:.1} s", longest.as_secs_f64());
        table.row([layer.clone()].into_iter().chain(cells).chain([longest]));
    }
    print!("{table}");
    if all_missed > 0 {
        bail!("{all_missed} faults missed: the contracts need to be stronger");
    }
    Ok(())
}

/// Tries every fault of a layer; the copy is as before afterwards.
fn run_layer(
    copy: &WorkspaceCopy,
    layer: &str,
    faults: &[Fault],
    timeout: Duration,
) -> Result<Counts> {
    let mut counts = Counts::default();
    for fault in faults {
        counts.tried += 1;
        let original = copy.read(&fault.file)?;
        copy.write(&fault.file, &fault.plant(&original)?)?;
        let outcome = run_contract(copy, layer, timeout);
        copy.write(&fault.file, &original)?;
        let (outcome, time) = outcome?;
        match outcome {
            ContractResult::Caught => {
                counts.caught += 1;
                counts.longest = counts.longest.max(time);
            }
            ContractResult::TimedOut => counts.timed_out += 1,
            ContractResult::Missed => {
                counts.missed += 1;
                println!("{layer}: MISSED {}: {}", fault.file, fault.why);
            }
            ContractResult::DoesNotCompile => bail!("{layer}: does not compile: {}", fault.why),
        }
    }
    Ok(counts)
}

/// The feature of `bartizan-contracts` that the contract of a layer needs, and its tests. That of
/// the search is held against the default one.
fn feature_and_tests(layer: &str) -> (&str, Vec<&str>) {
    match layer {
        "search" => ("reference", vec!["transposition_table", "default_search"]),
        "uci" => ("uci", vec!["notation", "uci"]),
        layer => (layer, vec![layer]),
    }
}

/// Builds and runs the contract of a layer in the copy, and says how long it ran.
/// [`ContractResult::Missed`] when it holds.
fn run_contract(
    copy: &WorkspaceCopy,
    layer: &str,
    timeout: Duration,
) -> Result<(ContractResult, Duration)> {
    let (feature, tests) = feature_and_tests(layer);
    // Only the layers below are built.
    let mut arguments =
        vec!["test", "--no-run", "--package", "bartizan-contracts", "--no-default-features"];
    arguments.extend(["--features", feature, "--message-format", "json"]);
    arguments.extend(tests.iter().flat_map(|test| ["--test", test]));
    let built = copy.cargo(&arguments).stderr(Stdio::null()).output()?;
    if !built.status.success() {
        return Ok((ContractResult::DoesNotCompile, Duration::ZERO));
    }
    let messages = String::from_utf8_lossy(&built.stdout);
    let executables: Vec<PathBuf> = messages
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter_map(|message| message["executable"].as_str().map(PathBuf::from))
        .collect();
    ensure!(executables.len() == tests.len(), "cargo names no test to run");
    let start = Instant::now();
    for executable in executables {
        // Started without cargo, so that it can be ended.
        let mut child = Command::new(executable)
            .current_dir(copy.dir().join("tests/contracts"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let outcome = wait(&mut child, timeout)?;
        if outcome != ContractResult::Missed {
            return Ok((outcome, start.elapsed()));
        }
    }
    Ok((ContractResult::Missed, start.elapsed()))
}

/// Waits for a test to end, and ends it when its time is over.
fn wait(child: &mut Child, timeout: Duration) -> Result<ContractResult> {
    let deadline = Instant::now() + timeout;
    loop {
        match child.try_wait()? {
            Some(status) if status.success() => return Ok(ContractResult::Missed),
            Some(_) => return Ok(ContractResult::Caught),
            None if Instant::now() >= deadline => {
                child.kill()?;
                child.wait()?;
                return Ok(ContractResult::TimedOut);
            }
            None => std::thread::sleep(Duration::from_millis(20)),
        }
    }
}

fn folder() -> PathBuf {
    workspace::root().join("xtask/mutants")
}

/// The layers that have a list of faults, or the one asked for.
fn layers(only: Option<&str>) -> Result<Vec<String>> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder())? {
        let path = entry?.path();
        all.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
    }
    all.sort_unstable();
    match only {
        None => Ok(all),
        Some(layer) if all.iter().any(|name| name == layer) => Ok(vec![layer.to_owned()]),
        Some(layer) => bail!("no faults for `{layer}`: there are {}", all.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every fault of every list can be planted in the code as it is.
    #[test]
    fn every_fault_can_be_planted() {
        for layer in layers(None).expect("the lists") {
            let path = folder().join(format!("{layer}.txt"));
            let faults = list::parse(&std::fs::read_to_string(path).expect("a list"));
            for fault in faults.unwrap_or_else(|error| panic!("{layer}: {error:#}")) {
                let source = std::fs::read_to_string(workspace::root().join(&fault.file));
                let source = source.unwrap_or_else(|error| panic!("{}: {error}", fault.file));
                let planted = fault.plant(&source);
                planted.unwrap_or_else(|error| panic!("{layer}: {}: {error:#}", fault.why));
            }
        }
    }
}
