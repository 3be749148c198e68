//! `cargo xtask nodes`: the node count of every position of `bench`, compared with a file. A
//! difference shows that a change alters the search tree; it does not show whether the change is
//! an improvement.

use crate::door::PROFILE_VARIABLE;
use crate::table::{Align, Table};
use crate::workspace;
use anyhow::{Context, Result, bail, ensure};
use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Stdio;

/// The command line of the task.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Write the present counts to the file
    #[arg(long)]
    pub bless: bool,
}

/// The FEN of each position, and the nodes of a search to the depth of `bench`.
type NodeCounts = Vec<(String, u64)>;

/// Runs the task.
///
/// # Errors
/// When a count differs from the file (each is printed, old and new), or the file cannot be read
/// or written.
pub fn run(args: &Args) -> Result<()> {
    let new = measure()?;
    if args.bless {
        let path = snapshot_path();
        fs::write(&path, format(&new)).with_context(|| path.display().to_string())?;
        println!("{}", path.display());
        return Ok(());
    }
    let differences = differences(&snapshot()?, &new);
    if differences.is_empty() {
        println!("{} positions, {} nodes, as in the snapshot", new.len(), total(&new));
        return Ok(());
    }
    let mut table =
        Table::new(&[("was", Align::Right), ("is", Align::Right), ("position", Align::Left)]);
    for (fen, was, is) in &differences {
        let shown = |nodes: &Option<u64>| nodes.map_or("-".to_owned(), |nodes| nodes.to_string());
        table.row([shown(was), shown(is), fen.clone()]);
    }
    print!("{table}");
    let number = differences.len();
    bail!("{number} node counts differ; if that is intended: cargo xtask nodes --bless")
}

/// The node counts that `bench` of the engine prints, which cargo builds first.
fn measure() -> Result<NodeCounts> {
    let profile = env::var(PROFILE_VARIABLE).unwrap_or_else(|_| "dev".to_owned());
    let output = workspace::cargo()
        .args(["run", "--quiet", "--profile", &profile, "--package", "bartizan", "--manifest-path"])
        .arg(workspace::root().join("Cargo.toml"))
        .args(["--", "bench"])
        .stderr(Stdio::inherit())
        .output()
        .context("cannot run cargo")?;
    ensure!(output.status.success(), "`bench` fails: {}", output.status);
    parse_bench(&String::from_utf8_lossy(&output.stdout))
}

/// Reads what `bench` prints: lines ` 1/49  12863  FEN`, and the sum, `513175 nodes 269775 nps`.
fn parse_bench(text: &str) -> Result<NodeCounts> {
    let counts = text.lines().filter_map(|line| {
        let (place, rest) = line.trim().split_once(char::is_whitespace)?;
        let (nodes, fen) = rest.trim().split_once(char::is_whitespace)?;
        let nodes = place.contains('/').then(|| nodes.parse().ok()).flatten()?;
        Some((fen.trim().to_owned(), nodes))
    });
    let counts: NodeCounts = counts.collect();
    ensure!(counts.len() >= 40, "`bench` has only {} positions", counts.len());
    let (last, total) =
        (text.lines().last().and_then(|line| line.split(' ').next()), total(&counts));
    ensure!(last == Some(&total.to_string()), "the sum of `bench` is not {total}: {text}");
    Ok(counts)
}

fn total(counts: &[(String, u64)]) -> u64 {
    counts.iter().map(|(_, nodes)| nodes).sum()
}

/// The node count of `bench` by the snapshot.
///
/// # Errors
/// When the snapshot cannot be read.
pub fn snapshot_total() -> Result<u64> {
    Ok(total(&snapshot()?))
}

/// The counts of the snapshot.
fn snapshot() -> Result<NodeCounts> {
    let path = snapshot_path();
    let text = fs::read_to_string(&path)
        .with_context(|| format!("cannot read {}; write it with --bless", path.display()))?;
    parse(&text).with_context(|| path.display().to_string())
}

fn snapshot_path() -> PathBuf {
    workspace::root().join("xtask/snapshots/nodes.txt")
}

/// One line a position, `NODES FEN`, and the sum on the last.
fn format(counts: &[(String, u64)]) -> String {
    let lines = counts.iter().map(|(fen, nodes)| format!("{nodes:>9}  {fen}\n"));
    lines.collect::<String>() + &format!("{:>9}  in all\n", total(counts))
}

/// Reads what [`format()`] wrote.
fn parse(text: &str) -> Result<NodeCounts> {
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.ends_with("in all"));
    lines
        .map(|line| {
            let (nodes, fen) = line.trim().split_once(' ').context("expected `NODES FEN`")?;
            let nodes = nodes.parse().with_context(|| format!("`{nodes}` is no number"))?;
            Ok((fen.trim().to_owned(), nodes))
        })
        .collect()
}

/// Every position whose count changed or that is only in one of the lists: FEN, old and new count.
fn differences(
    old: &[(String, u64)],
    new: &[(String, u64)],
) -> Vec<(String, Option<u64>, Option<u64>)> {
    let find = |counts: &[(String, u64)], wanted: &str| {
        counts.iter().find(|(fen, _)| fen == wanted).map(|&(_, nodes)| nodes)
    };
    let gone = old.iter().filter(|(fen, _)| find(new, fen).is_none());
    let all = new.iter().chain(gone).map(|(fen, _)| (fen.clone(), find(old, fen), find(new, fen)));
    all.filter(|(_, was, is)| was != is).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(nodes: &[(&str, u64)]) -> NodeCounts {
        nodes.iter().map(|&(fen, nodes)| (fen.to_owned(), nodes)).collect()
    }

    #[test]
    fn snapshot_text_round_trips() {
        let counts = counts(&[("8/8/8/8 w - - 0 1", 12), ("k7/8 b - - 3 4", 123_456_789)]);
        assert_eq!(parse(&format(&counts)).unwrap(), counts);
        assert!(parse("many 8/8/8/8 w - - 0 1\n").is_err());
    }

    #[test]
    fn the_output_of_bench_is_read() {
        let line = |number: usize| format!("{number:>2}/40 {:>10}  8/{number} w - - 0 1\n", 3);
        let lines: String = (1..=40).map(line).collect();
        let counts = parse_bench(&format!("{lines}120 nodes 269775 nps\n")).unwrap();
        assert_eq!(counts[39], ("8/40 w - - 0 1".to_owned(), 3));
        for text in [&lines, "", "120 nodes 3 nps", &format!("{lines}121 nodes 269775 nps\n")] {
            assert!(parse_bench(text).is_err(), "{text}");
        }
    }

    #[test]
    fn differences_list_changed_added_and_removed_positions() {
        let old = counts(&[("a", 1), ("b", 2), ("c", 3)]);
        let new = counts(&[("a", 1), ("b", 5), ("d", 4)]);
        let expected = [
            ("b".to_owned(), Some(2), Some(5)),
            ("d".to_owned(), None, Some(4)),
            ("c".to_owned(), Some(3), None),
        ];
        assert_eq!(differences(&old, &new), expected);
        assert_eq!(differences(&old, &old), []);
    }
}
