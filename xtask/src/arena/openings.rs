//! Where games begin: positions from random playouts that the engine thinks even, or lines of an
//! EPD or FEN file. The n-th opening depends on the seed and n alone.

use crate::perft::epd::positions_in;
use crate::random::{SplitMix64, playout};
use anyhow::{Context, Result, bail, ensure};
use board::Position;
use search::{Game, Limits, NullReporter, Options, Searcher, Signals};
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use uci::engine::{EngineConfig, build};

/// Random moves from the starting position.
const PLIES: usize = 8;
/// Nodes of the search that judges a playout.
const NODES: u64 = 1_000;
/// The best or worst score, in centipawns, that still counts as even.
const EVEN: i32 = 120;
/// Playouts in a row without one to keep, after which something must be wrong.
const PATIENCE: usize = 10_000;

/// Openings drawn from a file, each different from the others.
#[derive(Clone, Debug)]
pub struct Book(Vec<Position>);

impl Book {
    /// Draws from a file with one EPD or FEN a line; empty lines and lines that start with `#`
    /// are skipped, and of equal positions the first counts.
    ///
    /// # Errors
    /// When the file cannot be read, a line of it is no position to play from, or it holds fewer
    /// than `wanted` different ones.
    pub fn load(path: &Path, seed: u64, wanted: usize) -> Result<Self> {
        let text = fs::read_to_string(path)
            .with_context(|| format!("cannot read the openings {}", path.display()))?;
        Self::parse(&text, seed, wanted).with_context(|| format!("bad openings {}", path.display()))
    }

    /// As [`Book::load`], from the text itself.
    ///
    /// # Errors
    /// As there; a bad line is named by its number.
    pub fn parse(text: &str, seed: u64, wanted: usize) -> Result<Self> {
        let mut positions = parse(text)?;
        let held = positions.len();
        ensure!(
            held >= wanted,
            "{held} different positions are too few for {wanted} pairs of games: \
             a repeated opening would only repeat its games"
        );
        let mut random = SplitMix64::new(seed);
        for place in 0..wanted {
            positions.swap(place, place + random.below(held - place));
        }
        positions.truncate(wanted);
        Ok(Self(positions))
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A source of openings, each different from all before it.
pub struct Openings(Source);

enum Source {
    Playouts { random: SplitMix64, judge: Box<dyn Searcher>, seen: HashSet<u64> },
    Book(std::vec::IntoIter<Position>),
}

impl Openings {
    /// Openings made by random playouts.
    ///
    /// # Errors
    /// When there is no memory for the engine that judges them.
    pub fn random(seed: u64) -> Result<Self> {
        let mut judge = build(EngineConfig::default());
        judge.set_options(&Options { hash_mib: 1, ..Options::default() })?;
        let random = SplitMix64::new(seed);
        Ok(Self(Source::Playouts { random, judge, seen: HashSet::new() }))
    }

    /// The openings of a book, in its order.
    #[must_use]
    pub fn from_book(book: &Book) -> Self {
        Self(Source::Book(book.0.clone().into_iter()))
    }

    /// The next opening.
    ///
    /// # Errors
    /// When no more can be found.
    pub fn draw(&mut self) -> Result<Position> {
        match &mut self.0 {
            Source::Book(positions) => positions.next().context("the book has no more openings"),
            Source::Playouts { random, judge, seen } => {
                for _ in 0..PATIENCE {
                    let drawn = playout(&Position::startpos(), PLIES, random, |_, _| true);
                    let Some(position) = drawn else { continue };
                    if is_even(judge.as_mut(), &position) && seen.insert(position.key()) {
                        return Ok(position);
                    }
                }
                bail!("{PATIENCE} playouts of {PLIES} plies and no new even opening among them")
            }
        }
    }
}

/// Whether a short search sees no side ahead.
fn is_even(judge: &mut dyn Searcher, position: &Position) -> bool {
    judge.new_game();
    let game = Game::new(position.clone());
    let found = judge.search(&game, &Limits::nodes(NODES), &Signals::new(), &mut NullReporter);
    found.score.raw().abs() <= EVEN
}

/// The different positions of a text, in its order.
fn parse(text: &str) -> Result<Vec<Position>> {
    let mut positions = Vec::new();
    let mut seen = HashSet::new();
    for (line, content) in positions_in(text) {
        let (position, _) = Position::from_epd(content)
            .with_context(|| format!("line {line}: bad position `{content}`"))?;
        if let Some(ending) = Game::new(position.clone()).termination() {
            bail!("line {line}: the game is over ({ending:?}) in `{content}`");
        }
        if seen.insert(position.key()) {
            positions.push(position);
        }
    }
    ensure!(!positions.is_empty(), "no position in the file");
    Ok(positions)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOOK: &str = "# four lines, three positions
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -
rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1

rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 3 9
rknnbbrq/pppppppp/8/8/8/8/PPPPPPPP/NBRKRQBN w ECga - 0 1 c0 \"double Fischer\";
";

    fn drawn(mut openings: Openings, count: usize) -> Vec<String> {
        (0..count).map(|_| openings.draw().unwrap().to_fen()).collect()
    }

    fn message(text: &str, wanted: usize) -> String {
        format!("{:#}", Book::parse(text, 1, wanted).expect_err("a bad book"))
    }

    #[test]
    fn random_openings_repeat_by_seed_and_never_within() {
        let of = |seed| drawn(Openings::random(seed).unwrap(), 12);
        assert_eq!(of(5), of(5));
        assert_ne!(of(5), of(6));
        let different: HashSet<String> = of(5).into_iter().collect();
        assert_eq!(different.len(), 12);
        // The number drawn changes nothing for those before.
        assert_eq!(of(5)[..3], drawn(Openings::random(5).unwrap(), 3));
    }

    #[test]
    fn random_openings_are_even_by_the_engine() {
        let mut judge = build(EngineConfig::default());
        let mut openings = Openings::random(9).unwrap();
        for _ in 0..6 {
            let position = openings.draw().unwrap();
            assert!(is_even(judge.as_mut(), &position), "{position}");
        }
        let lost = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert!(!is_even(judge.as_mut(), &Position::from_fen(lost).unwrap()));
    }

    #[test]
    fn books_are_drawn_by_seed_without_repetition() {
        let book = |seed, wanted| Book::parse(BOOK, seed, wanted).unwrap();
        let of = |seed| drawn(Openings::from_book(&book(seed, 3)), 3);
        assert_eq!(of(1), of(1));
        assert!((2..20).any(|seed| of(seed) != of(1)));
        let different: HashSet<String> = of(1).into_iter().collect();
        assert_eq!(different.len(), 3);
        assert_eq!(book(1, 1).len(), 1);
    }

    #[test]
    fn bad_books_name_the_line_and_the_fault() {
        assert!(message(BOOK, 4).contains("3 different positions are too few for 4 pairs"));
        assert!(message("# nothing\n", 1).contains("no position"));
        let bad = message("\nrnbqkbnr/pppppppp/8/8 w KQkq -\n", 1);
        assert!(bad.contains("line 2: bad position `rnbqkbnr"), "{bad}");
        assert!(bad.contains("4 ranks"), "{bad}");
        let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -";
        let over = message(&format!("{BOOK}{mated}\n"), 1);
        assert!(over.contains("line 7: the game is over (Checkmate"), "{over}");
        let path = Path::new("no-such-book.epd");
        let missing = Book::load(path, 1, 1).expect_err("there is no such file");
        assert!(format!("{missing:#}").contains("no-such-book.epd"));
    }
}
