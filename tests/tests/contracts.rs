//! The contract suites, run on the engine's own parts.

use eval::{Centre, Classical};
use ordering::{MoveOrdering, SchemeVisitor};

#[test]
fn board() {
    contracts::board();
}

#[test]
fn key_history() {
    contracts::key_history();
}

#[test]
fn evaluator_centre() {
    contracts::evaluator::<Centre>();
}

#[test]
fn evaluator_classical() {
    contracts::evaluator::<Classical>();
}

/// Runs the ordering contract on a scheme known by name.
struct Contract;

impl SchemeVisitor for Contract {
    type Output = ();

    fn visit<O: MoveOrdering>(self) {
        contracts::ordering::<O>();
    }
}

fn ordering_of(name: &str) {
    assert!(ordering::dispatch(name, Contract).is_some(), "no scheme is called {name}");
}

#[test]
fn ordering_none() {
    ordering_of("none");
}

#[test]
fn ordering_mvv_lva() {
    ordering_of("mvv-lva");
}

#[test]
fn ordering_killers() {
    ordering_of("killers");
}

#[test]
fn ordering_victim_first() {
    ordering_of("victim-first");
}

#[test]
fn ordering_formula() {
    ordering_of("formula");
}

#[test]
fn ordering_see() {
    ordering_of("see");
}

#[test]
fn ordering_classic() {
    ordering_of("classic");
}

#[test]
fn ordering_modern() {
    ordering_of("modern");
}

/// The list above is the list of schemes that there are.
#[test]
fn every_scheme_is_held_to_its_contract() {
    let tested =
        ["none", "mvv-lva", "killers", "victim-first", "formula", "see", "classic", "modern"];
    assert_eq!(ordering::NAMES, tested);
}
