//! What the board layer promises: positions go through text unharmed, what `make` keeps up to date
//! is what the position says, and no text makes it panic. Repetition is in `keys_suite`.

use board::{Bitboard, Color, Position};
use movegen::legal_moves;

use crate::naive;
use crate::positions::{corners, mixed, parse, random_game};
use crate::rng::Rng;

/// Runs the board's contract.
///
/// # Panics
/// When it does not hold.
pub fn board() {
    assert!(size_of::<Position>() <= 256, "a position has {} bytes", size_of::<Position>());
    assert_eq!(size_of::<Option<board::Move>>(), 2, "an optional move is two bytes");
    chess960_starts();
    for position in mixed(1, 400) {
        round_trip(&position);
        state_is_recomputed(&position);
        flips(&position);
    }
    games_stay_in_step();
    transpositions();
    insufficient_material();
    invalid_positions();
    damaged_text();
}

/// Everything a position shows, so that two can be compared beyond what `==` may leave out.
fn observed(position: &Position) -> String {
    let sides = Color::ALL.map(|color| (position.non_pawn_key(color), position.blockers(color)));
    format!(
        "{} {} key {:x} pawns {:x} minors {:x} sides {sides:?} checkers {:?} pinned {:?} en passant {:?} rights {:?}",
        position.to_fen(),
        position.to_shredder_fen(),
        position.key(),
        position.pawn_key(),
        position.minor_key(),
        position.checkers(),
        position.pinned(),
        position.en_passant(),
        position.castling_rights(),
    )
}

/// Reads the position's own text back: the same position, incremental state and all.
fn round_trip(position: &Position) {
    for fen in [position.to_fen(), position.to_shredder_fen(), position.to_string()] {
        let again = parse(&fen);
        assert_eq!(observed(&again), observed(position), "read back from {fen}");
    }
}

/// Checkers, pins, blockers and attacks against the slow way of finding them.
fn state_is_recomputed(position: &Position) {
    let side = position.side_to_move();
    assert_eq!(position.checkers(), naive::checkers(position), "checkers of {position}");
    assert_eq!(position.in_check(), position.checkers().any(), "in check: {position}");
    for color in Color::ALL {
        assert_eq!(
            position.blockers(color),
            naive::blockers(position, color),
            "blockers of {color:?}: {position}"
        );
    }
    let pinned = naive::blockers(position, side) & position.color(side);
    assert_eq!(position.pinned(), pinned, "pinned pieces of {position}");
    for square in board::Square::ALL {
        let slow = Color::ALL.into_iter().fold(Bitboard::EMPTY, |all, color| {
            all | naive::attackers(position, square, color, Bitboard::EMPTY)
        });
        let fast = position.attackers_to(square, position.occupied());
        assert_eq!(fast, slow, "attackers of {square} in {position}");
    }
    let opponent_king = position.king(!side);
    assert!(
        (position.attackers_to(opponent_king, position.occupied()) & position.color(side))
            .is_empty(),
        "the side that has moved stands in check: {position}"
    );
}

/// Swapping the colours twice changes nothing, and once keeps the number of moves.
fn flips(position: &Position) {
    let flipped = position.flipped();
    state_is_recomputed(&flipped);
    assert_eq!(flipped.side_to_move(), !position.side_to_move());
    assert_eq!(flipped.flipped().to_fen(), position.to_fen(), "flipped twice");
    assert_eq!(
        legal_moves(&flipped).len(),
        legal_moves(position).len(),
        "moves of {position} flipped"
    );
}

/// The state that `make` and `make_null` carry along equals that of the position read from text.
fn games_stay_in_step() {
    let mut rng = Rng::new(2);
    for start in corners().into_iter().chain([Position::startpos()]) {
        for _ in 0..3 {
            for position in random_game(&start, &mut rng, 120) {
                assert_eq!(observed(&position), observed(&parse(&position.to_fen())));
                if !position.in_check() {
                    let passed = position.make_null();
                    assert_eq!(passed.side_to_move(), !position.side_to_move());
                    assert_eq!(passed.en_passant(), None, "passing ends en passant: {position}");
                    assert_eq!(
                        passed.reversible_plies(),
                        0,
                        "a null move ends the reversible window"
                    );
                    assert_eq!(
                        passed.key(),
                        parse(&passed.to_fen()).key(),
                        "key after passing in {position}"
                    );
                }
            }
        }
    }
}

/// All 960 starting positions exist, differ, and read back; number 518 is the standard one.
fn chess960_starts() {
    let mut seen = std::collections::BTreeSet::new();
    for number in 0..960 {
        let position = Position::chess960(number, number)
            .unwrap_or_else(|| panic!("no start number {number}"));
        let moves = legal_moves(&position).iter().filter(|mv| !mv.is_castle()).count();
        assert!((18..=20).contains(&moves), "{moves} moves in {position}");
        seen.insert(position.to_shredder_fen());
        round_trip(&position);
    }
    assert_eq!(seen.len(), 960, "two starting positions are the same");
    assert!(
        Position::chess960(960, 0).is_none() && Position::chess960(0, 960).is_none(),
        "there are 960"
    );
    let standard = Position::chess960(518, 518).expect("518 is below 960");
    assert_eq!(
        standard.to_fen(),
        Position::startpos().to_fen(),
        "number 518 is the standard array"
    );
    assert_eq!(
        Position::default().to_fen(),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    );
}

/// The same position has the same keys by whatever way it was reached, and others have others.
fn transpositions() {
    let play = |moves: &[&str]| {
        moves.iter().fold(Position::startpos(), |position, text| {
            let mv = movegen::parse_uci(&position, text, false)
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            position.make(mv)
        })
    };
    let one = play(&["g1f3", "g8f6", "b1c3", "b8c6"]);
    let other = play(&["b1c3", "b8c6", "g1f3", "g8f6"]);
    assert_eq!(one.key(), other.key());
    let keys = [
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
    ]
    .map(|fen| parse(fen).key());
    let distinct: std::collections::BTreeSet<u64> = keys.into_iter().collect();
    assert_eq!(
        distinct.len(),
        keys.len(),
        "side, castling rights and en passant are part of the key"
    );
    let counters = ["4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 40 90"]
        .map(|fen| parse(fen).key());
    assert_eq!(counters[0], counters[1], "counters are not part of the key");
    let unusable = parse("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1");
    assert_eq!(unusable.en_passant(), None, "an en-passant square nobody can use is dropped");
}

/// Draws by material, by the rule that no sequence of legal moves can mate.
fn insufficient_material() {
    for (fen, expected) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true),
        ("4kb2/8/8/8/8/8/8/4K3 b - - 0 1", true),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/2B1KN2 w - - 0 1", false),
    ] {
        assert_eq!(parse(fen).has_insufficient_material(), expected, "{fen}");
    }
}

/// Texts that are no valid positions, with what is wrong: at least one for each kind of error that
/// the layer names.
pub const INVALID: &[(&str, &str)] = &[
    ("no fields", ""),
    ("too few fields", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
    ("too few fields", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq"),
    ("no white king", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w kq - 0 1"),
    ("no black king", "rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1"),
    ("two white kings", "4k3/8/8/8/8/8/8/K3K3 w - - 0 1"),
    ("more than 16 pieces", "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("nine pawns", "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1"),
    ("more promoted pieces than pawns gone", "4k3/8/8/8/8/Q7/PPPPPPPP/QRN1K3 w - - 0 1"),
    ("three checkers", "4k3/8/4r3/8/1b6/5n2/8/4K3 w - - 0 1"),
    ("text behind the sixth field", "4k3/8/8/8/8/8/8/4K2R w - - 0 1 2"),
    ("a pawn on the first rank", "4k3/8/8/8/8/8/8/P3K3 w - - 0 1"),
    ("a pawn on the eighth rank", "p3k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    ("the side not to move in check", "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1"),
    ("a castling right without its king", "4k3/8/8/8/8/8/K7/7R w K - 0 1"),
    ("a castling right without its rook", "4k3/8/8/8/8/8/8/R3K3 w K - 0 1"),
    ("a castling right twice", "4k3/8/8/8/8/8/8/4K2R w KK - 0 1"),
    ("a letter that is no castling right", "4k3/8/8/8/8/8/8/4K2R w X - 0 1"),
    ("en passant on a wrong rank", "4k3/8/8/3pP3/8/8/8/4K3 w - d5 0 1"),
    ("en passant without a pawn", "4k3/8/8/8/8/8/8/4K3 w - d6 0 1"),
    ("en passant over a man", "4k3/3r4/8/3pP3/8/8/8/4K3 w - d6 0 1"),
    ("a bad half-move counter", "4k3/8/8/8/8/8/8/4K2R w - - x 1"),
    ("a negative half-move counter", "4k3/8/8/8/8/8/8/4K2R w - - -1 1"),
    ("a bad move number", "4k3/8/8/8/8/8/8/4K2R w - - 0 one"),
    ("a counter beyond all numbers", "4k3/8/8/8/8/8/8/4K2R w - - 0 99999999999999999999"),
    ("a ninth rank", "8/4k3/8/8/8/8/8/8/4K2R w - - 0 1"),
    ("seven ranks", "4k3/8/8/8/8/8/4K2R w - - 0 1"),
    ("a rank of nine squares", "4k4/8/8/8/8/8/8/4K2R w - - 0 1"),
    ("a rank of seven squares", "4k2/8/8/8/8/8/8/4K2R w - - 0 1"),
    ("an unknown piece", "4k3/8/8/3x4/8/8/8/4K2R w - - 0 1"),
    ("an unknown side", "4k3/8/8/8/8/8/8/4K2R x - - 0 1"),
    ("text that is not ASCII", "4k3/8/8/8/8/8/8/4K2R w - \u{e9}3 0 1"),
    ("chess symbols", "♜♞♝♛♚♝♞♜/8/8/8/8/8/8/4K3 w - - 0 1"),
];

/// Every invalid text is refused, with a reason.
fn invalid_positions() {
    for (what, fen) in INVALID {
        match Position::from_fen(fen) {
            Ok(position) => panic!("{what} was accepted: {fen:?} became {position}"),
            Err(error) => assert!(!error.to_string().is_empty(), "no reason given for {what}"),
        }
    }
    let four = parse("4k3/8/8/3pP3/8/8/8/4K3 w - d6");
    assert_eq!(four.to_fen(), "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "four fields are an EPD");
}

/// Damaged text is refused or becomes a position that holds its promises; it never panics.
fn damaged_text() {
    let mut rng = Rng::new(3);
    let sound: Vec<String> = mixed(4, 60).iter().map(Position::to_fen).collect();
    let letters: Vec<char> = "pnbrqkPNBRQK12345678/ wb-KQkqAHah3600é".chars().collect();
    for _ in 0..30_000 {
        let mut text: Vec<char> = sound[rng.below(sound.len())].chars().collect();
        for _ in 0..1 + rng.below(4) {
            let at = rng.below(text.len().max(1));
            let letter = letters[rng.below(letters.len())];
            match rng.below(4) {
                0 if at < text.len() => drop(text.remove(at)),
                1 if at < text.len() => text[at] = letter,
                2 => text.truncate(at),
                _ => text.insert(at, letter),
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(position) = Position::from_fen(&text) {
            state_is_recomputed(&position);
            round_trip(&position);
        }
    }
}
