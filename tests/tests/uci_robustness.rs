//! What must not hurt the engine: its input ending at any moment, invalid positions, garbage.

use bartizan_tests::{start, start_ready};
use contracts::INVALID;
use testkit::Rng;
use testkit::uci::RESPONSE_TIMEOUT;

#[test]
fn input_may_end_at_any_moment() {
    for script in [
        "",
        "uci\n",
        "uci",
        "position startpos\ngo infinite\n",
        "position startpos\ngo ponder wtime 100000 btime 100000\n",
        "position startpos\ngo depth 5\n",
        "go perft 3\n",
        "setoption name Threads value 3\nposition startpos\ngo infinite",
    ] {
        let mut engine = start();
        engine.send_bytes(script.as_bytes());
        engine.close_input();
        let mut answers = 0;
        while let Some(line) = engine.next_line(RESPONSE_TIMEOUT) {
            answers += usize::from(line.starts_with("bestmove"));
        }
        let asked = usize::from(script.contains("go ") && !script.contains("perft"));
        assert_eq!(answers, asked, "answers to {script:?}");
        assert!(engine.wait().success(), "{script:?}");
    }
}

#[test]
fn quit_while_thinking() {
    let mut engine = start_ready();
    engine.send("go infinite");
    engine.send("quit");
    assert!(engine.wait().success());
}

/// Every kind of bad position is refused with a reason and the position before kept, or repaired as
/// GUIs need it, and said so.
#[test]
fn bad_positions_never_hurt() {
    let mut engine = start_ready();
    let mut refused = 0;
    for (what, fen) in INVALID {
        engine.send("position startpos moves e2e4 c7c5");
        let before = engine.fen();
        let said = engine.send_and_sync(&format!("position fen {fen}"));
        assert!(
            said.iter().any(|line| line.starts_with("info string ")),
            "{what} was taken in silence: {fen}"
        );
        let after = engine.fen();
        let mendable = ["a castling right", "en passant", "counter", "move number", "sixth field"];
        let mendable =
            what.starts_with("too few") || mendable.iter().any(|part| what.contains(part));
        assert!(after == before || mendable, "{what} became {after}");
        refused += usize::from(after == before);
        let lines = engine.go("depth 2");
        let has_move = lines.last().is_some_and(|line| line != "bestmove (none)");
        assert_eq!(has_move, after != before, "{what}: {lines:?}");
    }
    assert!(refused > INVALID.len() / 2, "only {refused} were refused");
    for moves in ["e2e5", "e2e4 e2e4", "0000", "e7e8q", "xyzzy", "e2e4 e7e5 e1g1"] {
        engine.send("position startpos moves d2d4");
        let before = engine.fen();
        let said = engine.send_and_sync(&format!("position startpos moves {moves}"));
        assert!(said.iter().any(|line| line.starts_with("info string ")), "{moves}: {said:?}");
        assert_eq!(engine.fen(), before, "after the illegal {moves}");
    }
    for line in ["position", "position fen", "position sideways", "position moves e2e4"] {
        engine.send_and_sync(line);
    }
    engine.go("depth 2");
}

/// A hundred thousand lines of random bytes.
#[test]
fn random_bytes() {
    let mut engine = start_ready();
    let mut rng = Rng::new(91);
    for _ in 0..100 {
        let mut bytes = Vec::new();
        for _ in 0..1000 {
            let length = rng.below(40);
            bytes.extend((0..length).map(|_| rng.next_u64() as u8).filter(|&byte| byte != b'\n'));
            bytes.push(b'\n');
        }
        engine.send_bytes(&bytes);
        // A single letter may happen to be a command of ours; no search is begun by noise.
        let said = engine.sync();
        assert!(
            !said.iter().any(|line| line.starts_with("bestmove")),
            "noise was answered: {said:?}"
        );
    }
    engine.go("depth 3");
}

/// The protocol's own words in random order: whatever they happen to mean, the engine lives.
#[test]
fn random_words() {
    const WORDS: &[&str] = &[
        "uci",
        "debug",
        "on",
        "isready",
        "setoption",
        "name",
        "value",
        "Hash",
        "Threads",
        "MultiPV",
        "Clear",
        "register",
        "later",
        "ucinewgame",
        "position",
        "startpos",
        "fen",
        "moves",
        "e2e4",
        "e7e5",
        "g1f3",
        "0000",
        "8/8/8/8",
        "w",
        "KQkq",
        "-",
        "0",
        "1",
        "3",
        "-5",
        "9999999999999999999999",
        "go",
        "searchmoves",
        "ponder",
        "wtime",
        "btime",
        "winc",
        "movestogo",
        "depth",
        "nodes",
        "mate",
        "movetime",
        "infinite",
        "stop",
        "ponderhit",
        "d",
        "eval",
        "help",
        "order",
        "stats",
        "true",
        "false",
        "<empty>",
        "bench1",
        "\t",
        "é",
    ];
    let mut engine = start_ready();
    let mut rng = Rng::new(92);
    for round in 0..2000 {
        let count = 1 + rng.below(7);
        let line: Vec<&str> = (0..count).filter_map(|_| rng.pick(WORDS).copied()).collect();
        engine.send(&line.join(" "));
        // Whatever search that began: end it, so that the next lines meet an idle engine too.
        if round % 3 == 0 {
            engine.send("stop");
        }
        if round % 50 == 0 {
            engine.send("stop");
            engine.sync();
            engine.send("setoption name Hash value 1");
            engine.send("setoption name Threads value 1");
        }
    }
    engine.send("stop");
    engine.sync();
    engine.send("position startpos");
    engine.send("setoption name Search value full");
    engine.send("go depth 2");
    engine.read_until("bestmove");
}

/// Long lines, other line ends, and white space of every kind.
#[test]
fn odd_lines() {
    let mut engine = start();
    engine.send_bytes(b"  isready \r\n");
    engine.read_until("readyok");
    engine.send_bytes(b"\t\t\r\n\r\n\n \n");
    engine.send_bytes(&[b'x'; 3_000_000]);
    engine.send_bytes(b"\nisready\n");
    engine.read_until("readyok");
    engine.send_bytes(b"joho isready\n");
    engine.read_until("readyok");
    engine.send_bytes(b"position\tstartpos\tmoves\te2e4\r\ngo\tdepth\t2\r\n");
    engine.read_until("bestmove");
}

/// The greatest number of moves, the longest line, and more memory and threads than there are.
#[test]
fn extremes() {
    let mut engine = start_ready();
    engine.send("setoption name MultiPV value 256");
    for (fen, moves) in [
        ("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218),
        ("nQ4Q1/4Q3/Q1Q4Q/Q4Q1Q/3Q4/KQ4Q1/pp2Q3/krQ4Q w - - 0 1", 240),
    ] {
        engine.send(&format!("position fen {fen}"));
        let lines = engine.go("depth 1");
        let last = format!(" multipv {moves} ");
        assert!(lines.iter().any(|line| line.contains(&last)), "{fen}: {lines:?}");
    }
    engine.send("setoption name MultiPV value 1");
    // A position line of about a megabyte.
    let dance = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(52_000).join(" ");
    assert!(dance.len() > 1_000_000);
    assert!(engine.send_and_sync(&format!("position startpos moves {dance}")).is_empty());
    engine.go("depth 3");
    // Free memory is known on Linux only.
    if cfg!(target_os = "linux") {
        let said = engine.send_and_sync("setoption name Hash value 1048576");
        assert!(said.len() == 1 && said[0].contains("Hash is unchanged"), "{said:?}");
    }
    // Where there is no memory for so many the engine says so and keeps its thread.
    engine.send_and_sync("setoption name Threads value 1024");
    engine.send("position startpos");
    engine.go("movetime 50");
}
