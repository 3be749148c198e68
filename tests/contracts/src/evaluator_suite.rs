//! What an evaluator promises: both colours alike, no memory of what it saw before, and scores
//! inside their band. Nothing about how good the scores are.

use board::Position;
use eval::{Evaluator, MAX_PLY, Score};
use movegen::has_legal_move;

use crate::positions::{chosen, mixed, random_game};
use testkit::Rng;

/// Runs the evaluator's contract.
///
/// # Panics
/// When it does not hold.
pub fn evaluator<E: Evaluator + Default>() {
    for position in mixed(41, 400) {
        in_band::<E>(&position);
        both_colours_alike::<E>(&position);
    }
    remembers_nothing::<E>();
    lines_of_a_search::<E>();
}

/// The score of an evaluator that has seen nothing before.
fn fresh<E: Evaluator + Default>(position: &Position, ply: usize) -> Score {
    E::default().evaluate(position, ply)
}

/// Estimates stay within ±30,000. Only a finished game may score outside: as mated here, or drawn.
fn in_band<E: Evaluator + Default>(position: &Position) {
    for ply in [0, 1, 40, MAX_PLY] {
        let score = fresh::<E>(position, ply);
        let estimate = score.raw().abs() <= Score::MAX_EVAL.raw();
        let mated =
            score == Score::mated_in(ply) && position.in_check() && !has_legal_move(position);
        assert!(estimate || mated, "{score:?} at ply {ply} is outside the band: {position}");
    }
}

/// Colours swapped and board mirrored, the side to move sees the same.
fn both_colours_alike<E: Evaluator + Default>(position: &Position) {
    let flipped = position.flipped();
    let (ours, theirs) = (fresh::<E>(position, 3), fresh::<E>(&flipped, 3));
    assert_eq!(ours, theirs, "{position} and {flipped} with colours swapped");
}

/// One evaluator that sees everything in any order says the same as fresh ones.
fn remembers_nothing<E: Evaluator + Default>() {
    let mut rng = Rng::new(42);
    let positions = mixed(43, 250);
    let mut requests: Vec<(usize, usize)> = Vec::new();
    for index in 0..positions.len() {
        // Often the same ply for unrelated positions: whoever keeps state by ply must notice.
        requests.extend([(index, rng.below(4)), (index, rng.below(MAX_PLY + 1)), (index, 1)]);
    }
    rng.shuffle(&mut requests);
    let mut veteran = E::default();
    for (count, &(index, ply)) in requests.iter().enumerate() {
        let position = &positions[index];
        if count % 97 == 0 {
            veteran.reset();
        }
        assert_eq!(
            veteran.evaluate(position, ply),
            fresh::<E>(position, ply),
            "at ply {ply}: {position}"
        );
        assert_eq!(
            veteran.evaluate(position, ply),
            fresh::<E>(position, ply),
            "asked twice: {position}"
        );
    }
}

/// Walks as a search does: down a line ply by ply, back up some plies, down another one, with
/// null moves between and positions left out.
fn lines_of_a_search<E: Evaluator + Default>() {
    let mut rng = Rng::new(44);
    let mut walker = E::default();
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
                    assert_eq!(
                        walker.evaluate(position, ply),
                        fresh::<E>(position, ply),
                        "ply {ply}: {position}"
                    );
                }
            }
        }
    }
}
