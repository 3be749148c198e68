//! The reference search: alpha-beta finds what minimax finds, with every move ordering.

use super::*;
use eval::{Centre, Evaluator};
use ordering::{Classic, Killers, MoveOrdering, MvvLva, Unordered};
use search::reference::{LeafEvaluation, alpha_beta, alpha_beta_with_node_limit, minimax};
use search::{AlphaBeta, Minimax};

fn assert_alpha_beta_equals_minimax<O: MoveOrdering>(
    game: &Game,
    depth: u32,
    leaf: LeafEvaluation,
) {
    let full = minimax(&game.position, &mut Classical::default(), depth, leaf);
    let (mut evaluator, mut ordering) = (Classical::default(), O::default());
    let quick = alpha_beta(&game.position, &mut evaluator, &mut ordering, depth, leaf);
    assert_eq!(full.score, quick.score, "{} {leaf:?} {}", O::NAME, game.position);
    assert_eq!(full.best.is_some(), quick.best.is_some());
    assert!(leaf != LeafEvaluation::Static || quick.nodes <= full.nodes);
}

#[test]
fn alpha_beta_equals_minimax() {
    for game in random_games(6, 12, 5) {
        for (leaf, depth) in [
            (LeafEvaluation::Static, 2),
            (LeafEvaluation::Captures, 1),
            (LeafEvaluation::Quiescence, 1),
        ] {
            assert_alpha_beta_equals_minimax::<Unordered>(&game, depth, leaf);
            assert_alpha_beta_equals_minimax::<MvvLva>(&game, depth, leaf);
            assert_alpha_beta_equals_minimax::<Killers>(&game, depth, leaf);
            assert_alpha_beta_equals_minimax::<Classic>(&game, depth, leaf);
            assert_alpha_beta_equals_minimax::<Modern>(&game, depth, leaf);
        }
    }
    let mate = game("7k/8/8/8/8/8/R7/1R5K w - - 0 1");
    assert_alpha_beta_equals_minimax::<Modern>(&mate, 3, LeafEvaluation::Static);
}

#[test]
fn minimax_depth_one_picks_best_static_score() {
    let game = Game::default();
    let result = minimax(&game.position, &mut Centre, 1, LeafEvaluation::Static);
    let scores = movegen::legal_moves(&game.position)
        .into_iter()
        .map(|mv| (mv, -Centre.evaluate(&game.position.make(mv), 1)));
    let first_best = scores.reduce(|best, next| if next.1 > best.1 { next } else { best });
    assert_eq!(first_best, result.best.zip(Some(result.score)));
    assert_eq!(result.nodes, 20);
    let counted = minimax(&game.position, &mut Centre, 3, LeafEvaluation::Static);
    assert_eq!(counted.nodes, 20 + 400 + 8_902);
}

#[test]
fn alpha_beta_node_limit_is_exact() {
    let game = Game::default();
    let mut none = Unordered;
    let capped = alpha_beta_with_node_limit(
        &game.position,
        &mut Centre,
        &mut none,
        5,
        LeafEvaluation::Static,
        1_000,
    );
    assert_eq!(capped, Err(1_000));
}

#[test]
fn reference_engines_respect_limits() {
    let mut engines: [Box<dyn Searcher>; 2] =
        [Box::<Minimax<Centre>>::default(), Box::<AlphaBeta<Classical, Killers>>::default()];
    for engine in &mut engines {
        let (result, reporter) =
            run_search_with(engine.as_mut(), &Game::default(), &Limits::depth(3));
        assert_eq!(result.depth, 3);
        assert_eq!(reporter.reports.len(), 3);
        let (result, _) = run_search_with(engine.as_mut(), &Game::default(), &Limits::nodes(500));
        assert_eq!(result.nodes, 500);
    }
}
