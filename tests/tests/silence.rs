//! The library crates print nothing: standard output belongs to the protocol.

use std::process::Command;

use eval::{Centre, Classical};
use game::Game;
use ordering::{Modern, MvvLva};
use search::{AlphaBeta, Minimax, Pvs};
use searcher::{Limits, NullReporter, Searcher, Signals};

/// The name of the test below, and the variable that makes it do something.
const CHILD: (&str, &str) = ("child_that_thinks", "BARTIZAN_SILENT_CHILD");

/// Not a test by itself: what `library_crates_print_nothing` runs in a process of its own.
#[test]
fn child_that_thinks() {
    if std::env::var_os(CHILD.1).is_none() {
        return;
    }
    let mut searchers: [Box<dyn Searcher>; 3] = [
        Box::new(Pvs::<Classical, Modern>::default()),
        Box::new(AlphaBeta::<Centre, MvvLva>::default()),
        Box::new(Minimax::<Centre>::default()),
    ];
    for searcher in &mut searchers {
        let _ = searcher.search(
            &Game::default(),
            &Limits::depth(2),
            &Signals::new(),
            &mut NullReporter,
        );
        searcher.new_game();
    }
}

#[test]
fn library_crates_print_nothing() {
    let test = std::env::current_exe().expect("this test has a path");
    let output = Command::new(test)
        .args(["--exact", CHILD.0, "--nocapture", "--test-threads=1"])
        .env(CHILD.1, "1")
        .output()
        .expect("this test can run itself");
    assert!(output.status.success());
    let text = String::from_utf8_lossy(&output.stdout);
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let harness = line.starts_with("running ") || line.starts_with("test ");
        assert!(harness, "printed by a library: {line:?}");
    }
}
