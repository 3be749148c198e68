//! A Debian package of a built engine, by cargo-deb. What it contains is in the manifest of the engine's
//! crate.

use super::archive::Files;
use super::build;
use super::target::Target;
use anyhow::{Context, Result, ensure};
use games::output::{make_folder, write_file};
use std::fs;
use std::path::Path;
use xtask::workspace;

/// Writes the package of a target into the folder `out`. `common` are the files that every archive has.
pub fn write(target: &Target, binary: &[u8], common: &Files, out: &Path, time: u64) -> Result<()> {
    // cargo-deb takes binaries from the folder of a release build. All that is not source lies there.
    let folder = build::folder().join("deb");
    if folder.is_dir() {
        fs::remove_dir_all(&folder)?;
    }
    let release = folder.join(target.triple).join("release");
    let files = common.iter().map(|(name, file)| (name.as_str(), file.content.as_slice()));
    for (name, content) in files.chain([(target.binary(), binary)]) {
        let path = release.join(name);
        make_folder(path.parent().context("a file in no folder")?)?;
        write_file(&path, content)?;
    }
    let output = workspace::cargo()
        .args(["deb", "--quiet", "--no-build", "--no-strip", "--package", "bartizan"])
        .args(["--target", target.triple, "--output"])
        .arg(std::path::absolute(out)?)
        .env("CARGO_TARGET_DIR", &folder)
        .env("SOURCE_DATE_EPOCH", time.to_string())
        .current_dir(workspace::root())
        .output()
        .context("cannot run cargo")?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "cargo deb (cargo install cargo-deb): {}", errors.trim());
    Ok(())
}
