//! What move notation promises: every legal move is written so that it reads back as itself, and
//! nothing else is read as a move. Text of positions is the board's, not tested here.

use board::{Move, Position};
use movegen::legal_moves;

use crate::movegen_suite::Installed;
use crate::positions::{mixed, parse};
use testkit::Rng;

/// Notation, as the suite sees it; what is read and is no legal move is an error, with its reason.
/// [`Installed`] is the notation of the engine.
pub trait Notation {
    /// A move in UCI notation, castling as king takes rook for Chess960.
    fn to_uci(&self, mv: Move, chess960: bool) -> String;
    /// Reads UCI notation.
    fn parse_uci(&self, position: &Position, text: &str) -> Result<Move, String>;
    /// A legal move in standard algebraic notation.
    fn to_san(&self, position: &Position, mv: Move) -> String;
    /// Reads standard algebraic notation.
    fn parse_san(&self, position: &Position, text: &str) -> Result<Move, String>;
}

impl Notation for Installed {
    fn to_uci(&self, mv: Move, chess960: bool) -> String {
        notation::to_uci(mv, chess960)
    }

    fn parse_uci(&self, position: &Position, text: &str) -> Result<Move, String> {
        notation::parse_uci(position, text).map_err(|error| error.to_string())
    }

    fn to_san(&self, position: &Position, mv: Move) -> String {
        notation::to_san(position, mv)
    }

    fn parse_san(&self, position: &Position, text: &str) -> Result<Move, String> {
        notation::parse_san(position, text).map_err(|error| error.to_string())
    }
}

/// Runs the contract of UCI and SAN notation on that of the engine.
///
/// # Panics
/// When it does not hold.
pub fn notation() {
    notation_of(&Installed);
}

/// Runs the contract of UCI and SAN notation on any that reads and writes them.
///
/// # Panics
/// When it does not hold.
pub fn notation_of(notation: &impl Notation) {
    for position in mixed(31, 400) {
        reads_back(notation, &position);
    }
    castling(notation);
    known_san(notation);
    refusals(notation);
    random_text(notation);
}

/// Both notations name each legal move, and no two alike.
fn reads_back(notation: &impl Notation, position: &Position) {
    let mut names = Vec::new();
    for mv in legal_moves(position) {
        for chess960 in [false, true] {
            let text = notation.to_uci(mv, chess960);
            // A king that castles onto the square of an ordinary king move can only be told apart
            // in the Chess960 form, so the other form is checked where the king castles two files.
            let standard = !mv.is_castle() || castles_as_usual(mv);
            if chess960 || standard {
                let again = notation.parse_uci(position, &text);
                assert_eq!(again, Ok(mv), "{text} (Chess960: {chess960}) in {position}");
            }
        }
        let san = notation.to_san(position, mv);
        assert_eq!(notation.parse_san(position, &san), Ok(mv), "{san} read back in {position}");
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
fn castles_as_usual(mv: board::Move) -> bool {
    mv.from().file() == board::File::E && matches!(mv.to().file(), board::File::A | board::File::H)
}

fn castling(notation: &impl Notation) {
    let position = parse("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (standard, fischer, san) in [("e1g1", "e1h1", "O-O"), ("e1c1", "e1a1", "O-O-O")] {
        let mv =
            notation.parse_san(&position, san).unwrap_or_else(|error| panic!("{san}: {error}"));
        assert!(mv.is_castle());
        assert_eq!(notation.to_uci(mv, false), standard, "{san} as usual");
        assert_eq!(notation.to_uci(mv, true), fischer, "{san} for Chess960");
        assert_eq!(notation.parse_uci(&position, standard), Ok(mv));
        assert_eq!(notation.parse_uci(&position, fischer), Ok(mv));
        assert_eq!(notation.to_san(&position, mv), san);
    }
}

/// Moves whose SAN everyone agrees on: disambiguation by file, rank and both, captures, promotions.
fn known_san(notation: &impl Notation) {
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
        let mv = notation.parse_uci(&position, uci);
        let mv = mv.unwrap_or_else(|error| panic!("{uci} in {fen}: {error}"));
        assert_eq!(notation.to_san(&position, mv), san, "{uci} in {fen}");
    }
}

/// Text that is no legal move is an error.
fn refusals(notation: &impl Notation) {
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
        assert!(notation.parse_uci(&position, text).is_err(), "{text:?} was read as a move");
    }
    let promotion = parse("8/P6k/8/8/8/8/7K/8 w - - 0 1");
    assert!(notation.parse_uci(&promotion, "a7a8q").is_ok());
    for text in ["a7a8", "a7a8k", "a7a8p", "a7a8qq", "a7a8q "] {
        assert!(notation.parse_uci(&promotion, text).is_err(), "{text:?} was read as a promotion");
    }
    for text in ["", "e5", "Nd2", "O-O", "Ke2", "N", "=Q", "\u{2658}f3", "Nxf3x", "a9"] {
        assert!(notation.parse_san(&position, text).is_err(), "{text:?} was read as a move");
    }
    let two_knights = parse("4k3/8/8/8/8/8/8/N3K1N1 w - - 0 1");
    assert!(notation.parse_san(&two_knights, "Nc2").is_ok());
    let ambiguous = parse("4k3/8/8/8/8/8/4K3/R6R w - - 0 1");
    assert!(notation.parse_san(&ambiguous, "Rd1").is_err(), "an ambiguous move names none");
}

/// Random text is never read as an illegal move, and never panics.
fn random_text(notation: &impl Notation) {
    let mut rng = Rng::new(32);
    let letters: Vec<char> = "abcdefgh12345678NBRQKOx=+#-qnrbé ".chars().collect();
    let positions = mixed(33, 20);
    for _ in 0..20_000 {
        let position = &positions[rng.below(positions.len())];
        let text: String = (0..rng.below(8)).map(|_| letters[rng.below(letters.len())]).collect();
        let read = [notation.parse_uci(position, &text), notation.parse_san(position, &text)];
        for mv in read.into_iter().flatten() {
            assert!(
                movegen::is_legal(position, mv),
                "{text:?} became the illegal {mv} in {position}"
            );
        }
    }
}
