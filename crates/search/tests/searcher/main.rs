//! Tests of the searches through the public interface.

extern crate bartizan_search as search;

mod bench;
mod collisions;
mod held_threads;
mod limits;
mod observer;
mod options;
mod panics;
mod principal_variations;
mod reference;
mod rules;
mod stack;
mod tablebase;

use board::Position;
use eval::{Classical, Score};
use game::Game;
use ordering::Modern;
use search::Pvs;
use searcher::{Bound, Limits, Options, Report, Reporter, SearchResult, Searcher, Signals};
use testkit::Rng;
use testkit::positions::{PERFT_POSITIONS, RandomGame};

type Engine = Pvs<Classical, Modern>;

/// Records everything.
#[derive(Default)]
struct RecordingReporter {
    reports: Vec<Report>,
    messages: Vec<String>,
}

impl Reporter for RecordingReporter {
    fn report(&mut self, report: &Report) {
        self.reports.push(report.clone());
    }

    fn info_string(&mut self, text: &str) {
        self.messages.push(text.to_owned());
    }
}

fn game(fen: &str) -> Game {
    Game::new(Position::from_fen(fen).expect("a test position is valid"))
}

/// The legal move of this text; castling is the king taking its own rook.
fn find_move(position: &Position, text: &str) -> board::Move {
    let mut moves = movegen::legal_moves(position).into_iter();
    moves.find(|mv| mv.to_string() == text).expect("a test move is legal")
}

/// A game of moves in UCI notation from a position.
fn game_after(fen: &str, moves: &[impl AsRef<str>]) -> Game {
    let mut game = game(fen);
    for text in moves {
        game.play(find_move(&game.position, text.as_ref()));
    }
    game
}

/// A new engine with these options.
fn engine_with(options: Options) -> Engine {
    let mut engine = Engine::default();
    engine.set_options(&options).expect("memory and threads");
    engine
}

/// Searches with a new engine.
fn run_search(game: &Game, limits: &Limits) -> (SearchResult, RecordingReporter) {
    run_search_with(&mut Engine::default(), game, limits)
}

fn run_search_with(
    engine: &mut dyn Searcher,
    game: &Game,
    limits: &Limits,
) -> (SearchResult, RecordingReporter) {
    let mut reporter = RecordingReporter::default();
    let result = engine.search(game, limits, &Signals::new(), &mut reporter);
    (result, reporter)
}

fn uci(mv: Option<board::Move>) -> String {
    mv.map_or_else(|| "(none)".into(), |mv| mv.to_string())
}

/// Games after some random moves, none of them over.
fn random_games(count: usize, plies: usize, seed: u64) -> Vec<Game> {
    let (start, mut rng) = (PERFT_POSITIONS[0], Rng::new(seed));
    let games = std::iter::repeat_with(|| RandomGame::play(start, &mut rng, plies));
    let games = games.map(|random| game_after(start, &random.moves));
    games.filter(|game| !game.is_over()).take(count).collect()
}
