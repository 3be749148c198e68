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
fn simple_commands() {
    assert_eq!(parse_command("uci"), Command::Uci);
    assert_eq!(parse_command("  isready \r\n"), Command::IsReady);
    assert_eq!(parse_command("\t stop\t"), Command::Stop);
    assert_eq!(parse_command("quit\r"), Command::Quit);
    assert_eq!(parse_command("ucinewgame"), Command::NewGame);
    assert_eq!(parse_command("ponderhit"), Command::PonderHit);
    assert_eq!(parse_command("register later"), Command::Register);
    assert_eq!(parse_command("debug"), Command::Debug(true));
    assert_eq!(parse_command("debug off"), Command::Debug(false));
    assert_eq!(parse_command(""), Command::Empty);
    assert_eq!(parse_command(" \t\r\n"), Command::Empty);
}

#[test]
fn unknown_leading_words_are_skipped() {
    assert_eq!(parse_command("joho debug on"), Command::Debug(true));
    assert_eq!(parse_command("xboard"), Command::Unknown("xboard".into()));
    assert_eq!(parse_command("one two  isready three"), Command::IsReady);
    // Commands that are not part of UCI must be the first word.
    assert_eq!(parse_command("what d"), Command::Unknown("what d".into()));
    assert_eq!(parse_command("UCI"), Command::Unknown("UCI".into()));
}

#[test]
fn non_uci_commands() {
    assert_eq!(parse_command("d"), Command::Display);
    assert_eq!(parse_command("eval"), Command::Eval);
    assert_eq!(parse_command("order"), Command::Order);
    assert_eq!(parse_command("stats"), Command::Stats);
    assert_eq!(parse_command("help me"), Command::Help);
    assert_eq!(parse_command("bench"), Command::Bench(Ok(None)));
    assert_eq!(parse_command("bench 7 "), Command::Bench(Ok(Some(7))));
    assert_eq!(parse_command("bench -7"), Command::Bench(Ok(Some(1))));
    assert_eq!(parse_command("bench deep"), Command::Bench(Err("deep".into())));
    assert_eq!(parse_command("bench 7 9"), Command::Bench(Err("7 9".into())));
}

#[test]
fn setoption_commands() {
    assert_eq!(parse_command("setoption name Hash value 64"), option("Hash", Some("64")));
    assert_eq!(parse_command("setoption  name  Clear \t Hash "), option("Clear Hash", None));
    assert_eq!(
        parse_command("setoption name Move Overhead value  20 \r"),
        option("Move Overhead", Some("20"))
    );
    assert_eq!(
        parse_command("setoption name SyzygyPath value c:\\my  tables\\a b"),
        option("SyzygyPath", Some("c:\\my  tables\\a b"))
    );
    assert_eq!(parse_command("setoption please name Hash value 1"), option("Hash", Some("1")));
    assert_eq!(parse_command("setoption name Hash value"), option("Hash", Some("")));
    assert_eq!(parse_command("setoption"), option("", None));
    assert_eq!(parse_command("setoption name"), option("", None));
    assert_eq!(parse_command("setoption Hash 3"), option("", None));
}

#[test]
fn position_commands() {
    let start = parsed_position("position startpos");
    assert_eq!(
        start,
        PositionCommand { start_position: StartPosition::Startpos, moves: vec![], ignored: vec![] }
    );
    let moved = parsed_position("position  startpos\tmoves e2e4   e7e5\r\n");
    assert_eq!(moved.moves, ["e2e4", "e7e5"]);
    let fen = parsed_position("position fen 8/8/8/8/8/8/8/K1k5  w - - 0 1 moves a1a2");
    assert_eq!(fen.start_position, StartPosition::Fen("8/8/8/8/8/8/8/K1k5 w - - 0 1".into()));
    assert_eq!(fen.moves, ["a1a2"]);
    assert_eq!(parsed_position("position").start_position, StartPosition::Missing);
    assert_eq!(parsed_position("position moves e2e4").start_position, StartPosition::Missing);
    assert_eq!(parsed_position("position fen").start_position, StartPosition::Fen(String::new()));
    assert_eq!(parsed_position("position fen moves e2e4").moves, ["e2e4"]);
    assert_eq!(parsed_position("position the startpos").start_position, StartPosition::Startpos);
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
    assert_eq!(go.clock, [Some(millis(1000)), Some(millis(2000))]);
    assert_eq!(go.increment, [millis(10), millis(20)]);
    assert_eq!(go.moves_to_go, Some(30));
    assert_eq!((go.depth, go.nodes, go.mate), (Some(4), Some(500), Some(6)));
    assert_eq!(go.movetime, Some(millis(700)));
    assert_eq!(go.search_moves, ["e2e4", "d2d4"]);
    assert!(go.ponder && go.infinite);
    assert_eq!(parsed_go("go"), GoCommand::default());
    assert_eq!(parsed_go("go perft 5").perft, Some(5));
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
        assert_eq!((go.mate, go.lacks_number), (None, true), "{number}");
        assert_eq!(go.ignored, [format!("mate {number}")]);
    }
}

#[test]
fn go_numbers_are_clamped() {
    let go = parsed_go("go wtime -50 btime 99999999999999999999999 winc -1 depth 0 nodes -3");
    assert_eq!(go.clock[0], Some(Duration::ZERO));
    assert_eq!(go.clock[1], Some(Duration::from_millis(MAX_MILLISECONDS)));
    assert_eq!(go.increment[0], Duration::ZERO);
    assert_eq!((go.depth, go.nodes), (Some(1), Some(1)));
    assert_eq!(parsed_go("go depth 99999999999").depth, Some(u32::MAX));
    assert_eq!(parsed_go("go nodes 99999999999999999999").nodes, Some(i64::MAX.unsigned_abs()));
    assert_eq!(parsed_go("go perft -1").perft, Some(0));
}

#[test]
fn the_integer_part_of_go_numbers_counts() {
    let go = parsed_go("go movetime 1000.0 wtime 1000.5 btime 1e3 depth +3 nodes 5k winc 0x10");
    let millis = |number| Some(Duration::from_millis(number));
    assert_eq!(go.movetime, millis(1000));
    assert_eq!(go.clock, [millis(1000), millis(1000)]);
    assert_eq!((go.depth, go.nodes, go.increment[0]), (Some(3), Some(5), Duration::ZERO));
    assert_eq!(go.inexact, ["wtime 1000.5", "nodes 5k", "winc 0x10"]);
    assert!(go.ignored.is_empty() && !go.lacks_number);
    // Of a parameter that is given twice the last counts, and a second number is left over.
    let twice = parsed_go("go depth 3 depth 5 7");
    assert_eq!((twice.depth, twice.ignored), (Some(5), vec!["7".to_owned()]));
}
