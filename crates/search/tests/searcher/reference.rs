//! The reference search, beyond what its contract asks.

use super::*;
use eval::{Centre, Evaluator};
use ordering::{Killers, Unordered};
use search::reference::{LeafEvaluation, alpha_beta, alpha_beta_with_node_limit, minimax};

/// The other leaves are compared in the contract, with every ordering.
#[test]
fn alpha_beta_equals_minimax_with_captures_as_leaves() {
    for game in random_games(6, 12, 5) {
        let (position, leaf) = (&game.position, LeafEvaluation::Captures);
        let full = minimax(position, &mut Classical::default(), 1, leaf);
        let (mut evaluator, mut ordering) = (Classical::default(), Killers::default());
        let quick = alpha_beta(position, &mut evaluator, &mut ordering, 1, leaf);
        assert_eq!(full.score, quick.score, "{position}");
    }
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
