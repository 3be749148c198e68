//! Licences: packages that are under the GPL only may be used in two places: the dev-dependencies
//! of `benches`, to compare speed with, and the optional dependencies of the engine, which other
//! packages use without its default features.

use super::Violation;
use crate::metadata::{Metadata, Package, gpl_only};

/// The package whose dev-dependencies may be under the GPL.
const GPL_DEV_PACKAGE: &str = "bartizan-benches";
/// The package whose optional dependencies may be under the GPL.
const GPL_OPTIONAL_PACKAGE: &str = "bartizan-uci";
/// The package whose default features turn them on.
const BINARY: &str = "bartizan";

/// Every dependency by which other code than GPL code gets some where it must not. All GPL code that a
/// package gets, it gets by such a dependency, its own or that of a package it uses.
#[must_use]
pub fn check(metadata: &Metadata) -> Vec<Violation> {
    let is_gpl = |package: &Package| package.license.as_deref().is_some_and(gpl_only);
    let gpl = |name: &str| metadata.packages.iter().any(|used| used.name == name && is_gpl(used));
    let mut violations = Vec::new();
    for package in metadata.packages.iter().filter(|package| !is_gpl(package)) {
        let mut report = |message: String| {
            violations.push(Violation {
                file: metadata.relative_manifest(package),
                line: 1,
                message,
            });
        };
        let user = &package.name;
        for dependency in &package.dependencies {
            let name = &dependency.name;
            let allowed = user == GPL_OPTIONAL_PACKAGE && dependency.optional
                || user == GPL_DEV_PACKAGE && dependency.kind.as_deref() == Some("dev");
            if gpl(name) && !allowed {
                report(format!(
                    "{user} uses {name}, which is under the GPL: only the dev-dependencies of \
                     {GPL_DEV_PACKAGE} and the optional ones of {GPL_OPTIONAL_PACKAGE} may be"
                ));
            }
            if name == BINARY && dependency.uses_default_features {
                report(format!(
                    "{user} uses {name} with its default features, which may be under the GPL"
                ));
            }
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    /// Violations where `user` uses `used` in this way.
    fn violations(user: &str, used: &str, how: Value) -> usize {
        let mut dependency = json!({
            "name": used, "rename": null, "kind": null, "optional": false, "uses_default_features": false,
        });
        for (key, value) in how.as_object().expect("a map") {
            dependency[key] = value.clone();
        }
        let package = |name: &str, license: &str, dependencies: Value| {
            json!({
                "id": name, "name": name, "version": "1.0.0", "license": license, "metadata": null,
                "manifest_path": format!("/root/{name}/Cargo.toml"), "dependencies": dependencies,
            })
        };
        let metadata = json!({
            "packages": [
                package(user, "MIT OR Apache-2.0", json!([dependency])),
                package("tables", "GPL-3.0-or-later", json!([])),
                package("free", "MIT OR GPL-3.0", json!([])),
            ],
            "workspace_members": [user], "workspace_root": "/root", "resolve": { "nodes": [] },
        });
        check(&serde_json::from_value(metadata).expect("metadata")).len()
    }

    #[test]
    fn gpl_code_has_two_places() {
        let optional = json!({ "optional": true });
        let dev = json!({ "kind": "dev" });
        for (user, used, how, expected) in [
            ("bartizan-uci", "tables", optional.clone(), 0),
            ("bartizan-uci", "tables", json!({}), 1),
            ("bartizan-uci", "tables", dev.clone(), 1),
            ("bartizan", "tables", optional.clone(), 1),
            ("bartizan-benches", "tables", dev.clone(), 0),
            ("bartizan-benches", "tables", json!({}), 1),
            ("bartizan-eval", "tables", dev, 1),
            ("a-registry-package", "tables", optional, 1),
            ("bartizan-eval", "free", json!({}), 0),
            ("bartizan-web", "bartizan", json!({}), 0),
            ("bartizan-web", "bartizan-uci", json!({ "uses_default_features": true }), 0),
            ("bartizan-web", "bartizan", json!({ "uses_default_features": true }), 1),
        ] {
            assert_eq!(violations(user, used, how.clone()), expected, "{user} {used} {how}");
        }
    }
}
