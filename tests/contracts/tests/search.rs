//! The search contract on every search, and the reference searches against each other.

use contracts::{Oracle, Reach};
use eval::{Centre, Classical};
use ordering::{Classic, Modern, MoveOrdering, MvvLva, SchemeVisitor};
use search::reference::LeafEvaluation;
use search::{AlphaBeta, Minimax, Pvs};

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

/// Runs the contract of counting on a scheme known by name.
struct Counting;

impl SchemeVisitor for Counting {
    type Output = ();

    fn visit<O: MoveOrdering>(self) {
        contracts::counting::<O>();
    }
}

#[test]
fn counting_changes_nothing() {
    for name in ordering::NAMES {
        let known = ordering::dispatch(name, Counting);
        assert!(known.is_some(), "no scheme is called {name}");
    }
}
