//! A session on a thread of this process, and what its tests ask of it.

use bartizan_uci::output::Output;
use bartizan_uci::session;
use std::io::{BufReader, pipe};
use testkit::uci::UciClient;

/// Starts a session that the client drives over pipes.
pub fn start() -> UciClient {
    let (input, to_session) = pipe().expect("a pipe");
    let (from_session, output) = pipe().expect("a pipe");
    std::thread::spawn(move || session::run(BufReader::new(input), Output::new(output)));
    UciClient::connect(from_session, to_session)
}

/// Ends the input, waits for the end of the session, and returns all lines not yet read.
pub fn close(mut session: UciClient) -> Vec<String> {
    session.close_input();
    session.read_to_end()
}

/// The number of `bestmove` lines.
pub fn count_bestmoves(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("bestmove")).count()
}
