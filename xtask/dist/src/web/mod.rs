//! `cargo xtask web`: the engine for the browser, beside the page of the book that uses it.
//!
//! Everything below `docs/src/web` is copied into the book as it is. The task adds `pkg`: the engine as
//! WebAssembly, its bindings, and the network.

mod check;
pub mod npm;

use crate::dist::archive::{File, Files, gzip, zip};
use anyhow::{Context, Error, Result, bail, ensure};
use games::output::make_folder;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use xtask::workspace;

/// The server of the page, for this machine alone.
const SERVER: &str = "xtask/dist/src/web/serve.mjs";
const TARGET: &str = "wasm32-unknown-unknown";
/// A cargo that can compile for [`TARGET`] where the one in use cannot.
const CARGO_VARIABLE: &str = "BARTIZAN_WASM_CARGO";

/// The command line of the task.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Compare the node counts in Node.js with those of this build, then drive the page with Chromium;
    /// skip what this machine cannot do
    #[arg(long)]
    pub check: bool,
    /// Serve the book, or the page alone without mdBook, on this machine at a port; 0 for any
    #[arg(long, value_name = "PORT", num_args = 0..=1, default_missing_value = "8000", conflicts_with = "check")]
    pub serve: Option<u16>,
    /// Write the book with the page, or the page alone without mdBook, to a zip
    #[arg(long, value_name = "FILE", conflicts_with_all = ["check", "serve"])]
    pub zip: Option<PathBuf>,
    /// Folder for pictures of the page that the check takes
    #[arg(long, value_name = "FOLDER", requires = "check")]
    pub pictures: Option<PathBuf>,
}

/// Runs the task.
pub fn run(args: &Args) -> Result<()> {
    if args.check {
        if let Err(missing) = find_tools() {
            println!("{missing:#}");
            return skip("the tools for WebAssembly").map_err(Error::msg);
        }
        build()?;
        return check::run(args.pictures.as_deref());
    }
    build()?;
    let folder = build_book()?;
    if let Some(file) = &args.zip {
        return write_zip(&folder, file);
    }
    args.serve.map_or(Ok(()), |port| serve(&folder, port))
}

/// Serves a folder until this is interrupted.
fn serve(folder: &Path, port: u16) -> Result<()> {
    let node = workspace::find_program("node")?;
    println!("the page is below web/ of this address:");
    let status = Command::new(node)
        .arg(workspace::root().join(SERVER))
        .arg(folder)
        .arg(port.to_string())
        .status()?;
    ensure!(status.success(), "the server failed: {status}");
    Ok(())
}

/// Writes all files of a folder to a zip, below a folder with the name of the zip.
fn write_zip(folder: &Path, file: &Path) -> Result<()> {
    let name = file.file_stem().context("the zip has no name")?.to_string_lossy();
    let mut files = Files::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inside) = folders.pop() {
        for entry in fs::read_dir(&inside)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let parts = path.strip_prefix(folder)?.components();
            let parts: Vec<_> = parts.map(|part| part.as_os_str().to_string_lossy()).collect();
            files.insert(parts.join("/"), File::plain(fs::read(&path)?));
        }
    }
    let packed = zip(&name, &files)?;
    if let Some(parent) = file.parent() {
        make_folder(parent)?;
    }
    fs::write(file, &packed).with_context(|| format!("cannot write {}", file.display()))?;
    println!("{}: {} files, {} KiB", file.display(), files.len(), packed.len().div_ceil(1024));
    Ok(())
}

/// Says that a check goes no further.
fn skip(what: &str) -> Result<(), String> {
    testkit::data::skip("cargo xtask --check", what)
}

/// The folder of the page.
fn page() -> PathBuf {
    workspace::root().join("docs/src/web")
}

/// The programs that build the engine: a cargo and `wasm-bindgen`.
fn find_tools() -> Result<(Command, PathBuf)> {
    let bindgen = find_bindgen()?;
    Ok((workspace::cargo_for(TARGET, CARGO_VARIABLE)?, bindgen))
}

/// The program `wasm-bindgen`, which must have the version of the crate.
fn find_bindgen() -> Result<PathBuf> {
    let lock = fs::read_to_string(workspace::root().join("Cargo.lock"))?;
    let wanted = locked_version(&lock, "wasm-bindgen").context("Cargo.lock has no wasm-bindgen")?;
    let advice = || format!("cargo install wasm-bindgen-cli --version {wanted}");
    let program = workspace::find_program("wasm-bindgen").with_context(advice)?;
    let output = Command::new(&program).arg("--version").output().with_context(advice)?;
    let text = String::from_utf8_lossy(&output.stdout);
    let version = text.split_whitespace().nth(1).unwrap_or_default();
    ensure!(version == wanted, "wasm-bindgen has the version {version}: {}", advice());
    Ok(program)
}

/// The version of a package in the text of a `Cargo.lock`.
fn locked_version<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name).skip(1);
    lines.next()?.strip_prefix("version = \"")?.strip_suffix('"')
}

/// Compiles the engine to WebAssembly, with its bindings, into a folder.
fn compile(folder: &Path, name: &str, features: &[&str]) -> Result<()> {
    let (mut cargo, bindgen) = find_tools()?;
    let target = workspace::target_dir().join("wasm");
    // Not `crate-type` in the manifest, with which every test would link a library for nothing.
    let status = cargo
        .args(["rustc", "--quiet", "--release", "--package", "bartizan-web", "--lib"])
        .args(["--crate-type", "cdylib", "--target", TARGET, "--features", &features.join(",")])
        .arg("--target-dir")
        .arg(&target)
        // They would take the place of the flags for this target in `.cargo/config.toml`.
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .current_dir(workspace::root())
        .status()
        .context("cannot run cargo")?;
    ensure!(status.success(), "the engine cannot be compiled: {status}");
    make_folder(folder)?;
    let status = Command::new(bindgen)
        .args(["--target", "web", "--out-name", name, "--out-dir"])
        .arg(folder)
        .arg(target.join(TARGET).join("release/bartizan_web.wasm"))
        .status()?;
    ensure!(status.success(), "wasm-bindgen failed: {status}");
    Ok(())
}

/// Builds the engine into `pkg`, with the network, and prints the sizes.
fn build() -> Result<()> {
    let pkg = page().join("pkg");
    compile(&pkg, "engine", &["tune"])?;
    let network = workspace::root().join("crates/eval/networks/default.nnue");
    fs::copy(network, pkg.join("network.nnue")).context("cannot copy the network")?;
    // The page undoes this itself, so that no server has to.
    for name in ["engine_bg.wasm", "network.nnue"] {
        let plain = pkg.join(name);
        fs::write(pkg.join(format!("{name}.gz")), gzip(&fs::read(&plain)?)?)?;
        fs::remove_file(plain)?;
    }
    for name in ["engine_bg.wasm.gz", "engine.js", "network.nnue.gz"] {
        println!("{name}: {} KiB", fs::metadata(pkg.join(name))?.len().div_ceil(1024));
    }
    Ok(())
}

/// Builds the book if mdBook is there. Returns the folder that has the page.
fn build_book() -> Result<PathBuf> {
    let Ok(mdbook) = workspace::find_program("mdbook") else {
        println!("mdbook is not installed: the page is there, the book is not built");
        return Ok(workspace::root().join("docs/src"));
    };
    let status =
        Command::new(mdbook).args(["build", "docs"]).current_dir(workspace::root()).status()?;
    if !status.success() {
        bail!("mdbook failed: {status}");
    }
    Ok(workspace::root().join("docs/book"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zip_has_the_files_of_a_folder() {
        let folder = workspace::target_dir().join("tmp/web-zip");
        for (name, text) in [("book/index.html", "book"), ("book/web/main.js", "page")] {
            let path = folder.join(name);
            make_folder(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let file = folder.join("out/laboratory.zip");
        write_zip(&folder.join("book"), &file).unwrap();
        let archive = ::zip::ZipArchive::new(fs::File::open(&file).unwrap()).unwrap();
        let names: Vec<_> = archive.file_names().collect();
        assert_eq!(names, ["laboratory/index.html", "laboratory/web/main.js"]);
    }

    #[test]
    fn version_of_a_locked_package() {
        let lock = "[[package]]\nname = \"wasm-bindgen-x\"\nversion = \"1.0.0\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.9\"\n";
        assert_eq!(locked_version(lock, "wasm-bindgen"), Some("0.2.9"));
        assert_eq!(locked_version(lock, "wasm"), None);
    }
}
