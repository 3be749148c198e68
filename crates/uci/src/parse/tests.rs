//! Tests of the parser.

use super::*;

fn parsed_go(line: &str) -> GoCommand {
    match parse_command(line) {
        Command::Go(go) => go,
        other => panic!("{line:?} gave {other:?}"),
    }
}

fn parsed_position(line: &str) -> PositionCommand {
    match parse_command(line) {
        Command::Position(text) => text,
        other => panic!("{line:?} gave {other:?}"),
    }
}

fn option(name: &str, value: Option<&str>) -> Command {
    Command::SetOption { name: name.into(), value: value.map(str::to_owned) }
}

#[test]
fn commands_and_what_precedes_them() {
    for (line, expected) in [
        ("uci", Command::Uci),
        ("  isready \r\n", Command::IsReady),
        ("\t stop\t", Command::Stop),
        ("quit\r", Command::Quit),
        ("ucinewgame", Command::NewGame),
        ("ponderhit", Command::PonderHit),
        ("register later", Command::Register),
        ("debug", Command::Debug(true)),
        ("debug off", Command::Debug(false)),
        ("", Command::Empty),
        (" \t\r\n", Command::Empty),
        ("joho debug on", Command::Debug(true)),
        ("one two  isready three", Command::IsReady),
        ("xboard", Command::Unknown("xboard".into())),
        ("UCI", Command::Unknown("UCI".into())),
        // Commands that are not part of UCI must be the first word.
        ("what d", Command::Unknown("what d".into())),
        ("d", Command::Display),
        ("eval", Command::Eval),
        ("order", Command::Order),
        ("stats", Command::Stats),
        ("help me", Command::Help),
        ("bench", Command::Bench(Ok(None))),
        ("bench 7 ", Command::Bench(Ok(Some(7)))),
        ("bench -7", Command::Bench(Ok(Some(1)))),
        ("bench deep", Command::Bench(Err("deep".into()))),
        ("bench 7 9", Command::Bench(Err("7 9".into()))),
        ("setoption name Hash value 64", option("Hash", Some("64"))),
        ("setoption  name  Clear \t Hash ", option("Clear Hash", None)),
        ("setoption name Move Overhead value  20 \r", option("Move Overhead", Some("20"))),
        (
            "setoption name SyzygyPath value c:\\my  tables\\a b",
            option("SyzygyPath", Some("c:\\my  tables\\a b")),
        ),
        ("setoption please name Hash value 1", option("Hash", Some("1"))),
        ("setoption name Hash value", option("Hash", Some(""))),
        ("setoption", option("", None)),
        ("setoption name", option("", None)),
        ("setoption Hash 3", option("", None)),
    ] {
        assert_eq!(parse_command(line), expected, "{line:?}");
    }
}

#[test]
fn position_commands() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let kings = "8/8/8/8/8/8/8/K1k5 w - - 0 1";
    for (line, fen, moves) in [
        ("position startpos", Some(start), &[][..]),
        ("position  startpos\tmoves e2e4   e7e5\r\n", Some(start), &["e2e4", "e7e5"]),
        ("position fen 8/8/8/8/8/8/8/K1k5  w - - 0 1 moves a1a2", Some(kings), &["a1a2"]),
        ("position", None, &[]),
        ("position moves e2e4", None, &[]),
        ("position fen", Some(""), &[]),
        ("position fen moves e2e4", Some(""), &["e2e4"]),
        ("position the startpos", Some(start), &[]),
    ] {
        let command = parsed_position(line);
        assert_eq!(command.fen.as_deref(), fen, "{line}");
        assert_eq!(command.moves, moves, "{line}");
    }
    for words in ["0 1 e2e4", "e2e4", "0 e2e4"] {
        let text = format!("position fen 8/8/8/8/8/8/8/K1k5 w - - {words} extra");
        assert_eq!(parsed_position(&text).ignored, ["e2e4", "extra"], "{words}");
    }
    let misspelt = parsed_position("position the startpos e2e4 e7e5 moves d2d4");
    assert_eq!(misspelt.ignored, ["the", "e2e4", "e7e5"]);
    assert_eq!(misspelt.moves, ["d2d4"]);
}

#[test]
fn go_reads_every_parameter() {
    let go = parsed_go(
        "go wtime 1000 btime 2000 winc 10 binc 20 movestogo 30 depth 4 nodes 500 mate 6 movetime 700 \
         searchmoves e2e4 d2d4 ponder infinite",
    );
    let millis = Duration::from_millis;
    let expected = Limits {
        depth: Some(4),
        nodes: Some(500),
        mate: Some(6),
        movetime: Some(millis(700)),
        clock: [Some(millis(1000)), Some(millis(2000))],
        increment: [millis(10), millis(20)],
        moves_to_go: Some(30),
        ponder: true,
        infinite: true,
        ..Limits::default()
    };
    assert_eq!(go.limits, expected);
    assert_eq!(go.search_moves, ["e2e4", "d2d4"]);
    assert_eq!(parsed_go("go"), GoCommand::default());
    assert_eq!(parsed_go("go perft 5").perft, Some(5));
    assert!(!parsed_go("go perft 5").perft_hash && parsed_go("go perft 5 hash").perft_hash);
    assert_eq!(parsed_go("go hash").ignored, ["hash"]);
}

#[test]
fn invalid_go_parameters_are_ignored() {
    let ignored = |line: &str, ignored: &[&str]| GoCommand {
        ignored: ignored.iter().map(ToString::to_string).collect(),
        lacks_number: !["dept", "fast"].contains(&ignored[0]),
        ..parsed_go(line)
    };
    for (line, valid_part, words) in [
        ("go depth", "go", &["depth"][..]),
        ("go dept 3", "go", &["dept", "3"]),
        (
            "go depth five wtime e3 nodes - movetime +",
            "go",
            &["depth", "five", "wtime", "e3", "nodes", "-", "movetime", "+"],
        ),
        ("go depth infinite", "go infinite", &["depth"]),
        ("go depth nodes 7", "go nodes 7", &["depth"]),
        ("go fast depth 3 please", "go depth 3", &["fast", "please"]),
    ] {
        assert_eq!(parsed_go(line), ignored(valid_part, words), "{line}");
    }
    assert_eq!(parsed_go("go movestogo 0"), GoCommand::default());
    for number in ["0", "-3", "-99999999999999999999", "0.5"] {
        let go = parsed_go(&format!("go mate {number}"));
        assert_eq!((go.limits.mate, go.lacks_number), (None, true), "{number}");
        assert_eq!(go.ignored, [format!("mate {number}")]);
    }
}

#[test]
fn go_numbers_are_integers_within_their_ranges() {
    let limits = |line: &str| parsed_go(line).limits;
    let millis = Duration::from_millis;
    let go = limits("go wtime -50 btime 99999999999999999999999 winc -1 depth 0 nodes -3");
    assert_eq!(go.clock, [Some(Duration::ZERO), Some(millis(MAX_MILLISECONDS))]);
    assert_eq!((go.increment[0], go.depth, go.nodes), (Duration::ZERO, Some(1), Some(1)));
    assert_eq!(limits("go depth 99999999999").depth, Some(u32::MAX));
    assert_eq!(limits("go nodes 99999999999999999999").nodes, Some(i64::MAX.unsigned_abs()));
    assert_eq!(parsed_go("go perft -1").perft, Some(0));
    let go = parsed_go("go movetime 1000.0 wtime 1000.5 btime 1e3 depth +3 nodes 5k winc 0x10");
    let Limits { movetime, clock, depth, nodes, increment, .. } = &go.limits;
    assert_eq!((*movetime, *clock), (Some(millis(1000)), [Some(millis(1000)); 2]));
    assert_eq!((*depth, *nodes, increment[0]), (Some(3), Some(5), Duration::ZERO));
    assert_eq!(go.inexact, ["wtime 1000.5", "nodes 5k", "winc 0x10"]);
    assert!(go.ignored.is_empty() && !go.lacks_number);
    // Of a parameter that is given twice the last counts, and a second number is left over.
    let twice = parsed_go("go depth 3 depth 5 7");
    assert_eq!((twice.limits.depth, twice.ignored), (Some(5), vec!["7".to_owned()]));
}
