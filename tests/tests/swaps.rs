//! A whole layer replaced. The worked examples of `tests/swaps/` test themselves in their own
//! packages; here one takes the place of the layer that everything above is built on.

use std::sync::{Mutex, MutexGuard, PoisonError};
use testkit::workspace::WorkspaceCopy;

/// A copy of the workspace in which one line of the root manifest names another crate. The tests
/// share it, one after the other.
struct Swapped {
    copy: WorkspaceCopy,
    _lock: MutexGuard<'static, ()>,
}

impl Swapped {
    /// Names the package `package` of `tests/swaps` as `layer`, and looks whether `user` is built on
    /// it and on nothing of `original`.
    fn new(layer: &str, original: &str, package: &str, user: &str) -> Self {
        static LOCK: Mutex<()> = Mutex::new(());
        let _lock = LOCK.lock().unwrap_or_else(PoisonError::into_inner);
        let copy = WorkspaceCopy::new(concat!(env!("CARGO_TARGET_TMPDIR"), "/swapped"));
        let copy = copy.expect("the workspace can be copied");
        let manifest = copy.read("Cargo.toml").expect("the root manifest");
        let entry = format!(
            r#"{layer} = {{ package = "{package}", path = "tests/swaps/{package}", version = "0.1.0" }}"#
        );
        let own = format!("{layer} = ");
        let replace = |line| if str::starts_with(line, &own) { entry.as_str() } else { line };
        let replaced: String =
            manifest.lines().map(|line| format!("{}\n", replace(line))).collect();
        assert_ne!(replaced, manifest, "the root manifest has no line for {layer}");
        copy.write("Cargo.toml", &replaced).expect("the copy can be changed");
        let tree = copy.run_cargo(&["tree", "--package", user, "--edges", "normal"]);
        assert!(tree.contains(package) && !tree.contains(original), "{user} is built on {tree}");
        Self { copy, _lock }
    }

    /// Runs one contract of the layers up to `feature` in the copy.
    fn check_contract(&self, feature: &str, test: &str) {
        let contracts = ["test", "--package", "bartizan-contracts", "--no-default-features"];
        let which = ["--features", feature, "--test", test];
        let result = self.copy.run_cargo(&[contracts, which].concat());
        assert!(result.contains(&format!("test {test} ... ok")), "{result}");
    }
}

#[test]
fn a_generator_in_place_of_ours() {
    let swapped = Swapped::new("movegen", "bartizan-movegen", "movegen-simple", "bartizan-eval");
    swapped.check_contract("movegen", "movegen");
}

#[test]
fn a_search_in_place_of_ours() {
    let swapped = Swapped::new("search", "bartizan-search", "search-mtdf", "bartizan");
    swapped.check_contract("search", "default_search");
}
