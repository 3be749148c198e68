//! The parser on good, odd and senseless lines.

use super::*;

fn parsed_go(line: &str) -> Go {
    match command(line) {
        Command::Go(go) => go,
        other => panic!("{line:?} gave {other:?}"),
    }
}

fn parsed_position(line: &str) -> PositionText {
    match command(line) {
        Command::Position(text) => text,
        other => panic!("{line:?} gave {other:?}"),
    }
}

fn option(name: &str, value: Option<&str>) -> Command {
    Command::SetOption { name: name.into(), value: value.map(str::to_owned) }
}

#[test]
fn simple_commands() {
    assert_eq!(command("uci"), Command::Uci);
    assert_eq!(command("  isready \r\n"), Command::IsReady);
    assert_eq!(command("\t stop\t"), Command::Stop);
    assert_eq!(command("quit\r"), Command::Quit);
    assert_eq!(command("ucinewgame"), Command::NewGame);
    assert_eq!(command("ponderhit"), Command::PonderHit);
    assert_eq!(command("register later"), Command::Register);
    assert_eq!(command("debug"), Command::Debug(true));
    assert_eq!(command("debug off"), Command::Debug(false));
    assert_eq!(command(""), Command::Empty);
    assert_eq!(command(" \t\r\n"), Command::Empty);
}

#[test]
fn unknown_words_are_skipped() {
    assert_eq!(command("joho debug on"), Command::Debug(true));
    assert_eq!(command("xboard"), Command::Unknown("xboard".into()));
    assert_eq!(command("one two  isready three"), Command::IsReady);
    // The engine's own words count only in front: a chance letter is no request.
    assert_eq!(command("what d"), Command::Unknown("what d".into()));
    assert_eq!(command("UCI"), Command::Unknown("UCI".into()));
}

#[test]
fn own_commands() {
    assert_eq!(command("d"), Command::Display);
    assert_eq!(command("eval"), Command::Eval);
    assert_eq!(command("order"), Command::Order);
    assert_eq!(command("stats"), Command::Stats);
    assert_eq!(command("help me"), Command::Help);
    assert_eq!(command("bench"), Command::Bench(None));
    assert_eq!(command("bench 7"), Command::Bench(Some(7)));
    assert_eq!(command("bench -7"), Command::Bench(Some(1)));
    assert_eq!(command("bench deep"), Command::Bench(None));
}

#[test]
fn options() {
    assert_eq!(command("setoption name Hash value 64"), option("Hash", Some("64")));
    assert_eq!(command("setoption  name  Clear \t Hash "), option("Clear Hash", None));
    assert_eq!(
        command("setoption name Move Overhead value  20 \r"),
        option("Move Overhead", Some("20"))
    );
    assert_eq!(
        command("setoption name SyzygyPath value c:\\my  tables\\a b"),
        option("SyzygyPath", Some("c:\\my  tables\\a b"))
    );
    assert_eq!(command("setoption please name Hash value 1"), option("Hash", Some("1")));
    assert_eq!(command("setoption name Hash value"), option("Hash", Some("")));
    assert_eq!(command("setoption"), option("", None));
    assert_eq!(command("setoption name"), option("", None));
    assert_eq!(command("setoption Hash 3"), option("", None));
}

#[test]
fn positions() {
    let start = parsed_position("position startpos");
    assert_eq!(start, PositionText { base: Base::Start, moves: vec![] });
    let moved = parsed_position("position  startpos\tmoves e2e4   e7e5\r\n");
    assert_eq!(moved.moves, ["e2e4", "e7e5"]);
    let fen = parsed_position("position fen 8/8/8/8/8/8/8/K1k5  w - - 0 1 moves a1a2");
    assert_eq!(fen.base, Base::Fen("8/8/8/8/8/8/8/K1k5 w - - 0 1".into()));
    assert_eq!(fen.moves, ["a1a2"]);
    assert_eq!(parsed_position("position").base, Base::Missing);
    assert_eq!(parsed_position("position moves e2e4").base, Base::Missing);
    assert_eq!(parsed_position("position fen").base, Base::Fen(String::new()));
    assert_eq!(parsed_position("position fen moves e2e4").moves, ["e2e4"]);
    assert_eq!(parsed_position("position the startpos").base, Base::Start);
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
    assert_eq!(parsed_go("go"), Go::default());
    assert_eq!(parsed_go("go perft 5").perft, Some(5));
}

#[test]
fn go_parameters_without_sense_have_no_influence() {
    assert_eq!(parsed_go("go depth"), Go::default());
    assert_eq!(parsed_go("go depth five wtime 1e3 nodes - movetime +"), Go::default());
    assert_eq!(parsed_go("go depth infinite"), Go { infinite: true, ..Go::default() });
    assert_eq!(parsed_go("go depth nodes 7"), Go { nodes: Some(7), ..Go::default() });
    assert_eq!(parsed_go("go fast depth 3 please").depth, Some(3));
    assert_eq!(parsed_go("go movestogo 0").moves_to_go, None);
}

#[test]
fn go_numbers_are_clamped() {
    let go = parsed_go("go wtime -50 btime 99999999999999999999999 winc -1 depth 0 nodes -3");
    assert_eq!(go.clock[0], Some(Duration::ZERO));
    assert_eq!(go.clock[1], Some(Duration::from_millis(LONGEST)));
    assert_eq!(go.increment[0], Duration::ZERO);
    assert_eq!((go.depth, go.nodes), (Some(1), Some(1)));
    assert_eq!(parsed_go("go depth 99999999999").depth, Some(u32::MAX));
    assert_eq!(parsed_go("go nodes 99999999999999999999").nodes, Some(i64::MAX.unsigned_abs()));
    assert_eq!(parsed_go("go perft -1").perft, Some(0));
}

#[test]
fn integers() {
    assert_eq!(integer("12"), Some(12));
    assert_eq!(integer("-12"), Some(-12));
    assert_eq!(integer("+12"), Some(12));
    assert_eq!(integer("-99999999999999999999"), Some(-i64::MAX));
    for bad in ["", "-", "+", "1.5", "0x10", "١", "1 "] {
        assert_eq!(integer(bad), None, "{bad:?}");
    }
}
