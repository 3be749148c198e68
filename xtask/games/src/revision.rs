//! Release builds of the engine: of the working tree, and of any revision in a git worktree of its
//! own. The binaries stay in `target/revisions`.

use crate::checksum::crc32;
use crate::output::make_folder;
use anyhow::{Context, Result, ensure};
use bartizan::progress::note;
use std::env::consts::EXE_SUFFIX;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};
use xtask::workspace;

/// Name of the engine's binary.
const BINARY: &str = "bartizan";
/// Characters of a commit hash in file names.
const HASH_LENGTH: usize = 12;

/// An engine that was built.
#[derive(Clone, Debug)]
pub struct Build {
    /// The binary, which no later build changes.
    pub path: PathBuf,
    /// `working tree`, or the revision and its commit.
    pub name: String,
}

fn folder() -> PathBuf {
    workspace::root().join("target/revisions")
}

/// Builds the engine of the working tree.
///
/// # Errors
/// When it cannot be built or copied.
pub fn build_working_tree() -> Result<Build> {
    let root = workspace::root();
    let target = root.join("target");
    let built = build(&root, &target)?;
    let content = fs::read(&built).with_context(|| format!("cannot read {}", built.display()))?;
    let name = format!("{BINARY}-working-{}{EXE_SUFFIX}", crc32(&content));
    let path = copy_binary(&built, &name)?;
    Ok(Build { path, name: "working tree".to_owned() })
}

/// Builds the engine of a revision, unless that was done before.
///
/// # Errors
/// When git does not know the revision, or it cannot be built.
pub fn build_revision(revision: &str) -> Result<Build> {
    let commit = commit_of(revision)?;
    let short = &commit[..HASH_LENGTH.min(commit.len())];
    let name = format!("{revision} ({short})");
    let file = format!("{BINARY}-{short}-{}{EXE_SUFFIX}", compiler_checksum()?);
    let path = folder().join(&file);
    if path.is_file() {
        return Ok(Build { path, name });
    }
    note(&format!("building {name}"));
    // Always the same folder, so that the builds of revisions take the place of each other.
    let path = with_worktree(&commit, &folder().join("tree"), |tree| {
        let built = build(tree, &folder().join("target"))?;
        copy_binary(&built, &file)
    })?;
    Ok(Build { path, name })
}

/// The hash of the commit that a revision names.
///
/// # Errors
/// When git does not know the revision.
pub fn commit_of(revision: &str) -> Result<String> {
    git(&["rev-parse", "--verify", "--quiet", &format!("{revision}^{{commit}}")])
        .with_context(|| format!("there is no revision `{revision}`"))
}

/// Does `work` in a git worktree of a commit, which is at `tree` for that time.
///
/// # Errors
/// When the worktree cannot be made or removed, or `work` fails.
pub fn with_worktree<T>(
    commit: &str,
    tree: &Path,
    work: impl FnOnce(&Path) -> Result<T>,
) -> Result<T> {
    // One that an interrupted build has left.
    let _ = remove_worktree(tree);
    git(&["worktree", "add", "--detach", "--force", &tree.to_string_lossy(), commit])?;
    let done = work(tree);
    remove_worktree(tree)?;
    done
}

/// A checksum of the compiler and its flags in the environment, by which binaries differ as by their source.
fn compiler_checksum() -> Result<String> {
    let flags = ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS"].map(env::var_os);
    let compiler = workspace::rustc(&["-vV"])?;
    Ok(crc32(format!("{compiler}{flags:?}").as_bytes()))
}

/// Builds the engine of a tree; the binary.
fn build(tree: &Path, target: &Path) -> Result<PathBuf> {
    let mut cargo = workspace::cargo();
    if tree != workspace::root() {
        // The network of that variable is for the working tree.
        cargo.env_remove("EVALFILE");
    }
    let status = cargo
        .args(["build", "--quiet", "--release", "--bin", BINARY])
        .current_dir(tree)
        .env("CARGO_TARGET_DIR", target)
        .status()
        .context("cannot run cargo")?;
    ensure!(status.success(), "the engine in {} cannot be built", tree.display());
    Ok(target.join("release").join(format!("{BINARY}{EXE_SUFFIX}")))
}

/// Copies a binary to where it stays.
fn copy_binary(built: &Path, name: &str) -> Result<PathBuf> {
    let path = folder().join(name);
    if !path.is_file() {
        make_folder(&folder())?;
        let copied = path.with_extension("new");
        fs::copy(built, &copied)
            .and_then(|_| fs::rename(&copied, &path))
            .with_context(|| format!("cannot copy {} to {}", built.display(), path.display()))?;
    }
    Ok(path)
}

fn remove_worktree(tree: &Path) -> Result<()> {
    git(&["worktree", "remove", "--force", &tree.to_string_lossy()]).map(|_| ())
}

/// Runs git in the workspace; its output without the line end.
///
/// # Errors
/// When it cannot be run or fails.
pub fn git(arguments: &[&str]) -> Result<String> {
    let output = Command::new("git").args(arguments).current_dir(workspace::root()).output();
    let output = output.context("cannot run git")?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "git {}: {}", arguments.join(" "), errors.trim());
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_revision_is_named() {
        let error = build_revision("no-such-revision").expect_err("an error");
        assert!(error.to_string().contains("no revision `no-such-revision`"), "{error:#}");
    }
}
