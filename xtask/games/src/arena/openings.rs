//! Openings of games: positions from random playouts that the engine scores as balanced, or lines of
//! an EPD or FEN file. The n-th opening depends on the seed and n alone.

use crate::epd::read_positions;
use anyhow::{Context, Result, bail};
use bartizan::genfens::{is_balanced, play_random};
use board::Position;
use searcher::Options;
use std::collections::HashSet;
use std::path::Path;
use testkit::Rng;
use uci::engine::{EngineConfig, build};
use xtask::random::random_chess960_start;

/// Random moves from the starting position.
const RANDOM_PLIES: usize = 8;
/// The best or worst score, in centipawns, of a balanced position.
const MAX_BALANCED_SCORE: i32 = 120;
/// Playouts in a row without a new balanced one before giving up.
const MAX_PLAYOUTS: usize = 10_000;

/// The openings of a file in an order that the seed determines, each different from the others.
///
/// # Errors
/// As [`read_positions`].
pub fn read_book(path: &Path, seed: u64) -> Result<Vec<Position>> {
    let mut positions = read_positions(path)?;
    Rng::new(seed).shuffle(&mut positions);
    Ok(positions)
}

/// A source of openings. Random ones are all different, a book begins again after its last.
pub struct Openings(Box<dyn FnMut() -> Result<Position> + Send>);

impl Openings {
    /// Random playouts from the starting position, or from random ones of Chess960.
    ///
    /// # Errors
    /// When there is no memory for the engine that scores them.
    pub fn random(seed: u64, chess960: bool) -> Result<Self> {
        let mut searcher = build(EngineConfig::default());
        searcher.set_options(&Options { hash_mib: 1, ..Options::default() })?;
        let (mut random, mut seen) = (Rng::new(seed), HashSet::new());
        Ok(Self(Box::new(move || {
            for _ in 0..MAX_PLAYOUTS {
                let start = if chess960 {
                    random_chess960_start(&mut random, false)
                } else {
                    Position::startpos()
                };
                let drawn = play_random(start, RANDOM_PLIES, |bound| random.below(bound));
                let Some(position) = drawn else { continue };
                if is_balanced(searcher.as_mut(), &position, MAX_BALANCED_SCORE)
                    && seen.insert(position.key())
                {
                    return Ok(position);
                }
            }
            bail!("{MAX_PLAYOUTS} playouts and no new balanced opening among them")
        })))
    }

    /// The openings of a book, in its order.
    #[must_use]
    pub fn from_book(book: Vec<Position>) -> Self {
        let mut positions = book.into_iter().cycle();
        Self(Box::new(move || positions.next().context("the book has no openings")))
    }

    /// The next opening.
    ///
    /// # Errors
    /// When no more can be found.
    pub fn next_opening(&mut self) -> Result<Position> {
        (self.0)()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::is_chess960;
    use xtask::workspace;

    fn take(mut openings: Openings, count: usize) -> Vec<String> {
        (0..count).map(|_| openings.next_opening().unwrap().to_fen()).collect()
    }

    #[test]
    fn random_openings_are_deterministic_and_unique() {
        let of = |seed| take(Openings::random(seed, false).unwrap(), 12);
        assert_eq!(of(5), of(5));
        assert_ne!(of(5), of(6));
        let different: HashSet<String> = of(5).into_iter().collect();
        assert_eq!(different.len(), 12);
        // The number drawn changes nothing for those before.
        assert_eq!(of(5)[..3], take(Openings::random(5, false).unwrap(), 3));
    }

    #[test]
    fn openings_are_balanced_and_may_be_of_chess960() {
        let mut searcher = build(EngineConfig::default());
        let mut balanced = |fen: &str| {
            is_balanced(searcher.as_mut(), &Position::from_fen(fen).unwrap(), MAX_BALANCED_SCORE)
        };
        assert!(balanced(&Position::startpos().to_fen()));
        assert!(!balanced("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
        let mut openings = Openings::random(3, true).unwrap();
        assert!((0..4).any(|_| is_chess960(&openings.next_opening().unwrap())));
    }

    #[test]
    fn the_seed_determines_the_order_of_a_book() {
        let file = workspace::root().join("tests/testkit/data/ordering.epd");
        let of = |seed, count| take(Openings::from_book(read_book(&file, seed).unwrap()), count);
        let once = of(1, 64);
        assert_eq!(once.iter().collect::<HashSet<_>>().len(), 64);
        assert_eq!(of(1, 66)[..64], once);
        assert_eq!(of(1, 66)[64..], once[..2]);
        assert_ne!(of(2, 64), once);
    }
}
