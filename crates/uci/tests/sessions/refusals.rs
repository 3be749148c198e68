//! Positions that are refused, and those with odd material that are not.

use crate::common::{close, count_bestmoves, start};

const ANSWER: &str = "bestmove (none)";

/// Why there is no move, of the lines of a search after a refused position.
fn reason(lines: &[String]) -> &str {
    let said: Vec<&String> = lines.iter().filter(|line| line.contains("no search: ")).collect();
    assert!(said.len() == 1 && !lines.iter().any(|line| line.contains(" pv ")), "{lines:?}");
    said[0].strip_prefix("info string no search: the position was refused: ").expect("a reason")
}

#[test]
fn go_after_a_refused_position_has_no_move() {
    let mut session = start();
    for (refused, why) in [
        ("position", "position needs 'startpos' or 'fen' and a position"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "invalid position: white has no king"),
        ("position startpos moves e2e5", "move 1, 'e2e5': this move is not legal here"),
    ] {
        session.send("position startpos moves d2d4");
        let kept = session.fen();
        let said = session.send_and_sync(refused);
        assert!(said.len() == 1 && said[0].ends_with("; the position is refused"), "{said:?}");
        // As often as it is asked, and whatever comes between.
        for between in ["", "ucinewgame", "setoption name Clear Hash", "position", "stop", "eval"] {
            session.send_and_sync(between);
            for limits in ["depth 2", "movetime 1", "wtime 10 btime 10", "nodes 5 searchmoves e2e4"]
            {
                let lines = session.go(limits);
                assert_eq!(lines.last().map(String::as_str), Some(ANSWER), "{refused}");
                let expected = if between == "position" { "position needs" } else { why };
                assert!(reason(&lines).starts_with(expected), "{refused}: {lines:?}");
            }
            session.send(if between == "position" { refused } else { "" });
        }
        assert_eq!(session.fen(), kept, "the position before is kept");
        let counted = session.send_and_sync("go perft 2");
        assert!(counted.len() == 1 && reason(&counted).starts_with(why), "{counted:?}");
    }
    session.send("position startpos moves e2e4");
    let lines = session.go("depth 2");
    assert!(lines.last().is_some_and(|line| line.len() > ANSWER.len()), "{lines:?}");
}

#[test]
fn even_without_a_position_go_waits_for_its_command() {
    let mut session = start();
    session.send("position fen none");
    for (go, end) in [
        ("go infinite", "stop"),
        ("go", "stop"),
        ("go infinite depth 3", "stop"),
        ("go ponder wtime 100 btime 100", "ponderhit"),
        ("go ponder", "ponderhit"),
        ("go ponder movetime 5", "stop"),
    ] {
        session.send(go);
        session.read_until("info string no search: ");
        let mut early = session.send_and_sync("go depth 1");
        assert!(early.iter().any(|line| line.ends_with("send stop first")), "{go}: {early:?}");
        if end == "stop" && !go.contains("ponder") {
            early.extend(session.send_and_sync("ponderhit"));
        }
        assert_eq!(count_bestmoves(&early), 0, "{go}");
        session.send(end);
        assert_eq!(session.read_until("bestmove"), [ANSWER], "{go}");
    }
    // A search that runs keeps its own position, and those behind it have theirs.
    session.send("position startpos\ngo infinite\nposition startpos moves e2e5\nstop\ngo depth 1");
    assert_ne!(session.read_until("bestmove").last().map(String::as_str), Some(ANSWER));
    assert_eq!(session.read_until("bestmove").last().map(String::as_str), Some(ANSWER));
    session.send("go infinite\nposition startpos\nstop\ngo depth 1");
    assert_eq!(session.read_until("bestmove").last().map(String::as_str), Some(ANSWER));
    assert_ne!(session.read_until("bestmove").last().map(String::as_str), Some(ANSWER));
    assert_eq!(count_bestmoves(&close(session)), 0);
}

#[test]
fn positions_with_odd_material_are_searched() {
    let mut session = start();
    for fen in [
        "q4k1q/q2Q1q2/3q4/2Q1Q3/1q6/8/qQ1Q4/3QK1q1 w - - 14 41",
        // Queen odds with an extra queen.
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RQBQKBNR w KQkq - 0 1",
        // Fifteen pawns, fifteen queens, all sixteen promoted on both sides.
        "4k3/ppppppp1/pppppppp/8/8/P7/PPPPPPPP/4K3 w - - 0 1",
        "nQ4Q1/4Q3/Q1Q4Q/Q4Q1Q/3Q4/KQ4Q1/pp2Q3/krQ4Q w - - 0 1",
        "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
        "nnnnknnn/nnnnnnnn/8/8/8/8/NNNNNNNN/NNNNKNNN w - - 0 1",
        // Pawns that become queens within the search.
        "7k/PPPPPP2/PPPPPP2/8/8/8/PPP5/K7 w - - 0 1",
        "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 65535 65535",
    ] {
        let said = session.send_and_sync(&format!("position fen {fen}"));
        assert_eq!(said, Vec::<String>::new(), "{fen}");
        assert_eq!(session.fen(), fen);
        session.send_and_sync("eval");
        for evaluation in ["classical", "centre", "nnue"] {
            session.send(&format!("setoption name Evaluation value {evaluation}"));
            let lines = session.go("nodes 2000");
            assert!(lines.iter().all(|line| !line.contains("panic")), "{fen}: {lines:?}");
            assert_ne!(lines.last().map(String::as_str), Some(ANSWER), "{fen}: {lines:?}");
        }
    }
}
