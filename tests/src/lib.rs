//! What the tests of the whole engine share: its binary, and clients that drive it as a GUI would.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use testkit::uci::UciClient;

/// The engine's binary, built by the same cargo, profile and target folder as the running test.
///
/// # Panics
/// When it cannot be built.
#[must_use]
pub fn binary() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| {
        let dir = profile_dir();
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let profile = match dir.file_name().and_then(|name| name.to_str()) {
            Some("debug") | None => "dev",
            Some(name) => name,
        };
        // With a test among the targets, cargo chooses the features of dependencies as it does for
        // `cargo test --workspace`, which has built this binary already.
        let built = Command::new(cargo)
            .args(["build", "--quiet", "--workspace", "--bin", "bartizan", "--test", "docs"])
            .args(["--profile", profile])
            .arg("--target-dir")
            .arg(dir.parent().unwrap_or(&dir))
            .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))
            .status();
        assert!(built.is_ok_and(|status| status.success()), "the engine could not be built");
        dir.join(format!("bartizan{}", std::env::consts::EXE_SUFFIX))
    })
}

/// The directory of the profile that the running test was built with, such as `target/debug`.
///
/// # Panics
/// When the test does not lie where cargo puts tests.
#[must_use]
pub fn profile_dir() -> PathBuf {
    let test =
        std::env::current_exe().unwrap_or_else(|error| panic!("where is this test? {error}"));
    test.parent()
        .and_then(Path::parent)
        .unwrap_or_else(|| panic!("{} is no test of cargo's", test.display()))
        .into()
}

/// Runs the engine with arguments to its end, without input: success, standard output, standard error.
///
/// # Panics
/// When it cannot be started.
#[must_use]
pub fn run(arguments: &[&str]) -> (bool, String, String) {
    let output = Command::new(binary()).args(arguments).stdin(Stdio::null()).output();
    let output = output.unwrap_or_else(|error| panic!("the engine does not start: {error}"));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.success(), text(&output.stdout), text(&output.stderr))
}

/// Starts the engine.
///
/// # Panics
/// When it cannot be started.
#[must_use]
pub fn start() -> UciClient {
    UciClient::spawn(&mut Command::new(binary()))
        .unwrap_or_else(|error| panic!("the engine does not start: {error}"))
}

/// Starts the engine and waits until it is ready.
#[must_use]
pub fn start_ready() -> UciClient {
    let mut engine = start();
    engine.sync();
    engine
}
