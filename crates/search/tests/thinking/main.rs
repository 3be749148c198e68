//! Tests of the search through its public face, as a session would use it.

extern crate bartizan_search as search;

mod faults;
mod limits;
mod lines;
mod oracle;
mod rules;

use board::Position;
use eval::{Classical, Score};
use ordering::Modern;
use search::{Bound, Game, Limits, Pvs, Report, Reporter, SearchResult, Searcher, Signals};

type Engine = Pvs<Classical, Modern>;

/// A report that owns its line.
#[derive(Clone, Debug, PartialEq)]
struct Heard {
    depth: u32,
    multi_pv: usize,
    score: Score,
    bound: Bound,
    nodes: u64,
    pv: Vec<board::Move>,
}

/// Writes everything down.
#[derive(Default)]
struct Notes {
    heard: Vec<Heard>,
    notes: Vec<String>,
}

impl Reporter for Notes {
    fn report(&mut self, report: &Report<'_>) {
        self.heard.push(Heard {
            depth: report.depth,
            multi_pv: report.multi_pv,
            score: report.score,
            bound: report.bound,
            nodes: report.nodes,
            pv: report.pv.to_vec(),
        });
    }

    fn info_string(&mut self, text: &str) {
        self.notes.push(text.to_owned());
    }
}

fn game(fen: &str) -> Game {
    Game::new(Position::from_fen(fen).expect("a test position is valid"))
}

/// A game of moves in UCI notation from a position.
fn played(fen: &str, moves: &[&str]) -> Game {
    let mut game = game(fen);
    for text in moves {
        let mv = movegen::parse_uci(&game.position, text, false).expect("a test move is legal");
        game.play(mv);
    }
    game
}

/// Thinks with a fresh default engine.
fn run_search(game: &Game, limits: &Limits) -> (SearchResult, Notes) {
    think_with(&mut Engine::new(), game, limits)
}

fn think_with(engine: &mut dyn Searcher, game: &Game, limits: &Limits) -> (SearchResult, Notes) {
    let mut notes = Notes::default();
    let result = engine.search(game, limits, &Signals::new(), &mut notes);
    (result, notes)
}

fn uci(mv: Option<board::Move>) -> String {
    mv.map_or_else(|| "(none)".into(), |mv| movegen::to_uci(mv, false))
}

/// A small deterministic generator, for random games.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// Games after some random moves, none of them over.
fn random_games(count: usize, plies: usize, seed: u64) -> Vec<Game> {
    let mut dice = Dice(seed);
    let mut games = Vec::new();
    while games.len() < count {
        let mut game = Game::default();
        for _ in 0..plies {
            let moves = movegen::legal_moves(&game.position);
            if moves.is_empty() {
                break;
            }
            game.play(moves[dice.below(moves.len())]);
        }
        if !game.is_over() {
            games.push(game);
        }
    }
    games
}
