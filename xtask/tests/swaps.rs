//! A whole layer replaced: the quick part of `cargo xtask swaps`, for two of the examples.

use testkit::workspace::WorkspaceCopy;
use xtask::swaps::ReplacedPart;

/// In a copy of the workspace, one line of the root manifest names another crate, everything above
/// is built on it, and the contract of the layer runs there. The engine can be built, too.
#[test]
fn contracts_hold_with_a_replaced_layer() {
    let all = ReplacedPart::all().expect("the packages below tests/swaps");
    for package in ["movegen-simple", "search-mtdf"] {
        let part = all.iter().find(|part| part.package == package).expect(package);
        let copy = WorkspaceCopy::new(concat!(env!("CARGO_TARGET_TMPDIR"), "/swapped"));
        let copy = copy.expect("the workspace can be copied");
        let held = part.install(&copy).and_then(|()| part.run_contract(&copy));
        held.unwrap_or_else(|error| panic!("{package}: {error:#}"));
        let _ = copy.run_cargo(&["check", "--package", "bartizan"]);
    }
}
