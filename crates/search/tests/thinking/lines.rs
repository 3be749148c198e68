//! Reported lines: legal to their end, no longer than the game, distinct in MultiPV.

use super::*;
use search::{Options, legal_pv};

/// Every line can be played, and the game goes on until its last move.
fn check(game: &Game, notes: &Notes) {
    for heard in &notes.heard {
        assert!(!heard.pv.is_empty(), "{heard:?}");
        assert_eq!(legal_pv(game, &heard.pv), heard.pv, "{}", game.position);
        if let Some(moves) = heard.score.mate_moves().filter(|_| heard.bound == Bound::Exact) {
            let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
            assert!(heard.pv.len() as i32 <= plies, "{heard:?}");
        }
    }
}

#[test]
fn lines_are_legal_in_random_games() {
    let mut engine = Engine::new();
    for game in random_games(40, 24, 7) {
        let (result, notes) = think_with(&mut engine, &game, &Limits::nodes(6_000));
        check(&game, &notes);
        assert_eq!(notes.heard.last().map(|heard| &heard.pv), Some(&result.pv));
        let ponder = result.ponder.zip(result.best);
        if let Some((ponder, best)) = ponder {
            assert!(movegen::is_legal(&game.position.make(best), ponder));
        }
    }
}

#[test]
fn lines_are_legal_late_in_the_game() {
    let mut engine = Engine::new();
    for game in random_games(30, 160, 11) {
        let (_, notes) = think_with(&mut engine, &game, &Limits::nodes(6_000));
        check(&game, &notes);
    }
    for fen in [
        "8/8/8/8/5kp1/P7/8/1K1N4 w - - 92 80",
        "8/3k4/8/3K4/3P4/8/8/8 w - - 97 80",
        "8/1R6/8/4k3/8/3KB3/8/5r2 w - - 96 90",
    ] {
        let game = game(fen);
        let (_, notes) = think_with(&mut engine, &game, &Limits::depth(14));
        check(&game, &notes);
    }
}

#[test]
fn several_lines_have_distinct_heads_in_order() {
    let mut engine = Engine::new();
    engine.set_options(&Options { multi_pv: 4, ..Options::default() }).unwrap();
    let game = Game::default();
    let (result, notes) = think_with(&mut engine, &game, &Limits::depth(7));
    check(&game, &notes);
    for together in notes.heard.chunks(4) {
        assert_eq!(together.iter().map(|h| h.multi_pv).collect::<Vec<_>>(), [1, 2, 3, 4]);
        assert!(together.iter().all(|heard| heard.depth == together[0].depth));
        assert!(together.is_sorted_by_key(|heard| std::cmp::Reverse(heard.score)));
        let mut heads: Vec<u16> = together.iter().map(|heard| heard.pv[0].bits()).collect();
        heads.sort_unstable();
        heads.dedup();
        assert_eq!(heads.len(), 4);
    }
    assert_eq!(notes.heard[notes.heard.len() - 4].pv, result.pv);
}

#[test]
fn no_more_lines_than_moves() {
    let mut engine = Engine::new();
    engine.set_options(&Options { multi_pv: 500, ..Options::default() }).unwrap();
    let game = game("7k/8/8/8/8/8/R7/1R5K b - - 0 1");
    let (_, notes) = think_with(&mut engine, &game, &Limits::depth(2));
    let moves = movegen::legal_moves(&game.position).len();
    assert_eq!(notes.heard.iter().map(|heard| heard.multi_pv).max(), Some(moves));
}

#[test]
fn a_cut_off_search_reports_the_line_it_plays() {
    let mut engine = Engine::new();
    for game in random_games(30, 16, 3) {
        for nodes in [50, 700, 3_000] {
            let (result, notes) = think_with(&mut engine, &game, &Limits::nodes(nodes));
            let last = notes.heard.last().unwrap();
            assert_eq!(last.pv.first(), result.best.as_ref());
        }
    }
}
