//! `genfens`: random openings for the data generation of OpenBench, which starts
//! `bartizan "genfens N seed S book FILE" "quit"`.

use board::Position;
use game::Game;
use movegen::legal_moves;
use notation::epd::{numbered_lines, with_counters};
use searcher::{Limits, NullReporter, Options, Searcher, Signals};
use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::str::FromStr;
use uci::engine::{EngineConfig, build};
use uci::output::Output;

/// Random moves from the starting position; half of the openings have one more.
const PLIES: usize = 8;
/// Random moves from a position of a book, likewise.
const BOOK_PLIES: usize = 2;
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

/// The words after `genfens`: `N seed S book FILE`. A book called `None` is none; further words are
/// ignored.
impl FromStr for OpeningRequest {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let request = match words[..] {
            [count, "seed", seed] => Some((count, seed, "None")),
            [count, "seed", seed, "book", book, ..] => Some((count, seed, book)),
            _ => None,
        };
        let parse = |(count, seed, book): (&str, &str, &str)| {
            let book = (!book.eq_ignore_ascii_case("none")).then(|| PathBuf::from(book));
            Some(Self { count: count.parse().ok()?, seed: seed.parse().ok()?, book })
        };
        let error = "expected: genfens N seed S book FILE (or None)";
        request.and_then(parse).ok_or_else(|| error.to_owned())
    }
}

/// Prints the openings, `info string genfens FEN` each.
///
/// # Errors
/// When the book is of no use or there is no memory.
pub fn run(request: &OpeningRequest, output: &Output) -> Result<(), Box<dyn Error>> {
    let (starts, plies) = match &request.book {
        Some(book) => (read_book(book)?, BOOK_PLIES),
        None => (vec![Position::startpos()], PLIES),
    };
    let mut searcher = build(EngineConfig::default());
    searcher.set_options(&Options { hash_mib: 1, ..Options::default() })?;
    let mut random = fastrand::Rng::with_seed(request.seed);
    for _ in 0..request.count {
        let mut draw = || {
            let start = starts[random.usize(..starts.len())].clone();
            let plies = plies + random.usize(..2);
            let position = play_random(start, plies, |bound| random.usize(..bound))?;
            is_balanced(searcher.as_mut(), &position, MAX_SCORE).then_some(position)
        };
        let opening = (0..MAX_DROPPED).find_map(|_| draw());
        let opening =
            opening.ok_or(format!("no opening has a score within {MAX_SCORE} centipawns"))?;
        output.info(format!("genfens {opening}"));
        if output.is_broken() {
            break;
        }
    }
    Ok(())
}

fn read_book(path: &PathBuf) -> Result<Vec<Position>, String> {
    let name = path.display();
    let bytes = fs::read(path).map_err(|error| format!("cannot read {name}: {error}"))?;
    let text = String::from_utf8_lossy(&bytes);
    let positions: Vec<Position> = numbered_lines(&text)
        .map(|(number, line)| {
            let read = Position::from_epd(line);
            let read = read.and_then(|(position, rest)| with_counters(position, rest));
            read.map_err(|error| format!("{name}, line {number}: {error}"))
        })
        .collect::<Result<_, _>>()?;
    if positions.is_empty() { Err(format!("{name} has no position")) } else { Ok(positions) }
}

/// The position after random legal moves; `None` where the game ends before or with them. `below` gives a random
/// number below its argument.
///
/// Moves are put in the order of their bits first, so that the openings do not change with the order in which
/// the generator happens to yield them.
pub fn play_random(
    start: Position,
    plies: usize,
    mut below: impl FnMut(usize) -> usize,
) -> Option<Position> {
    let mut game = Game::new(start);
    for _ in 0..plies {
        let mut moves = legal_moves(&game.position).to_vec();
        moves.sort_unstable_by_key(|mv| mv.bits());
        if moves.is_empty() {
            return None;
        }
        game.play(moves[below(moves.len())]);
    }
    (!game.is_over()).then_some(game.position)
}

/// Whether the score of a short search is at most this for either side, in centipawns.
pub fn is_balanced(searcher: &mut dyn Searcher, position: &Position, max_score: i32) -> bool {
    searcher.new_game();
    let (game, limits) = (Game::new(position.clone()), Limits::nodes(NODES));
    let result = searcher.search(&game, &limits, &Signals::new(), &mut NullReporter);
    result.score.raw().abs() <= max_score
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{pipe, read_to_string};

    fn openings(text: &str) -> Vec<Position> {
        let (reader, writer) = pipe().expect("a pipe");
        run(&text.parse().expect("a request"), &Output::new(writer)).expect("openings");
        let text = read_to_string(reader).expect("UTF-8");
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
        let folder = testkit::TempFolder::new("genfens");
        let path = folder.join("book.epd");
        let name = path.display();
        fs::write(&path, "8/5k2/4p3/8/8/4P3/5K2/8 w - - fmvn 70;\n\n").expect("a file");
        let all = openings(&format!("4 seed 1 book {name}"));
        assert!(all.iter().all(|position| position.occupied().count() == 4));
        assert!(all.iter().all(|position| position.fullmove_number() >= 70));
        fs::write(&path, "# a comment\n8/5k2 w - -\n").expect("a file");
        let request: OpeningRequest = format!("4 seed 1 book {name}").parse().expect("a request");
        let output = Output::new(std::io::sink());
        let error = || run(&request, &output).expect_err("a bad book").to_string();
        assert!(error().contains(".epd, line 2: "), "{}", error());
        fs::remove_file(&path).expect("the file");
        assert!(error().starts_with("cannot read "), "{}", error());
    }
}
