//! The layers: a package may use lower ones only, in code and in tests.

use super::Violation;
use crate::metadata::Metadata;

/// From the lowest to the highest. A package must not use one of its own or a higher layer. A name
/// that ends in `/` is a folder: the packages below it are one layer and may use each other (the tests try the examples of swapped
/// parts, and the examples run the contract suites of the tests on themselves).
const LAYERS: [&str; 20] = [
    "bartizan-testkit",
    "bartizan-types",
    "bartizan-board",
    "bartizan-movegen",
    "bartizan-game",
    "bartizan-notation",
    "bartizan-eval",
    "bartizan-ordering",
    "bartizan-searcher",
    "bartizan-search",
    "bartizan-uci",
    "bartizan-web",
    "bartizan",
    "xtask",
    "bartizan-games",
    "bartizan-lab",
    "bartizan-train",
    "bartizan-dist",
    "tests/",
    "benches/",
];

/// Every dependency on a higher layer, and every package that is in no layer.
#[must_use]
pub fn check(metadata: &Metadata) -> Vec<Violation> {
    let layer = |name: &str| {
        let package = metadata.members().find(|package| package.name == name)?;
        let manifest = metadata.relative_manifest(package);
        let is_in =
            |&place: &&str| place == name || place.ends_with('/') && manifest.starts_with(place);
        LAYERS.iter().position(is_in)
    };
    let mut violations = Vec::new();
    for package in metadata.members() {
        let name = &package.name;
        let mut report = |message: String| {
            violations.push(Violation {
                file: metadata.relative_manifest(package),
                line: 1,
                message,
            });
        };
        let Some(own) = layer(name) else {
            report(format!("{name} is in no layer: add it to the layers of tidy"));
            continue;
        };
        for used in &package.dependencies {
            let other = layer(&used.name);
            if other.is_some_and(|other| other > own || other == own && !LAYERS[own].ends_with('/'))
            {
                report(format!("{name} must not use {}: wrong direction", used.name));
            }
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// What is wrong with packages, which are given with their folders and dependencies.
    fn faults(packages: &[(&str, &str, &[&str])]) -> Vec<String> {
        let package = |(name, folder, used): &(&str, &str, &[&str])| {
            let used: Vec<_> = used.iter().map(|name| json!({ "name": name })).collect();
            json!({
                "id": name, "name": name, "version": "1.0.0", "license": null, "metadata": null,
                "manifest_path": format!("/root/{folder}/Cargo.toml"), "dependencies": used,
            })
        };
        let names: Vec<_> = packages.iter().map(|(name, ..)| name).collect();
        let packages: Vec<_> = packages.iter().map(package).collect();
        let metadata =
            json!({ "packages": packages, "workspace_members": names, "workspace_root": "/root" });
        let violations = check(&serde_json::from_value(metadata).expect("metadata"));
        violations.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn dependencies_on_higher_layers_are_reported() {
        let allowed: &[(&str, &str, &[&str])] = &[
            ("bartizan-board", "crates/board", &["bitflags"]),
            ("bartizan-search", "crates/search", &["bartizan-board"]),
            ("bartizan-benches", "benches", &["bartizan-tests", "xtask"]),
            ("bartizan-tests", "tests", &["my-swap"]),
            ("my-swap", "tests/swaps/my", &["bartizan-search", "bartizan-tests"]),
        ];
        assert!(faults(allowed).is_empty());
        let wrong = faults(&[
            ("bartizan-board", "crates/board", &["bartizan-search"]),
            ("bartizan-search", "crates/search", &["bartizan-search", "my-swap"]),
            ("bartizan-tests", "tests", &["bartizan-benches"]),
            ("bartizan-benches", "benches", &[]),
            ("my-swap", "tests/swaps/my", &[]),
            ("bartizan-gui", "crates/gui", &[]),
        ]);
        let place = |name: &str| format!("crates/{name}/Cargo.toml:1: bartizan-{name}");
        assert_eq!(
            wrong,
            [
                format!("{} must not use bartizan-search: wrong direction", place("board")),
                format!("{} must not use bartizan-search: wrong direction", place("search")),
                format!("{} must not use my-swap: wrong direction", place("search")),
                "tests/Cargo.toml:1: bartizan-tests must not use bartizan-benches: wrong direction"
                    .to_owned(),
                format!("{} is in no layer: add it to the layers of tidy", place("gui")),
            ]
        );
    }
}
