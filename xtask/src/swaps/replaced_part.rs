//! A package below `tests/swaps` and how it gets into a copy of the workspace.
//!
//! Its manifest has a table `[package.metadata.swap]`. `layer` is a key of the
//! `[workspace.dependencies]` whose crate the package replaces. With `register` it does not replace
//! the layer but is one of its parts, an evaluator or an ordering: the value is the line in the
//! layer's registry, in which `part` is the module with the source of the package.

use crate::metadata::Metadata;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use testkit::workspace::WorkspaceCopy;

/// A package that replaces a layer or adds a part to one.
#[derive(Clone, Debug)]
pub struct ReplacedPart {
    /// The name of the package.
    pub package: String,
    /// The layer.
    pub layer: String,
    /// The line in the registry of the layer, for an added part.
    register: Option<String>,
    /// The folder of the package, relative to the root of the workspace.
    folder: String,
    /// The same in full.
    path: PathBuf,
}

impl ReplacedPart {
    /// All packages that have the table, by name.
    ///
    /// # Errors
    /// When cargo fails or a table has no layer.
    pub fn all() -> Result<Vec<Self>> {
        let metadata = Metadata::load()?;
        let mut all = Vec::new();
        for package in metadata.members() {
            let Some(table) = package.metadata.get("swap") else { continue };
            let text = |key: &str| table[key].as_str().map(str::to_owned);
            let manifest = metadata.relative_manifest(package);
            let folder = manifest.trim_end_matches("/Cargo.toml").to_owned();
            all.push(Self {
                layer: text("layer").with_context(|| format!("{manifest}: swap has no layer"))?,
                register: text("register"),
                path: Path::new(&metadata.workspace_root).join(&folder),
                folder,
                package: package.name.clone(),
            });
        }
        all.sort_by(|one, other| one.package.cmp(&other.package));
        Ok(all)
    }

    /// The UCI option that selects an added part, and its value.
    #[must_use]
    pub fn option(&self) -> Option<(&'static str, &str)> {
        self.register.as_ref()?;
        let option = match self.layer.as_str() {
            "eval" => "Evaluation",
            "ordering" => "Ordering",
            _ => "Search",
        };
        Some((option, &self.package))
    }

    /// Lines of code, without comments, empty lines and tests.
    ///
    /// # Errors
    /// When the source cannot be read.
    pub fn lines(&self) -> Result<usize> {
        let mut lines = 0;
        for entry in fs::read_dir(self.path.join("src"))? {
            let text = fs::read_to_string(entry?.path())?;
            let code = text.split("#[cfg(test)]").next().unwrap_or_default().lines();
            let is_code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
            lines += code.filter(is_code).count();
        }
        Ok(lines)
    }

    /// Puts the part into a copy of the workspace: it replaces its layer there, or its source becomes
    /// a module of the layer's crate with a line in the registry.
    ///
    /// # Errors
    /// When the layer has no line in the manifest, or no registry, or a replaced crate is still used.
    pub fn install(&self, copy: &WorkspaceCopy) -> Result<()> {
        let Self { package, layer, folder, .. } = self;
        if let Some(line) = &self.register {
            let (root, registry) =
                (format!("crates/{layer}/src/lib.rs"), format!("crates/{layer}/src/registry.rs"));
            copy.write(
                &format!("crates/{layer}/src/part.rs"),
                &copy.read(&format!("{folder}/src/lib.rs"))?,
            )?;
            let module =
                format!("\n#[allow(missing_docs)]\npub mod part;\nextern crate self as {layer};\n");
            copy.write(&root, &(copy.read(&root)? + &module))?;
            let text = copy.read(&registry)?;
            let list =
                text.find("\nregistry!").with_context(|| format!("{registry} has no list"))?;
            let bracket = text[list..].find(['[', '{']);
            let bracket = bracket.with_context(|| format!("{registry} has no bracket"))?;
            let (before, after) = text.split_at(list + bracket + 1);
            let line = line.replace("part::", "crate::part::");
            copy.write(&registry, &format!("{before}{line} {after}"))?;
            return Ok(());
        }
        let manifest = copy.read("Cargo.toml")?;
        let key = format!("{layer} = ");
        let old = manifest.lines().find(|line| line.starts_with(&key));
        let old = old.with_context(|| format!("the manifest has no line for {layer}"))?;
        let new = format!("{key}{{ package = \"{package}\", path = \"{folder}\" }}");
        copy.write("Cargo.toml", &manifest.replace(old, &new))?;
        if layer == "search" {
            // The command `explain` observes the search that is replaced.
            let binary = "crates/bartizan/Cargo.toml";
            copy.write(binary, &copy.read(binary)?.replace("\"explain\", ", ""))?;
        }
        // A replacement may use the crate that it replaces; nothing else may.
        let replaced = old.split('"').nth(1).context("the line names no package")?;
        let tree =
            ["tree", "--workspace", "--edges", "normal", "--depth", "1", "--invert", replaced];
        let tree = run_cargo(copy, &tree)?;
        let others = tree.lines().skip(1).find(|line| !line.contains(&format!(" {package} v")));
        ensure!(others.is_none(), "{replaced} is still used:\n{tree}");
        Ok(())
    }

    /// Runs the contract of the layer in the copy. The contract of a search is that of the default one;
    /// a protocol has the tests of its package.
    ///
    /// # Errors
    /// When it fails; the message is the output.
    pub fn run_contract(&self, copy: &WorkspaceCopy) -> Result<()> {
        let layer = self.layer.as_str();
        let test = match layer {
            "uci" => return run_cargo(copy, &["test", "--package", &self.package]).map(drop),
            "search" => "default_search",
            layer => layer,
        };
        let contracts = ["test", "--package", "bartizan-contracts", "--no-default-features"];
        let which = ["--features", layer, "--test", test];
        run_cargo(copy, &[&contracts[..], &which].concat()).map(drop)
    }
}

/// Runs cargo in the copy and returns its standard output.
///
/// # Errors
/// When it fails; the message has the output.
pub fn run_cargo(copy: &WorkspaceCopy, arguments: &[&str]) -> Result<String> {
    let output = copy.cargo(arguments).output().context("cannot run cargo")?;
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    // The last lines say what is wrong, of a test or of a build.
    let message = format!("{stdout}\n{stderr}");
    let lines: Vec<&str> = message.lines().filter(|line| !line.starts_with('{')).collect();
    let last = lines[lines.len().saturating_sub(40)..].join("\n");
    ensure!(output.status.success(), "cargo {}:\n{last}", arguments.join(" "));
    Ok(stdout)
}
