//! Parts that are added or replaced hold their contracts: what `cargo xtask new` writes, and the quick
//! part of `cargo xtask swaps`. One copy of the workspace for all, since building it is what takes time.

use testkit::workspace::WorkspaceCopy;
use xtask::scaffold::{Kind, write};
use xtask::swaps::ReplacedPart;

/// The contracts of the registered parts and of the replaced generator run in one build; then the
/// contract of a replaced search, with which the engine can be built, too.
#[test]
fn added_and_replaced_parts_hold_their_contracts() {
    let copy = WorkspaceCopy::new(concat!(env!("CARGO_TARGET_TMPDIR"), "/workspace"));
    let copy = copy.expect("the workspace can be copied");
    let parts = ReplacedPart::all().expect("the packages below tests/swaps");
    let install = |package: &str| {
        let part = parts.iter().find(|part| part.package == package).expect(package);
        part.install(&copy).unwrap_or_else(|error| panic!("{package}: {error:#}"));
        part
    };
    for (kind, name) in [
        (Kind::Evaluator, "new-evaluator"),
        (Kind::Ordering, "new-ordering"),
        (Kind::Searcher, "new-searcher"),
    ] {
        write(copy.dir(), kind, name).unwrap_or_else(|error| panic!("{name}: {error:#}"));
    }
    install("movegen-simple");
    let contracts = "test --package bartizan-contracts --no-default-features --features reference \
        --test movegen --test eval --test ordering --test search -- movegen registered";
    let result = copy.run_cargo(&contracts.split_whitespace().collect::<Vec<_>>());
    assert_eq!(result.matches("... ok").count(), 4, "{result}");

    let search = install("search-mtdf");
    search.run_contract(&copy).unwrap_or_else(|error| panic!("search-mtdf: {error:#}"));
    let _ = copy.run_cargo(&["check", "--package", "bartizan"]);
}
