//! The reference search, beyond what its contract asks.

use super::*;
use eval::{Centre, Evaluator};
use ordering::Unordered;
use search::reference::{LeafEvaluation, alpha_beta, minimax};

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
fn alpha_beta_ends_at_its_node_limit() {
    let search = |node_limit| {
        let (position, leaf) = (Position::startpos(), LeafEvaluation::Static);
        alpha_beta(&position, &mut Centre, &mut Unordered, 3, leaf, node_limit)
    };
    let nodes = search(u64::MAX).expect("no limit").nodes;
    assert!(search(nodes).is_some() && search(nodes - 1).is_none());
}
