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
