//! Openings of games: positions from random playouts that the engine scores as balanced, or lines of
//! an EPD or FEN file. The n-th opening depends on the seed and n alone.

use crate::epd::{numbered_lines, playable_position};
use anyhow::{Context, Result, bail, ensure};
use board::{CastlingSide, Color, File, Position};
use game::Game;
use searcher::{Limits, NullReporter, Options, Searcher, Signals};
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use testkit::Rng;
use uci::engine::{EngineConfig, build};
use xtask::random::{playout, random_chess960_start};

/// Random moves from the starting position.
const RANDOM_PLIES: usize = 8;
/// Nodes of the search that scores a playout.
const BALANCE_SEARCH_NODES: u64 = 1_000;
/// The best or worst score, in centipawns, of a balanced position.
const MAX_BALANCED_SCORE: i32 = 120;
/// Playouts in a row without a new balanced one before giving up.
const MAX_PLAYOUTS: usize = 10_000;

/// The openings of a file in random order, each different from the others.
#[derive(Clone, Debug)]
pub struct OpeningBook(Vec<Position>);

impl OpeningBook {
    /// Reads a file with one EPD or FEN a line; empty lines and lines that start with `#`
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

    /// As [`OpeningBook::load`], from the text itself.
    ///
    /// # Errors
    /// As there; a bad line is named by its number.
    pub fn parse(text: &str, seed: u64, wanted: usize) -> Result<Self> {
        let mut positions = parse(text)?;
        let available = positions.len();
        ensure!(
            available >= wanted,
            "{available} different positions are too few for {wanted} pairs of games: \
             a repeated opening would only repeat its games"
        );
        Rng::new(seed).shuffle(&mut positions);
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
pub struct Openings(OpeningSource);

enum OpeningSource {
    Playouts { random: Rng, chess960: bool, searcher: Box<dyn Searcher>, seen: HashSet<u64> },
    OpeningBook(std::vec::IntoIter<Position>),
}

impl Openings {
    /// Openings made by random playouts, from the starting position or from random ones of
    /// Chess960.
    ///
    /// # Errors
    /// When there is no memory for the engine that scores them.
    pub fn random(seed: u64, chess960: bool) -> Result<Self> {
        let mut searcher = build(EngineConfig::default());
        searcher.set_options(&Options { hash_mib: 1, ..Options::default() })?;
        let random = Rng::new(seed);
        Ok(Self(OpeningSource::Playouts { random, chess960, searcher, seen: HashSet::new() }))
    }

    /// The openings of a book, in its order.
    #[must_use]
    pub fn from_book(book: &OpeningBook) -> Self {
        Self(OpeningSource::OpeningBook(book.0.clone().into_iter()))
    }

    /// The next opening.
    ///
    /// # Errors
    /// When no more can be found.
    pub fn next_opening(&mut self) -> Result<Position> {
        match &mut self.0 {
            OpeningSource::OpeningBook(positions) => {
                positions.next().context("the book has no more openings")
            }
            OpeningSource::Playouts { random, chess960, searcher, seen } => {
                for _ in 0..MAX_PLAYOUTS {
                    let start = if *chess960 {
                        random_chess960_start(random, false)
                    } else {
                        Position::startpos()
                    };
                    let take = playout(&start, RANDOM_PLIES, random, |_, _| true);
                    let Some(position) = take else { continue };
                    if is_balanced(searcher.as_mut(), &position) && seen.insert(position.key()) {
                        return Ok(position);
                    }
                }
                bail!(
                    "{MAX_PLAYOUTS} playouts of {RANDOM_PLIES} plies and no new even opening among them"
                )
            }
        }
    }
}

/// Whether castling in a position is not that of standard chess, so that UCI engines need
/// `UCI_Chess960`.
#[must_use]
pub fn is_chess960(position: &Position) -> bool {
    let rights = Color::ALL.into_iter().flat_map(|color| {
        [(CastlingSide::Short, File::H), (CastlingSide::Long, File::A)].map(|side| (color, side))
    });
    rights.into_iter().any(|(color, (side, file))| {
        position
            .castling_rook(color, side)
            .is_some_and(|rook| rook.file() != file || position.king(color).file() != File::E)
    })
}

/// Whether the score of a short search is near zero.
fn is_balanced(searcher: &mut dyn Searcher, position: &Position) -> bool {
    searcher.new_game();
    let game = Game::new(position.clone());
    let found = searcher.search(
        &game,
        &Limits::nodes(BALANCE_SEARCH_NODES),
        &Signals::new(),
        &mut NullReporter,
    );
    found.score.raw().abs() <= MAX_BALANCED_SCORE
}

/// The different positions of a text, in its order.
fn parse(text: &str) -> Result<Vec<Position>> {
    let mut positions = Vec::new();
    let mut seen = HashSet::new();
    for (line, content) in numbered_lines(text) {
        let (position, _) = playable_position(content).with_context(|| format!("line {line}"))?;
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

    fn take(mut openings: Openings, count: usize) -> Vec<String> {
        (0..count).map(|_| openings.next_opening().unwrap().to_fen()).collect()
    }

    fn message(text: &str, wanted: usize) -> String {
        format!("{:#}", OpeningBook::parse(text, 1, wanted).expect_err("a bad book"))
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
    fn random_openings_are_balanced() {
        let mut searcher = build(EngineConfig::default());
        let mut openings = Openings::random(9, false).unwrap();
        for _ in 0..6 {
            let position = openings.next_opening().unwrap();
            assert!(is_balanced(searcher.as_mut(), &position), "{position}");
        }
        let lost = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert!(!is_balanced(searcher.as_mut(), &Position::from_fen(lost).unwrap()));
    }

    #[test]
    fn chess960_is_recognised_by_its_castling_rights() {
        let mut openings = Openings::random(3, true).unwrap();
        assert!((0..4).any(|_| is_chess960(&openings.next_opening().unwrap())));
        for (fen, expected) in [
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", false),
            ("r3k2r/8/8/8/8/8/8/RK5R w kq - 0 1", false),
            ("1r2k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", true),
            ("r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", true),
        ] {
            assert_eq!(is_chess960(&Position::from_fen(fen).unwrap()), expected, "{fen}");
        }
    }

    #[test]
    fn book_openings_are_deterministic_and_unique() {
        let book = |seed, wanted| OpeningBook::parse(BOOK, seed, wanted).unwrap();
        let of = |seed| take(Openings::from_book(&book(seed, 3)), 3);
        assert_eq!(of(1), of(1));
        assert!((2..20).any(|seed| of(seed) != of(1)));
        let different: HashSet<String> = of(1).into_iter().collect();
        assert_eq!(different.len(), 3);
        assert_eq!(book(1, 1).len(), 3);
    }

    #[test]
    fn book_errors_name_the_line_and_the_fault() {
        assert!(message(BOOK, 4).contains("3 different positions are too few for 4 pairs"));
        assert!(message("# nothing\n", 1).contains("no position"));
        let bad = message("\nrnbqkbnr/pppppppp/8/8 w KQkq -\n", 1);
        assert!(bad.contains("line 2: bad position `rnbqkbnr"), "{bad}");
        assert!(bad.contains("4 ranks"), "{bad}");
        let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -";
        let over = message(&format!("{BOOK}{mated}\n"), 1);
        assert!(over.contains("line 7: the game is over (Black wins by checkmate)"), "{over}");
        let path = Path::new("no-such-book.epd");
        let missing = OpeningBook::load(path, 1, 1).expect_err("there is no such file");
        assert!(format!("{missing:#}").contains("no-such-book.epd"));
    }
}
