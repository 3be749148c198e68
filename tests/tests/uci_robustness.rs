//! What must not hurt the engine: its input ending at any moment, garbage, extremes.

use bartizan_tests::{start, start_ready};
use testkit::Rng;

#[test]
fn input_may_end_at_any_moment() {
    for (script, asked) in [
        ("", 0),
        ("uci", 0),
        ("position startpos\ngo infinite\n", 1),
        ("position startpos\ngo depth 5\n", 1),
        ("go perft 3\n", 0),
        ("setoption name Threads value 3\nposition startpos\ngo infinite", 1),
        ("go infinite\nquit\n", 1),
    ] {
        let mut engine = start();
        engine.send_bytes(script.as_bytes());
        engine.close_input();
        let lines = engine.read_to_end();
        let answers = lines.iter().filter(|line| line.starts_with("bestmove")).count();
        assert_eq!(answers, asked, "answers to {script:?}");
        assert!(engine.wait().success(), "{script:?}");
    }
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
        assert!(said.iter().all(|line| !line.starts_with("bestmove")), "answered: {said:?}");
    }
    engine.go("depth 3");
}

/// The protocol's own words in random order: whatever they happen to mean, the engine lives.
#[test]
fn random_words() {
    const WORDS: &str = "uci debug on isready setoption name value Hash Threads MultiPV Clear register later \
        ucinewgame position startpos fen moves e2e4 e7e5 g1f3 0000 8/8/8/8 w KQkq - 0 1 3 -5 \
        9999999999999999999999 go searchmoves ponder wtime btime winc movestogo depth nodes mate movetime \
        infinite stop ponderhit d eval help order stats true false <empty> bench1 é";
    let words: Vec<&str> = WORDS.split(' ').chain(["\t"]).collect();
    let mut engine = start_ready();
    let mut rng = Rng::new(92);
    for round in 0..2000 {
        let count = 1 + rng.below(7);
        let line: Vec<&str> = (0..count).filter_map(|_| rng.pick(&words).copied()).collect();
        engine.send(&line.join(" "));
        // Whatever search that began: end it, so that the next lines meet an idle engine too.
        if round % 3 == 0 {
            engine.send("stop");
        }
        if round % 50 == 0 {
            engine.send("stop");
            engine.sync();
            engine.send("setoption name Hash value 1\nsetoption name Threads value 1");
        }
    }
    engine.send("stop");
    engine.sync();
    engine.send("position startpos\nsetoption name Search value full\ngo depth 2");
    engine.read_until("bestmove");
}

/// The greatest number of moves, a long line, and more memory and threads than there are.
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
