//! The engine with the protocol CECP. Without arguments it runs a session; `bench [DEPTH]` and
//! `perft DEPTH` do what the commands of the same name do in a session.

#![allow(clippy::print_stderr, clippy::print_stdout)]

use std::io::{BufReader, stdin};
use std::process::ExitCode;
use uci_cecp::{bench, output::Output, perft, session};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let depth = arguments.get(1).map(|text| text.parse());
    let output = Output::new(std::io::stdout());
    match (&arguments[..], depth) {
        ([], None) => session::run(BufReader::new(stdin()), output),
        (["bench"], None) => bench(None, &searcher::Signals::new(), &output),
        (["bench", _], Some(Ok(depth))) => bench(Some(depth), &searcher::Signals::new(), &output),
        (["perft", _], Some(Ok(depth))) => perft(&board::Position::startpos(), depth, &output),
        _ => {
            eprintln!("usage: bartizan-cecp [bench [DEPTH] | perft DEPTH]");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
