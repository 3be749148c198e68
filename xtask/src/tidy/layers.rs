//! The layers: a package may use lower ones only, in code and in tests.

use super::Violation;
use crate::metadata::Metadata;
use std::fs;

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

/// What the check needs to know of a package of the workspace.
#[derive(Clone, Debug)]
pub struct Package {
    /// Its published name.
    pub name: String,
    /// Its manifest, relative to the root of the workspace.
    pub manifest: String,
    /// Every dependency, of whatever kind: published name, and line in the manifest.
    pub dependencies: Vec<(String, usize)>,
}

/// The packages of the workspace, from cargo.
#[must_use]
pub fn packages(metadata: &Metadata) -> Vec<Package> {
    let members = metadata.members().map(|package| {
        let text = fs::read_to_string(&package.manifest_path).unwrap_or_default();
        let dependencies = package.dependencies.iter().map(|dependency| {
            let key = dependency.rename.as_deref().unwrap_or(&dependency.name);
            (dependency.name.clone(), line_of(&text, key))
        });
        Package {
            name: package.name.clone(),
            manifest: metadata.relative_manifest(package),
            dependencies: dependencies.collect(),
        }
    });
    members.collect()
}

/// The line on which a manifest names a dependency, or the first.
fn line_of(manifest: &str, key: &str) -> usize {
    let names = |line: &str| {
        line.strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with(['.', '=']))
    };
    manifest.lines().position(names).map_or(1, |index| index + 1)
}

/// Every dependency on a higher layer, and every package that is in no layer.
#[must_use]
pub fn check(packages: &[Package]) -> Vec<Violation> {
    let mut violations = Vec::new();
    for package in packages {
        let mut report = |line: usize, message: String| {
            violations.push(Violation { file: package.manifest.clone(), line, message });
        };
        let Some(user_layer) = layer_index(&package.name, packages) else {
            report(1, format!("{} is in no layer: add it to the layers of tidy", package.name));
            continue;
        };
        for (dependency, line) in &package.dependencies {
            let Some(other) = layer_index(dependency, packages) else { continue };
            if other > user_layer || other == user_layer && !LAYERS[user_layer].ends_with('/') {
                let user = &package.name;
                report(*line, format!("{user} must not use {dependency}: wrong direction"));
            }
        }
    }
    violations
}

/// The layer of a package of the workspace; none for others.
fn layer_index(name: &str, packages: &[Package]) -> Option<usize> {
    let manifest = packages.iter().find(|package| package.name == name).map(|p| &p.manifest);
    LAYERS.iter().position(|&place| {
        place == name
            || place.ends_with('/') && manifest.is_some_and(|path| path.starts_with(place))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, manifest: &str, dependencies: &[&str]) -> Package {
        let dependencies = dependencies.iter().map(|&name| (name.to_owned(), 7)).collect();
        Package { name: name.to_owned(), manifest: manifest.to_owned(), dependencies }
    }

    #[test]
    fn dependencies_on_lower_layers_are_allowed() {
        let packages = [
            package("bartizan-board", "crates/board/Cargo.toml", &["bitflags"]),
            package("bartizan-movegen", "crates/movegen/Cargo.toml", &["bartizan-board"]),
            package(
                "bartizan-uci",
                "crates/uci/Cargo.toml",
                &["bartizan-board", "bartizan-search"],
            ),
            package("bartizan-benches", "benches/Cargo.toml", &["bartizan-tests", "xtask"]),
            package("bartizan-tests", "tests/Cargo.toml", &["my-swap"]),
            package("my-swap", "tests/swaps/my/Cargo.toml", &["bartizan-search", "bartizan-tests"]),
        ];
        assert_eq!(check(&packages), []);
    }

    #[test]
    fn dependencies_on_higher_layers_are_reported() {
        let packages = [
            package("bartizan-board", "crates/board/Cargo.toml", &["bartizan-movegen"]),
            package("bartizan-eval", "crates/eval/Cargo.toml", &["bartizan-tests"]),
            package("bartizan-movegen", "crates/movegen/Cargo.toml", &["my-swap"]),
            package("bartizan-search", "crates/search/Cargo.toml", &["bartizan-search"]),
            package("bartizan-tests", "tests/Cargo.toml", &["bartizan-benches"]),
            package("bartizan-benches", "benches/Cargo.toml", &[]),
            package("my-swap", "tests/swaps/my/Cargo.toml", &[]),
        ];
        let violations = check(&packages);
        let shown: Vec<String> = violations.iter().map(ToString::to_string).collect();
        assert_eq!(
            shown,
            [
                "crates/board/Cargo.toml:7: bartizan-board must not use bartizan-movegen: wrong direction",
                "crates/eval/Cargo.toml:7: bartizan-eval must not use bartizan-tests: wrong direction",
                "crates/movegen/Cargo.toml:7: bartizan-movegen must not use my-swap: wrong direction",
                "crates/search/Cargo.toml:7: bartizan-search must not use bartizan-search: wrong direction",
                "tests/Cargo.toml:7: bartizan-tests must not use bartizan-benches: wrong direction",
            ]
        );
    }

    #[test]
    fn package_without_a_layer_is_reported() {
        let violations = check(&[package("bartizan-gui", "crates/gui/Cargo.toml", &[])]);
        assert!(violations[0].message.contains("no layer"), "{violations:?}");
    }

    #[test]
    fn the_line_of_a_dependency() {
        let manifest = "[dependencies]\nboard-game = \"1\"\nboard.workspace = true\neval = {}\n";
        assert_eq!((line_of(manifest, "board"), line_of(manifest, "eval")), (3, 4));
        assert_eq!(line_of(manifest, "search"), 1);
    }
}
