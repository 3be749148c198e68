//! `genfens`: random openings for the data generation of OpenBench, which starts
//! `bartizan "genfens N seed S book FILE" "quit"`.

use board::{FenError, Position};
use game::Game;
use movegen::legal_moves;
use notation::epd::{numbered_lines, with_counters};
use searcher::{Limits, NullReporter, Options, OptionsError, Searcher, Signals};
use std::fs;
use std::path::PathBuf;
use std::str::FromStr;
use uci::engine::{EngineConfig, build};
use uci::output::Output;
use uci::random::SplitMix64;

/// Random moves from the starting position; half of the openings have one more.
const PLIES: u64 = 8;
/// Random moves from a position of a book, likewise.
const BOOK_PLIES: u64 = 2;
/// Nodes of the search that scores an opening.
const NODES: u64 = 1_000;
/// Greatest score of an opening for either side, in centipawns.
const MAX_SCORE: i32 = 300;
/// Openings in a row that may be dropped before the book is taken to be impossible.
const MAX_DROPPED: usize = 10_000;

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningRequest {
    /// Openings to print.
    pub count: usize,
    /// Determines the openings.
    pub seed: u64,
    /// A file with a FEN or EPD a line; without one, openings begin with the starting position.
    pub book: Option<PathBuf>,
}

/// Why there are no openings.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// The request has another form.
    #[error("expected: genfens N seed S book FILE (or None)")]
    Request,
    /// The book cannot be read.
    #[error("cannot read {0}: {1}")]
    Read(PathBuf, std::io::Error),
    /// A line of the book, counted from 1, is no position.
    #[error("{0}, line {1}: {2}")]
    Book(PathBuf, usize, FenError),
    /// The book has no position.
    #[error("{0} has no position")]
    Empty(PathBuf),
    /// There is no memory for the engine that scores the openings.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// No opening has a score within the bound.
    #[error("no opening has a score within {MAX_SCORE} centipawns")]
    NoneFound,
}

/// The words after `genfens`: `N seed S book FILE`. A book called `None` is none; further words are
/// ignored.
impl FromStr for OpeningRequest {
    type Err = OpeningError;

    fn from_str(text: &str) -> Result<Self, OpeningError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (count, seed, book) = match words[..] {
            [count, "seed", seed] => (count, seed, "None"),
            [count, "seed", seed, "book", book, ..] => (count, seed, book),
            _ => return Err(OpeningError::Request),
        };
        Ok(Self {
            count: count.parse().map_err(|_| OpeningError::Request)?,
            seed: seed.parse().map_err(|_| OpeningError::Request)?,
            book: (!book.eq_ignore_ascii_case("none")).then(|| PathBuf::from(book)),
        })
    }
}

/// Prints the openings, `info string genfens FEN` each.
///
/// # Errors
/// When the book is of no use or there is no memory.
pub fn run(request: &OpeningRequest, output: &Output) -> Result<(), OpeningError> {
    let (starts, plies) = match &request.book {
        Some(book) => (read_book(book)?, BOOK_PLIES),
        None => (vec![Position::startpos()], PLIES),
    };
    let mut searcher = build(EngineConfig::default());
    searcher.set_options(&Options { hash_mib: 1, ..Options::default() })?;
    let mut random = SplitMix64::new(request.seed);
    for _ in 0..request.count {
        let mut draw = || {
            let start = starts[random.below(starts.len() as u64) as usize].clone();
            let plies = plies + random.below(2);
            let position = play_random(start, plies, &mut random)?;
            is_balanced(searcher.as_mut(), &position).then_some(position)
        };
        let opening = (0..MAX_DROPPED).find_map(|_| draw()).ok_or(OpeningError::NoneFound)?;
        output.info(format!("genfens {opening}"));
        if output.is_broken() {
            break;
        }
    }
    Ok(())
}

fn read_book(path: &PathBuf) -> Result<Vec<Position>, OpeningError> {
    let bytes = fs::read(path).map_err(|error| OpeningError::Read(path.clone(), error))?;
    let text = String::from_utf8_lossy(&bytes);
    let positions: Vec<Position> = numbered_lines(&text)
        .map(|(number, line)| {
            let read = Position::from_epd(line);
            let read = read.and_then(|(position, rest)| with_counters(position, rest));
            read.map_err(|error| OpeningError::Book(path.clone(), number, error))
        })
        .collect::<Result<_, _>>()?;
    if positions.is_empty() { Err(OpeningError::Empty(path.clone())) } else { Ok(positions) }
}

/// The position after random legal moves; `None` where the game ends before or with them.
fn play_random(start: Position, plies: u64, random: &mut SplitMix64) -> Option<Position> {
    let mut game = Game::new(start);
    for _ in 0..plies {
        let moves = legal_moves(&game.position);
        let index = random.below(moves.len().max(1) as u64) as usize;
        game.play(*moves.get(index)?);
    }
    (!game.is_over()).then_some(game.position)
}

/// Whether the score of a short search is within the bound.
fn is_balanced(searcher: &mut dyn Searcher, position: &Position) -> bool {
    searcher.new_game();
    let (game, limits) = (Game::new(position.clone()), Limits::nodes(NODES));
    let result = searcher.search(&game, &limits, &Signals::new(), &mut NullReporter);
    result.score.raw().abs() <= MAX_SCORE
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::sync::{Arc, Mutex};

    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("no panic").write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    fn openings(text: &str) -> Vec<Position> {
        let written = Written::default();
        run(&text.parse().expect("a request"), &Output::new(written.clone())).expect("openings");
        let text = String::from_utf8(written.0.lock().expect("no panic").clone()).expect("UTF-8");
        let fens = text.lines().map(|line| line.strip_prefix("info string genfens "));
        fens.map(|fen| Position::from_fen(fen.expect("the form")).expect("a position")).collect()
    }

    #[test]
    fn openings_follow_from_the_seed() {
        let all = openings("8 seed 42 book None");
        assert_eq!(all.len(), 8);
        assert_eq!(openings("3 seed 42"), all[..3]);
        assert_ne!(openings("3 seed 43 book None more words"), all[..3]);
        // Eight or nine plies from the start.
        assert!(all.iter().all(|position| position.fullmove_number() == 5));
    }

    #[test]
    fn openings_begin_with_the_positions_of_a_book() {
        let path = std::env::temp_dir().join(format!("genfens-{}.epd", std::process::id()));
        let name = path.display();
        fs::write(&path, "8/5k2/4p3/8/8/4P3/5K2/8 w - - fmvn 70;\n\n").expect("a file");
        let all = openings(&format!("4 seed 1 book {name}"));
        assert!(all.iter().all(|position| position.occupied().count() == 4));
        assert!(all.iter().all(|position| position.fullmove_number() >= 70));
        fs::write(&path, "# a comment\n8/5k2 w - -\n").expect("a file");
        let request: OpeningRequest = format!("4 seed 1 book {name}").parse().expect("a request");
        let output = Output::new(std::io::sink());
        assert!(matches!(run(&request, &output), Err(OpeningError::Book(_, 2, _))));
        fs::remove_file(&path).expect("the file");
        assert!(matches!(run(&request, &output), Err(OpeningError::Read(..))));
    }

    #[test]
    fn malformed_requests_are_refused() {
        for text in ["", "5", "5 seed", "five seed 1", "5 seed x book None", "5 book None seed 1"] {
            assert!(text.parse::<OpeningRequest>().is_err(), "{text}");
        }
    }
}
