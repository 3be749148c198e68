//! Licences: packages that are under the GPL only may be used in two places: the dev-dependencies
//! of `benches`, to compare speed with, and the optional dependencies of the engine, which other
//! packages use without its default features.

use super::Violation;
use super::metadata::{DependencyKind, Metadata};
use anyhow::{Context, Result};
use std::collections::{HashMap, HashSet};

/// The package whose dev-dependencies may be under the GPL.
const GPL_DEV_PACKAGE: &str = "bartizan-benches";
/// The package whose optional dependencies may be under the GPL.
const GPL_OPTIONAL_PACKAGE: &str = "bartizan";

/// A package and what it uses.
#[derive(Clone, Debug, Default)]
pub struct Package {
    /// Its published name.
    pub name: String,
    /// Its licence as an SPDX expression, where it has one.
    pub licence: Option<String>,
    /// The manifest relative to the root for a package of the workspace, else none.
    pub manifest: Option<String>,
    /// Indices of what it uses when built or linked.
    pub uses: Vec<usize>,
    /// Those of `uses` that only a feature turns on.
    pub optional_uses: Vec<usize>,
    /// Those of `uses` and `dev_uses` whose default features are on.
    pub default_feature_uses: Vec<usize>,
    /// Indices of what only its tests, examples and benches use.
    pub dev_uses: Vec<usize>,
}

/// All packages that cargo resolves for the workspace.
///
/// # Errors
/// When the graph names a package that is not listed.
pub fn graph(metadata: &Metadata) -> Result<Vec<Package>> {
    let resolve = &metadata.resolve;
    let index_of: HashMap<&String, usize> =
        resolve.nodes.iter().enumerate().map(|(index, node)| (&node.id, index)).collect();
    let mut packages = vec![Package::default(); resolve.nodes.len()];
    for node in &resolve.nodes {
        let own = &mut packages[index_of[&node.id]];
        let known = metadata.packages.iter().find(|package| package.id == node.id);
        let known = known.context("a resolved package is not listed")?;
        own.name.clone_from(&known.name);
        own.licence.clone_from(&known.license);
        if metadata.workspace_members.contains(&node.id) {
            own.manifest = Some(metadata.relative_manifest(known));
        }
        for dependency in &node.deps {
            let Some(&index) = index_of.get(&dependency.pkg) else { continue };
            let used = metadata.packages.iter().find(|package| package.id == dependency.pkg);
            let declared = || {
                let name = used.map(|used| &used.name);
                known.dependencies.iter().filter(move |declared| Some(&declared.name) == name)
            };
            if declared().all(|declared| declared.optional) {
                own.optional_uses.push(index);
            }
            if declared().any(|declared| declared.uses_default_features) {
                own.default_feature_uses.push(index);
            }
            let dev = |kind: &DependencyKind| kind.kind.as_deref() == Some("dev");
            if !dependency.dep_kinds.iter().all(dev) {
                own.uses.push(index);
            } else {
                own.dev_uses.push(index);
            }
        }
    }
    Ok(packages)
}

/// Every package of the workspace that gets GPL code where it must not.
#[must_use]
pub fn check(packages: &[Package]) -> Vec<Violation> {
    let mut violations = Vec::new();
    for package in packages {
        let Some(manifest) = &package.manifest else { continue };
        let dev_exempt = package.name == GPL_DEV_PACKAGE;
        let dev: &[usize] = if dev_exempt { &[] } else { &package.dev_uses };
        let mut pending: Vec<usize> = package.uses.iter().chain(dev).copied().collect();
        if package.name == GPL_OPTIONAL_PACKAGE {
            pending.retain(|index| !package.optional_uses.contains(index));
        }
        let mut with_default_features = package.default_feature_uses.iter();
        if with_default_features.any(|&index| packages[index].name == GPL_OPTIONAL_PACKAGE) {
            violations.push(Violation {
                file: manifest.clone(),
                line: 1,
                message: format!(
                    "{} uses {GPL_OPTIONAL_PACKAGE} with its default features, which may be under the GPL",
                    package.name
                ),
            });
        }
        let mut seen: HashSet<usize> = pending.iter().copied().collect();
        while let Some(index) = pending.pop() {
            let used = &packages[index];
            if used.licence.as_deref().is_some_and(gpl_only) {
                violations.push(Violation {
                    file: manifest.clone(),
                    line: 1,
                    message: format!(
                        "{} gets {} ({}): only the dev-dependencies of {GPL_DEV_PACKAGE} and the \
                         optional ones of {GPL_OPTIONAL_PACKAGE} may",
                        package.name,
                        used.name,
                        used.licence.as_deref().unwrap_or_default(),
                    ),
                });
            }
            let optional: &[usize] =
                if used.name == GPL_OPTIONAL_PACKAGE { &used.optional_uses } else { &[] };
            let uses = used.uses.iter().filter(|index| !optional.contains(index));
            pending.extend(uses.filter(|&&index| seen.insert(index)));
        }
    }
    violations
}

/// True when every alternative of the licence is of the GPL family, and also when only a part is in
/// an expression with `AND`: that would have to be read by a person.
#[must_use]
pub fn gpl_only(expression: &str) -> bool {
    if expression.to_ascii_uppercase().contains(" AND ") {
        return expression.contains("GPL");
    }
    let alternatives = expression.split(" OR ").flat_map(|part| part.split('/'));
    alternatives.into_iter().all(|alternative| alternative.contains("GPL"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, licence: &str, uses: &[usize], dev_uses: &[usize]) -> Package {
        let workspace = name.starts_with("bartizan");
        Package {
            name: name.to_owned(),
            licence: Some(licence.to_owned()),
            manifest: workspace.then(|| format!("{name}/Cargo.toml")),
            uses: uses.to_vec(),
            dev_uses: dev_uses.to_vec(),
            ..Package::default()
        }
    }

    #[test]
    fn gpl_only_needs_every_alternative_to_be_gpl() {
        assert!(
            gpl_only("GPL-3.0-or-later") && gpl_only("AGPL-3.0") && gpl_only("LGPL-2.1 OR GPL-3.0")
        );
        assert!(!gpl_only("MIT OR Apache-2.0 OR LGPL-2.1-or-later") && !gpl_only("MIT/GPL-2.0"));
    }

    #[test]
    fn gpl_in_an_and_expression_counts_as_gpl() {
        assert!(gpl_only("(MIT OR Apache-2.0) AND GPL-2.0"));
        assert!(gpl_only("GPL-2.0-only AND (MIT OR Apache-2.0)"));
        assert!(!gpl_only("(MIT OR Apache-2.0) AND Unicode-3.0"));
    }

    #[test]
    fn gpl_dev_dependencies_of_benches_are_allowed() {
        let packages = [
            package("bartizan-benches", "MIT", &[1], &[2]),
            package("left", "MIT OR GPL-3.0", &[], &[2]),
            package("right", "GPL-3.0", &[], &[]),
        ];
        assert_eq!(check(&packages), []);
    }

    #[test]
    fn optional_gpl_dependencies_of_the_engine_are_allowed() {
        let mut packages = [
            package("bartizan", "MIT", &[2], &[]),
            package("bartizan-user", "MIT", &[0], &[]),
            package("tables", "GPL-3.0", &[], &[]),
        ];
        assert_eq!(check(&packages).len(), 2);
        packages[0].optional_uses = vec![2];
        assert_eq!(check(&packages), []);
        packages[1].default_feature_uses = vec![0];
        let violations = check(&packages);
        assert_eq!(violations.len(), 1);
        assert!(violations[0].message.contains("bartizan-user uses bartizan with its default"));
    }

    #[test]
    fn transitive_gpl_dependencies_are_reported() {
        let packages = [
            package("bartizan-benches", "MIT", &[3], &[]),
            package("bartizan-eval", "MIT", &[], &[3]),
            package("peer", "GPL-3.0", &[], &[]),
            package("wrapper", "MIT", &[2], &[]),
        ];
        let violations = check(&packages);
        let files: Vec<&str> = violations.iter().map(|violation| violation.file.as_str()).collect();
        assert_eq!(files, ["bartizan-benches/Cargo.toml", "bartizan-eval/Cargo.toml"]);
        assert!(violations[0].message.contains("bartizan-benches gets peer (GPL-3.0)"));
    }
}
