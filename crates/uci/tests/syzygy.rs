//! Endgames with Syzygy tables: the values, the conversion of won and drawn positions, and faulty
//! files. Skipped, by name, where the tables are missing.

#![cfg(feature = "syzygy")]

use bartizan_uci::engine::{EngineConfig, build};
use bartizan_uci::output::Output;
use bartizan_uci::syzygy::{self, SyzygyTables};
use board::{Move, Position};
use movegen::legal_moves;
use search::{Game, Limits, NullReporter, Options, Searcher, Signals, Tablebase, WdlScore};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use testkit::{Rng, data};

/// Nodes for a move of the engine.
const NODES: u64 = 200;

/// The folder of the tables; reports the test as skipped where it is missing.
fn folder(test: &str) -> Option<PathBuf> {
    let folder = data::external_file("syzygy");
    if folder.is_none() {
        data::report_skipped(test, "outside data");
    }
    folder
}

/// What is written to an output.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no panic").write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Lines {
    /// The lines since the last call.
    fn take(&self) -> Vec<String> {
        let bytes = std::mem::take(&mut *self.0.lock().expect("no panic"));
        String::from_utf8(bytes).expect("text").lines().map(str::to_owned).collect()
    }
}

fn open(folder: &Path) -> Option<SyzygyTables> {
    syzygy::open(&folder.display().to_string(), &Output::new(std::io::sink()))
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
        let dtz = tables.probe_dtz(&position(fen)).map(i32::signum);
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
        let dtz = tables.probe_dtz(&game.position).expect("all tables are there");
        (dtz.signum(), -dtz)
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
    let mut searcher = build(EngineConfig::default());
    searcher.set_options(&Options { hash_mib: 1, ..Options::default() }).expect("memory");
    searcher.set_tablebase(Some(tables.clone()));
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

/// Damaged, misnamed, truncated and missing files are named once, and the engine plays on.
#[test]
fn faulty_files_are_reported_once() {
    let Some(tables) = folder("faulty_files_are_reported_once") else { return };
    let folder = std::env::temp_dir().join(format!("bartizan-syzygy-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let read = |name: &str| std::fs::read(tables.join(name)).expect("a table");
    let write =
        |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes).expect("a file");
    for name in ["KRvK.rtbw", "KPvK.rtbw", "KQvK.rtbw"] {
        write(name, &read(name));
    }
    write("KRvK.rtbz", &read("KRvK.rtbz")[..16]);
    write("KQvK.rtbz", b"cut short");
    write("KBvKN.rtbw", &[0; 80]);
    write("KNvK.rtbw", &read("KQvK.rtbw"));
    write("KBvK.rtbw", &[]);
    write("readme.txt", b"not a table");

    let lines = Lines::default();
    let paths = std::env::join_paths([Path::new("/no/such/folder"), &folder]).expect("a list");
    let paths = paths.to_str().expect("text");
    let tables = syzygy::open(paths, &Output::new(lines.clone())).expect("some tables");
    let said = lines.take();
    assert_eq!(said.len(), 4, "{said:#?}");
    assert!(said[0].starts_with("info string SyzygyPath: cannot read /no/such/folder: "));
    assert!(said[1].contains("KBvK.rtbw is left out") && said[2].contains("KQvK.rtbz is left out"));
    assert_eq!(said[3], "info string SyzygyPath: 5 WDL and 1 DTZ tables, up to 4 pieces");

    let mut searcher = build(EngineConfig::default());
    searcher.set_tablebase(Some(Arc::new(tables)));
    let mut messages = Vec::new();
    for fen in [
        "8/8/8/8/8/4k3/8/R2K4 w - - 0 1",
        "8/8/8/8/5k2/8/8/Q2K4 w - - 0 1",
        "1B6/8/8/8/3n4/8/8/K1k5 w - - 0 1",
        "8/8/8/8/8/4k3/8/N2K4 w - - 0 1",
        "8/8/8/8/8/4k3/4P3/R2K4 w - - 0 1",
    ] {
        for _ in 0..2 {
            let game = Game::new(position(fen));
            let limits = Limits::nodes(2000);
            let result = searcher.search(&game, &limits, &Signals::new(), &mut NullReporter);
            assert!(result.best.is_some(), "{fen}");
            messages.extend(lines.take());
        }
    }
    for fault in [
        "Syzygy: DTZ table of KRvK: damaged",
        "Syzygy: WDL table of KBvKN: not a table",
        "Syzygy: no DTZ table of KQvK; positions without a table are searched",
        "Syzygy: no WDL table of KRPvK; positions without a table are searched",
    ] {
        let count = messages.iter().filter(|line| line.ends_with(fault)).count();
        assert_eq!(count, 1, "{fault}: {messages:#?}");
    }
    messages.sort();
    assert!(
        messages.windows(2).all(|pair| pair[0] != pair[1]),
        "a fault came twice: {messages:#?}"
    );
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}
