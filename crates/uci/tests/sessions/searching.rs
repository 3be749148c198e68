//! Searches, as far as the contract of UCI engines does not ask: messages, other searches, `bench`
//! and perft in the queue.

use crate::common::{close, count_bestmoves, start};
use testkit::uci::best_move;

#[test]
fn illegal_searchmoves_are_named_once() {
    let mut session = start();
    session.send("go depth 2 searchmoves e2e5 xyz");
    let lines = session.read_until("bestmove");
    let expected =
        "info string searchmoves: ignored 'e2e5' and 1 more: this move is not legal here";
    assert!(lines.iter().any(|line| line == expected), "{lines:?}");
    assert_eq!(lines.iter().filter(|line| line.contains("searchmoves: ")).count(), 1);
}

/// A search that ends after a fail high has shown its last line as a bound, with the move that it plays.
#[test]
fn search_that_ends_after_a_fail_high_has_a_lower_bound() {
    let mut session = start();
    let fen = "r3kb1r/pppqp1pp/2n5/3p1bP1/3PnB2/4PN2/PPP2P2/RN1QKB1R w KQkq - 0 1";
    let mut bounds = 0;
    for nodes in (3_000..12_000).step_by(300) {
        session.send("ucinewgame");
        session.send(&format!("position fen {fen}"));
        session.send(&format!("go nodes {nodes}"));
        let lines = session.read_until("bestmove");
        let info = lines.iter().rfind(|line| line.contains(" score ")).expect("a score");
        let mut line = info.split(" pv ").nth(1).expect("a line").split(' ');
        let best = best_move(lines.last().expect("an answer")).0;
        assert_eq!(line.next(), Some(best.as_str()));
        // A fail high has no line behind its move as a rule, an exact score has.
        let is_bound = info.contains(" lowerbound ");
        assert!(is_bound || line.next().is_some(), "{info}");
        bounds += usize::from(is_bound);
    }
    assert!(bounds > 0);
}

#[test]
fn commands_during_a_search_do_not_end_it() {
    let mut session = start();
    session.send("go infinite");
    session.read_until("info depth 3 ");
    for line in [
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position startpos moves d2d4",
        "setoption name Hash value 4",
        "setoption name Threads value 2",
        "setoption name Search value alpha-beta",
        "setoption name Clear Hash",
        "go infinite",
        "go perft 2",
        "bench 1",
    ] {
        assert_eq!(count_bestmoves(&session.send_and_sync(line)), 0, "{line}");
    }
    session.send("stop");
    session.read_until("bestmove");
    assert!(session.fen().starts_with("rnbqkbnr/pppppppp/8/8/3P4/"), "position took effect");
    session.send("go depth 2");
    session.read_until("bestmove");
    assert_eq!(count_bestmoves(&close(session)), 0);
}

#[test]
fn counts_can_be_stopped_and_bounded_tasks_are_queued() {
    let mut session = start();
    session.send("bench 100");
    session.send("stop");
    let lines = session.read_until("info string bench was stopped");
    assert!(lines.iter().all(|line| !line.ends_with(" nps")), "{lines:?}");
    session.send("go perft 4000000000");
    session.send("stop");
    session.read_until("info string perft was stopped");
    session.send("go depth 3\nposition startpos moves e2e4\ngo perft 2\ngo nodes 100");
    let lines = close(session);
    assert_eq!(count_bestmoves(&lines), 2);
    assert!(lines.iter().any(|line| line == "Nodes searched: 600"));
}
