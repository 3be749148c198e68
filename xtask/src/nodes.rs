//! `cargo xtask nodes`: how many nodes the search takes for each position of the
//! bench, against a snapshot. It tells a change of behaviour from a change that
//! was meant to be none; it does not tell good from bad.

use crate::pool;
use crate::table::{Align, Table};
use crate::workspace;
use anyhow::{Context, Result, anyhow, bail, ensure};
use board::Position;
use insta::Snapshot;
use search::{Game, Limits, NullReporter, Options, Searcher, Signals, bench};
use std::env;
use std::path::PathBuf;
use std::process::Command;
use uci::engine::Engine;

/// The snapshot's name.
const NAME: &str = "nodes";
/// Says to insta what to do with a snapshot that differs.
const UPDATE: (&str, &str) = ("INSTA_UPDATE", "always");

/// The command line of the task.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Take the counts as they are now for the right ones
    #[arg(long)]
    pub bless: bool,
}

/// A position and how many nodes its search took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The position.
    pub fen: String,
    /// Nodes to the suite's depth.
    pub nodes: u64,
}

/// Runs the task.
///
/// # Errors
/// When a count differs from the snapshot (each is printed, old and new), or
/// there is no snapshot.
pub fn run(args: &Args) -> Result<()> {
    if args.bless {
        return bless();
    }
    let path = folder().join(format!("{NAME}.snap"));
    let snapshot = Snapshot::from_file(&path)
        .map_err(|error| anyhow!("{}: {error}; make it with --bless", path.display()))?;
    let old = snapshot.as_text().context("the snapshot is no text")?.to_string();
    let old = parse(&old).with_context(|| path.display().to_string())?;
    let new = measure()?;
    let drift = drift(&old, &new);
    if drift.is_empty() {
        let total: u64 = new.iter().map(|count| count.nodes).sum();
        println!("{} positions, {total} nodes, as in the snapshot", new.len());
        return Ok(());
    }
    let mut table =
        Table::new(&[("was", Align::Right), ("is", Align::Right), ("position", Align::Left)]);
    for (fen, was, is) in &drift {
        let shown = |nodes: &Option<u64>| nodes.map_or("-".to_owned(), |nodes| nodes.to_string());
        table.row([shown(was), shown(is), fen.clone()]);
    }
    print!("{table}");
    bail!("{} node counts differ; if that is meant: cargo xtask nodes --bless", drift.len())
}

/// Searches every position of the bench as the bench does, each with an engine of
/// its own: the sum is the bench's only if a new game forgets all of the last one.
fn measure() -> Result<Vec<Count>> {
    let positions: Vec<Position> = bench::positions().collect();
    ensure!(positions.len() >= 40, "the suite has only {} positions", positions.len());
    pool::run(&positions, workspace::default_threads(), |position| {
        let mut engine = Engine::default();
        engine.set_options(&Options { hash_mib: 16, threads: 1, ..Options::default() })?;
        let (game, limits) = (Game::new(position.clone()), Limits::depth(bench::DEFAULT_DEPTH));
        let result = engine.search(&game, &limits, &Signals::new(), &mut NullReporter);
        Ok(Count { fen: position.to_string(), nodes: result.nodes })
    })
}

/// Renews the snapshot through insta, which is told so by an environment variable;
/// that can only be set for a process to come, so this one is started once more.
fn bless() -> Result<()> {
    let (key, value) = UPDATE;
    if env::var_os(key).is_none_or(|set| set != value) {
        let status = Command::new(env::current_exe()?)
            .args(["nodes", "--bless"])
            .env(key, value)
            .env("INSTA_OUTPUT", "none")
            .status()?;
        ensure!(status.success(), "the snapshot could not be renewed");
        return Ok(());
    }
    let text = format(&measure()?);
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path(folder());
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_description("Nodes of the search for each position; `cargo xtask nodes --bless`");
    settings.bind(|| insta::assert_snapshot!(NAME, text));
    println!("{}", folder().join(format!("{NAME}.snap")).display());
    Ok(())
}

fn folder() -> PathBuf {
    workspace::root().join("xtask").join("snapshots")
}

/// One line a position, `NODES FEN`, and the sum on the last.
#[must_use]
pub fn format(counts: &[Count]) -> String {
    let total: u64 = counts.iter().map(|count| count.nodes).sum();
    let lines = counts.iter().map(|Count { fen, nodes }| format!("{nodes:>9}  {fen}\n"));
    lines.collect::<String>() + &format!("{total:>9}  in all\n")
}

/// Reads what [`format()`] wrote.
///
/// # Errors
/// When a line does not begin with a number.
pub fn parse(text: &str) -> Result<Vec<Count>> {
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.ends_with("in all"));
    lines
        .map(|line| {
            let (nodes, fen) = line.trim().split_once(' ').context("expected `NODES FEN`")?;
            let nodes = nodes.parse().with_context(|| format!("`{nodes}` is no number"))?;
            Ok(Count { fen: fen.trim().to_owned(), nodes })
        })
        .collect()
}

/// Every position whose count changed, came or went: its FEN, old and new count.
#[must_use]
pub fn drift(old: &[Count], new: &[Count]) -> Vec<(String, Option<u64>, Option<u64>)> {
    let find = |counts: &[Count], fen: &str| {
        counts.iter().find(|count| count.fen == fen).map(|count| count.nodes)
    };
    let gone = old.iter().filter(|count| find(new, &count.fen).is_none());
    let all = new
        .iter()
        .chain(gone)
        .map(|count| (count.fen.clone(), find(old, &count.fen), find(new, &count.fen)));
    all.filter(|(_, was, is)| was != is).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(nodes: &[(&str, u64)]) -> Vec<Count> {
        nodes.iter().map(|&(fen, nodes)| Count { fen: fen.to_owned(), nodes }).collect()
    }

    #[test]
    fn the_snapshot_text_is_read_back() {
        let counts = counts(&[("8/8/8/8 w - - 0 1", 12), ("k7/8 b - - 3 4", 123_456_789)]);
        assert_eq!(parse(&format(&counts)).unwrap(), counts);
        assert!(parse("many 8/8/8/8 w - - 0 1\n").is_err());
    }

    #[test]
    fn drift_names_what_changed_came_and_went() {
        let old = counts(&[("a", 1), ("b", 2), ("c", 3)]);
        let new = counts(&[("a", 1), ("b", 5), ("d", 4)]);
        let expected = [
            ("b".to_owned(), Some(2), Some(5)),
            ("d".to_owned(), None, Some(4)),
            ("c".to_owned(), Some(3), None),
        ];
        assert_eq!(drift(&old, &new), expected);
        assert_eq!(drift(&old, &old), []);
    }
}
