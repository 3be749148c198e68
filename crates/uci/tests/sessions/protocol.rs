//! Everything but searches: `uci`, options, positions and the engine's own commands.

use crate::common::TestSession;
use bartizan_uci::options::UCI_OPTIONS;
use bartizan_uci::output::Output;
use bartizan_uci::session;
use std::io::{BufReader, ErrorKind, Read, Result, Write};
use testkit::Rng;

const STARTPOS_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn uci_lists_id_and_options_and_nothing_precedes_it() {
    let mut session = TestSession::start();
    session.send("xboard\n\nnonsense\n\x0c\nucinewgame\nposition startpos\nuci");
    let lines = session.read_until("uciok");
    assert!(lines[0].starts_with("id name Bartizan "), "{lines:?}");
    assert!(lines[1].starts_with("id author "));
    let names =
        ["Hash", "Threads", "Clear Hash", "Move Overhead", "MultiPV", "UCI_Chess960", "Ponder"];
    for name in names {
        let start = format!("option name {name} type ");
        assert_eq!(lines.iter().filter(|line| line.starts_with(&start)).count(), 1, "{name}");
    }
    assert!(lines[2..lines.len() - 1].iter().all(|line| line.starts_with("option name ")));
    assert_eq!(session.sync(), Vec::<String>::new());
}

#[test]
fn any_line_ending_is_accepted() {
    let mut session = TestSession::start();
    session.send_bytes(b"isready\r\n  \t isready\t\r\nwell isready now\n\xff\xfe\xfa\nisready");
    let lines = session.close();
    assert_eq!(lines, ["readyok"; 4]);
}

#[test]
fn invalid_setoption_is_answered_with_info_string() {
    let mut session = TestSession::start();
    for line in [
        "setoption",
        "setoption name",
        "setoption name Nonsense value 3",
        "setoption name Hash",
        "setoption name Hash value many",
        "setoption name Hash value 0",
        "setoption name Hash value 1048576",
        "setoption name Threads value 100000",
        "setoption name UCI_Chess960 value perhaps",
        "setoption name Ordering value best",
    ] {
        let lines = session.send_and_sync(line);
        assert_eq!(lines.len(), 1, "{line}: {lines:?}");
        assert!(lines[0].starts_with("info string "), "{line}: {lines:?}");
    }
    for line in [
        "setoption name HASH value 2",
        "setoption name clear hash",
        "setoption name Move Overhead value 100",
        "setoption name Ponder value true",
    ] {
        assert_eq!(session.send_and_sync(line), Vec::<String>::new(), "{line}");
    }
}

#[test]
fn tunable_parameters_are_options_with_the_feature() {
    let tune = cfg!(feature = "tune");
    let mut session = TestSession::start();
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
fn invalid_position_keeps_the_previous_position() {
    let mut session = TestSession::start();
    session.send("position startpos moves e2e4");
    let good = session.fen();
    for bad in [
        "position",
        "position moves e2e4",
        "position fen",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen 4k3/8/8/8/8/8/8/4K3 w - z9 0 1",
        "position startpos moves e2e5",
        "position startpos moves e2e4 e7e5 e4e5",
        "position startpos moves e2e4 nonsense",
        "position startpos moves 0000",
    ] {
        let lines = session.send_and_sync(bad);
        assert!(lines.len() == 1 && lines[0].starts_with("info string "), "{bad}: {lines:?}");
        assert_eq!(session.fen(), good, "{bad}");
    }
}

#[test]
fn ignored_words_are_reported() {
    let mut session = TestSession::start();
    for (line, ignored) in [
        ("position startpos white", "position: ignored 'white'; moves follow the word 'moves'"),
        ("position startpos e2e4", "position: played 'e2e4'; moves follow the word 'moves'"),
        ("go mate 0 depth 1", "go: ignored 'mate 0'"),
        ("go depht 3 depth 1", "go: ignored 'depht 3'"),
        ("go depth nodes 5", "go: ignored 'depth'"),
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
fn wrong_castling_rights_and_en_passant_squares_are_repaired() {
    let mut session = TestSession::start();
    for (sent, kept) in [
        ("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 w - e3 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    ] {
        let lines = session.send_and_sync(&format!("position fen {sent}"));
        assert!(!lines.is_empty() && lines.iter().all(|line| line.starts_with("info string ")));
        assert_eq!(session.fen(), kept);
    }
    // An en-passant square without a capture is common and gives no message.
    let quiet = session
        .send_and_sync("position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    assert_eq!(quiet, Vec::<String>::new());
}

#[test]
fn go_perft_lists_root_moves_and_can_be_stopped() {
    let mut session = TestSession::start();
    session.send("go perft 3");
    let lines = session.read_until("Nodes searched");
    assert_eq!(lines.len(), 22);
    assert!(lines.contains(&"e2e4: 600".to_owned()));
    assert_eq!(lines[20], "");
    assert_eq!(lines[21], "Nodes searched: 8902");
    session.send("go perft 4000000000");
    session.send("stop");
    session.read_until("info string perft was stopped");
}

#[test]
fn display_eval_order_help_and_debug_are_answered() {
    let mut session = TestSession::start();
    assert_eq!(session.fen(), STARTPOS_FEN);
    assert!(session.send_and_sync("d").iter().any(|line| line.starts_with("Key: ")));
    assert!(session.send_and_sync("eval").iter().any(|line| line.contains("Evaluation")));
    assert_eq!(session.send_and_sync("order").len(), 21);
    assert!(session.send_and_sync("help").iter().any(|line| line.contains("bench")));
    assert_eq!(session.send_and_sync("debug on"), Vec::<String>::new());
    assert_eq!(session.send_and_sync("sing"), ["info string unknown command: sing"]);
}

#[test]
fn stats_needs_the_statistics_option() {
    let mut session = TestSession::start();
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
    let mut session = TestSession::start();
    let many = std::thread::available_parallelism().map_or(1, usize::from) + 1;
    let lines = session.send_and_sync(&format!("setoption name Threads value {many}"));
    assert!(many > 256 || lines[0].starts_with("info string ") && lines.len() == 1, "{lines:?}");
    assert_eq!(session.send_and_sync("setoption name Threads value 1"), Vec::<String>::new());
}

#[test]
fn uci_showwdl_adds_wdl_to_info_lines() {
    let mut session = TestSession::start();
    session.send("setoption name UCI_ShowWDL value true\ngo depth 2");
    let lines = session.read_until("bestmove");
    assert!(
        lines.iter().filter(|line| line.contains(" score ")).all(|line| line.contains(" wdl "))
    );
}

/// A writer whose reader is gone.
struct ClosedWriter;

impl Write for ClosedWriter {
    fn write(&mut self, _: &[u8]) -> Result<usize> {
        Err(ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

#[test]
fn session_ends_when_output_is_closed() {
    let endless_input = BufReader::new("uci\n".as_bytes().chain(std::io::repeat(b'\n')));
    session::run(endless_input, Output::new(ClosedWriter)).expect("a quiet end");
    let deep = BufReader::new("go depth 200\n".as_bytes());
    session::run(deep, Output::new(ClosedWriter)).expect("a quiet end");
}

/// In this process, so that sanitizers see it.
#[test]
fn random_lines_end_no_session() {
    const LINES: [&str; 10] = [
        "uci",
        "setoption name Threads value 2",
        "setoption name Hash value 2",
        "position startpos moves e2e4 e7e5 g1f3",
        "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "go nodes 500",
        "go infinite searchmoves e2e4",
        "go ponder wtime 1000 btime 1000",
        "stop",
        "ucinewgame",
    ];
    let mut session = TestSession::start();
    let mut rng = Rng::new(93);
    for round in 0..1500 {
        let mut line = match round % 3 {
            0 => (0..rng.below(40)).map(|_| rng.next_u64() as u8).collect(),
            _ => rng.pick(&LINES).expect("a line").as_bytes().to_vec(),
        };
        if round % 3 == 1 {
            let place = rng.below(line.len());
            line[place] = rng.next_u64() as u8;
        }
        line.push(b'\n');
        session.send_bytes(&line);
        if round % 50 == 0 {
            session.send("stop");
            session.sync();
        }
    }
    session.send("stop");
    session.send("position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1");
    session.send("go depth 2");
    let lines = session.close();
    let last = lines.iter().rfind(|line| line.starts_with("bestmove"));
    assert_eq!(last.map(String::as_str), Some("bestmove a1a8"), "{lines:?}");
}
