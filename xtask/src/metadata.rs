//! The output of `cargo metadata`, as much of it as the checks need.

use crate::workspace;
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use testkit::workspace::relative;

/// What cargo knows of the workspace.
#[derive(Deserialize)]
pub struct Metadata {
    /// Every package, those of the registry too.
    pub packages: Vec<Package>,
    /// Ids of the packages of the workspace.
    pub workspace_members: Vec<String>,
    /// The folder of the workspace.
    pub workspace_root: String,
    /// Which package uses which.
    pub resolve: Resolve,
}

/// A package.
#[derive(Deserialize)]
pub struct Package {
    /// Its id.
    pub id: String,
    /// Its published name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its licence as an SPDX expression.
    pub license: Option<String>,
    /// The path of its manifest.
    pub manifest_path: String,
    /// The table `package.metadata` of the manifest.
    pub metadata: serde_json::Value,
    /// Its dependencies of every kind.
    pub dependencies: Vec<Dependency>,
}

/// A dependency as the manifest has it.
#[derive(Deserialize)]
pub struct Dependency {
    /// The published name of the package.
    pub name: String,
    /// The name in the manifest, where that is another.
    pub rename: Option<String>,
    /// `dev`, `build`, or none for a normal dependency.
    pub kind: Option<String>,
    /// Whether only a feature turns it on.
    pub optional: bool,
    /// Whether the default features of the package are on.
    pub uses_default_features: bool,
}

/// The resolved dependency graph.
#[derive(Deserialize)]
pub struct Resolve {
    /// One node for each package.
    pub nodes: Vec<Node>,
}

/// A package and the packages that it uses.
#[derive(Deserialize)]
pub struct Node {
    /// Id of the package.
    pub id: String,
    /// What it uses.
    pub deps: Vec<NodeDependency>,
}

/// An edge of the graph.
#[derive(Deserialize)]
pub struct NodeDependency {
    /// Id of the package that is used.
    pub pkg: String,
    /// In which ways it is used.
    pub dep_kinds: Vec<DependencyKind>,
}

/// A way of using a package.
#[derive(Deserialize)]
pub struct DependencyKind {
    /// `dev`, `build`, or none for a normal dependency.
    pub kind: Option<String>,
}

impl Metadata {
    /// Runs `cargo metadata` on this workspace.
    ///
    /// # Errors
    /// When cargo fails.
    pub fn load() -> Result<Self> {
        let output = workspace::cargo()
            .args(["metadata", "--format-version", "1", "--manifest-path"])
            .arg(workspace::root().join("Cargo.toml"))
            .output()
            .context("cannot run cargo")?;
        let message = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "cargo metadata failed: {message}");
        serde_json::from_slice(&output.stdout).context("cannot read the output of cargo metadata")
    }

    /// The packages of the workspace.
    pub fn members(&self) -> impl Iterator<Item = &Package> {
        self.packages.iter().filter(|package| self.workspace_members.contains(&package.id))
    }

    /// The manifest of a package relative to the root of the workspace, with `/` between folders.
    #[must_use]
    pub fn relative_manifest(&self, package: &Package) -> String {
        relative(&package.manifest_path, &self.workspace_root)
    }
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

    #[test]
    fn gpl_only_needs_every_alternative_to_be_gpl() {
        for licence in ["GPL-3.0-or-later", "AGPL-3.0", "LGPL-2.1 OR GPL-3.0"] {
            assert!(gpl_only(licence), "{licence}");
        }
        for licence in ["(MIT OR Apache-2.0) AND GPL-2.0", "GPL-2.0-only AND (MIT OR Apache-2.0)"] {
            assert!(gpl_only(licence), "{licence}");
        }
        for licence in [
            "MIT OR Apache-2.0 OR LGPL-2.1-or-later",
            "MIT/GPL-2.0",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
        ] {
            assert!(!gpl_only(licence), "{licence}");
        }
    }
}
