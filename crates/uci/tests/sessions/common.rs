//! A session on a thread of this process, and the client that drives it over pipes.

use bartizan_uci::output::Output;
use bartizan_uci::session;
use std::io::{BufReader, pipe};
use std::ops::{Deref, DerefMut};
use std::thread::JoinHandle;
use testkit::uci::UciClient;

/// A running session.
pub struct TestSession {
    client: UciClient,
    thread: JoinHandle<()>,
}

impl TestSession {
    /// Starts a session.
    pub fn start() -> Self {
        let (input, to_session) = pipe().expect("a pipe");
        let (from_session, output) = pipe().expect("a pipe");
        let thread = std::thread::spawn(move || {
            session::run(BufReader::new(input), Output::new(output)).expect("a thread");
        });
        Self { client: UciClient::connect(from_session, to_session), thread }
    }

    /// Ends the input, waits for the end of the session, and returns all lines not yet read.
    pub fn close(mut self) -> Vec<String> {
        self.client.close_input();
        let lines = self.client.read_to_end();
        self.thread.join().expect("no panic");
        lines
    }
}

impl Deref for TestSession {
    type Target = UciClient;

    fn deref(&self) -> &UciClient {
        &self.client
    }
}

impl DerefMut for TestSession {
    fn deref_mut(&mut self) -> &mut UciClient {
        &mut self.client
    }
}

/// The number of `bestmove` lines.
pub fn count_bestmoves(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("bestmove")).count()
}
