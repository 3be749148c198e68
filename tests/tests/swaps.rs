//! A whole layer replaced. The worked examples of `tests/swaps/` run their contracts in their own
//! packages; here one takes the place of the layer that everything above is built on.

use testkit::workspace::WorkspaceCopy;

/// In a copy of the workspace, one line of the root manifest names the other crate, everything
/// above is built on it, and the contract runs there.
#[test]
fn a_generator_in_place_of_ours() {
    let copy = WorkspaceCopy::new(concat!(env!("CARGO_TARGET_TMPDIR"), "/swapped"));
    let copy = copy.expect("the workspace can be copied");
    let manifest = copy.read("Cargo.toml").expect("the root manifest");
    let simple = r#"movegen = { package = "movegen-simple", path = "tests/swaps/movegen-simple" }"#;
    let replace = |line| if str::starts_with(line, "movegen = ") { simple } else { line };
    let replaced: String = manifest.lines().map(|line| format!("{}\n", replace(line))).collect();
    assert_ne!(replaced, manifest, "the root manifest has no line for movegen");
    copy.write("Cargo.toml", &replaced).expect("the copy can be changed");

    let tree = copy.run_cargo(&["tree", "--package", "bartizan-eval", "--depth", "1"]);
    assert!(
        tree.contains("movegen-simple") && !tree.contains("bartizan-movegen"),
        "eval is built on {tree}"
    );
    let result = copy.run_cargo(&["test", "--package", "bartizan-contracts", "--test", "movegen"]);
    assert!(result.contains("test movegen ... ok"), "{result}");
}
