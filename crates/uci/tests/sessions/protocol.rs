//! Everything but searches: `uci`, options, positions and the engine's own commands.

use crate::common::start;
use bartizan_uci::options::UCI_OPTIONS;
use bartizan_uci::output::Output;
use bartizan_uci::session;
use std::io::{BufReader, Read, pipe};

const STARTPOS_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn tunable_parameters_are_options_with_the_feature() {
    let tune = cfg!(feature = "tune");
    let mut session = start();
    assert_eq!(session.send_and_sync("setoption name LMR_history value 9000").is_empty(), tune);
    for invalid in ["setoption name lmr_history value 1", "setoption name lmr_history"] {
        assert_eq!(session.send_and_sync(invalid).len(), 1, "{invalid}");
    }
    session.send("uci");
    let options = session.read_until("uciok");
    let listed = |line: &String| {
        line.starts_with("option name lmr_history type spin default ")
            && line.ends_with(" min 3000 max 30000")
    };
    assert_eq!(options.iter().any(listed), tune, "{options:?}");
    let names = options.iter().filter(|line| line.starts_with("option name ")).count();
    let list = session.send_and_sync("tune");
    if tune {
        assert_eq!(names - UCI_OPTIONS.len(), list.len(), "{list:?}");
        let value = "lmr_history, int, 9000, 3000, 30000, 700, 0.002";
        assert!(list.iter().any(|line| line == value), "{list:?}");
    } else {
        assert_eq!(names, UCI_OPTIONS.len());
        assert!(list.len() == 1 && list[0].starts_with("no parameters: "), "{list:?}");
    }
}

#[test]
fn ignored_words_are_reported() {
    let mut session = start();
    for (line, ignored) in [
        ("position startpos white", "position: ignored 'white'; moves follow the word 'moves'"),
        ("position startpos e2e4", "position: played 'e2e4'; moves follow the word 'moves'"),
        ("go mate 0 depth 1", "go: ignored 'mate 0'"),
        ("go depht 3 depth 1", "go: ignored 'depht 3'"),
        ("go nodes 5 depth five", "go: ignored 'depth five'"),
        ("go movetime 9.7 depth 3s", "go: only the integers of 'movetime 9.7 depth 3s' count"),
        ("go perft 1 deep", "go: ignored 'deep'"),
        ("bench deep", "bench: 'deep' is not a depth"),
    ] {
        let expected = format!("info string {ignored}");
        // A search sent before may still print.
        assert!(session.send_and_sync(line).contains(&expected), "{line}");
    }
    let long = session.send_and_sync(&format!("position startpos {}", "é".repeat(1000)));
    let count = |line: &String| line.chars().filter(|&letter| letter == 'é').count();
    assert_eq!(long.iter().map(count).max(), Some(80), "{long:?}");
}

#[test]
fn repairs_are_said_and_what_is_common_is_not() {
    let mut session = start();
    let lines = session.send_and_sync("position fen 4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1");
    assert!(!lines.is_empty() && lines.iter().all(|line| line.starts_with("info string ")));
    assert_eq!(session.fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    // An en-passant square without a capture.
    let quiet = session
        .send_and_sync("position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    assert_eq!(quiet, Vec::<String>::new());
}

#[test]
fn display_eval_order_help_and_debug_are_answered() {
    let mut session = start();
    assert_eq!(session.fen(), STARTPOS_FEN);
    assert!(session.send_and_sync("d").iter().any(|line| line.starts_with("Key: ")));
    assert!(session.send_and_sync("eval").iter().any(|line| line.contains("Evaluation")));
    assert_eq!(session.send_and_sync("order").len(), 21);
    assert!(session.send_and_sync("help").iter().any(|line| line.contains("bench")));
    session.send("setoption name UCI_ShowWDL value true");
    let lines = session.go("depth 2");
    let mut scored = lines.iter().filter(|line| line.contains(" score "));
    assert!(scored.all(|line| line.contains(" wdl ")), "{lines:?}");
    assert_eq!(session.send_and_sync("debug on"), Vec::<String>::new());
    assert_eq!(session.send_and_sync("sing"), ["info string unknown command: sing"]);
}

#[test]
fn stats_needs_the_statistics_option() {
    let mut session = start();
    session.send("go depth 4");
    session.read_until("bestmove");
    assert!(session.send_and_sync("stats")[0].starts_with("nothing was counted"));
    for choice in ["Ordering value classic", "Search value alpha-beta"] {
        session.send("setoption name Statistics value true");
        session.send(&format!("setoption name {choice}"));
        session.send("go depth 4");
        session.read_until("bestmove");
        let lines = session.send_and_sync("stats");
        assert!(lines[0].starts_with("ordering classic"), "{lines:?}");
        let named = |word: &str| lines.iter().any(|line| line.trim_start().starts_with(word));
        assert!(
            ["main search", "quiescence", "first", "later"].into_iter().all(named),
            "{lines:?}"
        );
    }
    session.send("setoption name Search value minimax\ngo depth 1");
    session.read_until("bestmove");
    assert!(session.send_and_sync("stats")[0].starts_with("this search does not order"));
    session.send("setoption name Search value full");
    session.send("setoption name Statistics value false\ngo infinite");
    for question in ["stats", "order"] {
        let refusal = "info string a search is running; send stop first".to_owned();
        assert!(session.send_and_sync(question).contains(&refusal));
    }
    session.send("stop");
    session.read_until("bestmove");
}

#[test]
fn more_threads_than_processors_give_a_warning() {
    let mut session = start();
    let many = std::thread::available_parallelism().map_or(1, usize::from) + 1;
    let lines = session.send_and_sync(&format!("setoption name Threads value {many}"));
    assert!(many > 256 || lines[0].starts_with("info string ") && lines.len() == 1, "{lines:?}");
    assert_eq!(session.send_and_sync("setoption name Threads value 1"), Vec::<String>::new());
}

#[test]
fn session_ends_when_output_is_closed() {
    let without_reader = || Output::new(pipe().expect("a pipe").1);
    let endless_input = BufReader::new("uci\n".as_bytes().chain(std::io::repeat(b'\n')));
    session::run(endless_input, without_reader()).expect("a quiet end");
    let deep = BufReader::new("go depth 200\n".as_bytes());
    session::run(deep, without_reader()).expect("a quiet end");
}
