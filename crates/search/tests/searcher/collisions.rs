//! Key collisions: a transposition table full of entries of other positions gives only legal moves.

use super::*;
use board::Move;
use movegen::{is_legal, legal_moves};
use search::{TtEntry, tt_key};
use searcher::legal_pv;

/// A position and those up to two plies below it.
fn positions_below(position: &Position) -> Vec<Position> {
    let children = |position: &Position| -> Vec<Position> {
        legal_moves(position).into_iter().map(|mv| position.make(mv)).collect()
    };
    let next = children(position);
    let last = next.iter().flat_map(children).collect();
    [vec![position.clone()], next, last].concat()
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
        for position in positions_below(&game.position) {
            engine.tt().store(tt_key(&position), 0, foreign_entry(&mut rng));
        }
        let (result, reporter) = run_search_with(&mut engine, &game, &Limits::depth(6));
        assert!(result.best.is_some_and(|mv| is_legal(&game.position, mv)), "{}", game.position);
        for report in &reporter.reports {
            assert_eq!(legal_pv(&game, &report.pv), report.pv, "{}", game.position);
        }
        assert!(reporter.messages.is_empty(), "{:?}", reporter.messages);
    }
}
