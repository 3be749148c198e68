//! What an evaluator promises: both colours alike, no memory of what it saw before, and scores
//! inside their band. Nothing about how good the scores are.

use board::Position;
use eval::{Evaluator, MAX_PLY, Score};
use movegen::has_legal_move;

use crate::positions::{chosen, mixed, random_game};
use testkit::Rng;

/// Runs the evaluator's contract.
pub fn evaluator<E: Evaluator + Default>() {
    evaluator_of(E::default);
}

/// Runs the evaluator's contract on evaluators that `make` makes.
pub fn evaluator_of<E: Evaluator>(make: impl Fn() -> E) {
    for position in mixed(41, 400) {
        in_band(&make, &position);
        both_colours_alike(&make, &position);
    }
    remembers_nothing(&make);
    tells_fields_apart(&make);
    lines_of_a_search(&make);
}

/// Evaluations stay within ±30,000. Only a finished game may score outside: as mated here, or drawn.
fn in_band<E: Evaluator>(make: &impl Fn() -> E, position: &Position) {
    for ply in [0, 1, 40, MAX_PLY] {
        let score = make().evaluate(position, ply);
        let estimate = score.raw().abs() <= Score::MAX_EVAL.raw();
        let mated =
            score == Score::mated_in(ply) && position.in_check() && !has_legal_move(position);
        assert!(
            estimate || mated,
            "the score {} at ply {ply} is outside ±{}: {position}",
            score.raw(),
            Score::MAX_EVAL.raw()
        );
    }
}

/// Colours swapped and board mirrored, the side to move sees the same.
fn both_colours_alike<E: Evaluator>(make: &impl Fn() -> E, position: &Position) {
    let flipped = position.flipped();
    let [ours, theirs] = [position, &flipped].map(|position| make().evaluate(position, 3));
    assert_eq!(
        ours, theirs,
        "the score of {position} (left) and with colours swapped, that of {flipped} (right)"
    );
}

/// One evaluator that sees everything in any order says the same as fresh ones.
fn remembers_nothing<E: Evaluator>(make: &impl Fn() -> E) {
    let mut rng = Rng::new(42);
    let positions = mixed(43, 250);
    let mut requests: Vec<(usize, usize)> = Vec::new();
    for index in 0..positions.len() {
        // Often the same ply for unrelated positions: whoever keeps state by ply must notice.
        requests.extend([(index, rng.below(4)), (index, rng.below(MAX_PLY + 1)), (index, 1)]);
    }
    rng.shuffle(&mut requests);
    let mut veteran = make();
    for (count, &(index, ply)) in requests.iter().enumerate() {
        if count % 97 == 0 {
            veteran.reset();
        }
        for _ in 0..2 {
            stateless(make, &mut veteran, &positions[index], ply);
        }
    }
}

/// An evaluator that has seen other positions (left) says the same as a new one (right).
fn stateless<E: Evaluator>(make: &impl Fn() -> E, used: &mut E, position: &Position, ply: usize) {
    let (found, expected) = (used.evaluate(position, ply), make().evaluate(position, ply));
    assert_eq!(found, expected, "of a used evaluator and of a new one at ply {ply}: {position}");
}

/// Positions that differ in one field of the FEN only, one after the other.
fn tells_fields_apart<E: Evaluator>(make: &impl Fn() -> E) {
    let mut used = make();
    for position in mixed(45, 60) {
        let fen = position.to_shredder_fen();
        let fields: Vec<&str> = fen.split(' ').collect();
        for (index, value) in [(1, "w"), (1, "b"), (2, "-"), (3, "-"), (4, "0"), (4, "90")] {
            let mut changed = fields.clone();
            changed[index] = value;
            // With the other side to move the position may be illegal.
            let Ok(near) = Position::from_fen(&changed.join(" ")) else { continue };
            stateless(make, &mut used, &position, 2);
            stateless(make, &mut used, &near, 2);
        }
    }
}

/// Walks as a search does: down a line ply by ply, back up some plies, down another one, with
/// null moves between and positions left out.
fn lines_of_a_search<E: Evaluator>(make: &impl Fn() -> E) {
    let mut rng = Rng::new(44);
    let mut walker = make();
    for start in chosen() {
        let mut line = vec![start.clone()];
        for _ in 0..12 {
            let keep = 1 + rng.below(line.len());
            line.truncate(keep);
            let from = line[line.len() - 1].clone();
            let next = if rng.one_in(5) && !from.in_check() && has_legal_move(&from) {
                vec![from.clone(), from.make_null()]
            } else {
                random_game(&from, &mut rng, 6)
            };
            line.extend(next.into_iter().skip(1));
            for (ply, position) in line.iter().enumerate().skip(keep.saturating_sub(1)) {
                if !rng.one_in(3) {
                    stateless(make, &mut walker, position, ply);
                }
            }
        }
    }
}
