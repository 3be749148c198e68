//! Tasks that set parameters of the engines they run, which takes the feature `tune`.
#![cfg(feature = "tune")]

use anyhow::{Result, ensure};
use bartizan::pool;
use games::arena::Side;
use lab::engines_without;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use testkit::TempFolder;
use uci::engine::EngineConfig;

/// Exit status, and what a run has printed. Its files are in `folder`.
fn lab(folder: &Path, words: &str) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bartizan-lab"));
    command.args(words.split_whitespace()).current_dir(folder);
    let Output { status, stdout, stderr } = command.output().expect("a process");
    (status.success(), String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned())
}

/// A checksum of what an engine finds.
fn bench(engine: &Side) -> Value {
    engine.identity().expect("an engine")["bench"].clone()
}

fn json(file: &Path) -> Value {
    serde_json::from_slice(&fs::read(file).expect("a file")).expect("JSON")
}

#[test]
fn spsa_plays_its_games_and_leaves_its_state() {
    let folder = TempFolder::new("spsa");
    let words = "spsa --params rfp_slope,lmp_* --games 12 --batch 3 --nodes 60 --out run.json";
    let run = |words: &str| lab(&folder, words);
    let (succeeded, printed) = run(words);
    assert!(succeeded, "{printed}");
    let state = json(&folder.join("run.json"));
    assert_eq!(state["pairs"], 6, "{state}");
    assert!(printed.contains("rfp_slope"), "{printed}");
    // A finished run is not played again.
    assert!(run(words).0);
    assert_eq!(json(&folder.join("run.json")), state);
    let (succeeded, printed) = run(&format!("{words} --seed 2"));
    assert!(!succeeded && printed.contains("differs in: openings"), "{printed}");
}

/// Every parameter exists, and every heuristic changes the search of some position.
#[test]
fn every_ablation_changes_the_search() {
    let config = EngineConfig::default();
    let whole = bench(&Side::from(config.clone()));
    let check = |(heuristic, engine): &(&str, Side)| -> Result<()> {
        ensure!(bench(engine) != whole, "{heuristic} changes nothing");
        Ok(())
    };
    pool::run(&engines_without(&config), 2, check).unwrap();
}

#[test]
fn parameters_are_options_of_an_engine() {
    let parse = |text: &str| Side::parse(text).expect(text);
    assert_ne!(bench(&parse("rfp_slope=30")), bench(&parse("default")));
    let error = Side::parse("Search=minimax,rfp_slope=30").expect_err("no such parameter");
    assert!(error.to_string().contains("rfp_slope has no effect"), "{error}");
}
