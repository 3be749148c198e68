//! Crates outside the workspace: one runs the contracts on its own parts, one uses the library alone.

use std::path::Path;

use testkit::TempFolder;
use testkit::workspace::{cargo, root};

/// The crate in a directory of the workspace, copied to one that is not below its root.
fn copied(name: &str, example: &str, source: &str) -> TempFolder {
    let root = std::path::absolute(root()).expect("the workspace has a path");
    let example = root.join(example);
    let copy = TempFolder::new(name);
    std::fs::create_dir_all(copy.join("src")).expect("a temporary directory");
    let read = |path: &Path| std::fs::read_to_string(path).expect("a file of the example");
    let manifest = read(&example.join("Cargo.toml"));
    // Paths from the root, escaped as in Rust.
    let lines = manifest.lines().map(|line| match line.split_once("path = \"") {
        Some((before, rest)) => {
            let (path, after) = rest.split_once('"').expect("the path ends");
            let path = std::path::absolute(example.join(path)).expect("a path");
            format!("{before}path = {path:?}{after}\n")
        }
        None => format!("{line}\n"),
    });
    for (file, text) in [
        ("Cargo.toml", lines.collect()),
        (source, read(&example.join(source))),
        // The versions of the workspace, which need no network.
        ("Cargo.lock", read(&root.join("Cargo.lock"))),
    ] {
        std::fs::write(copy.join(file), text).expect("a file of the copy");
    }
    copy
}

/// What a cargo command says: standard output, standard error.
fn run(copy: &TempFolder, arguments: &[&str]) -> [String; 2] {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("workspace.target");
    let output = cargo(&copy.join(""), &target, arguments).output().expect("cargo runs");
    [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned())
}

/// The example of `bartizan-contracts`.
#[test]
fn the_example_holds_its_contract() {
    let example = "tests/contracts/examples/own-evaluator";
    let copy = copied("own-evaluator", example, "src/lib.rs");
    let [stdout, stderr] = run(&copy, &["test", "--lib"]);
    assert!(stdout.contains("holds_the_evaluator_contract ... ok"), "{stdout}\n{stderr}");
}

/// The library alone reads games, plays their moves and says how they end, and has few packages.
#[test]
fn the_library_has_few_packages() {
    let copy = copied("outside", "tests/outside", "src/main.rs");
    let pgn = "[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    std::fs::write(copy.join("games.pgn"), pgn).expect("a file of the copy");
    let games = copy.join("games.pgn");
    let [stdout, stderr] = run(&copy, &["run", "--", games.to_str().expect("a path in UTF-8")]);
    for expected in ["Barnes Opening", "Black wins by checkmate", "2. g4 Qh4#", "0 legal moves"] {
        assert!(stdout.contains(expected), "{expected}: {stdout}\n{stderr}");
    }
    // Each once, the program among them: five of the library, arrayvec, bitflags, thiserror and what it is made of.
    let [stdout, stderr] = run(&copy, &["tree", "--prefix", "none", "--no-dedupe"]);
    let mut packages: Vec<_> = stdout.lines().filter_map(|line| line.split(' ').next()).collect();
    packages.retain(|package| !package.is_empty());
    packages.sort_unstable();
    packages.dedup();
    assert_eq!(packages.len(), 14, "{packages:?}\n{stderr}");
}
