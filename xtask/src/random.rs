//! Positions from random games, the same on every machine for the same seed.

use board::{Move, Position};
use movegen::{has_legal_move, legal_moves};
use testkit::Rng;

/// The position after `plies` random moves, each one that `allow` allows, which sees the position before and after
/// it. Begins again where the game ends sooner or no such move is left.
///
/// Moves are put in the order of their bits first, so that the games do not
/// change with the order in which the generator happens to yield them.
pub fn playout(
    start: &Position,
    plies: usize,
    random: &mut Rng,
    allow: impl Fn(&Position, &Position) -> bool,
) -> Position {
    'games: loop {
        let mut position = start.clone();
        for _ in 0..plies {
            let mut moves: Vec<Move> = legal_moves(&position).into_iter().collect();
            moves.sort_unstable_by_key(|mv| mv.bits());
            position = loop {
                if moves.is_empty() {
                    continue 'games;
                }
                let next = position.make(moves.swap_remove(random.below(moves.len())));
                if allow(&position, &next) {
                    break next;
                }
            };
        }
        if has_legal_move(&position) {
            return position;
        }
    }
}

/// The position after one or two random moves, as a search meets them beside the moves of a game:
/// each is a capture in half of the cases where there is one. None where the game ends before.
pub fn position_near(position: &Position, random: &mut Rng) -> Option<Position> {
    let mut position = position.clone();
    for _ in 0..=random.below(2) {
        let capture = random.below(2) == 0;
        let mut moves: Vec<Move> = legal_moves(&position).into_iter().collect();
        if capture && moves.iter().any(|mv| mv.is_capture()) {
            moves.retain(|mv| mv.is_capture());
        }
        if moves.is_empty() {
            return None;
        }
        moves.sort_unstable_by_key(|mv| mv.bits());
        position = position.make(moves[random.below(moves.len())]);
    }
    Some(position)
}

/// The random numbers of a game or another numbered part of a run. Seed and number go in by
/// different ways: no two of small seeds and numbers are the same.
#[must_use]
pub fn numbered_rng(seed: u64, number: u64) -> Rng {
    let run = Rng::new(seed).next_u64();
    Rng::new(Rng::new(run ^ number).next_u64())
}

/// A random Chess960 starting position; with `double` the two sides have different arrays.
pub fn random_chess960_start(random: &mut Rng, double: bool) -> Position {
    let white = random.below(960) as u16;
    let black = if double { random.below(960) as u16 } else { white };
    Position::chess960(white, black).expect("both numbers are below 960")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn playouts_repeat_for_the_same_seed() {
        let game = |seed| playout(&Position::startpos(), 40, &mut Rng::new(seed), |_, _| true);
        assert_eq!(game(7).to_fen(), game(7).to_fen());
        assert_ne!(game(7).to_fen(), game(8).to_fen());
    }

    #[test]
    fn no_two_numbers_share_their_random_numbers() {
        let mut seen = std::collections::HashSet::new();
        for seed in 0..40 {
            for number in 0..40 {
                assert!(seen.insert(numbered_rng(seed, number).next_u64()), "{seed} {number}");
            }
        }
    }

    #[test]
    fn playout_respects_the_move_filter() {
        let start = Position::startpos();
        let rights = start.castling_rights();
        let allow = |_: &Position, next: &Position| next.castling_rights() == rights;
        let end = playout(&start, 30, &mut Rng::new(3), allow);
        assert_eq!(end.castling_rights(), rights);
    }
}
