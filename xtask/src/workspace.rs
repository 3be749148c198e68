//! Paths of the working tree, and programs to start.

use anyhow::{Context, Result, bail, ensure};
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The root of the workspace: the folder above the package that has `Cargo.lock`.
///
/// `cargo run` says where the package is; a binary started by hand falls back on
/// where it was built.
#[must_use]
pub fn root() -> PathBuf {
    let package = env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    let root = package.ancestors().find(|folder| folder.join("Cargo.lock").is_file());
    root.map_or_else(|| package.clone(), Path::to_path_buf)
}

/// The file of a program: a path is taken as it is, a bare name is looked up in
/// `PATH` and then where Debian keeps its games.
///
/// # Errors
/// When no such file exists.
pub fn find_program(name: &str) -> Result<PathBuf> {
    let given = Path::new(name);
    if given.components().count() > 1 {
        if given.is_file() {
            return Ok(given.to_path_buf());
        }
        bail!("there is no file {name}");
    }
    testkit::workspace::find_program(name)
        .with_context(|| format!("no program {name} in PATH or /usr/games"))
}

/// The folder of build outputs: `target`, or what `CARGO_TARGET_DIR` says.
#[must_use]
pub fn target_dir() -> PathBuf {
    root().join(env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// What the compiler in use prints, without the line end.
///
/// # Errors
/// When it fails.
pub fn rustc(arguments: &[&str]) -> Result<String> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).args(arguments).output().context("cannot run rustc")?;
    ensure!(output.status.success(), "rustc {}: {}", arguments.join(" "), output.status);
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Where the compiler in use has the standard library for a target; `None` if it has none.
#[must_use]
pub fn target_libdir(target: &str) -> Option<PathBuf> {
    let folder = rustc(&["--print", "target-libdir", "--target", target]).ok()?;
    Some(PathBuf::from(folder)).filter(|folder| folder.is_dir())
}

/// The cargo that runs this program, or the one in `PATH`.
#[must_use]
pub fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// The cargo in use where it can compile for a target, else the one that an environment variable names.
///
/// # Errors
/// When there is neither.
pub fn cargo_for(target: &str, variable: &str) -> Result<Command> {
    if target_libdir(target).is_some() {
        return Ok(cargo());
    }
    let other = env::var_os(variable).filter(|value| !value.is_empty()).with_context(|| {
        format!(
            "the target {target} is not installed: rustup target add {target}, or name a cargo that \
             has it in {variable}"
        )
    })?;
    Ok(Command::new(other))
}
