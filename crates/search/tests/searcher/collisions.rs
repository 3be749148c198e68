//! Key collisions: a transposition table full of entries of other positions gives only legal moves.

use super::*;
use board::Move;
use movegen::{is_legal, legal_moves};
use search::{TtEntry, tt_key};

/// The positions up to `depth` plies below one.
fn positions_below(position: &Position, depth: u32, found: &mut Vec<Position>) {
    found.push(position.clone());
    if depth > 0 {
        for mv in legal_moves(position) {
            positions_below(&position.make(mv), depth - 1, found);
        }
    }
}

/// An entry of some other position: any move that can be encoded, any score, bound and depth.
fn foreign_entry(rng: &mut Rng) -> TtEntry {
    let bounds = [None, Some(Bound::Upper), Some(Bound::Lower), Some(Bound::Exact)];
    let scores = [Score::mate_in(7).raw(), Score::mated_in(4).raw(), Score::TB_WIN.raw() - 9, 40];
    TtEntry {
        mv: Move::from_bits(rng.next_u64() as u16),
        score: Score::new(scores[rng.below(4)]),
        bound: bounds[rng.below(4)],
        eval: rng.one_in(2).then(|| Score::new(rng.below(4001) as i32 - 2000)),
        depth: rng.below(12) as i32,
        pv: rng.one_in(2),
    }
}

#[test]
fn entries_of_other_positions_give_only_legal_moves() {
    let mut rng = Rng::new(31);
    for game in random_games(12, 30, 32) {
        let mut engine = Engine::default();
        let mut below = Vec::new();
        positions_below(&game.position, 2, &mut below);
        for position in &below {
            engine.tt().store(tt_key(position), 0, foreign_entry(&mut rng));
        }
        let (result, reporter) = run_search_with(&mut engine, &game, &Limits::depth(6));
        assert!(result.best.is_some_and(|mv| is_legal(&game.position, mv)), "{}", game.position);
        for report in &reporter.reports {
            let mut position = game.position.clone();
            for &mv in &report.pv {
                assert!(is_legal(&position, mv), "{mv} in {:?} of {}", report.pv, game.position);
                position = position.make(mv);
            }
        }
        assert!(reporter.messages.is_empty(), "{:?}", reporter.messages);
    }
}
