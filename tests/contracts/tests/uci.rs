//! The contract of UCI engines on a session of the crate that the workspace names `uci`.

use std::io::{BufReader, pipe};

use testkit::uci::UciClient;
use uci::output::Output;
use uci::session;

/// A session on a thread of its own.
fn start() -> UciClient {
    let (input, to_session) = pipe().expect("a pipe");
    let (from_session, output) = pipe().expect("a pipe");
    std::thread::spawn(move || session::run(BufReader::new(input), Output::new(output)));
    UciClient::connect(from_session, to_session)
}

#[test]
fn uci() {
    contracts::uci(start);
}
