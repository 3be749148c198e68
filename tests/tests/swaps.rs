//! A whole layer replaced. The worked examples of `tests/swaps/` are held to their contracts in
//! their own packages; here one takes the place of the layer that everything above is built on.

use std::path::{Path, PathBuf};
use std::process::Command;

/// In a copy of the workspace, one line of the root manifest names
/// the other crate, everything above is built on it, and the contract runs there.
#[test]
fn a_generator_in_place_of_ours() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("swapped");
    for part in ["Cargo.lock", "crates", "tests", "xtask", "benches"] {
        mirror(&workspace.join(part), &copy.join(part));
    }
    let manifest =
        std::fs::read_to_string(workspace.join("Cargo.toml")).expect("the root manifest");
    let exchanged: String = manifest
        .lines()
        .map(|line| match line.starts_with("movegen = ") {
            true => "movegen = { package = \"movegen-simple\", path = \"tests/swaps/movegen-simple\" }\n".to_string(),
            false => format!("{line}\n"),
        })
        .collect();
    assert_ne!(exchanged, manifest, "the root manifest has no line for movegen");
    write_if_new(&copy.join("Cargo.toml"), exchanged.as_bytes());

    let tree = cargo(&workspace, &copy, &["tree", "--package", "bartizan-eval", "--depth", "1"]);
    assert!(
        tree.contains("movegen-simple") && !tree.contains("bartizan-movegen"),
        "eval is built on {tree}"
    );
    // A target folder of its own: cargo names what it builds after the place in the workspace, so
    // in the shared one the copy and the original would overwrite each other.
    let target = copy.with_extension("target");
    let target = target.to_str().expect("a path in UTF-8");
    let contract =
        ["test", "--package", "bartizan-contracts", "--test", "movegen", "--target-dir", target];
    let result = cargo(&workspace, &copy, &contract);
    assert!(result.contains("test movegen ... ok"), "{result}");
}

/// Runs cargo on the copy and returns what it prints. The working folder is that of the original,
/// so that the configuration is the same.
fn cargo(workspace: &Path, copy: &Path, arguments: &[&str]) -> String {
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(arguments)
        .arg("--offline")
        .arg("--manifest-path")
        .arg(copy.join("Cargo.toml"))
        // What is built here runs once, for a second: building it fast counts more.
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "1")
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .current_dir(workspace)
        .output()
        .expect("cargo runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo {arguments:?}: {said}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Copies a file or folder; what is there already and the same is left alone, so that cargo does
/// not build it again. What has gone from the original goes from the copy.
fn mirror(from: &Path, to: &Path) {
    if from.is_file() {
        return write_if_new(to, &std::fs::read(from).expect("a file of the workspace"));
    }
    std::fs::create_dir_all(to).expect("a folder for the copy");
    let names = |folder: &Path| -> Vec<std::ffi::OsString> {
        let entries = std::fs::read_dir(folder).expect("a folder of the workspace");
        entries.flatten().map(|entry| entry.file_name()).filter(|name| name != "target").collect()
    };
    let kept = names(from);
    for name in names(to).iter().filter(|name| !kept.contains(name)) {
        let gone: PathBuf = to.join(name);
        let removed = if gone.is_dir() {
            std::fs::remove_dir_all(&gone)
        } else {
            std::fs::remove_file(&gone)
        };
        removed.expect("the copy can be changed");
    }
    for name in kept {
        mirror(&from.join(&name), &to.join(&name));
    }
}

fn write_if_new(path: &Path, content: &[u8]) {
    if std::fs::read(path).ok().as_deref() != Some(content) {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).expect("a folder for the copy");
        }
        std::fs::write(path, content).expect("the copy can be written");
    }
}
