//! The search contract on every search, the oracles against each other, and silence on standard
//! output.

use std::process::Command;

use contracts::{Oracle, Reach};
use eval::{Centre, Classical};
use ordering::{Classic, Modern, MoveOrdering, MvvLva, SchemeVisitor};
use search::reference::LeafEvaluation;
use search::{AlphaBeta, Game, Limits, Minimax, NullReporter, Pvs, Searcher, Signals};

#[test]
fn full_search() {
    let reach = Reach { depth: 7, mate: 3, prunes: true, node_slack: 0 };
    contracts::search(Pvs::<Classical, Modern>::default, reach);
}

#[test]
fn full_search_with_other_parts() {
    let reach = Reach { depth: 4, mate: 2, prunes: true, node_slack: 0 };
    contracts::search(Pvs::<Centre, Classic>::default, reach);
}

#[test]
fn plain_alpha_beta() {
    let reach = Reach { depth: 3, mate: 2, prunes: false, node_slack: 0 };
    contracts::search(AlphaBeta::<Classical, MvvLva>::default, reach);
}

#[test]
fn plain_minimax() {
    let reach = Reach { depth: 2, mate: 2, prunes: false, node_slack: 0 };
    contracts::search(Minimax::<Centre>::default, reach);
}

/// Compares alpha-beta with minimax under a scheme known by name.
struct Agrees<'a>(&'a Oracle<Classical>);

impl SchemeVisitor for Agrees<'_> {
    type Output = ();

    fn visit<O: MoveOrdering>(self) {
        self.0.alpha_beta_agrees::<O>();
    }
}

#[test]
fn alpha_beta_equals_minimax_with_every_scheme() {
    for leaf in [LeafEvaluation::Static, LeafEvaluation::Quiescence] {
        let reference = Oracle::<Classical>::new(200, leaf);
        for name in ordering::NAMES {
            let known = ordering::dispatch(name, Agrees(&reference));
            assert!(known.is_some(), "no scheme is called {name}");
        }
    }
}

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
