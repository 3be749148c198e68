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
    tells_fields_apart::<E>();
    lines_of_a_search::<E>();
}

/// The score of an evaluator that has seen nothing before.
fn fresh<E: Evaluator + Default>(position: &Position, ply: usize) -> Score {
    E::default().evaluate(position, ply)
}

/// Evaluations stay within ±30,000. Only a finished game may score outside: as mated here, or drawn.
fn in_band<E: Evaluator + Default>(position: &Position) {
    for ply in [0, 1, 40, MAX_PLY] {
        let score = fresh::<E>(position, ply);
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
fn both_colours_alike<E: Evaluator + Default>(position: &Position) {
    let flipped = position.flipped();
    let (ours, theirs) = (fresh::<E>(position, 3), fresh::<E>(&flipped, 3));
    assert_eq!(
        ours, theirs,
        "the score of {position} (left) and with colours swapped, that of {flipped} (right)"
    );
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
        for time in ["first", "second"] {
            stateless::<E>(&mut veteran, position, ply, time);
        }
    }
}

/// An evaluator that has seen other positions (left) says the same as a new one (right).
fn stateless<E: Evaluator + Default>(used: &mut E, position: &Position, ply: usize, time: &str) {
    assert_eq!(
        used.evaluate(position, ply),
        fresh::<E>(position, ply),
        "the score of a used evaluator (left) and a new one (right) at ply {ply}, asked for the \
         {time} time: {position}"
    );
}

/// Positions that differ in one field of the FEN only, one after the other.
fn tells_fields_apart<E: Evaluator + Default>() {
    let mut used = E::default();
    for position in mixed(45, 60) {
        let fen = position.to_shredder_fen();
        let fields: Vec<&str> = fen.split(' ').collect();
        for (index, value) in [(1, "w"), (1, "b"), (2, "-"), (3, "-"), (4, "0"), (4, "90")] {
            let mut changed = fields.clone();
            changed[index] = value;
            // With the other side to move the position may be illegal.
            let Ok(near) = Position::from_fen(&changed.join(" ")) else { continue };
            stateless::<E>(&mut used, &position, 2, "first");
            stateless::<E>(&mut used, &near, 2, "first");
        }
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
                    stateless::<E>(&mut walker, position, ply, "first");
                }
            }
        }
    }
}
