//! Where things are in the working tree, and which programs can be started.

use anyhow::{Result, bail};
use std::env;
use std::path::{Path, PathBuf};

/// The root of the workspace: the folder above this package.
///
/// `cargo run` says where the package is; a binary started by hand falls back on
/// where it was built.
#[must_use]
pub fn root() -> PathBuf {
    let package = env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    package.parent().map_or_else(|| package.clone(), Path::to_path_buf)
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
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .chain([PathBuf::from("/usr/games")])
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
        .ok_or_else(|| anyhow::anyhow!("no program {name} in PATH or /usr/games"))
}

/// How many threads to use when nobody says.
#[must_use]
pub fn default_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
