//! Scarce memory and address space, and more commands than can wait. On Linux only, where `ulimit -v` limits
//! the address space.

#![cfg(target_os = "linux")]

use bartizan_tests::{file_option, limited, memory_kib, run_limited, start_ready, write};
use eval::nnue::{Architecture, Network, Parameters};
use testkit::uci::UciClient;
use testkit::{TempFolder, workspace};

/// The engine with at most so many KiB of address space.
fn start_limited(kib: usize) -> UciClient {
    let mut command = limited(&format!("-v {kib}"), &[]);
    let mut engine = UciClient::spawn(&mut command).expect("the engine starts");
    engine.sync();
    engine
}

/// The address space that the engine takes at most until it is ready, in KiB.
fn least_kib() -> usize {
    memory_kib(&start_ready(), "VmPeak:")
}

fn infos(lines: &[String]) -> Vec<&str> {
    lines.iter().filter_map(|line| line.strip_prefix("info string ")).collect()
}

/// A game of knight moves, about as long as a line can be.
fn long_game() -> String {
    format!("position startpos moves {}", ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(50_000).join(" "))
}

/// What cannot be had is refused once, with the option and the engine as before.
#[test]
fn sizes_beyond_the_address_space_are_refused() {
    let mut engine = start_limited(1 << 20);
    for (option, reason) in [
        ("Threads value 32", "no memory for the tables of 32 threads; Threads is unchanged"),
        ("Threads value 1024", "no memory for the tables of 1024 threads; Threads is unchanged"),
        ("Hash value 2000", "no memory for a hash table of 2000 MiB; Hash is unchanged"),
        ("Hash value 1000", "no memory for a hash table of 1000 MiB; Hash is unchanged"),
    ] {
        let said = engine.send_and_sync(&format!("setoption name {option}"));
        assert_eq!(infos(&said), [reason], "{option}");
        for later in ["MultiPV value 2", "MultiPV value 1", "Clear Hash"] {
            let said = engine.send_and_sync(&format!("setoption name {later}"));
            assert_eq!(infos(&said), [""; 0], "{later} after {option}");
        }
        engine.go("depth 3");
    }
    // These fit, though not beside the table before.
    for mib in [500, 600, 700] {
        let said = engine.send_and_sync(&format!("setoption name Hash value {mib}"));
        assert_eq!(infos(&said), [""; 0], "{mib} MiB");
    }
    engine.send_and_sync("setoption name Hash value 16");
    engine.send_and_sync("setoption name Threads value 4");
    let said = engine.go("depth 5");
    assert!(!infos(&said).iter().any(|line| line.contains("thread")), "{said:?}");
}

/// From too little for anything more to enough.
#[test]
fn little_address_space_ends_no_session() {
    let least = least_kib();
    for mib in [8, 15, 20, 30, 50, 80, 130, 230, 330] {
        let mut engine = start_limited(least + (mib << 10));
        for option in
            ["Threads value 3", "Hash value 100", "Threads value 200", "MultiPV value 256"]
        {
            engine.send(&format!("setoption name {option}"));
        }
        engine.go("depth 3");
        engine.send("setoption name Evaluation value classical");
        engine.send("ucinewgame");
        engine.go("depth 3");
        engine.send("bench 1");
        let bench = engine.go("depth 3").into_iter().find(|line| {
            line.contains("bench: no memory") || line.ends_with(" nps") && !line.starts_with("0 ")
        });
        assert!(bench.is_some(), "{mib} MiB");
        engine.send("quit");
        assert!(engine.wait().success(), "{mib} MiB");
    }
}

#[test]
fn commands_without_memory_end_with_an_error() {
    let folder = TempFolder::new("resources-epd");
    let suite = &write(&folder, "suite.epd", "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8;\n");
    for (arguments, code, text) in [
        (&["epd", suite, "--threads", "64"][..], 2, "cannot start 64 search threads"),
        (&["epd", suite, "--hash", "4000"], 2, "no memory for"),
        (&["analyse", "--depth", "2", "--threads", "64"], 0, "tables of 64 threads"),
        (&["analyse", "--depth", "2", "--hash", "4000"], 0, "hash table of 4000 MiB"),
        (&["bench", "2"], 0, " nps"),
    ] {
        let (ended, said) = run_limited("-v 1048576", arguments, "");
        assert!(ended == Some(code) && said.contains(text), "{arguments:?}: {said}");
    }
}

/// Each setting replaces the one before, which nothing has used.
#[test]
fn networks_that_wait_do_not_add_up() {
    let mut engine = start_limited(300 << 10);
    let network = workspace::root().join("crates/eval/networks/default.nnue");
    engine.send("go infinite");
    for _ in 0..100 {
        engine.send(&file_option("EvalFile", &network));
        engine.send("setoption name EvalFile value <empty>");
        engine.send("ucinewgame");
    }
    engine.sync();
    engine.send("stop");
    engine.read_until("bestmove");
    engine.go("depth 2");
}

#[test]
fn networks_beyond_the_memory_are_refused() {
    let folder = TempFolder::new("resources-network");
    let file = folder.join("large.nnue");
    let king_buckets = std::array::from_fn(|square| square as u8 % 16);
    let architecture = Architecture { king_buckets, threats: true, ..Architecture::new(512) };
    let parameters = Parameters::from_fn(&architecture, || 0);
    let network = Network::new(architecture, 400, "large", &parameters).expect("a network");
    std::fs::write(&file, network.encode()).expect("a file");
    let set = file_option("EvalFile", &file);
    let mut engine = start_limited(least_kib() + (10 << 10));
    let said = engine.send_and_sync(&set);
    assert!(
        said.len() == 1 && said[0].contains("no memory for the network; the option"),
        "{said:?}"
    );
    engine.go("depth 3");
    let mut engine = start_limited(300 << 10);
    assert!(engine.send_and_sync(&set).is_empty());
    assert!(engine.go("depth 3").iter().any(|line| line.contains(" large,")));
}

/// The searches of one game share it, and each is answered.
#[test]
fn thousands_of_searches_wait() {
    let mut engine = start_limited(400 << 10);
    engine.send(&long_game());
    engine.send("go movetime 100000000");
    engine.send_bytes("go depth 1\n".repeat(6000).as_bytes());
    engine.sync();
    engine.send("stop");
    for number in 0..6001 {
        let lines = engine.read_until("bestmove");
        assert_ne!(lines.last().map(String::as_str), Some("bestmove (none)"), "{number}");
    }
    engine.send("quit");
    assert!(engine.read_to_end().iter().all(|line| !line.starts_with("bestmove")));
}

/// Searches for which there is no room are answered in their turn, and `stop` is heard meanwhile.
#[test]
fn a_full_queue_answers_every_search() {
    let mut engine = start_ready();
    engine.send("go movetime 100000000");
    for _ in 0..36 {
        engine.send(&long_game());
        engine.send("go depth 1");
    }
    assert!(!engine.sync().iter().any(|line| line.starts_with("bestmove")));
    engine.send("stop");
    let answers: Vec<String> =
        (0..37).filter_map(|_| engine.read_until("bestmove").pop()).collect();
    let is_none = |line: &&String| *line == "bestmove (none)";
    let refused = answers.iter().rev().take_while(is_none).count();
    assert!((1..10).contains(&refused) && answers.iter().filter(is_none).count() == refused);
    engine.send("position startpos");
    let lines = engine.go("depth 2");
    assert!(
        lines.iter().all(|line| !line.contains("(none)") && !line.contains("wait")),
        "{lines:?}"
    );
}

/// Many commands in one piece, before the first is read.
#[test]
fn storms_of_commands_are_answered() {
    let mut engine = start_ready();
    engine.send_bytes("isready\n".repeat(20_000).as_bytes());
    engine.send_bytes("stop\n".repeat(20_000).as_bytes());
    engine.send_bytes("ponderhit\nucinewgame\n".repeat(5_000).as_bytes());
    engine.send_bytes("setoption name Clear Hash\nisready\n".repeat(2_000).as_bytes());
    (0..22_000).for_each(|_| drop(engine.read_until("readyok")));
    // A table is allocated, and a thousand searches wait for it.
    engine.send("setoption name Hash value 1024");
    engine.send_bytes("go depth 1\n".repeat(1000).as_bytes());
    engine.send("quit");
    assert!(engine.wait().success());
    // Noise without a line end needs no memory.
    let mut engine = start_limited(200 << 10);
    (0..100).for_each(|_| engine.send_bytes(&[b'x'; 1 << 20]));
    engine.send("");
    engine.sync();
}
