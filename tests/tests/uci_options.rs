//! The options for books, limited strength, analysis and the debug log, with the real binary.

use bartizan_tests::start_ready;
use board::{Position, Square};
use notation::book::polyglot_key;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use testkit::TempFolder;
use testkit::uci::{UciClient, best_move};

/// The command that sets an option to the name of a file.
fn file_option(name: &str, file: &Path) -> String {
    format!("setoption name {name} value {}", file.display())
}

fn best(engine: &mut UciClient, limits: &str) -> String {
    let lines = engine.go(limits);
    best_move(lines.last().expect("an answer")).0
}

/// A book with one move for the starting position, a2a4, which no search would choose.
fn book(folder: &Path) -> PathBuf {
    book_of(folder, Square::A2, Square::A4)
}

/// A book with one move for the starting position.
fn book_of(folder: &Path, from: Square, to: Square) -> PathBuf {
    let mut entry = polyglot_key(&Position::startpos()).to_be_bytes().to_vec();
    let mv = (from.index() << 6 | to.index()) as u16;
    entry.extend(mv.to_be_bytes());
    entry.extend([0, 1, 0, 0, 0, 0]);
    let file = folder.join("book.bin");
    fs::write(&file, entry).expect("a file");
    file
}

#[test]
fn book_moves_are_played_in_games_only() {
    let (folder, mut engine) = (TempFolder::new("book-moves"), start_ready());
    assert!(engine.send_and_sync(&file_option("BookFile", &book(&folder))).is_empty());
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
}

/// A book whose line repeats is left before the position stands for the third time.
#[test]
fn book_does_not_repeat_positions() {
    let (folder, mut engine) = (TempFolder::new("book-repeats"), start_ready());
    engine.send(&file_option("BookFile", &book_of(&folder, Square::G1, Square::F3)));
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

#[test]
fn corrupt_books_are_refused_and_the_old_one_kept() {
    let (folder, mut engine) = (TempFolder::new("corrupt-book"), start_ready());
    engine.send(&file_option("BookFile", &book(&folder)));
    engine.send("setoption name OwnBook value true");
    let bad = folder.join("bad.bin");
    fs::write(&bad, b"1. e4 e5").expect("a file");
    for option in
        [file_option("BookFile", &bad), "setoption name BookFile value /no/such/book".into()]
    {
        let said = engine.send_and_sync(&option);
        assert!(said.len() == 1 && said[0].contains("the option is unchanged"), "{said:?}");
    }
    engine.send("position startpos");
    assert_eq!(best(&mut engine, "depth 3"), "a2a4");
    assert!(engine.send_and_sync("setoption name BookFile value <empty>").is_empty());
    assert_ne!(best(&mut engine, "depth 3"), "a2a4");
}

/// Weak play varies, shows the lines asked for, and its last line is the move it plays.
#[test]
fn limited_strength() {
    let mut engine = start_ready();
    engine.send("setoption name UCI_Elo value 1400");
    engine.send("setoption name UCI_LimitStrength value true");
    engine.send("position startpos");
    let mut played = HashSet::new();
    for _ in 0..20 {
        let lines = engine.go("wtime 60000 btime 60000");
        let scored: Vec<&String> = lines.iter().filter(|line| line.contains(" score ")).collect();
        assert!(scored.iter().all(|line| line.contains(" multipv 1 ")), "{lines:?}");
        let (best, _) = best_move(lines.last().expect("an answer"));
        assert!(scored[scored.len() - 1].contains(&format!(" pv {best}")), "{lines:?}");
        played.insert(best);
    }
    assert!(played.len() > 1, "always {played:?}");
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
    engine.send("setoption name UCI_AnalyseMode value true");
    let lines = engine.go("depth 8");
    let deep = lines.iter().any(|line| line.starts_with("info depth 8 "));
    assert!(deep, "{lines:?}");
    for refused in ["UCI_Elo value 1319", "UCI_Elo value strong", "UCI_LimitStrength value 1"] {
        let said = engine.send_and_sync(&format!("setoption name {refused}"));
        assert!(said.len() == 1 && said[0].starts_with("info string "), "{refused}: {said:?}");
    }
}

#[test]
fn debug_log_has_both_directions() {
    let (folder, mut engine) = (TempFolder::new("debug-log"), start_ready());
    let log = folder.join("log.txt");
    assert!(engine.send_and_sync(&file_option("Debug Log File", &log)).is_empty());
    engine.send("position startpos");
    engine.go("depth 2");
    let said = engine.send_and_sync("setoption name Debug Log File value /no/such/folder/log");
    assert!(said.len() == 1 && said[0].contains("the option is unchanged"), "{said:?}");
    engine.send_and_sync("setoption name Debug Log File value <empty>");
    let text = fs::read_to_string(&log).expect("the log");
    for line in [">> isready", "<< readyok", ">> position startpos", ">> go depth 2"] {
        assert!(text.lines().any(|logged| logged == line), "{line} is missing: {text}");
    }
    assert!(text.contains("\n<< bestmove ") && text.contains("\n<< info depth 2 "), "{text}");
    assert!(text.ends_with("value <empty>\n"), "the log has ended: {text}");
}

/// Opening a pipe waits until another program opens its other end.
#[cfg(unix)]
#[test]
fn pipes_are_refused() {
    let (folder, mut engine) = (TempFolder::new("pipe"), start_ready());
    let pipe = folder.join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
    assert!(made.success());
    for (name, reason) in [
        ("BookFile", "not a file"),
        ("EvalFile", "not a network"),
        ("Debug Log File", "not a file"),
    ] {
        let said = engine.send_and_sync(&file_option(name, &pipe));
        assert!(said.len() == 1 && said[0].contains(reason), "{name}: {said:?}");
        for other in ["/dev/zero", "/dev/stdin", "/dev/random", "/", "/no/such/file"] {
            if name != "Debug Log File" {
                let said = engine.send_and_sync(&file_option(name, Path::new(other)));
                assert!(
                    said.len() == 1 && said[0].contains("unchanged"),
                    "{name} {other}: {said:?}"
                );
            }
        }
    }
    let sparse = folder.join("sparse");
    fs::File::create(&sparse).and_then(|file| file.set_len(1 << 40)).expect("a file");
    let said = engine.send_and_sync(&file_option("EvalFile", &sparse));
    assert!(said.len() == 1 && said[0].contains("not a network"), "{said:?}");
    let log = pipe.to_str().expect("UTF-8");
    let (success, _, error) = bartizan_tests::run(&["--log-file", log, "bench", "1"]);
    assert!(success && error.contains("not a file"), "{error}");
    let said = engine.send_and_sync(&format!("export_net {}", pipe.display()));
    assert!(said.len() == 1 && said[0].contains("not a file"), "{said:?}");
}
