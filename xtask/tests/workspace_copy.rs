//! Parts that are added or replaced hold their contracts: what `cargo xtask new` writes, and the quick
//! part of `cargo xtask swaps`. One copy of the workspace for all, since building it is what takes time.

use std::path::Path;
use testkit::workspace::WorkspaceCopy;
use xtask::scaffold::{Kind, write};
use xtask::swaps::ReplacedPart;

/// The contracts of the registered parts and of the replaced generator run in one build; then the
/// contract of a replaced search, with which the engine can be built, too.
#[test]
#[ignore = "builds a copy of the workspace: `.ci/run copies`"]
fn added_and_replaced_parts_hold_their_contracts() {
    let copy = WorkspaceCopy::for_test(Path::new(env!("CARGO_TARGET_TMPDIR")));
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
    let contracts = |layers: &str| {
        let command = format!(
            "test --package bartizan-contracts --no-default-features --features reference {layers} \
             -- movegen registered"
        );
        let result = copy.run_cargo(&command.split_whitespace().collect::<Vec<_>>());
        assert_eq!(result.matches("... ok").count(), 2, "{result}");
    };
    // Each contract takes one thread.
    std::thread::scope(|scope| {
        scope.spawn(|| contracts("--test movegen --test eval"));
        contracts("--test ordering --test search");
    });

    let search = install("search-mtdf");
    search.run_contract(&copy).unwrap_or_else(|error| panic!("search-mtdf: {error:#}"));
    let _ = copy.run_cargo(&["check", "--package", "bartizan"]);
}
