//! Reported lines: legal to their end, no longer than the game, distinct in MultiPV.

use super::*;
use search::{Options, legal_pv};

/// Every line can be played, and the game goes on until its last move.
fn assert_pvs_are_legal(game: &Game, reporter: &RecordingReporter) {
    for report in &reporter.reports {
        assert!(!report.pv.is_empty(), "{report:?}");
        assert_eq!(legal_pv(game, &report.pv), report.pv, "{}", game.position);
        if let Some(moves) = report.score.mate_moves().filter(|_| report.bound == Bound::Exact) {
            let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
            assert!(report.pv.len() as i32 <= plies, "{report:?}");
        }
    }
}

#[test]
fn pvs_are_legal_in_random_games() {
    let mut engine = Engine::new();
    for game in random_games(40, 24, 7) {
        let (result, reporter) = run_search_with(&mut engine, &game, &Limits::nodes(6_000));
        assert_pvs_are_legal(&game, &reporter);
        assert_eq!(reporter.reports.last().map(|report| &report.pv), Some(&result.pv));
        let ponder = result.ponder.zip(result.best);
        if let Some((ponder, best)) = ponder {
            assert!(movegen::is_legal(&game.position.make(best), ponder));
        }
    }
}

#[test]
fn pvs_are_legal_near_fifty_move_rule_and_in_endgames() {
    let mut engine = Engine::new();
    for game in random_games(30, 160, 11) {
        let (_, reporter) = run_search_with(&mut engine, &game, &Limits::nodes(6_000));
        assert_pvs_are_legal(&game, &reporter);
    }
    for fen in [
        "8/8/8/8/5kp1/P7/8/1K1N4 w - - 92 80",
        "8/3k4/8/3K4/3P4/8/8/8 w - - 97 80",
        "8/1R6/8/4k3/8/3KB3/8/5r2 w - - 96 90",
    ] {
        let game = game(fen);
        let (_, reporter) = run_search_with(&mut engine, &game, &Limits::depth(14));
        assert_pvs_are_legal(&game, &reporter);
    }
}

#[test]
fn multi_pv_lines_have_distinct_first_moves_in_score_order() {
    let mut engine = Engine::new();
    engine.set_options(&Options { multi_pv: 4, ..Options::default() }).unwrap();
    let game = Game::default();
    let (result, reporter) = run_search_with(&mut engine, &game, &Limits::depth(7));
    assert_pvs_are_legal(&game, &reporter);
    for iteration in reporter.reports.chunks(4) {
        assert_eq!(
            iteration.iter().map(|report| report.multi_pv).collect::<Vec<_>>(),
            [1, 2, 3, 4]
        );
        assert!(iteration.iter().all(|report| report.depth == iteration[0].depth));
        assert!(iteration.is_sorted_by_key(|report| std::cmp::Reverse(report.score)));
        let mut first_moves: Vec<u16> =
            iteration.iter().map(|report| report.pv[0].bits()).collect();
        first_moves.sort_unstable();
        first_moves.dedup();
        assert_eq!(first_moves.len(), 4);
    }
    assert_eq!(reporter.reports[reporter.reports.len() - 4].pv, result.pv);
}

#[test]
fn aborted_search_reports_pv_of_best_move() {
    let mut engine = Engine::new();
    for game in random_games(30, 16, 3) {
        for nodes in [50, 700, 3_000] {
            let (result, reporter) = run_search_with(&mut engine, &game, &Limits::nodes(nodes));
            let last = reporter.reports.last().unwrap();
            assert_eq!(last.pv.first(), result.best.as_ref());
        }
    }
}

/// A line that has overtaken another is not left in its former place.
#[test]
fn aborted_multi_pv_search_reports_each_line_once() {
    let mut engine = Engine::new();
    engine.set_options(&Options { multi_pv: 3, ..Options::default() }).unwrap();
    for game in random_games(30, 16, 3) {
        for nodes in [50, 700, 3_000] {
            let (result, reporter) = run_search_with(&mut engine, &game, &Limits::nodes(nodes));
            let mut shown = [None; 3];
            for report in &reporter.reports {
                shown[report.multi_pv - 1] = report.pv.first().copied();
            }
            assert_eq!(shown[0], result.best);
            let moves: Vec<board::Move> = shown.into_iter().flatten().collect();
            assert!((1..moves.len()).all(|index| !moves[..index].contains(&moves[index])));
        }
    }
}
