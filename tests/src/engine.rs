//! Drives the engine's real binary as a GUI would: lines in, lines out, each wait with a deadline so
//! that a hang fails instead of lasting for ever. Knows no chess.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How long an answer may take before the engine counts as hung. Generous on purpose: this is no
/// measurement.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The engine's binary, built by the same cargo, profile and target folder as the running test.
///
/// # Panics
/// When it cannot be built.
#[must_use]
pub fn binary() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| {
        let folder = profile_folder();
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let profile = match folder.file_name().and_then(|name| name.to_str()) {
            Some("debug") | None => "dev",
            Some(name) => name,
        };
        // With a test among the targets, cargo chooses the features of dependencies as it does for
        // `cargo test --workspace`, which has built this binary already.
        let built = Command::new(cargo)
            .args(["build", "--quiet", "--workspace", "--bin", "bartizan", "--test", "docs"])
            .args(["--profile", profile])
            .arg("--target-dir")
            .arg(folder.parent().unwrap_or(&folder))
            .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))
            .status();
        assert!(built.is_ok_and(|status| status.success()), "the engine could not be built");
        folder.join(format!("bartizan{}", std::env::consts::EXE_SUFFIX))
    })
}

/// The folder of the profile that the running test was built with, such as `target/debug`.
///
/// # Panics
/// When the test does not lie where cargo puts tests.
#[must_use]
pub fn profile_folder() -> PathBuf {
    let test =
        std::env::current_exe().unwrap_or_else(|error| panic!("where is this test? {error}"));
    test.parent()
        .and_then(Path::parent)
        .unwrap_or_else(|| panic!("{} is no test of cargo's", test.display()))
        .into()
}

/// A running engine. Dropped, it is killed.
#[derive(Debug)]
pub struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    heard: Vec<String>,
}

impl Engine {
    /// Starts the engine with the given arguments.
    ///
    /// # Panics
    /// When it cannot be started.
    #[must_use]
    pub fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(binary())
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap_or_else(|error| panic!("the engine does not start: {error}"));
        let stdin = child.stdin.take();
        let Some(stdout) = child.stdout.take() else { unreachable!("stdout is piped") };
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self { child, stdin, lines, heard: Vec::new() }
    }

    /// Starts the engine and has it ready.
    #[must_use]
    pub fn ready() -> Self {
        let mut engine = Self::start(&[]);
        engine.sync();
        engine
    }

    /// Sends raw bytes.
    ///
    /// # Panics
    /// When the engine no longer reads.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().unwrap_or_else(|| panic!("the input is closed"));
        stdin
            .write_all(bytes)
            .and_then(|()| stdin.flush())
            .unwrap_or_else(|error| panic!("the engine is gone: {error}"));
    }

    /// Sends one line.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Ends the engine's input.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// The next line, or `None` after `patience` or at the end of output.
    pub fn next_line(&mut self, patience: Duration) -> Option<String> {
        match self.lines.recv_timeout(patience) {
            Ok(line) => {
                self.heard.push(line.clone());
                Some(line)
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => None,
        }
    }

    /// The lines up to and including the first that begins with `start`.
    ///
    /// # Panics
    /// When no such line comes.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let deadline = Instant::now() + PATIENCE;
        let mut lines = Vec::new();
        loop {
            let Some(line) = self.next_line(deadline.saturating_duration_since(Instant::now()))
            else {
                panic!(
                    "no {start:?} came; the last lines were {:?}",
                    &lines[lines.len().saturating_sub(10)..]
                );
            };
            let last = line.starts_with(start);
            lines.push(line);
            if last {
                return lines;
            }
        }
    }

    /// Asks `isready` and returns what came before the answer.
    pub fn sync(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Sends `line`, then `isready`, and returns what came before the answer.
    pub fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.sync()
    }

    /// Sends a `go` and returns its lines, the last being its `bestmove`.
    pub fn go(&mut self, limits: &str) -> Vec<String> {
        self.send(&format!("go {limits}"));
        self.until("bestmove")
    }

    /// All that the engine ever said and somebody waited for.
    #[must_use]
    pub fn heard(&self) -> &[String] {
        &self.heard
    }

    /// Waits for the engine to end by itself.
    ///
    /// # Panics
    /// When it does not.
    pub fn wait(mut self) -> ExitStatus {
        let deadline = Instant::now() + PATIENCE;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return status,
                Ok(None) if Instant::now() < deadline => {
                    std::thread::sleep(Duration::from_millis(5))
                }
                other => panic!("the engine does not end: {other:?}"),
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The move of a `bestmove` line, and its ponder move if it names one.
///
/// # Panics
/// When the line has another form.
#[must_use]
pub fn best_move(line: &str) -> (String, Option<String>) {
    let words: Vec<&str> = line.split(' ').collect();
    match words[..] {
        ["bestmove", best] => (best.into(), None),
        ["bestmove", best, "ponder", reply] => (best.into(), Some(reply.into())),
        _ => panic!("not a bestmove line: {line:?}"),
    }
}
