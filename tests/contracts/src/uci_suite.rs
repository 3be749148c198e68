//! What an engine promises that speaks UCI: one `bestmove` for each `go` at the right moment, legal
//! moves in the notation of the variant, positions taken or refused as a whole, and options within
//! their ranges. How strong it plays, how fast, and what its messages say is not asked here.

use board::Position;
use movegen::legal_moves;
use testkit::uci::{UciClient, best_move};

use crate::board_suite::INVALID;
use crate::positions::{parse, read_move};

/// Runs the contract of UCI engines on engines that `start` starts. Each must know the options
/// `MultiPV`, `Threads`, `Ponder` and `UCI_Chess960`, and the commands `go perft` and `d`.
pub fn uci(start: impl Fn() -> UciClient) {
    handshake(&mut start());
    positions(&mut start());
    chess960(&mut start());
    every_go_is_answered_once(&mut start());
    answers(&mut start());
    for threads in ["1", "2"] {
        let mut engine = start();
        engine.send(&format!("setoption name Threads value {threads}"));
        waits_for_its_command(&mut engine);
    }
    queues(&mut start());
    options(&mut start());
    end_of_input(&start);
}

fn count_bestmoves(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("bestmove")).count()
}

/// The word after `key` in a line.
fn word<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    line.split(' ').skip_while(|word| *word != key).nth(1)
}

/// The move that is answered.
fn best(lines: &[String]) -> String {
    lines.last().map(|line| best_move(line).0).unwrap_or_default()
}

/// Whether a move is legal, or there is none to be.
fn is_answer(position: &Position, text: &str) -> bool {
    let legal = legal_moves(position);
    legal.is_empty() || legal.iter().any(|mv| mv.to_string() == text)
}

/// The last line with a score.
fn last_info(lines: &[String]) -> &str {
    lines.iter().rfind(|line| line.contains(" score ")).unwrap_or_else(|| panic!("{lines:?}"))
}

/// The answer to `uci`, and to `isready` whatever surrounds it.
fn handshake(engine: &mut UciClient) {
    engine.send("uci");
    let lines = engine.read_until("uciok");
    for start in ["id name ", "id author ", "option name Hash type spin ", "option name Threads "] {
        assert!(lines.iter().any(|line| line.starts_with(start)), "{start} in {lines:?}");
    }
    engine.send_bytes(b"  isready \t\r\n\xff\xfe\n\nwell isready\n");
    engine.read_until("readyok");
    engine.read_until("readyok");
}

/// A position is set up with its moves, or refused and the one before kept, but not searched.
fn positions(engine: &mut UciClient) {
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R";
    for (line, fen) in [
        ("position startpos", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        (
            "position\tstartpos\tmoves\te2e4\r",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        ),
        (
            "position startpos moves e2e4 c7c5 g1f3",
            "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
        ),
        (
            &format!("position fen {castling} w KQkq - 0 1 moves e1g1 e8c8"),
            "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2",
        ),
        (
            &format!("position  fen  {castling} w KQkq - 4 9   moves e1d1"),
            "r3k2r/8/8/8/8/8/8/R2K3R b kq - 5 9",
        ),
        ("position fen 8/P6k/8/8/8/8/7K/8 w - - 0 1 moves a7a8n", "N7/7k/8/8/8/8/7K/8 b - - 0 1"),
        (
            "position fen 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 moves e5d6",
            "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1",
        ),
    ] {
        engine.send_and_sync(line);
        assert_eq!(engine.fen(), fen, "{line}");
        for refused in [
            "position",
            "position fen",
            "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
            "position startpos moves e2e4 e2e4",
            "position startpos moves e2e4 e7e5 e4e5",
            "position startpos moves e2e4 0000",
        ] {
            engine.send_and_sync(refused);
            assert_eq!(engine.fen(), fen, "{line}, then {refused}");
            // A move of the position before may be legal by chance.
            let lines = engine.go("depth 2");
            assert_eq!(lines[lines.len() - 1], "bestmove (none)", "{line}, then {refused}");
            let reasons = lines.iter().filter(|line| line.starts_with("info string ")).count();
            assert!(reasons > 0, "{refused} without a reason: {lines:?}");
        }
    }
    // Every kind of bad text is refused, or repaired where its pieces are right, and said so.
    let repairable = ["few", "castling right", "passant", "counter", "move number", "sixth field"];
    for (what, text) in INVALID {
        engine.send_and_sync("position startpos moves e2e4 c7c5");
        let before = engine.fen();
        let said = engine.send_and_sync(&format!("position fen {text}"));
        assert!(said.iter().any(|line| line.starts_with("info string ")), "silent: {what}");
        let refused = engine.fen() == before;
        let may_be_repaired = repairable.iter().any(|part| what.contains(part));
        assert!(refused || may_be_repaired, "{what} was taken: {}", engine.fen());
        let lines = engine.go("depth 2");
        assert_eq!(lines[lines.len() - 1] == "bestmove (none)", refused, "{what}: {lines:?}");
    }
    engine.send("position startpos\ngo perft 3");
    let lines = engine.read_until("Nodes searched");
    assert!(lines.iter().any(|line| line == "e2e4: 600"), "{lines:?}");
    assert!(lines.last().is_some_and(|line| line == "Nodes searched: 8902"), "{lines:?}");
}

/// Castling is written as king takes rook with `UCI_Chess960`, as two files otherwise; both are
/// read either way.
fn chess960(engine: &mut UciClient) {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (on, written) in [("false", ["e1g1", "e1c1"]), ("true", ["e1h1", "e1a1"])] {
        engine.send(&format!("setoption name UCI_Chess960 value {on}"));
        engine.send(&format!("position fen {fen}"));
        engine.send("go perft 1");
        let lines = engine.read_until("Nodes searched");
        for mv in written {
            assert!(lines.contains(&format!("{mv}: 1")), "{mv} with Chess960 {on}: {lines:?}");
            // Without a reply to expect, and with one.
            for limit in ["nodes 1", "depth 3"] {
                engine.send("ucinewgame");
                let lines = engine.go(&format!("{limit} searchmoves {mv}"));
                assert_eq!(best(&lines), mv, "{limit}");
            }
            let lines = engine.go(&format!("depth 2 searchmoves {mv}"));
            assert_eq!(word(last_info(&lines), "pv"), Some(mv), "{lines:?}");
        }
        for (mv, after) in
            [("e1h1", "r3k2r/8/8/8/8/8/8/R4RK1"), ("e1c1", "r3k2r/8/8/8/8/8/8/2KR3R")]
        {
            engine.send(&format!("position fen {fen} moves {mv}"));
            assert!(engine.fen().starts_with(after), "{mv} with Chess960 {on}");
        }
    }
    // The rooks stand inside: the king from f1 to g1 is no castling, and f1 to h1 is.
    let inner = "position fen 8/8/8/3k4/8/8/8/1R3K1R w HB - 0 1 moves";
    for (mv, after) in [("f1g1", "8/8/8/3k4/8/8/8/1R4KR"), ("f1h1", "8/8/8/3k4/8/8/8/1R3RK1")] {
        engine.send(&format!("{inner} {mv}"));
        assert!(engine.fen().starts_with(after), "{mv} from f1: {}", engine.fen());
    }
}

fn after_e4() -> Position {
    Position::startpos().make(read_move(&Position::startpos(), "e2e4"))
}

/// Whatever the limits, one legal answer, which heads the last line.
fn every_go_is_answered_once(engine: &mut UciClient) {
    let kinds = [
        "depth 3",
        "nodes 500",
        "movetime 20",
        "movetime 0",
        "wtime 100",
        "btime 100",
        "wtime 100 btime 100",
        "wtime 100 winc 100 btime 100 binc 100",
        "btime 100 binc 100 wtime 100 winc 100 movestogo 1",
        "wtime 100 btime 100 movestogo 0",
        "wtime -20 btime -20",
        "wtime 1 btime 1",
        "depth 2 wtime 1000 btime 1000 nodes 10000000",
        "depth 0",
        "nodes -1",
        "mate 1 depth 3",
        "fast depth 3 please",
        "depth 3 searchmoves e2e4 e7e5",
    ];
    for (set_up, position) in
        [("position startpos", Position::startpos()), ("position startpos moves e2e4", after_e4())]
    {
        for kind in kinds {
            engine.send(set_up);
            let lines = engine.go(kind);
            let (best, ponder) = best_move(&lines[lines.len() - 1]);
            assert!(is_answer(&position, &best), "{best} after {set_up}, go {kind}");
            assert_eq!(word(last_info(&lines), "pv"), Some(best.as_str()), "{kind}: {lines:?}");
            if let Some(ponder) = ponder {
                let next = position.make(read_move(&position, &best));
                assert!(is_answer(&next, &ponder), "{kind}: {lines:?}");
            }
            for line in lines.iter().filter(|line| line.contains(" score ")) {
                for key in ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time"] {
                    let number = word(line, key).and_then(|word| word.parse::<u64>().ok());
                    assert!(number.is_some(), "{key} in {line}");
                }
            }
            assert_eq!(count_bestmoves(&engine.sync()), 0, "a second answer to go {kind}");
        }
    }
    engine.send("position startpos");
    let lines = engine.go("nodes 2000");
    let nodes = word(last_info(&lines), "nodes").and_then(|word| word.parse::<u64>().ok());
    assert!(nodes.is_some_and(|nodes| nodes <= 4000), "go nodes 2000: {lines:?}");
}

/// Limits are those that were given, and scores are those of the side to move: what stands in the last line,
/// and the moves of which one is answered, if that is known.
fn answers(engine: &mut UciClient) {
    let mated = "fen R6k/6pp/8/8/8/8/8/K7 b - - 0 1";
    let stalemated = "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    let mut cases = vec![
        ("startpos", "depth 4", " depth 4 ", vec![]),
        // Only the clock of the other side has run out.
        ("startpos", "wtime 3600000 btime 1 depth 9", " depth 9 ", vec![]),
        ("startpos", "btime 1 wtime 3600000 depth 9", " depth 9 ", vec![]),
        // `searchmoves` takes all words up to the next parameter, and leaves out what is no legal move.
        ("startpos", "depth 3 searchmoves a2a3 h2h3", "", vec!["a2a3", "h2h3"]),
        ("startpos", "searchmoves h2h3 depth 3", "", vec!["h2h3"]),
        ("startpos", "searchmoves e2e5 xyz g1h3 depth 2", "", vec!["g1h3"]),
        ("fen 6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", "depth 10", " mate 1 ", vec!["e1e8"]),
        ("fen 7k/8/8/8/8/8/R7/1R5K w - - 0 1", "depth 10", " mate 2 ", vec![]),
        ("fen 7k/1R6/8/8/8/8/R7/7K b - - 0 1", "depth 10", " mate -1 ", vec![]),
        // A repetition in the moves counts: White, far behind, plays for the third occurrence.
        (
            "fen 8/6pk/7p/3q4/8/8/6PP/R6K b - - 0 1 moves h7h8 a1b1 h8h7 b1a1 h7h8 a1b1 h8h7",
            "depth 5",
            " cp 0 ",
            vec!["b1a1"],
        ),
    ];
    for limits in ["depth 3", "wtime 100 btime 100", "movetime 10", "nodes 10"] {
        cases.push((mated, limits, " mate 0", vec!["(none)"]));
        cases.push((stalemated, limits, " cp 0", vec!["(none)"]));
    }
    for (set_up, limits, info, moves) in cases {
        engine.send(&format!("ucinewgame\nposition {set_up}"));
        let lines = engine.go(limits);
        assert!(last_info(&lines).contains(info), "{set_up}, go {limits}: {lines:?}");
        let best = best(&lines);
        assert!(moves.is_empty() || moves.contains(&&*best), "{best} after {set_up}, go {limits}");
    }
    let queen_ahead = "3qk3/pppppppp/8/8/8/8/PPPPPPPP/4K3";
    for (side, sign) in [('w', -1), ('b', 1)] {
        engine.send(&format!("position fen {queen_ahead} {side} - - 0 1"));
        let lines = engine.go("depth 6");
        let cp = word(last_info(&lines), "cp").and_then(|word| word.parse::<i32>().ok());
        assert!(cp.is_some_and(|cp| cp * sign > 200), "a queen ahead, {side}: {lines:?}");
    }
}

/// An infinite search waits for `stop`, a pondering one for `ponderhit` or `stop`, even when it has
/// nothing left to do; `isready` is answered meanwhile, and nothing else ends the search.
fn waits_for_its_command(engine: &mut UciClient) {
    let mate = "position fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1";
    for (set_up, go, end) in [
        ("position startpos", "go infinite", "stop"),
        ("position startpos", "go", "stop"),
        (mate, "go infinite depth 1", "stop"),
        (mate, "go infinite nodes 10 movetime 1", "stop"),
        ("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go infinite", "stop"),
        ("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go", "stop"),
        ("position startpos moves e2e4", "go ponder wtime 50 btime 50 depth 2", "ponderhit"),
        ("position startpos moves e2e4", "go ponder wtime 50 btime 50 depth 2", "stop"),
        ("position startpos moves e2e4", "go ponder wtime 1 btime 1", "ponderhit"),
        ("position startpos moves e2e4", "go ponder", "stop"),
    ] {
        engine.send(set_up);
        engine.send(go);
        engine.read_until("info depth");
        let mut early = engine.sync();
        for line in ["position startpos moves d2d4", "ucinewgame", "go depth 1", "uci", "xyz", ""] {
            early.extend(engine.send_and_sync(line));
        }
        if end == "stop" && !go.contains("ponder") {
            early.extend(engine.send_and_sync("ponderhit"));
        }
        assert_eq!(count_bestmoves(&early), 0, "{set_up}, {go}: answered before {end}");
        engine.send(end);
        let answer = engine.read_until("bestmove");
        let position = match set_up {
            "position startpos" => Position::startpos(),
            "position startpos moves e2e4" => after_e4(),
            other => parse(&other["position fen ".len()..]),
        };
        let best = best(&answer);
        assert!(is_answer(&position, &best), "{best} after {set_up}, {go}");
        assert_eq!(count_bestmoves(&engine.sync()), 0, "{set_up}, {go}: twice");
    }
    // Without a limit, ponderhit lets the search go on.
    engine.send("position startpos\ngo ponder\nponderhit");
    assert_eq!(count_bestmoves(&engine.sync()), 0, "go ponder without limits");
    engine.send("stop");
    engine.read_until("bestmove");
    for word in ["ponderhit", "stop"] {
        assert_eq!(count_bestmoves(&engine.send_and_sync(word)), 0, "{word} without a search");
    }
}

/// Searches that end by themselves, or were stopped, let the next ones follow.
fn queues(engine: &mut UciClient) {
    engine.send("position startpos\ngo depth 3\ngo depth 2\nposition startpos moves e2e4");
    engine.send("go nodes 100");
    for _ in 0..3 {
        engine.read_until("bestmove");
    }
    engine.send("go infinite");
    for _ in 0..5 {
        engine.send("stop\nposition startpos moves d2d4\ngo infinite");
    }
    engine.send("stop");
    for _ in 0..6 {
        engine.read_until("bestmove");
    }
    assert_eq!(count_bestmoves(&engine.sync()), 0, "more answers than searches");
}

/// Names in any case, values in their ranges, and several lines.
fn options(engine: &mut UciClient) {
    let complaints = |engine: &mut UciClient, line: &str| {
        let said = engine.send_and_sync(line);
        said.iter().filter(|line| line.starts_with("info string")).count()
    };
    for line in [
        "setoption name HASH value 2",
        "setoption name hash value 1",
        "setoption name Move Overhead value 50",
        "setoption name Clear Hash",
        "setoption name UCI_Chess960 value FALSE",
        "setoption name   Ponder   value   true  ",
        "setoption name MultiPV value 256",
        "setoption name MultiPV value 1",
    ] {
        assert_eq!(complaints(engine, line), 0, "{line}");
    }
    for line in [
        "setoption",
        "setoption name Nonsense value 1",
        "setoption name Hash",
        "setoption name Hash value many",
        "setoption name Hash value 0",
        "setoption name Hash value -1",
        "setoption name Threads value 0",
        "setoption name Threads value 100000",
        "setoption name MultiPV value 0",
        "setoption name MultiPV value 1000000",
        "setoption name UCI_Chess960 value perhaps",
    ] {
        assert_eq!(complaints(engine, line), 1, "{line} is refused with a message");
    }
    engine.send("setoption name multipv value 3\nposition startpos");
    let lines = engine.go("depth 4");
    let deepest: Vec<&String> = lines
        .iter()
        .filter(|line| word(line, "depth") == Some("4") && line.contains(" pv "))
        .collect();
    for rank in ["1", "2", "3"] {
        assert!(deepest.iter().any(|line| word(line, "multipv") == Some(rank)), "{deepest:?}");
    }
    engine.send("setoption name MultiPV value 1\nsetoption name Threads value 2");
    let lines = engine.go("depth 4");
    assert!(lines.iter().all(|line| word(line, "multipv").is_none_or(|rank| rank == "1")));
}

/// The end of the input or `quit`: a search that ends by itself is finished, any other stopped.
fn end_of_input(start: &impl Fn() -> UciClient) {
    for (script, answers, depth) in [
        ("position startpos\ngo infinite\n", 1, None),
        ("position startpos\ngo ponder wtime 100000 btime 100000\n", 1, None),
        ("position startpos\ngo mate 20\n", 1, None),
        ("go depth 5", 1, Some("5")),
        ("position startpos\ngo infinite\nquit\nisready\n", 1, None),
        ("uci\n", 0, None),
        ("", 0, None),
        ("go perft 3\n", 0, None),
        ("setoption name Threads value 3\nposition startpos\ngo infinite", 1, None),
    ] {
        let mut engine = start();
        engine.send_bytes(script.as_bytes());
        engine.close_input();
        let lines = engine.read_to_end();
        assert_eq!(count_bestmoves(&lines), answers, "{script:?}: {lines:?}");
        if depth.is_some() {
            assert_eq!(word(last_info(&lines), "depth"), depth, "{script:?}");
        }
    }
}
