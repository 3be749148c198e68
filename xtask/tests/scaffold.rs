//! `cargo xtask new`: the skeletons build, are registered, and hold their contracts.

use testkit::workspace::WorkspaceCopy;
use xtask::scaffold::{Kind, write};

#[test]
fn skeletons_hold_their_contracts() {
    let copy = WorkspaceCopy::new(concat!(env!("CARGO_TARGET_TMPDIR"), "/scaffold"));
    let copy = copy.expect("the workspace can be copied");
    for (kind, name) in [
        (Kind::Evaluator, "new-evaluator"),
        (Kind::Ordering, "new-ordering"),
        (Kind::Searcher, "new-searcher"),
    ] {
        write(copy.dir(), kind, name).unwrap_or_else(|error| panic!("{name}: {error:#}"));
    }
    let contracts = ["--test", "eval", "--test", "ordering", "--test", "search", "registered"];
    let arguments = [&["test", "--package", "bartizan-contracts"], &contracts[..]].concat();
    let result = copy.run_cargo(&arguments);
    assert_eq!(result.matches("... ok").count(), 3, "{result}");
}
