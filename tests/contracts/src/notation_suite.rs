//! What move notation promises: every legal move is written so that it reads back as itself, and
//! nothing else is read as a move. What SAN looks like, `crates/notation` tests.

use board::{File, Move, Position};
use movegen::legal_moves;
use notation::{parse_san, parse_uci, to_san, to_uci};

use crate::positions::{mixed, parse};
use testkit::Rng;

/// Runs the contract of UCI and SAN notation.
pub fn notation() {
    for position in mixed(31, 400) {
        reads_back(&position);
    }
    castling();
    refusals();
    random_text();
}

/// Both notations name each legal move, and no two alike.
fn reads_back(position: &Position) {
    let mut names = Vec::new();
    for mv in legal_moves(position) {
        for chess960 in [false, true] {
            let text = to_uci(mv, chess960);
            // A king that castles onto the square of an ordinary king move can only be told apart
            // in the Chess960 form, so the other form is checked where the king castles two files.
            let standard = !mv.is_castle() || castles_as_usual(mv);
            if chess960 || standard {
                let again = parse_uci(position, &text);
                assert_eq!(again, Ok(mv), "{text} (Chess960: {chess960}) in {position}");
            }
        }
        let san = to_san(position, mv);
        assert_eq!(parse_san(position, &san), Ok(mv), "{san} read back in {position}");
        let next = position.make(mv);
        let mated = next.in_check() && legal_moves(&next).is_empty();
        assert_eq!(san.ends_with('#'), mated, "mate sign of {san} in {position}");
        assert_eq!(
            san.ends_with('+'),
            next.in_check() && !mated,
            "check sign of {san} in {position}"
        );
        names.push(san);
    }
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "two moves have one name in {position}");
}

/// Whether a castling move goes from the e-file to a rook in the corner.
fn castles_as_usual(mv: Move) -> bool {
    mv.from().file() == File::E && matches!(mv.to().file(), File::A | File::H)
}

fn castling() {
    let position = parse("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (standard, fischer, san) in [("e1g1", "e1h1", "O-O"), ("e1c1", "e1a1", "O-O-O")] {
        let mv = parse_san(&position, san).unwrap_or_else(|error| panic!("{san}: {error}"));
        assert!(mv.is_castle());
        assert_eq!(to_uci(mv, false), standard, "{san} as usual");
        assert_eq!(to_uci(mv, true), fischer, "{san} for Chess960");
        assert_eq!(parse_uci(&position, standard), Ok(mv));
        assert_eq!(parse_uci(&position, fischer), Ok(mv));
        assert_eq!(to_san(&position, mv), san);
    }
}

/// Text that is no legal move is an error.
fn refusals() {
    let position = Position::startpos();
    let moves = ["", "e2", "e2e5", "e7e5", "e2e4q", "e9e4", "0000", "e2-e4", "\u{e9}2e4", "E2E4"];
    for text in moves.into_iter().chain(["e1g1", "e2e4 "]) {
        assert!(parse_uci(&position, text).is_err(), "{text:?} was read as a move");
    }
    let promotion = parse("8/P6k/8/8/8/8/7K/8 w - - 0 1");
    for text in ["a7a8", "a7a8k", "a7a8p", "a7a8qq", "a7a8q "] {
        assert!(parse_uci(&promotion, text).is_err(), "{text:?} was read as a promotion");
    }
}

/// Random text is never read as an illegal move, and never panics.
fn random_text() {
    let mut rng = Rng::new(32);
    let letters: Vec<char> = "abcdefgh12345678NBRQKOx=+#-qnrbé ".chars().collect();
    let positions = mixed(33, 20);
    for _ in 0..20_000 {
        let position = &positions[rng.below(positions.len())];
        let text: String = (0..rng.below(8)).map(|_| letters[rng.below(letters.len())]).collect();
        for mv in parse_uci(position, &text).into_iter().chain(parse_san(position, &text)) {
            let is_legal = movegen::is_legal(position, mv);
            assert!(is_legal, "{text:?} became the illegal {mv} in {position}");
        }
    }
}
