//! A session in this process that a test talks to line by line. Waiting has a limit, so that a
//! session that hangs fails its test; no test depends on how long anything takes.

use bartizan_uci::output::Output;
use bartizan_uci::session;
use std::io::{BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Far longer than any answer takes.
const TIMEOUT: Duration = Duration::from_secs(120);

/// What a test writes, as a reader.
struct ChannelReader {
    chunks: Receiver<Vec<u8>>,
    unread: Vec<u8>,
}

impl Read for ChannelReader {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.unread.is_empty() {
            // A sender that has gone is the end of input.
            self.unread = self.chunks.recv().unwrap_or_default();
        }
        let count = self.unread.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.unread[..count]);
        self.unread.drain(..count);
        Ok(count)
    }
}

/// A writer that hands every line to the test.
struct ChannelWriter {
    lines: Sender<String>,
    partial_line: Vec<u8>,
}

impl Write for ChannelWriter {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        for &byte in bytes {
            if byte == b'\n' {
                let line = String::from_utf8(std::mem::take(&mut self.partial_line)).expect("text");
                // The test may have heard enough.
                let _ = self.lines.send(line);
            } else {
                self.partial_line.push(byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A running session.
pub struct TestClient {
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<String>,
    session: JoinHandle<()>,
}

impl TestClient {
    /// Starts a session.
    pub fn start() -> Self {
        let (input, chunks) = channel();
        let (lines, output) = channel();
        let reader = BufReader::new(ChannelReader { chunks, unread: Vec::new() });
        let writer = Output::new(ChannelWriter { lines, partial_line: Vec::new() });
        let session = std::thread::spawn(move || session::run(reader, writer).expect("a thread"));
        Self { input: Some(input), output, session }
    }

    /// Sends a line.
    pub fn send(&self, line: &str) {
        self.send_bytes(format!("{line}\n").into_bytes());
    }

    /// Sends bytes.
    pub fn send_bytes(&self, bytes: Vec<u8>) {
        let input = self.input.as_ref().expect("input is open");
        input.send(bytes).expect("the session listens");
    }

    /// The next line.
    pub fn recv_line(&self) -> String {
        self.output.recv_timeout(TIMEOUT).expect("an answer")
    }

    /// All lines up to the first that begins like this, which is the last of them.
    pub fn recv_until(&self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.recv_line());
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
    }

    /// Asks `isready` and returns what came before the answer.
    pub fn sync(&self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.recv_until("readyok");
        lines.pop();
        lines
    }

    /// Sends a line, then `isready`, and returns what came of it.
    pub fn send_and_sync(&self, line: &str) -> Vec<String> {
        self.send(line);
        self.sync()
    }

    /// The FEN that `d` shows.
    pub fn fen(&self) -> String {
        let lines = self.send_and_sync("d");
        let fen = lines.iter().find_map(|line| line.strip_prefix("Fen: "));
        fen.expect("a FEN").to_owned()
    }

    /// Ends the input, waits for the session, and returns everything not yet heard.
    pub fn close(mut self) -> Vec<String> {
        self.input = None;
        self.session.join().expect("no panic");
        // The worker may still hold the writer for a moment; the lines end when it lets go.
        std::iter::from_fn(|| self.output.recv_timeout(TIMEOUT).ok()).collect()
    }
}

/// The number of `bestmove` lines.
pub fn count_bestmoves(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("bestmove")).count()
}
