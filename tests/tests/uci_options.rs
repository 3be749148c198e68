//! The options for books, limited strength, analysis, the debug log and endgame tables, with the real binary.

use bartizan_tests::{file_option, start_ready, write};
use board::{Position, Square};
use notation::book::polyglot_key;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use testkit::uci::{UciClient, best_move};
use testkit::{TempFolder, data};

fn best(engine: &mut UciClient, limits: &str) -> String {
    let lines = engine.go(limits);
    best_move(lines.last().expect("an answer")).0
}

/// A book with one move for the starting position: of a2a4 no search would think.
fn book(folder: &Path, from: Square, to: Square) -> PathBuf {
    let mut entry = polyglot_key(&Position::startpos()).to_be_bytes().to_vec();
    let mv = (from.index() << 6 | to.index()) as u16;
    entry.extend(mv.to_be_bytes());
    entry.extend([0, 1, 0, 0, 0, 0]);
    write(folder, "book.bin", entry).into()
}

#[test]
fn book_moves_are_played_in_games_only() {
    let (folder, mut engine) = (TempFolder::new("book-moves"), start_ready());
    assert!(
        engine
            .send_and_sync(&file_option("BookFile", &book(&folder, Square::A2, Square::A4)))
            .is_empty()
    );
    engine.send("position startpos");
    assert_ne!(best(&mut engine, "depth 3"), "a2a4", "OwnBook is off");
    engine.send("setoption name OwnBook value true");
    let lines = engine.go("wtime 60000 btime 60000");
    let expected = "info depth 1 seldepth 1 multipv 1 score cp 0 nodes 0 ";
    assert!(lines[0].starts_with(expected) && lines[0].ends_with(" pv a2a4"), "{lines:?}");
    assert_eq!(lines[1..], ["bestmove a2a4"]);
    assert_ne!(best(&mut engine, "depth 3 searchmoves e2e4 d2d4"), "a2a4");
    engine.send("go infinite");
    engine.send("stop");
    assert_ne!(best_move(engine.read_until("bestmove").last().expect("an answer")).0, "a2a4");
    engine.send("position startpos moves e2e4");
    assert_ne!(best(&mut engine, "depth 3"), "a2a4", "not in the book");
    engine.send("setoption name UCI_AnalyseMode value true");
    engine.send("position startpos");
    assert_ne!(best(&mut engine, "depth 3"), "a2a4", "analysis");
    engine.send("setoption name UCI_AnalyseMode value false");
    for bad in [&write(&folder, "bad.bin", "1. e4 e5"), "/no/such/book"] {
        let said = engine.send_and_sync(&file_option("BookFile", Path::new(bad)));
        assert!(said.len() == 1 && said[0].contains("the option is unchanged"), "{said:?}");
    }
    assert_eq!(best(&mut engine, "depth 3"), "a2a4", "the old book is kept");
    assert!(engine.send_and_sync("setoption name BookFile value <empty>").is_empty());
    assert_ne!(best(&mut engine, "depth 3"), "a2a4");
}

/// A book whose line repeats is left before the position stands for the third time.
#[test]
fn book_does_not_repeat_positions() {
    let (folder, mut engine) = (TempFolder::new("book-repeats"), start_ready());
    engine.send(&file_option("BookFile", &book(&folder, Square::G1, Square::F3)));
    engine.send("setoption name OwnBook value true");
    let mut line = "position startpos moves".to_owned();
    for from_book in [true, false, false] {
        engine.send(line.trim_end_matches(" moves"));
        let lines = engine.go("depth 4");
        let found = lines.iter().any(|line| line.contains(" nodes 0 "));
        assert_eq!(found, from_book, "{line}: {lines:?}");
        line.push_str(" g1f3 g8f6 f3g1 f6g8");
    }
}

/// Weak play shows the lines asked for, of those that its move is chosen from.
#[test]
fn limited_strength() {
    let mut engine = start_ready();
    engine.send("setoption name UCI_Elo value 1400");
    engine.send("setoption name UCI_LimitStrength value true");
    engine.send("position startpos");
    let ranks = |lines: &[String]| -> HashSet<String> {
        let rank =
            |line: &String| line.split_once(" multipv ")?.1.split(' ').next().map(String::from);
        lines.iter().filter_map(rank).collect()
    };
    // An infinite search has full strength, and one line.
    engine.send("go infinite");
    let mut lines = engine.read_until("info depth 8 ");
    engine.send("stop");
    lines.extend(engine.read_until("bestmove"));
    assert_eq!(ranks(&lines).len(), 1, "{lines:?}");
    // No more lines than the move is chosen from.
    engine.send("setoption name MultiPV value 20");
    assert_eq!(ranks(&engine.go("wtime 60000 btime 60000")).len(), 4);
    engine.send("setoption name MultiPV value 1");
    // In analysis the strength is not limited.
    engine.send("setoption name UCI_AnalyseMode value true\ngo depth 8");
    engine.read_until("info depth 8 ");
    engine.read_until("bestmove");
    for refused in ["UCI_Elo value 399", "UCI_Elo value strong", "UCI_LimitStrength value 1"] {
        let said = engine.send_and_sync(&format!("setoption name {refused}"));
        assert!(said.len() == 1 && said[0].starts_with("info string "), "{refused}: {said:?}");
    }
}

/// The least level plays legal moves, and with `Seed` the same ones again, in whatever order they are asked for.
#[test]
fn the_least_level_repeats_a_game_with_its_seed() {
    let moves = |seed: u32| {
        let mut engine = start_ready();
        for option in ["UCI_LimitStrength value true", "UCI_Elo value 400", "MultiPV value 3"] {
            assert!(engine.send_and_sync(&format!("setoption name {option}")).is_empty());
        }
        engine.send(&format!("setoption name Seed value {seed}"));
        let mut line = "position startpos moves".to_owned();
        for _ in 0..30 {
            engine.send(line.trim_end_matches(" moves"));
            let lines = engine.go("wtime 60000 btime 60000");
            let (mv, _) = best_move(lines.last().expect("a best move"));
            if mv == "(none)" {
                break;
            }
            let pv = format!(" pv {mv}");
            assert!(lines.iter().rev().nth(1).is_some_and(|info| info.contains(&pv)), "{lines:?}");
            line = format!("{line} {mv}");
        }
        assert!(engine.send_and_sync(&line).is_empty(), "{line}");
        line
    };
    let game = moves(7);
    assert_eq!(moves(7), game);
    assert_ne!(moves(8), game);
}

#[test]
fn debug_log_has_both_directions() {
    let (folder, mut engine) = (TempFolder::new("debug-log"), start_ready());
    let log = folder.join("log.txt");
    assert!(engine.send_and_sync(&file_option("Debug Log File", &log)).is_empty());
    engine.send("position startpos");
    engine.go("depth 2");
    engine.send_and_sync("setoption name Debug Log File value <empty>");
    let text = fs::read_to_string(&log).expect("the log");
    for line in [">> isready", "<< readyok", ">> position startpos", ">> go depth 2"] {
        assert!(text.lines().any(|logged| logged == line), "{line} is missing: {text}");
    }
    assert!(text.contains("\n<< bestmove ") && text.contains("\n<< info depth 2 "), "{text}");
    assert!(text.ends_with("value <empty>\n"), "the log has ended: {text}");
    // Two engines add whole lines.
    let mut engines = [engine, start_ready()];
    for engine in &mut engines {
        engine.send_and_sync(&file_option("Debug Log File", &log));
        engine.send("go depth 8");
    }
    engines.iter_mut().for_each(|engine| drop(engine.read_until("bestmove")));
    let text = fs::read_to_string(&log).expect("the log");
    assert!(text.lines().all(|line| line.starts_with(">> ") || line.starts_with("<< ")), "{text}");
    assert_eq!(text.matches("<< bestmove ").count(), 3);
}

/// The options of endgame tables: what is found, what is shown of a search, and no tables again.
#[test]
fn endgame_tables() {
    let Some(folder) = data::external_file("syzygy") else {
        return data::report_skipped("endgame_tables", data::TABLES);
    };
    let mut engine = start_ready();
    let said = engine.send_and_sync(&file_option("SyzygyPath", &folder));
    assert_eq!(said, ["info string SyzygyPath: 35 WDL and 35 DTZ tables, up to 4 pieces"]);
    let mut search = |options: &[&str], fen: &str| {
        for option in options {
            assert!(engine.send_and_sync(&format!("setoption name {option}")).is_empty());
        }
        engine.send("ucinewgame");
        engine.send(&format!("position fen {fen}"));
        let lines = engine.go("depth 6");
        let last = lines.iter().rfind(|line| line.contains(" score ")).cloned();
        last.expect("a score")
    };
    let no_hits = |line: &str| line.contains(" tbhits 0 ");
    for threads in ["Threads value 1", "Threads value 2"] {
        let won = search(&[threads], "8/8/4k3/8/8/8/8/KBN5 w - - 0 1");
        assert!(won.contains(" score cp 31000 ") && !no_hits(&won), "{won}");
        // Rook and bishop against rook, five pieces: the tables are probed below the root.
        let below = search(&[], "8/8/8/4k3/8/1r6/8/KRB5 w - - 0 1");
        assert!(!no_hits(&below), "{below}");
    }
    let off = search(&["SyzygyProbeLimit value 3"], "8/8/4k3/8/8/8/8/KBN5 w - - 0 1");
    assert!(!off.contains(" score cp 31000 "), "{off}");
    // Another evaluation is another engine; it keeps the tables.
    let options = ["SyzygyProbeLimit value 7", "Evaluation value centre"];
    let drawn = search(&options, "8/8/4k3/8/8/8/8/KNN5 w - - 0 1");
    assert!(drawn.contains(" score cp 0 ") && !no_hits(&drawn), "{drawn}");
    let off = search(&["SyzygyPath value <empty>"], "8/8/4k3/8/8/8/8/KBN5 w - - 0 1");
    assert!(no_hits(&off), "{off}");
    let said = engine.send_and_sync("setoption name SyzygyPath value /no/such/folder");
    assert!(said.len() == 2 && said[0].contains("cannot read /no/such/folder"), "{said:?}");
}
