//! Scripted sessions with the real binary: what a GUI sends, and what it must hear.

use bartizan_tests::{start, start_ready};
use board::Position;
use movegen::legal_moves;
use notation::parse_uci;
use testkit::uci::best_move;

/// Questions that are answered before an engine counts as silent.
const SILENT_ANSWERS: usize = 200;

/// What the GUI sees first. The version is left out: it is no promise.
#[test]
fn handshake() {
    let mut engine = start();
    // Nothing is said before it is asked for: the first line is the answer.
    engine.send("uci");
    let lines = engine.read_until("uciok").join("\n");
    let shown =
        lines.split(' ').map(|word| if word.starts_with(char::is_numeric) { "N" } else { word });
    let start = shown.take(4).collect::<Vec<_>>().join(" ");
    assert!(start.starts_with("id name Bartizan"), "{start}");
    assert!(lines.lines().any(|line| line.starts_with("id author ")), "{lines}");
    let options: Vec<&str> = lines.lines().filter(|line| line.starts_with("option ")).collect();
    // The snapshot leaves out the names of parts, which are compared with their registries.
    let without_choices =
        options.iter().map(|line| line.split(" var ").next().unwrap_or(line)).collect::<Vec<_>>();
    insta::assert_snapshot!("options", without_choices.join("\n"));
    for (option, names) in
        [("Search", search::NAMES), ("Evaluation", eval::NAMES), ("Ordering", &ordering::NAMES)]
    {
        let start = format!("option name {option} type combo ");
        let line = options.iter().find(|line| line.starts_with(&start)).expect("an option");
        assert_eq!(line.split(" var ").skip(1).collect::<Vec<_>>(), names);
    }
    assert_eq!(
        lines.lines().count(),
        options.len() + 3,
        "only id, option and uciok answer uci: {lines}"
    );
}

/// The words of an `info` line after `key`, as a number.
fn number(line: &str, key: &str) -> Option<i64> {
    let mut words = line.split(' ').skip_while(|word| *word != key);
    words.nth(1)?.parse().ok()
}

/// The moves of an `info` line's variation.
fn variation(line: &str) -> Vec<String> {
    line.split(' ').skip_while(|word| *word != "pv").skip(1).map(String::from).collect()
}

/// Checks all lines of one `go`: form, whole numbers, legal variations, one answer that heads the
/// last of them. Returns the best move.
fn sound(lines: &[String], position: &Position) -> String {
    let (last, infos) = lines.split_last().expect("a bestmove");
    let (best, ponder) = best_move(last);
    let scored: Vec<&String> = infos.iter().filter(|line| line.contains(" score ")).collect();
    assert!(!scored.is_empty(), "no score before the bestmove: {lines:?}");
    for line in &scored {
        assert!(line.starts_with("info depth "), "{line}");
        for key in ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time"] {
            assert!(number(line, key).is_some_and(|value| value >= 0), "{key} in {line}");
        }
        assert!(number(line, "seldepth") >= number(line, "depth"), "{line}");
        let mut at = position.clone();
        for text in variation(line) {
            let mv =
                parse_uci(&at, &text).unwrap_or_else(|error| panic!("{text} in {line}: {error}"));
            at = at.make(mv);
        }
    }
    let first =
        scored.iter().rfind(|line| line.contains(" multipv 1 ")).map(|line| variation(line));
    let first = first.unwrap_or_default();
    assert_eq!(first.first(), Some(&best), "the best move heads the last line: {lines:?}");
    if let Some(ponder) = ponder {
        // A line cut short may leave it to the hash table; it must be a legal reply all the same.
        let after = position.make(parse_uci(position, &best).expect("checked above"));
        assert!(parse_uci(&after, &ponder).is_ok(), "{ponder} after {best}: {lines:?}");
    }
    best
}

#[test]
fn limits_of_every_kind_are_answered_once() {
    let mut engine = start_ready();
    let position = Position::startpos();
    for limits in [
        "depth 5",
        "nodes 2000",
        "movetime 30",
        "wtime 100",
        "btime 100",
        "wtime 100 btime 100",
        "btime 100 wtime 100 binc 10 winc 10",
        "wtime 60 btime 60 movestogo 1",
        "wtime -20 btime 500",
        "wtime 1 btime 1 winc 0 binc 0",
        "mate 1 depth 3",
        "depth 3 searchmoves g1f3",
        "searchmoves a2a3 h2h3 depth 4",
        "fast depth 3 please",
        "depth 0",
    ] {
        engine.send("position startpos");
        let lines = engine.go(limits);
        let best = sound(&lines, &position);
        if limits.contains("g1f3") {
            assert_eq!(best, "g1f3");
        }
        let after = engine.sync();
        assert!(
            !after.iter().any(|line| line.starts_with("bestmove")),
            "a second answer to go {limits}: {after:?}"
        );
    }
    engine.send("position startpos moves e2e4");
    for limits in ["btime 100", "wtime 100"] {
        sound(&engine.go(limits), &position.make(parse_uci(&position, "e2e4").expect("legal")));
    }
}

#[test]
fn ready_while_thinking_and_silent_until_stopped() {
    let mut engine = start_ready();
    for (set_up, limits, end) in [
        ("position startpos", "infinite", "stop"),
        ("position startpos", "", "stop"),
        ("position startpos", "infinite depth 1", "stop"),
        ("position startpos moves e2e4", "ponder wtime 50 btime 50", "stop"),
        ("position startpos moves e2e4", "ponder wtime 50 btime 50", "ponderhit"),
        ("position startpos moves e2e4", "ponder movetime 20", "ponderhit"),
        ("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "infinite", "stop"),
        ("position fen R6k/6pp/8/8/8/8/8/K7 b - - 0 1", "ponder", "stop"),
        ("position fen 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "infinite", "stop"),
    ] {
        engine.send(set_up);
        engine.send(&format!("go {limits}"));
        let early: Vec<String> = (0..SILENT_ANSWERS).flat_map(|_| engine.sync()).collect();
        let unprompted = early.iter().find(|line| line.starts_with("bestmove"));
        assert_eq!(unprompted, None, "{set_up}, go {limits}: answered before {end}");
        engine.send(end);
        let answer = engine.read_until("bestmove");
        let over = set_up.contains("7k/5Q2") || set_up.contains("R6k");
        assert_eq!(
            answer.last().is_some_and(|line| line == "bestmove (none)"),
            over,
            "{set_up}: {answer:?}"
        );
        assert!(
            !engine.sync().iter().any(|line| line.starts_with("bestmove")),
            "{set_up}, go {limits}: twice"
        );
    }
}

#[test]
fn mates_are_counted_in_moves() {
    let mut engine = start_ready();
    for (fen, mate, depth) in [
        ("r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 1 20", "score mate 2", 8),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "score mate 3", 10),
        ("8/8/8/8/8/5k2/6q1/7K w - - 0 1", "score mate 0", 2),
        // After the rook's quiet move nearly every move of Black loses: null moves do not tell.
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "score mate 2", 14),
    ] {
        engine.send("ucinewgame");
        engine.send(&format!("position fen {fen}"));
        let lines = engine.go(&format!("depth {depth}"));
        let last = lines.iter().rfind(|line| line.contains(" score ")).expect("a score");
        assert!(last.contains(mate), "{fen}: {last}");
    }
}

#[test]
fn several_lines_come_together() {
    let mut engine = start_ready();
    engine.send("setoption name multipv value 3");
    engine.send("position startpos");
    let lines = engine.go("depth 5");
    let deepest: Vec<&String> = lines
        .iter()
        .filter(|line| number(line, "depth") == Some(5) && line.contains(" pv "))
        .collect();
    let ranks: Vec<i64> = deepest.iter().filter_map(|line| number(line, "multipv")).collect();
    assert!(ranks.ends_with(&[1, 2, 3]), "{ranks:?}");
    let mut heads: Vec<String> = deepest[deepest.len() - 3..]
        .iter()
        .filter_map(|line| variation(line).first().cloned())
        .collect();
    heads.sort_unstable();
    heads.dedup();
    assert_eq!(heads.len(), 3, "{deepest:?}");
}

#[test]
fn option_names_and_values_in_any_case() {
    let mut engine = start_ready();
    for line in [
        "setoption name HASH value 2",
        "setoption name move overhead value 50",
        "setoption name Clear Hash",
        "setoption name UCI_Chess960 value TRUE",
        "setoption name Threads value 2",
        "setoption name   Ponder   value   true  ",
    ] {
        let said = engine.send_and_sync(line);
        assert!(said.iter().all(|line| !line.starts_with("info string")), "{line}: {said:?}");
    }
    for line in [
        "setoption name Nonsense value 1",
        "setoption name Hash value many",
        "setoption",
        "setoption name Threads",
    ] {
        let said = engine.send_and_sync(line);
        assert!(
            said.iter().any(|line| line.starts_with("info string")),
            "{line} was taken in silence: {said:?}"
        );
    }
    engine.send("position startpos");
    sound(&engine.go("depth 4"), &Position::startpos());
}

#[test]
fn castling_is_written_as_the_option_says() {
    let mut engine = start_ready();
    let fen = "4k3/8/8/8/8/8/7r/R3K2R w KQ - 0 1";
    for (chess960, mv) in [("false", "e1c1"), ("true", "e1a1")] {
        engine.send(&format!("setoption name UCI_Chess960 value {chess960}"));
        engine.send(&format!("position fen {fen}"));
        let lines = engine.go(&format!("depth 1 searchmoves {mv}"));
        assert_eq!(best_move(lines.last().expect("an answer")).0, mv);
        assert!(engine.send_and_sync(&format!("position fen {fen} moves {mv}")).is_empty());
    }
    engine.send("setoption name UCI_Chess960 value true");
    assert!(
        engine
            .send_and_sync(
                "position fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"
            )
            .is_empty()
    );
    engine.go("depth 4");
}

#[test]
fn every_combination_of_parts_plays() {
    let mut engine = start_ready();
    for search in search::NAMES {
        for evaluation in eval::NAMES {
            for ordering in ordering::NAMES {
                engine.send(&format!("setoption name Search value {search}"));
                engine.send(&format!("setoption name Evaluation value {evaluation}"));
                engine.send(&format!("setoption name Ordering value {ordering}"));
                engine.send("position startpos moves e2e4 e7e5");
                let lines = engine.go("depth 1");
                let best = best_move(lines.last().expect("an answer")).0;
                assert_eq!(best.len(), 4, "{search} {evaluation} {ordering}: {best}");
            }
        }
    }
    engine.go("depth 3");
}

#[test]
fn extra_commands() {
    let mut engine = start_ready();
    engine.send("position startpos");
    engine.send("go perft 3");
    let lines = engine.read_until("Nodes searched");
    assert_eq!(lines.last().map(String::as_str), Some("Nodes searched: 8902"));
    let moves = lines.iter().filter(|line| line.contains(": ") && line.len() < 12).count();
    assert_eq!(moves, 20, "a line a move: {lines:?}");
    let board = engine.send_and_sync("d").join("\n");
    assert!(board.contains("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), "{board}");
    assert!(!engine.send_and_sync("eval").is_empty());
    let help = engine.send_and_sync("help").join("\n");
    assert!(["position", "perft", "bench"].iter().all(|word| help.contains(word)), "{help}");
    let order = engine.send_and_sync("order").join("\n");
    for mv in legal_moves(&Position::startpos()) {
        assert!(order.contains(&mv.to_string()), "{mv} is missing: {order}");
    }
}

#[test]
fn very_long_games() {
    let mut engine = start_ready();
    let dance = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(1500).join(" ");
    assert!(engine.send_and_sync(&format!("position startpos moves {dance}")).is_empty());
    sound(&engine.go("depth 3"), &Position::startpos());
}
