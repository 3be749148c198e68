//! A session in this process that a test talks to line by line. Waiting has a limit, so that a
//! session that hangs fails its test; no test depends on how long anything takes.

use bartizan_uci::output::Output;
use bartizan_uci::session;
use std::io::{BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Far longer than any answer takes.
const LIMIT: Duration = Duration::from_secs(120);

/// What a test writes, as a reader.
struct Inbox {
    chunks: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Inbox {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.rest.is_empty() {
            // A sender that has gone is the end of input.
            self.rest = self.chunks.recv().unwrap_or_default();
        }
        let count = self.rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

/// A writer that hands every line to the test.
struct Outbox {
    lines: Sender<String>,
    part: Vec<u8>,
}

impl Write for Outbox {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        for &byte in bytes {
            if byte == b'\n' {
                let line = String::from_utf8(std::mem::take(&mut self.part)).expect("text");
                // The test may have heard enough.
                let _ = self.lines.send(line);
            } else {
                self.part.push(byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A running session.
pub struct Talk {
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<String>,
    session: JoinHandle<()>,
}

impl Talk {
    /// Starts a session.
    pub fn start() -> Self {
        let (input, chunks) = channel();
        let (lines, output) = channel();
        let inbox = BufReader::new(Inbox { chunks, rest: Vec::new() });
        let outbox = Output::new(Outbox { lines, part: Vec::new() });
        let session = std::thread::spawn(move || session::run(inbox, outbox).expect("a thread"));
        Self { input: Some(input), output, session }
    }

    /// Sends a line.
    pub fn say(&self, line: &str) {
        self.say_bytes(format!("{line}\n").into_bytes());
    }

    /// Sends bytes.
    pub fn say_bytes(&self, bytes: Vec<u8>) {
        let input = self.input.as_ref().expect("input is open");
        input.send(bytes).expect("the session listens");
    }

    /// The next line.
    pub fn hear(&self) -> String {
        self.output.recv_timeout(LIMIT).expect("an answer")
    }

    /// All lines up to the first that begins like this, which is the last of them.
    pub fn hear_until(&self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.hear());
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
    }

    /// Asks `isready` and returns what came before the answer.
    pub fn sync(&self) -> Vec<String> {
        self.say("isready");
        let mut lines = self.hear_until("readyok");
        lines.pop();
        lines
    }

    /// Sends a line, then `isready`, and returns what came of it.
    pub fn ask(&self, line: &str) -> Vec<String> {
        self.say(line);
        self.sync()
    }

    /// The FEN that `d` shows.
    pub fn fen(&self) -> String {
        let lines = self.ask("d");
        let fen = lines.iter().find_map(|line| line.strip_prefix("Fen: "));
        fen.expect("a FEN").to_owned()
    }

    /// Ends the input, waits for the session, and returns everything not yet heard.
    pub fn end(mut self) -> Vec<String> {
        self.input = None;
        self.session.join().expect("no panic");
        // The worker may still hold the writer for a moment; the lines end when it lets go.
        std::iter::from_fn(|| self.output.recv_timeout(LIMIT).ok()).collect()
    }
}

/// How many of the lines are answers to `go`.
pub fn answers(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("bestmove")).count()
}
