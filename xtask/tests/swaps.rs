//! A whole layer replaced: the quick part of `cargo xtask swaps`, for one of the examples.

use testkit::workspace::WorkspaceCopy;
use xtask::swaps::ReplacedPart;

/// In a copy of the workspace, one line of the root manifest names another generator, everything
/// above is built on it, and the contract runs there.
#[test]
fn the_contract_holds_with_a_replaced_generator() {
    let all = ReplacedPart::all().expect("the packages below tests/swaps");
    let simple = all.iter().find(|part| part.package == "movegen-simple").expect("the package");
    let copy = WorkspaceCopy::new(concat!(env!("CARGO_TARGET_TMPDIR"), "/swapped"));
    let copy = copy.expect("the workspace can be copied");
    simple.install(&copy).unwrap_or_else(|error| panic!("{error:#}"));
    simple.run_contract(&copy).unwrap_or_else(|error| panic!("{error:#}"));
}
