//! Searches: each `go` gets one `bestmove` at the right moment, whatever is sent in between.

use crate::common::{TestSession, count_bestmoves};

/// The move of an answer line.
fn best_move(lines: &[String]) -> &str {
    let line = lines.last().expect("lines");
    line.strip_prefix("bestmove ").and_then(|rest| rest.split(' ').next()).expect("an answer")
}

/// The last line of thought before the answer.
fn last_info(lines: &[String]) -> &str {
    lines.iter().rev().find(|line| line.contains(" score ")).expect("a score")
}

#[test]
fn every_go_gets_exactly_one_bestmove() {
    let mut session = TestSession::start();
    let kinds = [
        "go depth 3",
        "go nodes 500",
        "go movetime 20",
        "go movetime 0",
        "go wtime 100",
        "go btime 100",
        "go wtime 100 btime 100",
        "go wtime 100 winc 100 btime 100 binc 100",
        "go btime 100 binc 100 wtime 100 winc 100 movestogo 1",
        "go wtime -20 btime -20",
        "go wtime 1 btime 1",
        "go depth 2 wtime 1000 btime 1000 nodes 10000000",
        "go depth 0",
        "go nodes -1",
        "go depth 3 searchmoves e2e4 d2d4",
    ];
    for position in ["position startpos", "position startpos moves e2e4"] {
        for kind in kinds {
            session.send(position);
            session.send(kind);
            let lines = session.read_until("bestmove");
            let info = last_info(&lines);
            let head = info.split(" pv ").nth(1).and_then(|pv| pv.split(' ').next());
            assert_eq!(head, Some(best_move(&lines)), "{kind}: {lines:?}");
            assert_eq!(session.sync(), Vec::<String>::new(), "{kind}");
        }
    }
    assert_eq!(session.close(), Vec::<String>::new());
}

#[test]
fn searchmoves_restrict_the_root_moves() {
    let mut session = TestSession::start();
    session.send("go depth 4 searchmoves a2a3 h2h3");
    assert!(["a2a3", "h2h3"].contains(&best_move(&session.read_until("bestmove"))));
    session.send("go searchmoves a2a3 depth 2");
    assert_eq!(best_move(&session.read_until("bestmove")), "a2a3");
    session.send("go depth 2 searchmoves e2e5 xyz");
    let lines = session.read_until("bestmove");
    assert_eq!(lines.iter().filter(|line| line.contains("searchmoves: ")).count(), 2);
}

#[test]
fn checkmate_and_stalemate_give_bestmove_none() {
    let mut session = TestSession::start();
    for (fen, score) in [
        ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "score mate 0"),
        ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "score cp 0"),
    ] {
        for search in search::NAMES {
            session.send(&format!("setoption name Search value {search}"));
            session.send(&format!("position fen {fen}"));
            session.send("go depth 3");
            let lines = session.read_until("bestmove");
            assert!(last_info(&lines).starts_with("info depth 0 "), "{lines:?}");
            assert!(last_info(&lines).contains(score), "{lines:?}");
            assert_eq!(lines.last().map(String::as_str), Some("bestmove (none)"));
            // Even then an infinite search waits.
            session.send("go infinite");
            assert_eq!(count_bestmoves(&session.sync()), 0);
            session.send("stop");
            assert_eq!(count_bestmoves(&session.read_until("bestmove")), 1);
        }
    }
}

#[test]
fn infinite_waits_for_stop() {
    let mut session = TestSession::start();
    // Solved at once, and still no answer is due.
    for go in ["go infinite", "go", "go infinite depth 1", "go infinite nodes 10 movetime 1"] {
        session.send("position fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
        session.send(go);
        session.read_until("info depth 1 ");
        let mut between = session.sync();
        between.extend(session.sync());
        assert_eq!(count_bestmoves(&between), 0, "{go}");
        session.send("stop");
        session.read_until("bestmove g6g7");
    }
    assert_eq!(count_bestmoves(&session.close()), 0);
}

#[test]
fn pondering_waits_for_ponderhit_or_stop() {
    let mut session = TestSession::start();
    for threads in ["1", "2"] {
        session.send(&format!("setoption name Threads value {threads}"));
        for word in ["ponderhit", "stop"] {
            session.send("position startpos moves e2e4 e7e5");
            session.send("go ponder wtime 50 btime 50 depth 2");
            session.read_until("info depth 2 ");
            assert_eq!(count_bestmoves(&session.sync()), 0);
            session.send(word);
            session.read_until("bestmove");
            assert_eq!(count_bestmoves(&session.sync()), 0);
        }
    }
    // Without a limit, ponderhit lets the search continue.
    session.send("go ponder");
    session.send("ponderhit");
    assert_eq!(count_bestmoves(&session.sync()), 0);
    session.send("stop");
    session.read_until("bestmove");
    // `ponderhit` and `stop` without a search have no effect.
    for word in ["ponderhit", "stop", "stop"] {
        assert_eq!(session.send_and_sync(word), Vec::<String>::new());
    }
}

#[test]
fn commands_during_a_search_do_not_end_it() {
    let mut session = TestSession::start();
    session.send("go infinite");
    session.read_until("info depth 3 ");
    for line in [
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position startpos moves d2d4",
        "setoption name Hash value 4",
        "setoption name Threads value 2",
        "setoption name Search value alpha-beta",
        "setoption name Clear Hash",
        "ucinewgame",
        "debug on",
        "go depth 1",
        "go infinite",
        "go perft 2",
        "bench 1",
        "uci",
        "xyz",
        "",
    ] {
        assert_eq!(count_bestmoves(&session.send_and_sync(line)), 0, "{line}");
    }
    session.send("stop");
    session.read_until("bestmove");
    assert!(session.fen().starts_with("rnbqkbnr/pppppppp/8/8/3P4/"), "position took effect");
    session.send("go depth 2");
    session.read_until("bestmove");
    assert_eq!(count_bestmoves(&session.close()), 0);
}

#[test]
fn bench_can_be_stopped() {
    let mut session = TestSession::start();
    session.send("bench 100");
    session.send("stop");
    let lines = session.read_until("info string bench was stopped");
    assert!(lines.iter().all(|line| !line.ends_with(" nps")), "{lines:?}");
    session.send("go depth 1");
    session.read_until("bestmove");
    assert_eq!(count_bestmoves(&session.close()), 0);
}

#[test]
fn go_after_stop_is_queued() {
    let mut session = TestSession::start();
    session.send("go infinite");
    for _ in 0..20 {
        session.send("stop\nposition startpos moves e2e4\ngo infinite");
    }
    session.send("stop");
    let mut count = 0;
    for _ in 0..21 {
        session.read_until("bestmove");
        count += 1;
    }
    assert_eq!(count, 21);
    assert_eq!(count_bestmoves(&session.close()), 0);
}

#[test]
fn bounded_searches_are_queued() {
    let mut session = TestSession::start();
    session.send("go depth 3\ngo depth 2\nposition startpos moves e2e4\ngo perft 2\ngo nodes 100");
    let lines = session.close();
    assert_eq!(count_bestmoves(&lines), 3);
    assert!(lines.iter().any(|line| line == "Nodes searched: 600"));
}

#[test]
fn end_of_input_lets_bounded_searches_finish() {
    let mut session = TestSession::start();
    session.send("go depth 5");
    let lines = session.close();
    assert_eq!(count_bestmoves(&lines), 1);
    assert!(lines.iter().any(|line| line.starts_with("info depth 5 ")), "{lines:?}");
}

#[test]
fn end_of_input_and_quit_stop_unbounded_searches() {
    for go in ["go infinite", "go", "go ponder wtime 1000", "go ponder depth 3", "go mate 20"] {
        for last in ["", "quit\nisready"] {
            let mut session = TestSession::start();
            session.send(go);
            session.send(last);
            let lines = session.close();
            assert_eq!(count_bestmoves(&lines), 1, "{go} {last}");
            assert!(!lines.contains(&"readyok".to_owned()));
        }
    }
}
