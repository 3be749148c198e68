//! The search contract on every search, and the reference searches against each other.

use contracts::{MinimaxReference, SearchRequirements};
use eval::{Centre, Classical};
use ordering::{Classic, Modern, MoveOrdering, SchemeVisitor};
use search::Pvs;
use search::reference::LeafEvaluation;

/// What a registered search is held to.
fn requirements(name: &str) -> SearchRequirements {
    let of =
        |depth, max_mate, prunes| SearchRequirements { depth, max_mate, prunes, node_slack: 0 };
    match name {
        "full" => of(7, 3, true),
        "alpha-beta" => of(3, 2, false),
        "minimax" => of(2, 2, false),
        _ => SearchRequirements::default(),
    }
}

#[test]
fn registered_searches() {
    std::thread::scope(|scope| {
        for &name in search::NAMES {
            scope.spawn(move || {
                let build = || search::build::<Classical, Modern>(name, Classical::default);
                let make = || build().expect("a search of that name");
                contracts::search(make, requirements(name));
            });
        }
    });
}

#[test]
fn full_search_with_other_parts() {
    let requirements =
        SearchRequirements { depth: 4, max_mate: 2, prunes: true, ..Default::default() };
    contracts::search(|| Box::new(Pvs::<Centre, Classic>::default()), requirements);
}

/// Compares alpha-beta with minimax under a scheme known by name.
struct Agrees<'a>(&'a MinimaxReference);

impl SchemeVisitor for Agrees<'_> {
    type Output = ();

    fn visit<O: MoveOrdering>(self) {
        self.0.check_alpha_beta::<O>();
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
fn alpha_beta_equals_minimax_with_every_scheme() {
    for leaf in [LeafEvaluation::Static, LeafEvaluation::Captures] {
        let reference = MinimaxReference::new(200, leaf);
        for name in ordering::NAMES {
            ordering::dispatch(name, Agrees(&reference)).expect("a scheme of that name");
        }
    }
}

#[test]
fn counting_changes_nothing() {
    for name in ordering::NAMES {
        ordering::dispatch(name, Counting).expect("a scheme of that name");
    }
}
