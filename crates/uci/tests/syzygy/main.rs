//! Endgames with Syzygy tables: the values, the conversion of won and drawn positions, the limit of the
//! fifty-move rule, and faulty files. Skipped, by name, where the tables are missing.

#![cfg(feature = "syzygy")]

mod files;

use bartizan_uci::engine::{EngineConfig, build};
use bartizan_uci::output::Output;
use bartizan_uci::syzygy::{self, SyzygyTables};
use board::{Move, Position};
use eval::Score;
use game::Game;
use movegen::legal_moves;
use searcher::{Dtz, Limits, NullReporter, Options, Searcher, Signals, Tablebase, WdlScore};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use testkit::{Rng, data};

/// Nodes for a move of the engine.
const NODES: u64 = 200;

/// The folder of the tables; reports the test as skipped where it is missing.
fn folder(test: &str) -> Option<PathBuf> {
    let folder = data::external_file("syzygy");
    if folder.is_none() {
        data::report_skipped(test, data::TABLES);
    }
    folder
}

fn open(folder: &Path) -> Option<SyzygyTables> {
    syzygy::open(&folder.display().to_string(), &Output::new(std::io::sink()))
}

/// The default engine with these tables.
fn engine(tables: &Arc<SyzygyTables>) -> Box<dyn Searcher> {
    let mut searcher = build(EngineConfig::default());
    searcher.set_options(&Options { hash_mib: 1, ..Options::default() }).expect("memory");
    searcher.set_tablebase(Some(tables.clone()));
    searcher
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect("a test position is valid")
}

#[test]
fn values_of_known_positions() {
    let Some(folder) = folder("values_of_known_positions") else { return };
    let tables = open(&folder).expect("tables");
    assert_eq!(tables.max_pieces(), 4);
    for (fen, wdl) in [
        ("8/8/8/8/8/3k4/8/R2K4 w - - 0 1", WdlScore::Win),
        ("8/8/8/8/8/3k4/8/R2K4 b - - 0 1", WdlScore::Loss),
        ("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", WdlScore::Draw),
        ("8/8/8/2k5/8/8/8/KNN5 w - - 0 1", WdlScore::Draw),
        ("8/8/4k3/8/8/8/8/KBN5 w - - 0 1", WdlScore::Win),
        // Only the en passant capture holds.
        ("8/8/1k6/8/6pP/8/5K2/8 b - h3 0 1", WdlScore::Draw),
        ("8/8/1k6/8/6pP/8/5K2/8 b - - 0 1", WdlScore::Loss),
    ] {
        assert_eq!(tables.probe_wdl(&position(fen)), Some(wdl), "{fen}");
        let dtz = tables.probe_dtz(&position(fen)).map(|dtz| dtz.plies.signum());
        let sign = (wdl as i32 - WdlScore::Draw as i32).signum();
        assert_eq!(dtz, Some(sign), "{fen}");
    }
    let start = Position::startpos();
    assert_eq!((tables.probe_wdl(&start), tables.probe_dtz(&start)), (None, None));
}

/// A random position of these pieces with halfmove clock 0, either side to move.
fn random_position(pieces: &str, rng: &mut Rng) -> Position {
    loop {
        let mut squares: Vec<usize> = (0..64).collect();
        rng.shuffle(&mut squares);
        let mut board = ['1'; 64];
        for (letter, square) in pieces.chars().zip(squares) {
            board[square] = letter;
        }
        let ranks: Vec<String> = board.chunks(8).map(|rank| rank.iter().collect()).collect();
        let side = if rng.one_in(2) { 'w' } else { 'b' };
        if let Ok(position) = Position::from_fen(&format!("{} {side} - - 0 1", ranks.join("/"))) {
            return position;
        }
    }
}

/// Kings and one or two other pieces of any colour.
fn random_pieces(rng: &mut Rng) -> String {
    let others = 1 + rng.below(2);
    let kinds = ['P', 'N', 'B', 'R', 'Q', 'p', 'n', 'b', 'r', 'q'];
    ['K', 'k'].into_iter().chain((0..others).map(|_| kinds[rng.below(kinds.len())])).collect()
}

/// The move of the best defence: it keeps the value and, where that is a loss, has the longest way
/// to the next capture or pawn move. In a draw any move that holds it.
fn best_defence(tables: &SyzygyTables, game: &Game, rng: &mut Rng) -> Move {
    let mut moves = legal_moves(&game.position).to_vec();
    rng.shuffle(&mut moves);
    // The values of the child are those of the opponent: the least is the best for us.
    let value = |mv: &Move| {
        let mut game = game.clone();
        game.play(*mv);
        if game.is_over() {
            let lost = game.termination().is_some_and(|end| end.winner().is_some());
            return (i32::from(lost) * -1000, 0);
        }
        let Dtz { plies, .. } = tables.probe_dtz(&game.position).expect("all tables are there");
        (plies.signum(), -plies)
    };
    moves.into_iter().min_by_key(value).expect("the game is not over")
}

/// Plays `game` to its end, the engine with the side to move if `engine_moves`.
fn play_out(
    searcher: &mut dyn Searcher,
    tables: &SyzygyTables,
    mut game: Game,
    mut engine_moves: bool,
    nodes: u64,
    rng: &mut Rng,
) -> Game {
    searcher.new_game();
    while !game.is_over() {
        let mv = if engine_moves {
            let limits = Limits::nodes(nodes);
            let result = searcher.search(&game, &limits, &Signals::new(), &mut NullReporter);
            result.best.expect("the game is not over")
        } else {
            best_defence(tables, &game, rng)
        };
        game.play(mv);
        engine_moves = !engine_moves;
    }
    game
}

/// Every won position of 500 random ones is won against the best defence, and every drawn one held.
#[test]
fn won_positions_are_won_and_drawn_ones_held() {
    let Some(folder) = folder("won_positions_are_won_and_drawn_ones_held") else { return };
    let tables = Arc::new(open(&folder).expect("tables"));
    let mut searcher = engine(&tables);
    let mut rng = Rng::new(7);
    let (mut wins, mut draws) = (0, 0);
    for _ in 0..500 {
        let position = random_position(&random_pieces(&mut rng), &mut rng);
        let start = Game::new(position.clone());
        if start.is_over() {
            continue;
        }
        let wdl = tables.probe_wdl(&position).expect("all tables are there");
        // In a win the engine has the winning side; in a draw either.
        let engine_moves = match wdl {
            WdlScore::Win => true,
            WdlScore::Loss => false,
            _ => rng.one_in(2),
        };
        let end = play_out(searcher.as_mut(), &tables, start, engine_moves, NODES, &mut rng);
        let winner = end.termination().and_then(|end| end.winner());
        let us = if engine_moves { position.side_to_move() } else { !position.side_to_move() };
        if wdl == WdlScore::Draw {
            draws += 1;
            assert_ne!(winner, Some(!us), "lost: {position}");
        } else {
            wins += 1;
            assert_eq!(winner, Some(us), "not won: {position}, the end is {}", end.position);
        }
    }
    assert!(wins > 200 && draws > 50, "{wins} wins and {draws} draws");
}

/// The basic mates within 50 moves against the best defence, without tables for the engine.
#[test]
fn basic_mates_without_tables() {
    let Some(folder) = folder("basic_mates_without_tables") else { return };
    let tables = open(&folder).expect("tables");
    let mut searcher = build(EngineConfig::default());
    let mut rng = Rng::new(88);
    for (pieces, count, nodes) in
        [("KkQ", 10, 2000), ("KkR", 10, 5000), ("KkBN", 3, 50_000), ("KkBB", 6, 10_000)]
    {
        for _ in 0..count {
            let position = std::iter::repeat_with(|| random_position(pieces, &mut rng))
                .find(|position| tables.probe_wdl(position) == Some(WdlScore::Win))
                .expect("there are such positions");
            let start = Game::new(position.clone());
            let end = play_out(searcher.as_mut(), &tables, start, true, nodes, &mut rng);
            let winner = end.termination().and_then(|end| end.winner());
            assert_eq!(winner, Some(position.side_to_move()), "no mate from {position}");
        }
    }
}

/// A distance that the table rounds is no win at the limit of the fifty-move rule, unless the true one is
/// found; one that is a ply shorter is.
#[test]
fn count_at_the_limit_is_no_win() {
    let Some(folder) = folder("count_at_the_limit_is_no_win") else { return };
    let mut searcher = engine(&Arc::new(open(&folder).expect("tables")));
    for (fen, raw) in [
        // Bishop and knight: 46 plies or 47, and the mate is on an odd one.
        ("8/8/6k1/3B4/3K4/4N3/8/8 w - - 53 106", Score::TB_WIN.raw()),
        ("8/8/6k1/3B4/3K4/4N3/8/8 w - - 54 106", 1),
        ("8/8/6k1/3B4/3K4/4N3/8/8 w - - 55 106", 1),
        ("8/8/4n3/3k4/3b4/6K1/8/8 b - - 54 106", 1),
        ("3K4/8/8/8/6k1/8/2N5/2Q5 w - - 91 80", 1),
        // Within the limit, as a search in the tables finds.
        ("8/5r2/n3k3/8/8/6K1/8/8 b - - 87 80", Score::TB_WIN.raw()),
        ("7K/8/Q1B5/8/8/8/8/1k6 w - - 93 80", Score::TB_WIN.raw()),
    ] {
        searcher.new_game();
        let game = Game::new(position(fen));
        let limits = Limits::nodes(2000);
        let result = searcher.search(&game, &limits, &Signals::new(), &mut NullReporter);
        let score = if result.score.is_win() { Score::TB_WIN } else { result.score };
        assert_eq!(score.raw(), raw, "{fen}");
    }
}

/// Wins whose count is just within the limit, where the table does not tell the moves apart that keep
/// it: a capture can be forced upon the other side.
#[test]
fn wins_at_the_limit_are_not_lost() {
    let Some(folder) = folder("wins_at_the_limit_are_not_lost") else { return };
    let tables = Arc::new(open(&folder).expect("tables"));
    let mut searcher = engine(&tables);
    let mut rng = Rng::new(3);
    for fen in [
        "8/5r2/n3k3/8/8/6K1/8/8 b - - 87 80",
        "7K/8/Q1B5/8/8/8/8/1k6 w - - 93 80",
        "1q6/3k4/8/2K5/6b1/8/8/8 b - - 93 80",
        "1k6/8/3r4/8/5K2/8/2n5/8 b - - 83 80",
        "8/8/8/2K5/8/3k3q/8/5r2 b - - 95 80",
    ] {
        let start = Game::new(position(fen));
        let us = start.position.side_to_move();
        let end = play_out(searcher.as_mut(), &tables, start, true, NODES, &mut rng);
        let winner = end.termination().and_then(|end| end.winner());
        assert_eq!(winner, Some(us), "{fen}: the end is {}", end.position);
    }
}
