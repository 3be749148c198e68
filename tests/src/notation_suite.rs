//! What move notation promises: every legal move is written so that it reads back as itself, and
//! nothing else is read as a move. Text of positions is the board's, not tested here.

use board::Position;
use movegen::{legal_moves, parse_san, parse_uci, to_san, to_uci};

use crate::positions::{mixed, parse};
use crate::rng::Rng;

/// Runs the contract of UCI and SAN notation.
///
/// # Panics
/// When it does not hold.
pub fn notation() {
    for position in mixed(31, 400) {
        reads_back(&position);
    }
    castling();
    known_san();
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
                let again = parse_uci(position, &text, chess960);
                assert_eq!(
                    again.as_ref().ok(),
                    Some(&mv),
                    "{text} (Chess960: {chess960}) in {position}: {again:?}"
                );
            }
        }
        let san = to_san(position, mv);
        let again = parse_san(position, &san);
        assert_eq!(again.as_ref().ok(), Some(&mv), "{san} in {position}: {again:?}");
        let next = position.make(mv);
        let mated = next.in_check() && legal_moves(&next).is_empty();
        assert_eq!(san.ends_with('#'), mated, "{san} in {position}");
        assert_eq!(san.ends_with('+'), next.in_check() && !mated, "{san} in {position}");
        names.push(san);
    }
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "two moves have one name in {position}");
}

/// Whether a castling move goes from the e-file to a rook in the corner.
fn castles_as_usual(mv: board::Move) -> bool {
    mv.from().file() == board::File::E && matches!(mv.to().file(), board::File::A | board::File::H)
}

fn castling() {
    let position = parse("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (standard, fischer, san) in [("e1g1", "e1h1", "O-O"), ("e1c1", "e1a1", "O-O-O")] {
        let mv = parse_san(&position, san).unwrap_or_else(|error| panic!("{san}: {error}"));
        assert!(mv.is_castle());
        assert_eq!((to_uci(mv, false).as_str(), to_uci(mv, true).as_str()), (standard, fischer));
        assert_eq!(parse_uci(&position, standard, false).ok(), Some(mv));
        assert_eq!(parse_uci(&position, fischer, true).ok(), Some(mv));
        assert_eq!(to_san(&position, mv), san);
    }
}

/// Moves whose SAN everyone agrees on: disambiguation by file, rank and both, captures, promotions.
fn known_san() {
    for (fen, uci, san) in [
        ("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "Rad1"),
        ("4k3/R7/8/8/8/8/4K3/R7 w - - 0 1", "a1a4", "R1a4"),
        ("1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "axb8=Q+"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a8=N"),
        ("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", "e1e8", "Re8#"),
        ("4k3/8/8/8/1b6/8/3N4/2N1K3 w - - 0 1", "c1b3", "Nb3"),
    ] {
        let position = parse(fen);
        let mv = parse_uci(&position, uci, false)
            .unwrap_or_else(|error| panic!("{uci} in {fen}: {error}"));
        assert_eq!(to_san(&position, mv), san, "{fen}");
    }
}

/// Text that is no legal move is an error.
fn refusals() {
    let position = Position::startpos();
    for text in [
        "",
        "e2",
        "e2e5",
        "e7e5",
        "e2e4q",
        "e9e4",
        "0000",
        "e2-e4",
        "\u{e9}2e4",
        "E2E4",
        "e1g1",
        "e2e4 ",
    ] {
        assert!(parse_uci(&position, text, false).is_err(), "{text:?} was read as a move");
    }
    for text in ["", "e5", "Nd2", "O-O", "Ke2", "N", "=Q", "\u{2658}f3", "Nxf3x", "a9"] {
        assert!(parse_san(&position, text).is_err(), "{text:?} was read as a move");
    }
    let two_knights = parse("4k3/8/8/8/8/8/8/N3K1N1 w - - 0 1");
    assert!(parse_san(&two_knights, "Nc2").is_ok());
    let ambiguous = parse("4k3/8/8/8/8/8/4K3/R6R w - - 0 1");
    assert!(parse_san(&ambiguous, "Rd1").is_err(), "an ambiguous move names none");
}

/// Random text is never read as an illegal move, and never panics.
fn random_text() {
    let mut rng = Rng::new(32);
    let letters: Vec<char> = "abcdefgh12345678NBRQKOx=+#-qnrbé ".chars().collect();
    let positions = mixed(33, 20);
    for _ in 0..20_000 {
        let position = &positions[rng.below(positions.len())];
        let text: String = (0..rng.below(8)).map(|_| letters[rng.below(letters.len())]).collect();
        let read = [
            parse_uci(position, &text, false),
            parse_uci(position, &text, true),
            parse_san(position, &text),
        ];
        for mv in read.into_iter().flatten() {
            assert!(
                movegen::is_legal(position, mv),
                "{text:?} became the illegal {mv} in {position}"
            );
        }
    }
}
