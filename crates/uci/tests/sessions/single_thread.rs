//! Sessions without threads, as a browser has them.

use crate::common::start;
use bartizan_uci::output::Output;
use bartizan_uci::session::SingleThreadSession;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, OnceLock};

/// Keeps what is written, and stops the task when it contains a text.
#[derive(Clone, Default)]
struct Sink {
    text: Arc<Mutex<String>>,
    stop_at: &'static str,
    output: Arc<OnceLock<Output>>,
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        self.text.lock().expect("no panic").push_str(&text);
        if !self.stop_at.is_empty() && text.contains(self.stop_at) {
            self.output.get().expect("is set").stop_task();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What a session answers to some lines; searches are stopped at a text.
fn answers(lines: &[&'static str], stop_at: &'static str) -> Vec<String> {
    let sink = Sink { stop_at, ..Sink::default() };
    let output = Output::new(sink.clone());
    assert!(sink.output.set(output.clone()).is_ok());
    let run = move || {
        let mut session = SingleThreadSession::new(output);
        for line in lines {
            assert_eq!(session.line(line).is_break(), *line == "quit", "{line}");
        }
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(searcher::STACK_SIZE);
        thread.spawn_scoped(scope, run).expect("a thread").join().expect("no panic");
    });
    let text = sink.text.lock().expect("no panic");
    text.lines().map(str::to_owned).collect()
}

/// The words of info lines that no clock changes, with the move.
fn search(lines: &[String]) -> Vec<String> {
    let part = |line: &String| line.split(" nps ").next().unwrap_or_default().to_owned();
    lines.iter().filter(|line| !line.contains("info string")).map(part).collect()
}

#[test]
fn searches_are_those_of_a_session_with_threads() {
    let position = "position startpos moves e2e4 c7c5";
    let local = answers(&[position, "go depth 7", "go nodes 3000", "go movetime 1"], "");
    let mut threads = start();
    threads.send(position);
    for go in ["go depth 7", "go nodes 3000"] {
        threads.send(go);
        let expected = search(&threads.read_until("bestmove"));
        let found = search(&local);
        assert!(found.windows(expected.len()).any(|part| part == expected), "{go}: {local:?}");
    }
    assert_eq!(local.iter().filter(|line| line.starts_with("bestmove ")).count(), 3);
}

#[test]
fn searches_without_a_limit_are_stopped_from_within() {
    for go in ["go infinite", "go", "go ponder wtime 1000 btime 1000", "go mate 5"] {
        let lines = answers(&["uci", "isready", go, "isready", "quit"], "info depth 4");
        let text = lines.join("\n");
        assert_eq!(text.matches("\nreadyok").count(), 2, "{go}: {text}");
        assert!(text.contains("\ninfo depth 4 "), "{go}: {text}");
        assert_eq!(text.matches("\nbestmove ").count(), 1, "{go}: {text}");
        assert!(!text.contains("depth 9 "), "{go}: {text}");
    }
}

#[test]
fn other_commands_need_no_thread_either() {
    let lines = answers(
        &["position fen 8", "go infinite", "position startpos", "go perft 3", "bench 2"],
        "",
    );
    let text = lines.join("\n");
    for part in ["position is refused", "bestmove (none)", "Nodes searched: 8902", " nodes "] {
        assert!(text.contains(part), "{part}: {text}");
    }
}
