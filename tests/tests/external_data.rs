//! Data from outside the repository: whole books of positions, each read, written back, and with the
//! moves that cozy-chess says; endgame tables. Skipped, by name, where the data is missing.

use bartizan_tests::start_ready;
use board::Position;
use contracts::positions::{compare_with_cozy, cozy_board, parse};
use movegen::legal_moves;
use testkit::data;

/// Reads a book and checks every position and all its successors.
fn book(test: &str, name: &str, expected: usize) {
    let Some(path) = data::external_file(name) else {
        return data::report_skipped(test, "outside data");
    };
    let lines = data::lines(&path);
    assert_eq!(lines.len(), expected, "positions in {name}");
    for line in &lines {
        // An EPD may carry operations behind its four fields; these books have none.
        let position = parse(line);
        reads_back(&position);
        let moves = legal_moves(&position);
        compare_with_cozy(&cozy_board(&position), &position, &moves);
        if let Some(&mv) = moves.first() {
            let next = position.make(mv);
            reads_back(&next);
            compare_with_cozy(&cozy_board(&next), &next, &legal_moves(&next));
        }
    }
}

fn reads_back(position: &Position) {
    for fen in [position.to_fen(), position.to_shredder_fen()] {
        let again = parse(&fen);
        assert_eq!(again.key(), position.key(), "key of {fen}");
        assert_eq!(again.to_shredder_fen(), position.to_shredder_fen());
    }
}

#[test]
fn opening_book() {
    book("opening_book", "books/uho_4060_5k.epd", 5000);
}

#[test]
fn double_fischer_random_starts() {
    book("double_fischer_random_starts", "books/dfrc_2k.epd", 2000);
}

/// The options of endgame tables: what is found, what is shown of a search, and no tables again.
#[test]
fn endgame_tables() {
    let Some(folder) = data::external_file("syzygy") else {
        return data::report_skipped("endgame_tables", "outside data");
    };
    let mut engine = start_ready();
    let set_path = |path: &str| format!("setoption name SyzygyPath value {path}");
    let said = engine.send_and_sync(&set_path(&folder.display().to_string()));
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
    let said = engine.send_and_sync(&set_path("/no/such/folder"));
    assert!(said.len() == 2 && said[0].contains("cannot read /no/such/folder"), "{said:?}");
}
