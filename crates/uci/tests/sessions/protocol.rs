//! Sessions in which nothing is searched for long: introductions, options, positions, and what
//! people ask.

use crate::common::Talk;
use bartizan_uci::output::Output;
use bartizan_uci::session;
use std::io::{BufReader, ErrorKind, Read, Result, Write};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn silent_until_asked_and_then_complete() {
    let talk = Talk::start();
    talk.say("xboard\n\nnonsense\n\x0c\nucinewgame\nposition startpos\nuci");
    let lines = talk.hear_until("uciok");
    assert!(lines[0].starts_with("id name Bartizan "), "{lines:?}");
    assert!(lines[1].starts_with("id author "));
    let names =
        ["Hash", "Threads", "Clear Hash", "Move Overhead", "MultiPV", "UCI_Chess960", "Ponder"];
    for name in names {
        let start = format!("option name {name} type ");
        assert_eq!(lines.iter().filter(|line| line.starts_with(&start)).count(), 1, "{name}");
    }
    assert!(lines[2..lines.len() - 1].iter().all(|line| line.starts_with("option name ")));
    assert_eq!(talk.sync(), Vec::<String>::new());
}

#[test]
fn input_may_end_its_lines_as_it_likes() {
    let talk = Talk::start();
    talk.say_bytes(
        b"isready\r\n  \t isready\t\r\nwell isready now\n\xff\xfe\xfa\nisready".to_vec(),
    );
    let lines = talk.end();
    assert_eq!(lines, ["readyok"; 4]);
}

#[test]
fn bad_options_are_refused_aloud() {
    let talk = Talk::start();
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
        let lines = talk.ask(line);
        assert_eq!(lines.len(), 1, "{line}: {lines:?}");
        assert!(lines[0].starts_with("info string "), "{line}: {lines:?}");
    }
    for line in [
        "setoption name HASH value 2",
        "setoption name clear hash",
        "setoption name Move Overhead value 100",
        "setoption name Ponder value true",
    ] {
        assert_eq!(talk.ask(line), Vec::<String>::new(), "{line}");
    }
}

#[test]
fn bad_positions_leave_the_last_good_one() {
    let talk = Talk::start();
    talk.say("position startpos moves e2e4");
    let good = talk.fen();
    for bad in [
        "position",
        "position moves e2e4",
        "position fen",
        "position fen moves e2e4",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen 4k3/8/8/8/8/8/8/8 w - - 0 1",
        "position fen 4k3/8/8/8/8/8/8/3KK3 w - - 0 1",
        "position fen 4k3/8/8/PPPPPPPP/PPPPPPPP/8/8/4K3 w - - 0 1",
        "position fen rrrrkrrr/rrrrrrrr/r7/8/8/8/8/4K3 w - - 0 1",
        "position fen 4k2P/8/8/8/8/8/8/4K3 w - - 0 1",
        "position fen 4k3/8/8/8/8/8/8/p3K3 w - - 0 1",
        "position fen 4k3/8/8/8/8/8/8/4R1K1 w - - 0 1",
        "position fen 4k3/8/8/8/8/8/8/4K3 x - - 0 1",
        "position fen 4k3/8/8/8/8/8/8/4K3 w XYZ - 0 1",
        "position fen 4k3/8/8/8/8/8/8/4K3 w - e9 0 1",
        "position fen 4k3/8/8/8/8/8/8/4K3 w - - -1 1",
        "position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 x",
        "position fen 4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999 1",
        "position fen 4k3/8/8/8/8/8/8/4K3 w",
        "position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1 extra",
        "position fen 4k3/9/8/8/8/8/8/4K3 w - - 0 1",
        "position fen 4k3/8/8/8/8/8/4K3 w - - 0 1",
        "position fen 4k3/8/8/8/8/8/8/4K3/8 w - - 0 1",
        "position fen 4k3/8/8/88/8/8/8/4K3 w - - 0 1",
        "position fen 4k3/8/8/8/8/8/8/4Ж3 w - - 0 1",
        "position startpos moves e2e5",
        "position startpos moves e2e4 e7e5 e4e5",
        "position startpos moves e2e4 nonsense",
        "position startpos moves 0000",
    ] {
        let lines = talk.ask(bad);
        assert!(lines.len() == 1 && lines[0].starts_with("info string "), "{bad}: {lines:?}");
        assert_eq!(talk.fen(), good, "{bad}");
    }
    talk.say("go depth 2");
    talk.hear_until("bestmove");
}

#[test]
fn what_guis_commonly_get_wrong_is_mended() {
    let talk = Talk::start();
    for (sent, kept) in [
        ("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 w - e3 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    ] {
        let lines = talk.ask(&format!("position fen {sent}"));
        assert!(!lines.is_empty() && lines.iter().all(|line| line.starts_with("info string ")));
        assert_eq!(talk.fen(), kept);
    }
    // Nobody can capture here; that is common and needs no words.
    let quiet =
        talk.ask("position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    assert_eq!(quiet, Vec::<String>::new());
}

#[test]
fn castling_is_written_as_the_option_says() {
    let talk = Talk::start();
    talk.say("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let castlings = |talk: &Talk| -> Vec<String> {
        talk.say("go perft 1");
        let lines = talk.hear_until("Nodes searched");
        lines
            .into_iter()
            .filter(|line| line.starts_with("e1h1") || line.starts_with("e1g1"))
            .collect()
    };
    assert_eq!(castlings(&talk), ["e1g1: 1"]);
    talk.say("setoption name UCI_Chess960 value true");
    assert_eq!(castlings(&talk), ["e1h1: 1"]);
    talk.say("setoption name UCI_Chess960 value false");
    assert_eq!(castlings(&talk), ["e1g1: 1"]);
}

#[test]
fn perft_is_told_move_by_move() {
    let talk = Talk::start();
    talk.say("go perft 3");
    let lines = talk.hear_until("Nodes searched");
    assert_eq!(lines.len(), 22);
    assert!(lines.contains(&"e2e4: 600".to_owned()));
    assert_eq!(lines[20], "");
    assert_eq!(lines[21], "Nodes searched: 8902");
    talk.say("go perft 4000000000");
    talk.say("stop");
    talk.hear_until("info string perft was stopped");
}

#[test]
fn people_are_shown_what_they_ask_for() {
    let talk = Talk::start();
    assert_eq!(talk.fen(), START);
    assert!(talk.ask("d").iter().any(|line| line.starts_with("Key: ")));
    assert!(talk.ask("eval").iter().any(|line| line.contains("Evaluation")));
    assert_eq!(talk.ask("order").len(), 21);
    assert!(talk.ask("help").iter().any(|line| line.contains("bench")));
    assert_eq!(talk.ask("debug on"), Vec::<String>::new());
    assert_eq!(talk.ask("sing"), ["info string unknown command: sing"]);
}

#[test]
fn the_ordering_is_counted_on_demand() {
    let talk = Talk::start();
    talk.say("go depth 4");
    talk.hear_until("bestmove");
    assert!(talk.ask("stats")[0].starts_with("nothing was counted"));
    for choice in ["Ordering value classic", "Search value alpha-beta"] {
        talk.say("setoption name Statistics value true");
        talk.say(&format!("setoption name {choice}"));
        talk.say("go depth 4");
        talk.hear_until("bestmove");
        let lines = talk.ask("stats");
        assert!(lines[0].starts_with("ordering classic"), "{lines:?}");
        let named = |word: &str| lines.iter().any(|line| line.trim_start().starts_with(word));
        assert!(
            ["main search", "quiescence", "first", "later"].into_iter().all(named),
            "{lines:?}"
        );
    }
    talk.say("setoption name Search value minimax\ngo depth 1");
    talk.hear_until("bestmove");
    assert!(talk.ask("stats")[0].starts_with("minimax"));
    talk.say("setoption name Search value full");
    talk.say("setoption name Statistics value false\ngo infinite");
    for question in ["stats", "order"] {
        let refusal = "info string still thinking; send stop first".to_owned();
        assert!(talk.ask(question).contains(&refusal));
    }
    talk.say("stop");
    talk.hear_until("bestmove");
}

#[test]
fn more_threads_than_processors_are_remarked_upon() {
    let talk = Talk::start();
    let many = std::thread::available_parallelism().map_or(1, usize::from) + 1;
    let lines = talk.ask(&format!("setoption name Threads value {many}"));
    assert!(many > 256 || lines[0].starts_with("info string ") && lines.len() == 1, "{lines:?}");
    assert_eq!(talk.ask("setoption name Threads value 1"), Vec::<String>::new());
}

#[test]
fn chances_are_shown_on_demand() {
    let talk = Talk::start();
    talk.say("setoption name UCI_ShowWDL value true\ngo depth 2");
    let lines = talk.hear_until("bestmove");
    assert!(
        lines.iter().filter(|line| line.contains(" score ")).all(|line| line.contains(" wdl "))
    );
}

#[test]
fn long_games_are_no_trouble() {
    let talk = Talk::start();
    let round = " g1f3 g8f6 f3g1 f6g8".repeat(2500);
    talk.say(&format!("position startpos moves{round}"));
    talk.say("go depth 3");
    let lines = talk.hear_until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" score ")));
}

/// A listener that has gone.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> Result<usize> {
        Err(ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

#[test]
fn a_session_without_a_listener_ends() {
    let endless = BufReader::new("uci\n".as_bytes().chain(std::io::repeat(b'\n')));
    session::run(endless, Output::new(Closed)).expect("a quiet end");
    let deep = BufReader::new("go depth 200\n".as_bytes());
    session::run(deep, Output::new(Closed)).expect("a quiet end");
}
