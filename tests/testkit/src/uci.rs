//! A UCI client for tests: drives an engine in another process, or a session in this one over
//! pipes. Each wait has a deadline, so that an engine that hangs fails the test. Knows no chess.

use std::io::{BufRead, BufReader, Error, ErrorKind, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How long an answer may take before the engine counts as hung. Far longer than any answer takes.
pub const RESPONSE_TIMEOUT: Duration = Duration::from_secs(120);

/// The client's side of a UCI connection. An engine in another process is killed on drop.
///
/// [`try_send`](Self::try_send) and [`try_read`](Self::try_read) report a fault; all other methods
/// panic with it, as tests want it.
pub struct UciClient {
    input: Option<Box<dyn Write + Send>>,
    output: Receiver<String>,
    process: Option<Child>,
}

impl UciClient {
    /// Starts an engine in a process of its own. Its standard error is passed on.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn spawn(command: &mut Command) -> Result<Self, Error> {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Error::other("no pipes to the engine"));
        };
        let mut client = Self::connect(stdout, stdin);
        client.process = Some(child);
        Ok(client)
    }

    /// The number of the process.
    #[must_use]
    pub fn process_id(&self) -> u32 {
        self.process.as_ref().expect("an engine in another process").id()
    }

    /// Connects to whatever reads `input` and writes `output`, lines of UCI both.
    #[must_use]
    pub fn connect(output: impl Read + Send + 'static, input: impl Write + Send + 'static) -> Self {
        let (sender, lines) = channel();
        // A thread of its own, so that reading can have a deadline.
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self { input: Some(Box::new(input)), output: lines, process: None }
    }

    /// Sends one line.
    ///
    /// # Errors
    /// When the engine no longer reads, or its input is closed.
    pub fn try_send(&mut self, line: &str) -> Result<(), Error> {
        self.try_send_bytes(format!("{line}\n").as_bytes())
    }

    fn try_send_bytes(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let closed = || Error::new(ErrorKind::BrokenPipe, "the engine's input is closed");
        let input = self.input.as_mut().ok_or_else(closed)?;
        input.write_all(bytes)?;
        input.flush()
    }

    /// The next line of output.
    ///
    /// # Errors
    /// `TimedOut` when none comes in time, `UnexpectedEof` when the engine has ended its output.
    pub fn try_read(&mut self, timeout: Duration) -> Result<String, Error> {
        self.output.recv_timeout(timeout).map_err(|error| match error {
            RecvTimeoutError::Timeout => Error::new(ErrorKind::TimedOut, "no answer in time"),
            RecvTimeoutError::Disconnected => {
                Error::new(ErrorKind::UnexpectedEof, "the engine has ended its output")
            }
        })
    }

    /// Sends raw bytes.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.try_send_bytes(bytes).unwrap_or_else(|error| panic!("the engine is gone: {error}"));
    }

    /// Sends one line.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Ends the engine's input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// The lines up to and including the first that begins with `start`.
    pub fn read_until(&mut self, start: &str) -> Vec<String> {
        let deadline = Instant::now() + RESPONSE_TIMEOUT;
        let mut lines = Vec::new();
        loop {
            match self.try_read(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    let last = line.starts_with(start);
                    lines.push(line);
                    if last {
                        return lines;
                    }
                }
                Err(error) => {
                    let seen = &lines[lines.len().saturating_sub(10)..];
                    panic!("waiting for {start:?}: {error}; the last lines were {seen:?}")
                }
            }
        }
    }

    /// All lines up to the end of the output.
    pub fn read_to_end(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            match self.try_read(RESPONSE_TIMEOUT) {
                Ok(line) => lines.push(line),
                Err(error) if error.kind() == ErrorKind::UnexpectedEof => return lines,
                Err(error) => panic!("the output does not end: {error}"),
            }
        }
    }

    /// Sends `isready` and returns what comes before the answer.
    pub fn sync(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.read_until("readyok");
        lines.pop();
        lines
    }

    /// Sends `line`, then `isready`, and returns what comes before the answer.
    pub fn send_and_sync(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.sync()
    }

    /// Sends a `go` and returns its lines, the last being its `bestmove`.
    pub fn go(&mut self, limits: &str) -> Vec<String> {
        self.send(&format!("go {limits}"));
        self.read_until("bestmove")
    }

    /// The FEN that the engine shows for its position when it is sent `d`.
    pub fn fen(&mut self) -> String {
        let lines = self.send_and_sync("d");
        let fen = lines.iter().find_map(|line| line.strip_prefix("Fen: "));
        fen.unwrap_or_else(|| panic!("no FEN in {lines:?}")).to_string()
    }

    /// Waits for an engine in another process to end by itself.
    pub fn wait(mut self) -> ExitStatus {
        self.read_to_end();
        let child = self.process.as_mut().expect("an engine in another process");
        child.wait().unwrap_or_else(|error| panic!("the engine does not end: {error}"))
    }
}

impl Drop for UciClient {
    fn drop(&mut self) {
        if let Some(child) = &mut self.process {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// The move of a `bestmove` line, and its ponder move if it names one.
#[must_use]
pub fn best_move(line: &str) -> (String, Option<String>) {
    let words: Vec<&str> = line.split(' ').collect();
    match words[..] {
        ["bestmove", best] => (best.into(), None),
        ["bestmove", best, "ponder", reply] => (best.into(), Some(reply.into())),
        _ => panic!("not a bestmove line: {line:?}"),
    }
}
