//! A crate outside the workspace can run the contracts on its own parts.

use std::path::Path;

use testkit::TempFolder;
use testkit::workspace::{cargo, root};

/// The example of `bartizan-contracts`, in a directory that is not below the workspace's root.
#[test]
fn the_example_holds_its_contract() {
    let root = std::path::absolute(root()).expect("the workspace has a path");
    let example = root.join("tests/contracts/examples/own-evaluator");
    let copy = TempFolder::new("own-evaluator");
    std::fs::create_dir_all(copy.join("src")).expect("a temporary directory");
    let read = |path: &Path| std::fs::read_to_string(path).expect("a file of the example");
    // Escaped as in Rust.
    let here = |path: &str| format!("path = {:?}", root.join(path));
    let manifest = read(&example.join("Cargo.toml"))
        .replace("path = \"../../../../crates/board\"", &here("crates/board"))
        .replace("path = \"../../../../crates/eval\"", &here("crates/eval"))
        .replace("path = \"../..\"", &here("tests/contracts"));
    assert!(!manifest.contains("\"../"), "{manifest}");
    for (file, text) in [
        ("Cargo.toml", manifest),
        ("src/lib.rs", read(&example.join("src/lib.rs"))),
        // The versions of the workspace, which need no network.
        ("Cargo.lock", read(&root.join("Cargo.lock"))),
    ] {
        std::fs::write(copy.join(file), text).expect("a file of the copy");
    }
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("workspace.target");
    let output = cargo(&copy, &target, &["test", "--lib"]).output().expect("cargo runs");
    let [stdout, stderr] =
        [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(stdout.contains("holds_the_evaluator_contract ... ok"), "{stdout}\n{stderr}");
}
