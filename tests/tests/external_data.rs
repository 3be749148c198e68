//! Whole books of positions from outside the repository: each is read, written back, and has the
//! moves that cozy-chess says. Skipped, by name, where the data is missing.

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
