//! What must not hurt the engine: garbage and extremes.

use bartizan_tests::start_ready;
use testkit::Rng;

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
