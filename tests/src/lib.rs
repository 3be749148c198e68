//! What the tests of the whole engine share: its binary, and clients that drive it as a GUI would. All functions
//! panic where the engine cannot be built or started, or a file not be written.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use testkit::uci::UciClient;

/// The engine's binary, built by the same cargo, profile and target folder as the running test.
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
#[must_use]
pub fn run(arguments: &[&str]) -> (bool, String, String) {
    run_with_input(arguments, "")
}

/// The same with these lines as input.
#[must_use]
pub fn run_with_input(arguments: &[&str], input: &str) -> (bool, String, String) {
    let mut command = Command::new(binary());
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    let (code, output, error) = end(&mut command, input);
    (code == Some(0), output, error)
}

/// Runs a command that has this input: exit status, and what it wrote to the pipes that it has.
#[must_use]
pub fn end(command: &mut Command, input: &str) -> (Option<i32>, String, String) {
    let child = command.stdin(Stdio::piped()).spawn();
    let mut child = child.unwrap_or_else(|error| panic!("the engine does not start: {error}"));
    // An engine that has ended reads nothing.
    let _ = child.stdin.take().map(|mut stdin| stdin.write_all(input.as_bytes()));
    let ended = child.wait_with_output();
    let ended = ended.unwrap_or_else(|error| panic!("the engine does not end: {error}"));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (ended.status.code(), text(&ended.stdout), text(&ended.stderr))
}

/// The engine with arguments, under a limit of the shell's command `ulimit`.
#[must_use]
pub fn limited(limit: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("ulimit {limit}; exec \"$0\" \"$@\"")).arg(binary());
    command.args(arguments);
    command
}

/// Runs the engine so to its end: exit status, and all that it wrote.
#[must_use]
pub fn run_limited(limit: &str, arguments: &[&str], input: &str) -> (Option<i32>, String) {
    let mut command = limited(limit, arguments);
    let (code, output, error) = end(command.stdout(Stdio::piped()).stderr(Stdio::piped()), input);
    (code, output + &error)
}

/// What Linux says of an engine's memory, such as `VmRSS:`, in KiB.
#[must_use]
pub fn memory_kib(engine: &UciClient, what: &str) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{}/status", engine.process_id()));
    let status = status.unwrap_or_else(|error| panic!("{error}"));
    let kib = status.lines().find_map(|line| line.strip_prefix(what)?.trim().strip_suffix(" kB"));
    kib.and_then(|kib| kib.parse().ok()).unwrap_or_else(|| panic!("no {what} in {status}"))
}

/// The command that sets an option to the name of a file.
#[must_use]
pub fn file_option(name: &str, file: &Path) -> String {
    format!("setoption name {name} value {}", file.display())
}

/// Writes a file into a folder; its path.
#[must_use]
pub fn write(folder: &Path, name: &str, text: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    path.display().to_string()
}

/// Starts the engine.
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

/// The interpreter `$PYTHON`, else `python3`.
fn python() -> Command {
    Command::new(std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into()))
}

/// Whether the interpreter has python-chess.
#[must_use]
pub fn has_python_chess() -> bool {
    let status = python().args(["-c", "import chess.engine"]).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// A script of `tests/python`.
#[must_use]
pub fn script(name: &str) -> Command {
    let mut command = python();
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("python").join(name));
    command
}
