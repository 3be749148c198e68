//! Reported lines, beyond what the contract of searches asks: in games with a past, and where a search ends.

use super::*;
use searcher::legal_pv;

/// A line that has overtaken another is not left in its former place.
#[test]
fn aborted_multi_pv_search_reports_each_line_once() {
    let mut engine = engine_with(Options { multi_pv: 3, ..Options::default() });
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

/// Lines are legal. An exact mate has a line of its length that mates, and no other score has a line that mates.
fn assert_scores_fit_lines(game: &Game, reports: &[Report]) {
    for report in reports {
        assert!(!report.pv.is_empty() && legal_pv(game, &report.pv) == report.pv, "{report:?}");
        if report.bound != Bound::Exact {
            continue;
        }
        let mut end = game.clone();
        report.pv.iter().for_each(|&mv| end.play(mv));
        let mates = end.position.in_check() && !movegen::has_legal_move(&end.position);
        match report.score.mate_moves() {
            Some(moves) => {
                let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
                assert!(mates && report.pv.len() as i32 == plies, "{}: {report:?}", game.position);
            }
            None => assert!(!mates, "{}: {report:?}", game.position),
        }
    }
}

#[test]
fn score_and_line_belong_together_wherever_the_search_is_aborted() {
    let fens = [
        "q4k1q/q2Q1q2/3q4/2Q1Q3/1q6/8/qQ1Q4/3QK1q1 w - - 14 41",
        "rn1qk3/p1ppN3/5p1p/4p1r1/3PP3/NP6/P1p2P1P/R1BQK3 w - - 5 41",
        "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1",
        "6k1/8/8/R4K2/8/8/8/8 w - - 6 63",
        "1n3kr1/4ppb1/rnP5/1b1R3P/p2P3q/P2Q1PPN/NP6/3B1R1K b - - 1 40",
        "8/8/8/8/5q2/1k6/8/1K6 w - - 0 1",
        "8/8/8/8/5kp1/P7/8/1K1N4 w - - 92 80",
        "8/3k4/8/3K4/3P4/8/8/8 w - - 97 80",
        "8/1R6/8/4k3/8/3KB3/8/5r2 w - - 96 90",
    ];
    let mut games: Vec<Game> = fens.into_iter().map(game).collect();
    games.extend(random_games(6, 60, 17));
    games.extend(random_games(6, 160, 11));
    let mut bounds = 0;
    for multi_pv in [1, 3] {
        let mut engine = engine_with(Options { multi_pv, hash_mib: 1, ..Options::default() });
        for game in &games {
            for nodes in (1..40).chain((40..4_000).step_by(211)) {
                engine.new_game();
                let (result, reporter) = run_search_with(&mut engine, game, &Limits::nodes(nodes));
                assert_scores_fit_lines(game, &reporter.reports);
                let last = reporter.reports.iter().rfind(|report| report.multi_pv == 1).unwrap();
                assert_eq!(
                    (last.score, last.bound, &last.pv),
                    (result.score, result.bound, &result.pv),
                    "{} {nodes}",
                    game.position
                );
                bounds += usize::from(result.bound == Bound::Lower);
            }
        }
    }
    assert!(bounds > 0, "no search ended after a fail high");
}

/// Without a score of the search the first move has the evaluation after it.
#[test]
fn search_of_one_node_has_the_score_of_its_line() {
    use eval::Evaluator;
    for game in random_games(20, 40, 19) {
        let (result, reporter) = run_search(&game, &Limits::nodes(1));
        let mut next = game.clone();
        next.play(result.best.unwrap());
        let score = match next.termination() {
            Some(game::Termination::Checkmate(_)) => Score::mate_in(1),
            Some(_) => Score::DRAW,
            None => {
                let eval = -Classical::default().evaluate(&next.position, 1).raw();
                Score::new(eval * (200 - i32::from(next.position.halfmove_clock())) / 200)
            }
        };
        assert_eq!(result.score, score, "{}: {result:?}", game.position);
        assert_eq!(reporter.reports.last().map(|report| report.score), Some(result.score));
    }
}
