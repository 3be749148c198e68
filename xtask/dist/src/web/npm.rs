//! `cargo xtask npm`: the engine as an npm package, in a worker that speaks UCI.
//!
//! Its files are in `crates/web/npm`; the task adds the engine as WebAssembly with its network, licences and the version.

use super::{compile, find_tools, skip};
use crate::dist::contents::{Variant, licences};
use anyhow::{Context, Error, Result, ensure};
use games::output::{make_folder, write_file};
use games::revision::git;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use xtask::{nodes, workspace};

/// The command line of the task.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Folder for the package (default: target/npm)
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Install the package into a folder of its own and drive it in Node.js and Chromium; skip what this machine cannot do
    #[arg(long)]
    check: bool,
}

/// Runs the task.
pub fn run(args: &Args) -> Result<()> {
    if args.check
        && let Err(missing) = find_tools()
    {
        println!("{missing:#}");
        return skip("the tools for WebAssembly").map_err(Error::msg);
    }
    let out = args.out.clone().unwrap_or_else(|| workspace::target_dir().join("npm"));
    let package = out.join("package");
    make_folder(&package)?;
    compile(&package, "bartizan", &["uci"])?;
    for (name, content) in files()? {
        write_file(&package.join(name), &content)?;
    }
    let Ok(npm) = workspace::find_program("npm") else {
        println!("npm is not installed: the package is the folder {}", package.display());
        return Ok(());
    };
    let packed =
        Command::new(&npm).args(["pack", "--silent", "./package"]).current_dir(&out).output();
    let packed = packed.context("cannot run npm")?;
    ensure!(packed.status.success(), "npm pack: {}", String::from_utf8_lossy(&packed.stderr));
    let archive = out.join(String::from_utf8_lossy(&packed.stdout).trim());
    println!("{}: {} KiB", archive.display(), fs::metadata(&archive)?.len().div_ceil(1024));
    if args.check { check(&out, &npm, &archive) } else { Ok(()) }
}

/// The files of the package but the engine: those of the source with the version, and licences.
fn files() -> Result<Vec<(String, Vec<u8>)>> {
    let root = workspace::root();
    let mut files = Vec::new();
    let listed = git(&["ls-files", "crates/web/npm", "LICENSE-*"])?;
    for path in listed.lines().map(Path::new) {
        let name = path.file_name().context("a file without a name")?.to_string_lossy();
        let content = fs::read(root.join(path)).with_context(|| path.display().to_string())?;
        files.push((name.into_owned(), content));
    }
    for (name, content) in &mut files {
        if name == "package.json" {
            // As text: the order of the conditions in it matters.
            let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
            let text = String::from_utf8_lossy(content).replace("\"version\": \"0.0.0\"", &version);
            *content = text.into_bytes();
        }
    }
    let licences =
        licences(Variant::Permissive, env!("CARGO_PKG_VERSION"), &git(&["rev-parse", "HEAD"])?)?;
    files.extend(licences.into_iter().map(|(name, file)| (name, file.content)));
    Ok(files)
}

/// Installs the package and runs the test of its folder.
fn check(out: &Path, npm: &Path, archive: &Path) -> Result<()> {
    let folder = out.join("installed");
    if folder.is_dir() {
        fs::remove_dir_all(&folder)?;
    }
    make_folder(&folder)?;
    write_file(&folder.join("package.json"), b"{ \"private\": true }\n")?;
    let installed = Command::new(npm)
        .args(["install", "--silent", "--no-audit", "--offline"])
        .arg(std::path::absolute(archive)?)
        .current_dir(&folder)
        .status()?;
    ensure!(installed.success(), "npm install: {installed}");
    let Ok(node) = workspace::find_program("node") else {
        return skip("node").map_err(Error::msg);
    };
    let tests = workspace::root().join("crates/web/js");
    let browser =
        ["chromium", "google-chrome"].iter().find_map(|name| workspace::find_program(name).ok());
    let browser = browser.filter(|_| tests.join("node_modules").is_dir());
    if browser.is_none() {
        skip("chromium, or node_modules: npm ci in crates/web/js").map_err(Error::msg)?;
    }
    let status = Command::new(node)
        .arg(tests.join("npm-test.mjs"))
        .arg(std::path::absolute(&folder)?)
        .arg(nodes::snapshot_total()?.to_string())
        .args(browser)
        .status()?;
    ensure!(status.success(), "the package fails: {status}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn the_package_has_what_its_manifest_names() {
        let files = files().unwrap();
        let find =
            |wanted: &str| files.iter().find(|(name, _)| name == wanted).map(|(_, text)| text);
        let manifest = std::str::from_utf8(find("package.json").unwrap()).unwrap();
        assert!(manifest.find("\"node\"") < manifest.find("\"default\""), "{manifest}");
        let package: Value = serde_json::from_str(manifest).unwrap();
        assert_eq!(package["version"], env!("CARGO_PKG_VERSION"));
        assert_eq!(package["license"], Variant::Permissive.licence());
        let exports = package["exports"].as_object().unwrap().values();
        let named = exports.flat_map(|entry| match entry {
            Value::Object(conditions) => conditions.values().collect(),
            path => vec![path],
        });
        for path in named.chain([&package["types"], &package["bin"]["bartizan-chess"]]) {
            let name = path.as_str().unwrap().trim_start_matches("./");
            assert!(find(name).is_some(), "{name}");
        }
        for name in ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY-LICENSES"] {
            assert!(find(name).is_some(), "{name}");
        }
    }
}
