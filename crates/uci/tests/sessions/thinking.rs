//! Sessions while the engine thinks: one answer to each `go`, at the right moment, whatever is said
//! in between.

use crate::common::{Talk, answers};

/// The move of an answer line.
fn best(lines: &[String]) -> &str {
    let line = lines.last().expect("lines");
    line.strip_prefix("bestmove ").and_then(|rest| rest.split(' ').next()).expect("an answer")
}

/// The last line of thought before the answer.
fn last_info(lines: &[String]) -> &str {
    lines.iter().rev().find(|line| line.contains(" score ")).expect("a score")
}

#[test]
fn one_answer_to_each_kind_of_go() {
    let talk = Talk::start();
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
            talk.say(position);
            talk.say(kind);
            let lines = talk.hear_until("bestmove");
            let info = last_info(&lines);
            let head = info.split(" pv ").nth(1).and_then(|pv| pv.split(' ').next());
            assert_eq!(head, Some(best(&lines)), "{kind}: {lines:?}");
            assert_eq!(talk.sync(), Vec::<String>::new(), "{kind}");
        }
    }
    assert_eq!(talk.end(), Vec::<String>::new());
}

#[test]
fn searchmoves_are_kept_to() {
    let talk = Talk::start();
    talk.say("go depth 4 searchmoves a2a3 h2h3");
    assert!(["a2a3", "h2h3"].contains(&best(&talk.hear_until("bestmove"))));
    talk.say("go searchmoves a2a3 depth 2");
    assert_eq!(best(&talk.hear_until("bestmove")), "a2a3");
    talk.say("go depth 2 searchmoves e2e5 xyz");
    let lines = talk.hear_until("bestmove");
    assert_eq!(lines.iter().filter(|line| line.contains("searchmoves, ")).count(), 2);
}

#[test]
fn mate_and_stalemate_are_answered() {
    let talk = Talk::start();
    for (fen, score) in [
        ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "score mate 0"),
        ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "score cp 0"),
    ] {
        for search in ["full", "alpha-beta", "minimax"] {
            talk.say(&format!("setoption name Search value {search}"));
            talk.say(&format!("position fen {fen}"));
            talk.say("go depth 3");
            let lines = talk.hear_until("bestmove");
            assert!(last_info(&lines).starts_with("info depth 0 "), "{lines:?}");
            assert!(last_info(&lines).contains(score), "{lines:?}");
            assert_eq!(lines.last().map(String::as_str), Some("bestmove (none)"));
            // Even then an infinite search waits.
            talk.say("go infinite");
            assert_eq!(answers(&talk.sync()), 0);
            talk.say("stop");
            assert_eq!(answers(&talk.hear_until("bestmove")), 1);
        }
    }
}

#[test]
fn infinite_waits_for_stop() {
    let talk = Talk::start();
    // Solved at once, and still no answer is due.
    for go in ["go infinite", "go", "go infinite depth 1", "go infinite nodes 10 movetime 1"] {
        talk.say("position fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
        talk.say(go);
        talk.hear_until("info depth 1 ");
        let mut between = talk.sync();
        between.extend(talk.sync());
        assert_eq!(answers(&between), 0, "{go}");
        talk.say("stop");
        talk.hear_until("bestmove g6g7");
    }
    assert_eq!(answers(&talk.end()), 0);
}

#[test]
fn pondering_waits_for_ponderhit_or_stop() {
    let talk = Talk::start();
    for threads in ["1", "2"] {
        talk.say(&format!("setoption name Threads value {threads}"));
        for word in ["ponderhit", "stop"] {
            talk.say("position startpos moves e2e4 e7e5");
            talk.say("go ponder wtime 50 btime 50 depth 2");
            talk.hear_until("info depth 2 ");
            assert_eq!(answers(&talk.sync()), 0);
            talk.say(word);
            talk.hear_until("bestmove");
            assert_eq!(answers(&talk.sync()), 0);
        }
    }
    // Without a limit, ponderhit lets the search think on.
    talk.say("go ponder");
    talk.say("ponderhit");
    assert_eq!(answers(&talk.sync()), 0);
    talk.say("stop");
    talk.hear_until("bestmove");
    // A ponderhit nobody waits for, and stops, mean nothing.
    for word in ["ponderhit", "stop", "stop"] {
        assert_eq!(talk.ask(word), Vec::<String>::new());
    }
}

#[test]
fn commands_while_thinking_do_no_harm() {
    let talk = Talk::start();
    talk.say("go infinite");
    talk.hear_until("info depth 3 ");
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
        assert_eq!(answers(&talk.ask(line)), 0, "{line}");
    }
    talk.say("stop");
    talk.hear_until("bestmove");
    assert!(talk.fen().starts_with("rnbqkbnr/pppppppp/8/8/3P4/"), "position took effect");
    talk.say("go depth 2");
    talk.hear_until("bestmove");
    assert_eq!(answers(&talk.end()), 0);
}

#[test]
fn bench_can_be_stopped() {
    let talk = Talk::start();
    talk.say("bench 100");
    talk.say("stop");
    let lines = talk.hear_until("info string bench was stopped");
    assert!(lines.iter().all(|line| !line.ends_with(" nps")), "{lines:?}");
    talk.say("go depth 1");
    talk.hear_until("bestmove");
    assert_eq!(answers(&talk.end()), 0);
}

#[test]
fn a_go_right_behind_a_stop_waits_for_its_turn() {
    let talk = Talk::start();
    talk.say("go infinite");
    for _ in 0..20 {
        talk.say("stop\nposition startpos moves e2e4\ngo infinite");
    }
    talk.say("stop");
    let mut count = 0;
    for _ in 0..21 {
        talk.hear_until("bestmove");
        count += 1;
    }
    assert_eq!(count, 21);
    assert_eq!(answers(&talk.end()), 0);
}

#[test]
fn bounded_searches_queue_up() {
    let talk = Talk::start();
    talk.say("go depth 3\ngo depth 2\nposition startpos moves e2e4\ngo perft 2\ngo nodes 100");
    let lines = talk.end();
    assert_eq!(answers(&lines), 3);
    assert!(lines.iter().any(|line| line == "Nodes searched: 600"));
}

#[test]
fn the_end_of_input_lets_bounded_searches_finish() {
    let talk = Talk::start();
    talk.say("go depth 5");
    let lines = talk.end();
    assert_eq!(answers(&lines), 1);
    assert!(lines.iter().any(|line| line.starts_with("info depth 5 ")), "{lines:?}");
}

#[test]
fn the_end_of_input_and_quit_stop_endless_searches() {
    for go in ["go infinite", "go", "go ponder wtime 1000", "go ponder depth 3", "go mate 20"] {
        for last in ["", "quit\nisready"] {
            let talk = Talk::start();
            talk.say(go);
            talk.say(last);
            let lines = talk.end();
            assert_eq!(answers(&lines), 1, "{go} {last}");
            assert!(!lines.contains(&"readyok".to_owned()));
        }
    }
}

#[test]
fn lines_of_multipv_come_together() {
    let talk = Talk::start();
    talk.say("setoption name MultiPV value 3\ngo depth 4");
    let lines = talk.hear_until("bestmove");
    let ranks: Vec<&str> = lines
        .iter()
        .filter(|line| line.starts_with("info depth 4 "))
        .filter_map(|line| line.split(" multipv ").nth(1)?.split(' ').next())
        .collect();
    assert!(ranks.ends_with(&["1", "2", "3"]), "{ranks:?}");
    // There are not more lines than moves.
    talk.say("position fen 7k/8/8/8/8/8/r7/1r5K w - - 0 1\ngo depth 3");
    talk.hear_until("bestmove");
}

#[test]
fn every_combination_of_parts_plays() {
    let talk = Talk::start();
    talk.say("setoption name Hash value 1\nposition startpos moves e2e4");
    for search in ["full", "alpha-beta", "minimax"] {
        for evaluation in ["centre", "classical"] {
            for ordering in ordering::NAMES {
                talk.say(&format!("setoption name Search value {search}"));
                talk.say(&format!("setoption name Evaluation value {evaluation}"));
                talk.say(&format!("setoption name Ordering value {ordering}"));
                talk.say("go nodes 300");
                let lines = talk.hear_until("bestmove");
                assert_eq!(best(&lines).len(), 4, "{search} {evaluation} {ordering}");
            }
        }
    }
}
