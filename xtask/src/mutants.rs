//! `cargo xtask mutants`: plants faults in a copy of the workspace, one at a time, and runs the
//! contract of the layer that has the fault. A fault that its contract does not find is a gap in the contract.
//!
//! The lists have faults of meaning: a rule of chess or of the protocol, a sign, what a new game clears.
//! Faults of single operators in a change are found by cargo-mutants: `cargo mutants --in-diff`.

use crate::table::{Align, Table};
use crate::workspace;
use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use testkit::workspace::WorkspaceCopy;

/// Time that a contract may take before the fault counts as found.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The command line of the task.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Only the faults of this layer: the name of a file in xtask/mutants
    #[arg(long)]
    pub layer: Option<String>,
    /// Only faults whose reason or file contains this text
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
}

/// A fault to plant in one file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Fault {
    /// The file, relative to the root of the workspace.
    file: String,
    find: String,
    replace: String,
    /// What the fault breaks.
    why: String,
}

impl Fault {
    /// The source with the fault in it. White space of any kind and length counts as one space, so
    /// that a change of format does no harm. Fails when the text to be replaced does not occur exactly once.
    fn plant(&self, source: &str) -> Result<String> {
        let Self { file, find, replace, .. } = self;
        let (pattern, _) = squeeze(find);
        let (text, places) = squeeze(source);
        let found: Vec<usize> = text.match_indices(&pattern).map(|(at, _)| at).collect();
        let [at] = found[..] else { bail!("`{find}` occurs {} times in {file}", found.len()) };
        let (from, to) = (places[at], places[at + pattern.len() - 1] + 1);
        let end = (to..source.len()).find(|&end| source.is_char_boundary(end)).unwrap_or(to);
        Ok(format!("{}{replace}{}", &source[..from], &source[end..]))
    }
}

/// The text with every run of white space as one space, and where each of its bytes comes from.
fn squeeze(text: &str) -> (String, Vec<usize>) {
    let (mut squeezed, mut places) = (String::new(), Vec::new());
    for (at, letter) in text.char_indices() {
        if !letter.is_whitespace() {
            squeezed.push(letter);
            places.extend(at..at + letter.len_utf8());
        } else if !squeezed.ends_with(' ') {
            squeezed.push(' ');
            places.push(at);
        }
    }
    (squeezed, places)
}

/// Reads a list: blocks of lines that begin with `FILE`, `FIND`, `REPLACE` and `WHY`. Lines that begin with `#` are
/// comments.
fn parse(text: &str) -> Result<Vec<Fault>> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let lines: Vec<&str> = lines.collect();
    let (blocks, rest) = lines.as_chunks::<4>();
    ensure!(!blocks.is_empty() && rest.is_empty(), "not blocks of four lines");
    let fault = |block: &[&str; 4]| {
        let field = |at: usize, keyword: &str| {
            let (found, rest) = block[at].split_once(' ').unwrap_or((block[at], ""));
            ensure!(found == keyword, "expected {keyword}: {}", block[at]);
            Ok(rest.trim().to_owned())
        };
        let [file, find] = [field(0, "FILE")?, field(1, "FIND")?];
        ensure!(!find.is_empty(), "nothing to find in {file}");
        Ok(Fault { file, find, replace: field(2, "REPLACE")?, why: field(3, "WHY")? })
    };
    blocks.iter().map(fault).collect()
}

/// What became of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ContractResult {
    Caught,
    TimedOut,
    Missed,
}

/// Runs the task and prints its table.
///
/// # Errors
/// When a fault cannot be planted or does not compile, a contract fails without any fault, or a
/// fault is missed.
pub fn run(args: &Args) -> Result<()> {
    let copy = WorkspaceCopy::new(workspace::root().join("target/mutants"))?;
    let mut table = Table::new(&[
        ("layer", Align::Left),
        ("tried", Align::Right),
        ("caught", Align::Right),
        ("timed out", Align::Right),
        ("missed", Align::Right),
    ]);
    let mut all_missed = 0;
    for (layer, mut faults) in lists(args.layer.as_deref())? {
        faults.retain(|fault| {
            args.only
                .as_ref()
                .is_none_or(|text| fault.file.contains(text) || fault.why.contains(text))
        });
        let sound = run_contract(&copy, &layer)?;
        ensure!(
            sound == ContractResult::Missed,
            "the contract of {layer} fails without a fault: {sound:?}"
        );
        println!("{layer}: the contract holds");
        let mut counts = [0; 3];
        for fault in &faults {
            let result =
                plant(&copy, &layer, fault).with_context(|| format!("{layer}: {}", fault.why))?;
            counts[result as usize] += 1;
            if result == ContractResult::Missed {
                println!("{layer}: MISSED {}: {}", fault.file, fault.why);
            }
        }
        let [.., missed] = counts;
        all_missed += missed;
        let cells = [faults.len()].into_iter().chain(counts).map(|count| count.to_string());
        table.row([layer].into_iter().chain(cells));
    }
    print!("{table}");
    ensure!(all_missed == 0, "{all_missed} faults missed: the contracts need to be stronger");
    Ok(())
}

/// Tries a fault; the copy is as before afterwards.
fn plant(copy: &WorkspaceCopy, layer: &str, fault: &Fault) -> Result<ContractResult> {
    let original = copy.read(&fault.file)?;
    copy.write(&fault.file, &fault.plant(&original)?)?;
    let result = run_contract(copy, layer);
    copy.write(&fault.file, &original)?;
    result
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

/// Builds and runs the contract of a layer in the copy. [`ContractResult::Missed`] when it holds.
fn run_contract(copy: &WorkspaceCopy, layer: &str) -> Result<ContractResult> {
    let (feature, tests) = feature_and_tests(layer);
    // Only the layers below are built.
    let mut arguments =
        vec!["test", "--no-run", "--package", "bartizan-contracts", "--no-default-features"];
    arguments.extend(["--features", feature, "--message-format", "json"]);
    arguments.extend(tests.iter().flat_map(|test| ["--test", test]));
    let built = copy.cargo(&arguments).stderr(Stdio::null()).output()?;
    ensure!(built.status.success(), "does not compile");
    let messages = String::from_utf8_lossy(&built.stdout);
    let executables: Vec<PathBuf> = messages
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter_map(|message| message["executable"].as_str().map(PathBuf::from))
        .collect();
    ensure!(executables.len() == tests.len(), "cargo names no test to run");
    for executable in executables {
        // Started without cargo, so that it can be ended.
        let child = Command::new(executable)
            .current_dir(copy.dir().join("tests/contracts"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let result = wait(child)?;
        if result != ContractResult::Missed {
            return Ok(result);
        }
    }
    Ok(ContractResult::Missed)
}

/// Waits for a test to end, and ends it when its time is over.
fn wait(mut child: Child) -> Result<ContractResult> {
    let deadline = Instant::now() + TIMEOUT;
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

/// The layers that have a list of faults, or the one asked for, with their faults.
fn lists(only: Option<&str>) -> Result<Vec<(String, Vec<Fault>)>> {
    let folder = workspace::root().join("xtask/mutants");
    let read = |path: &Path| -> Result<(String, Vec<Fault>)> {
        let text = fs::read_to_string(path)?;
        let layer = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok((layer, parse(&text)?))
    };
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut paths = entries.collect::<Result<Vec<PathBuf>>>()?;
    paths.sort_unstable();
    let all = paths.iter().map(|path| read(path).with_context(|| path.display().to_string()));
    let mut all = all.collect::<Result<Vec<_>>>()?;
    if let Some(only) = only {
        let names = all.iter().map(|(layer, _)| layer.as_str()).collect::<Vec<_>>().join(", ");
        all.retain(|(layer, _)| layer == only);
        ensure!(!all.is_empty(), "no faults for `{only}`: there are {names}");
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every fault of every list can be planted in the code as it is.
    #[test]
    fn every_fault_can_be_planted() {
        for (layer, faults) in lists(None).unwrap() {
            for fault in faults {
                let source = fs::read_to_string(workspace::root().join(&fault.file));
                let planted = source.map_err(Into::into).and_then(|source| fault.plant(&source));
                planted.unwrap_or_else(|error| panic!("{layer}: {}: {error:#}", fault.why));
            }
        }
    }

    #[test]
    fn faults_are_read_and_planted_whatever_the_format() {
        let list = "# A list.\nFILE a.rs\nFIND if x { y;\nREPLACE if !x { y;\nWHY reversed\n\n\
            FILE b.rs\nFIND z\nREPLACE\nWHY gone\n";
        let faults = parse(list).expect("a list");
        assert_eq!((faults[0].file.as_str(), faults[0].why.as_str()), ("a.rs", "reversed"));
        assert_eq!(faults[0].plant("é if x\n  {\n\ty;\n}").expect("found"), "é if !x { y;\n}");
        assert_eq!(faults[1].plant("a z b").expect("found"), "a  b");
        for source in ["", "z z"] {
            let error = faults[1].plant(source).expect_err("not once");
            assert!(error.to_string().contains("times in b.rs"), "{error}");
        }
        for text in ["", "FILE a.rs\nFIND x\nWHY y", "FILE a\nREPLACE x\nFIND z\nWHY y"] {
            assert!(parse(text).is_err(), "{text:?}");
        }
    }
}
