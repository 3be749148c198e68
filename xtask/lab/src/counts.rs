//! `cargo xtask counts`: instructions of the operations in `benches/counts`, counted by valgrind, of
//! the working tree and of a revision. Unlike times they are the same in every run, so a small
//! loss shows; what memory and wrong predictions of branches cost does not.
//!
//! Both revisions are built for x86-64-v3: valgrind does not know AVX-512.
//!
//! A commit that has to take more instructions, such as one with a larger network, names the benches
//! in a line of its message: `More-instructions: network, accumulator`.

use anyhow::{Context, Result, bail, ensure};
use bartizan::pool;
use bartizan::progress::note;
use bartizan::table::{Table, thousands};
use games::output::{make_folder, write_text};
use games::results::write_results;
use games::revision::{commit_of, git, with_worktree};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::process::Command;
use xtask::workspace::{self, find_program};

/// The package of the benches and its manifest.
const PACKAGE: &str = "bartizan-counts";
const MANIFEST: &str = "benches/counts/Cargo.toml";
/// What begins the line of a commit message that names benches with an intended rise.
const INTENDED: &str = "More-instructions:";
/// The compiler's options for both builds.
const FLAGS: &str = if cfg!(target_arch = "x86_64") { "-C target-cpu=x86-64-v3" } else { "" };

/// The command line of the task.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// The revision to compare with [default: where the branch has left main; on main, the commit before]
    #[arg(long, value_name = "REV")]
    pub base: Option<String>,
    /// How many percent more instructions an operation may take
    #[arg(long, value_name = "PERCENT", default_value_t = 3.0, value_parser = percentage)]
    pub threshold: f64,
}

fn percentage(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1000.0).contains(number));
    number.ok_or_else(|| "a number from 0 to 1000 is expected".to_owned())
}

/// The result of one bench.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Count {
    bench: String,
    /// Of all operations together.
    instructions: u64,
    operations: u64,
}

/// The counts of both sides.
#[derive(Serialize)]
struct CountResults {
    /// The commit compared with.
    base: Option<String>,
    before: Vec<Count>,
    now: Vec<Count>,
}

impl Count {
    fn each(&self) -> f64 {
        self.instructions as f64 / self.operations as f64
    }
}

/// Runs the task. It is an error when an operation takes more instructions than the threshold allows.
pub fn run(args: &Args) -> Result<()> {
    let valgrind = find_program("valgrind").context("instructions are counted by valgrind")?;
    let base = match &args.base {
        Some(revision) => Some(commit_of(revision)?),
        None => default_base().map_err(|reason| note(&format!("no comparison: {reason:#}"))).ok(),
    };
    let base = base.filter(|commit| {
        let has_benches = git(&["cat-file", "-e", &format!("{commit}:{MANIFEST}")]).is_ok();
        if !has_benches {
            note(&format!("no comparison: {commit} has no {MANIFEST}"));
        }
        has_benches
    });
    let mut programs = build(base.as_deref())?;
    let now = count(&valgrind, &programs.remove(0))?;
    let before = programs.pop().map_or(Ok(Vec::new()), |program| count(&valgrind, &program))?;
    let results = CountResults { base, before, now };
    write_results(&folder().join("counts.json"), &results)?;
    write_text(&mut std::io::stdout(), &results.table().to_string())?;
    let CountResults { base: Some(base), before, now } = results else { return Ok(()) };
    let messages = git(&["log", "--format=%B", &format!("{base}..HEAD")])?;
    let intended = intended(&messages);
    for name in intended.iter().filter(|name| now.iter().all(|count| count.bench != **name)) {
        note(&format!("{INTENDED} there is no bench `{name}`"));
    }
    let worse = worse(&before, &now, &intended, args.threshold);
    let (threshold, base) = (args.threshold, &base[..12]);
    ensure!(worse.is_empty(), "more than {threshold} % above {base}: {}", worse.join(", "));
    Ok(())
}

fn folder() -> PathBuf {
    workspace::root().join("target/counts")
}

/// The commit at which this branch has left main. On main itself it is the commit before, and with
/// uncommitted changes the present one.
fn default_base() -> Result<String> {
    let head = commit_of("HEAD")?;
    let main = ["origin/main", "main"].into_iter().find_map(|name| commit_of(name).ok());
    let main = main.context("there is no branch main")?;
    let fork = git(&["merge-base", "HEAD", &main]).context("the history does not reach main")?;
    if fork == head && git(&["status", "--porcelain", "--untracked-files=no"])?.is_empty() {
        return commit_of("HEAD^").context("the history has one commit only");
    }
    Ok(fork)
}

/// Builds the benches of the working tree and, at the same time, of a commit.
fn build(base: Option<&str>) -> Result<Vec<PathBuf>> {
    let root = workspace::root();
    make_folder(&folder())?;
    let sides: Vec<Option<&str>> = [None].into_iter().chain(base.map(Some)).collect();
    pool::run(&sides, sides.len(), |side| match side {
        None => build_benches(&root, "working"),
        Some(commit) => {
            with_worktree(commit, &folder().join("tree"), |tree| build_benches(tree, "base"))
        }
    })
}

/// Builds the benches of a tree; the program.
fn build_benches(tree: &Path, target: &str) -> Result<PathBuf> {
    let target = folder().join(target);
    let status = workspace::cargo()
        .args(["build", "--quiet", "--profile", "counts", "--package", PACKAGE, "--target-dir"])
        .arg(&target)
        .current_dir(tree)
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env("RUSTFLAGS", FLAGS)
        .status()
        .context("cannot run cargo")?;
    ensure!(status.success(), "the benches in {} cannot be built", tree.display());
    Ok(target.join("counts/counts"))
}

/// Runs every bench of a program under valgrind.
fn count(valgrind: &Path, program: &Path) -> Result<Vec<Count>> {
    let output = Command::new(program).output();
    let output = output.with_context(|| format!("cannot run {}", program.display()))?;
    let names = String::from_utf8_lossy(&output.stdout);
    let names: Vec<&str> = names.lines().collect();
    ensure!(!names.is_empty(), "{} has no benches", program.display());
    pool::run(&names, pool::default_threads(), |bench| {
        let mut command = Command::new(valgrind);
        command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
        let output = command.arg("--toggle-collect=*measured*").arg(program).arg(bench).output()?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (operations, report) = (text(&output.stdout), text(&output.stderr));
        let counted = || Some((collected(&report)?, operations.trim().parse().ok()?));
        match counted() {
            Some((instructions, operations))
                if output.status.success() && instructions > 0 && operations > 0 =>
            {
                Ok(Count { bench: (*bench).to_owned(), instructions, operations })
            }
            _ => bail!("the bench {bench} of {} fails:\n{report}", program.display()),
        }
    })
}

/// The number of instructions in what callgrind prints.
fn collected(report: &str) -> Option<u64> {
    let (_, number) = report.lines().find_map(|line| line.split_once("Collected : "))?;
    number.trim().parse().ok()
}

/// How many percent more instructions an operation takes than before.
fn change(before: &Count, now: &Count) -> f64 {
    100.0 * (now.each() / before.each() - 1.0)
}

/// The benches of which commit messages say that more instructions are intended.
fn intended(messages: &str) -> Vec<&str> {
    let lines = messages.lines().filter_map(|line| line.strip_prefix(INTENDED));
    lines.flat_map(|names| names.split(',').map(str::trim)).collect()
}

/// The benches that take more instructions than the threshold allows without intention, with the
/// percentage.
fn worse(before: &[Count], now: &[Count], intended: &[&str], threshold: f64) -> Vec<String> {
    let pairs = before.iter().flat_map(|old| now.iter().map(move |now| (old, now)));
    pairs
        .filter(|(old, now)| old.bench == now.bench && !intended.contains(&now.bench.as_str()))
        .map(|(old, now)| (&now.bench, change(old, now)))
        .filter(|&(_, change)| change > threshold)
        .map(|(bench, change)| format!("{bench} {change:+.2} %"))
        .collect()
}

impl CountResults {
    /// Instructions of one operation, before and now.
    fn table(&self) -> Table {
        let rows = self.now.iter().map(|count| {
            let (before, change) = match self.before.iter().find(|old| old.bench == count.bench) {
                Some(old) => {
                    (format!("{:.1}", old.each()), format!("{:+.2} %", change(old, count)))
                }
                None => ("-".to_owned(), "-".to_owned()),
            };
            let (operations, now) = (thousands(count.operations), format!("{:.1}", count.each()));
            vec![count.bench.clone(), operations, before, now, change]
        });
        Table::of_numbers(["bench", "operations", "instructions before", "now", "change"], rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::testing::parse;

    fn counts(list: &[(&str, u64, u64)]) -> Vec<Count> {
        let count = |&(bench, instructions, operations): &(&str, _, _)| Count {
            bench: bench.to_owned(),
            instructions,
            operations,
        };
        list.iter().map(count).collect()
    }

    #[test]
    fn only_more_instructions_an_operation_than_allowed_are_worse() {
        let before = counts(&[("make", 1000, 10), ("see", 500, 10), ("search", 9000, 100)]);
        // A larger tree with cheaper nodes, a loss below the threshold, one above it, and a new bench.
        let now = [("search", 16_000, 200), ("make", 1029, 10), ("see", 516, 10), ("pick", 9, 1)];
        let now = counts(&now);
        assert_eq!(worse(&before, &now, &[], 3.0), ["see +3.20 %"]);
        assert_eq!(worse(&before, &now, &[], 2.0), ["make +2.90 %", "see +3.20 %"]);
        assert!(worse(&[], &now, &[], 0.0).is_empty());
        let messages = "Take a larger table\n\nMore-instructions: see, pick\n\nMend make\n";
        assert_eq!(intended(messages), ["see", "pick"]);
        assert_eq!(worse(&before, &now, &intended(messages), 2.0), ["make +2.90 %"]);
        let results = CountResults { base: None, before, now: now.clone() };
        let table = results.table();
        assert_eq!(table.rows()[0], ["search", "200", "90.0", "80.0", "-11.11 %"]);
        assert_eq!(table.rows()[3], ["pick", "1", "-", "9.0", "-"]);
    }

    #[test]
    fn the_report_of_callgrind_is_read() {
        let report = "==7== Events    : Ir\n==7== Collected : 274399\n==7==\n";
        assert_eq!(collected(report), Some(274_399));
        assert_eq!(collected("==7== Events    : Ir\n"), None);
    }

    #[test]
    fn the_threshold_is_a_percentage() {
        assert_eq!(parse::<Args>("").unwrap().threshold, 3.0);
        assert_eq!(parse::<Args>("--threshold 0.5 --base main").unwrap().threshold, 0.5);
        for wrong in ["-1", "nan", "much", "2000"] {
            assert!(parse::<Args>(&format!("--threshold={wrong}")).is_err(), "{wrong}");
        }
    }
}
