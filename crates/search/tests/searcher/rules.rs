//! The rules of chess as the search sees them: mates, draws, and the end of the game.

use super::*;

#[test]
fn finds_mates_with_exact_distance() {
    for (fen, moves) in [
        ("6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1", 1),
        ("7k/8/8/8/8/8/R7/1R5K w - - 0 1", 2),
        ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", 2),
        ("7k/8/4K3/8/8/8/8/6Q1 w - - 0 1", 2),
        ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3),
        ("8/8/8/8/8/3k4/8/R2K3R w - - 0 1", 4),
        ("8/8/8/8/5q2/1k6/8/K7 b - - 0 1", 1),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
    ] {
        let (result, reporter) = run_search(&game(fen), &Limits::depth(16));
        assert_eq!(result.score.mate_moves(), Some(moves), "{fen}: {result:?}");
        assert_eq!(result.pv.len() as i32, 2 * moves - 1, "{fen}");
        assert_eq!(reporter.reports.last().map(|report| report.score), Some(result.score));
    }
}

#[test]
fn finished_game_has_no_best_move() {
    let (mated, reporter) =
        run_search(&game("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"), &Limits::depth(3));
    assert_eq!((mated.best, mated.score), (None, Score::mated_in(0)));
    assert_eq!(reporter.reports.len(), 1);
    let (stalemated, _) = run_search(&game("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), &Limits::depth(3));
    assert_eq!((stalemated.best, stalemated.score), (None, Score::DRAW));
}

#[test]
fn mate_after_fifty_move_limit_is_a_draw() {
    let near = game("7k/8/8/8/8/8/R7/1R5K w - - 96 90");
    assert_eq!(run_search(&near, &Limits::depth(6)).0.score.mate_moves(), Some(2));
    let over = game("7k/8/8/8/8/8/R7/1R5K w - - 98 90");
    assert_eq!(run_search(&over, &Limits::depth(6)).0.score, Score::DRAW);
}

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
        let mut engine = Engine::new();
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
fn winning_side_avoids_repetition() {
    // White is a queen down but can go back to where the game has been twice.
    let shuffle = ["b1a1", "h8g8", "a1b1", "g8h8", "b1a1", "h8g8", "a1b1"];
    let game = game_after("7k/6pp/8/3q4/8/8/6PP/1R5K w - - 0 1", &shuffle);
    let (result, _) = run_search(&game, &Limits::depth(8));
    assert_ne!(uci(result.best), "g8h8", "{result:?}");
    assert!(result.score > Score::new(200));
}

#[test]
fn termination_names_each_way_a_game_ends() {
    use board::Color;
    use game::Termination;
    assert_eq!(Game::default().termination(), None);
    let mated = game("R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 60");
    assert_eq!(mated.termination(), Some(Termination::Checkmate(Color::White)));
    assert_eq!(game("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").termination(), Some(Termination::Stalemate));
    assert_eq!(
        game("7k/8/6K1/8/8/8/8/R7 w - - 100 90").termination(),
        Some(Termination::FiftyMoves)
    );
    assert_eq!(
        game("7k/8/6K1/8/8/8/8/8 w - - 0 1").termination(),
        Some(Termination::InsufficientMaterial)
    );
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    assert_eq!(game_after(start, &shuffle).termination(), None);
    assert_eq!(
        game_after(start, &[shuffle, shuffle].concat()).termination(),
        Some(Termination::Repetition)
    );
}
