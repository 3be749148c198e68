//! The rules of chess as the search sees them, beyond what the contract of searches asks.

use super::*;

/// What was found with one halfmove clock does not mislead a search with another.
#[test]
fn table_keeps_positions_near_the_fifty_move_rule_apart() {
    for (board, clock, depth, moves) in [
        ("k7/8/2K5/8/8/8/8/7R w", 98, 8, 2),
        ("k7/8/2K5/8/8/8/8/7R w", 97, 8, 2),
        ("k7/8/2K5/8/8/8/8/7R w", 89, 8, 2),
        ("7k/8/4K3/8/8/8/8/6Q1 w", 97, 6, 2),
        ("7k/8/8/8/8/8/R7/1R5K w", 98, 6, 2),
        ("8/8/8/8/8/3k4/8/R2K3R w", 94, 10, 4),
        ("8/8/8/8/8/8/1k6/3K2QQ w", 95, 8, 3),
    ] {
        let [low, high] = [0, clock].map(|clock| game(&format!("{board} - - {clock} 100")));
        let alone = run_search(&low, &Limits::depth(depth)).0.score.mate_moves();
        assert_eq!(alone, Some(moves), "{board}");
        let mut engine = Engine::default();
        let (drawn, _) = run_search_with(&mut engine, &high, &Limits::depth(20));
        assert!(!drawn.score.is_mate() || clock < 98, "{board}: {drawn:?}");
        let (found, _) = run_search_with(&mut engine, &low, &Limits::depth(depth));
        assert_eq!(found.score.mate_moves(), Some(moves), "{board} after clock {clock}");
        // And the other way round.
        let alone = run_search(&high, &Limits::depth(depth)).0.score;
        run_search_with(&mut engine, &low, &Limits::depth(20));
        let (again, _) = run_search_with(&mut engine, &high, &Limits::depth(depth));
        assert_eq!(again.score.is_mate(), alone.is_mate(), "{board} with clock {clock}");
    }
}

#[test]
fn perpetual_check_scores_as_draw() {
    let (result, _) =
        run_search(&game("6k1/6p1/5p2/8/8/1q6/r4PPP/4Q1K1 w - - 0 1"), &Limits::depth(12));
    assert_eq!(result.score, Score::DRAW, "{result:?}");
    assert_eq!(uci(result.best), "e1e8");
}

#[test]
fn termination_names_each_way_a_game_ends() {
    use board::Color;
    use game::Termination::{Checkmate, FiftyMoves, InsufficientMaterial, Repetition, Stalemate};
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let repeated = [shuffle, shuffle].concat();
    for (fen, moves, expected) in [
        (start, &[][..], None),
        (start, &shuffle, None),
        (start, &repeated, Some(Repetition)),
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 60", &[], Some(Checkmate(Color::White))),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", &[], Some(Stalemate)),
        ("7k/8/6K1/8/8/8/8/R7 w - - 100 90", &[], Some(FiftyMoves)),
        ("7k/8/6K1/8/8/8/8/8 w - - 0 1", &[], Some(InsufficientMaterial)),
    ] {
        assert_eq!(game_after(fen, moves).termination(), expected, "{fen} {moves:?}");
    }
}

#[test]
fn pruned_replies_do_not_leave_a_node_with_the_score_of_a_blunder() {
    // In each of these the side that replies has a check or capture which loses much, and quiet moves.
    for fen in [
        "1r6/q3bpk1/2Q1p1pp/3pP3/p2P4/5NPP/PPR2P2/6K1 b - - 0 23",
        "8/2p3p1/2p1kp2/p2p1n1P/P2r1P2/1P1Q1P2/5K2/8 w - - 0 31",
        "1r4k1/2Q2pp1/5n1p/8/B7/5PP1/1q3PK1/2R5 b - - 3 29",
        "4r1k1/5p1p/3p2p1/2rP4/P2Q4/5qP1/7P/1R1R2K1 b - - 1 26",
        "2R5/r5pk/Pq5p/4n1r1/1N2Pp2/2P2P1P/Q4RPK/8 b - - 4 47",
    ] {
        let score = |depth| run_search(&game(fen), &Limits::depth(depth)).0.score.raw();
        let (shallow, deep) = (score(2), score(10));
        assert!((shallow - deep).abs() < 200, "{fen}: {shallow} at depth 2, {deep} at depth 10");
    }
}
