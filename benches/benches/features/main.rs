//! Which library has which feature, each cell of the table tried by a small program. Prints the table of
//! `crates/notation/docs/features.md`, and fails if a trial fails or if another library has what ours has not.

#![allow(
    missing_docs,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program that prints a table"
)]

mod board;
mod help;
mod moves;
mod texts;
mod values;

use std::collections::HashMap;
use std::process::{Command, ExitCode};

/// A trial of a feature. A library without one has nothing to try.
enum Cell {
    No,
    Yes(fn() -> bool),
    /// A library seems to have it; the trial is false.
    Fails(fn() -> bool),
}

/// A feature with the trials of shakmaty (and pgn-reader), cozy-chess, chess and our library.
struct Row(&'static str, [Cell; 4]);

/// A row: the name, and in the order of [`Row`] `-`, `{ trial }` or `[trial that fails]`.
macro_rules! row {
    (-) => { crate::Cell::No };
    ({ $($trial:tt)* }) => { crate::Cell::Yes(|| { $($trial)* }) };
    ([ $($trial:tt)* ]) => { crate::Cell::Fails(|| { $($trial)* }) };
    ($name:literal; $shakmaty:tt; $cozy:tt; $chess:tt; $ours:tt) => {
        crate::Row($name, [row!($shakmaty), row!($cozy), row!($chess), row!($ours)])
    };
}
use row;

const GROUPS: [(&str, &[Row]); 11] = [
    ("Squares, sets, pieces", values::VALUES),
    ("Positions", board::POSITIONS),
    ("Attacks", board::ATTACKS),
    ("Legal moves", moves::MOVES),
    ("Playing", moves::PLAYING),
    ("Keys and serialisation", board::KEYS),
    ("How games end", moves::ENDS),
    ("Moves as text", texts::NOTATION),
    ("Games as text (PGN)", texts::PGN),
    ("EPD, books, diagrams", texts::FILES),
    ("The library", values::LIBRARY),
];

fn main() -> ExitCode {
    // Trials that fail say so below.
    std::panic::set_hook(Box::new(|_| ()));
    let (mut python, python_version) = python();
    let version = |name: &str| help::package(name)["version"].as_str().unwrap_or("?").to_owned();
    println!(
        "| | shakmaty {}, pgn-reader {} | cozy-chess {} | chess {} | python-chess {} | Bartizan {} |",
        version("shakmaty"),
        version("pgn-reader"),
        version("cozy-chess"),
        version("chess"),
        python_version,
        version("bartizan-notation"),
    );
    println!("|---|---|---|---|---|---|");
    let (mut rows, mut faults) = (0, Vec::new());
    for (group, features) in GROUPS {
        println!("| **{group}** | | | | | |");
        for Row(name, cells) in features {
            let [shakmaty, cozy, chess, ours] = cells.each_ref().map(|cell| match cell {
                Cell::No => "–",
                Cell::Yes(trial) if std::panic::catch_unwind(trial).unwrap_or(false) => "yes",
                Cell::Fails(trial) if !std::panic::catch_unwind(trial).unwrap_or(false) => "–",
                _ => "wrong",
            });
            let python = match python.remove(*name).as_deref() {
                _ if python_version == "?" => "?",
                None => "–",
                Some("yes") => "yes",
                Some(_) => "wrong",
            };
            println!("| {name} | {shakmaty} | {cozy} | {chess} | {python} | {ours} |");
            let all = [shakmaty, cozy, chess, python, ours];
            if all.contains(&"wrong") {
                faults.push(format!("{name}: a trial says something else: {all:?}"));
            } else if ours != "yes" {
                faults.push(format!("{name}: not ours"));
            }
            rows += 1;
        }
    }
    faults.extend(python.into_keys().map(|name| format!("{name}: tests/python/features.py alone")));
    eprintln!("{rows} features, {} faults", faults.len());
    faults.iter().for_each(|fault| eprintln!("{fault}"));
    if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The features of python-chess by their names, each `yes` or `no`, and its version, which is `?` without it.
fn python() -> (HashMap<String, String>, String) {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/python/features.py");
    let output = match Command::new("python3").arg(script).output() {
        Ok(output) if output.status.success() => output,
        other => {
            let cause = other.map(|output| String::from_utf8_lossy(&output.stderr).into_owned());
            eprintln!("skipped: python-chess: {cause:?}");
            return (HashMap::new(), "?".to_owned());
        }
    };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let pairs = text.lines().filter_map(|line| line.split_once('\t'));
    let mut features: HashMap<_, _> =
        pairs.map(|(name, has)| (name.to_owned(), has.to_owned())).collect();
    let version = features.remove("version").unwrap_or_default();
    (features, version)
}
