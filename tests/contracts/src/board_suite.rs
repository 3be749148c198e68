//! What the board layer promises: positions go through text unharmed, what `make` keeps up to date
//! is what the position says, and no text makes it panic. Its keys are in `zobrist_suite`, repetition in
//! `repetition_suite`.

use board::{Bitboard, Color, Move, MoveFlag, Piece, PieceKind, Position, Square, attacks};

use crate::naive;
use crate::positions::{chosen, constructed, cozy_board, legal_moves, mixed, parse, random_moves};
use testkit::{CozyBoard, Rng};

/// Runs the board's contract.
pub fn board() {
    assert!(size_of::<Position>() <= 256, "a position has {} bytes", size_of::<Position>());
    assert_eq!(size_of::<Option<board::Move>>(), 2, "an optional move is two bytes");
    chess960_starts();
    castling_spellings();
    lines_between_squares();
    for position in mixed(1, 400).iter().chain(&constructed(7, 1200)) {
        round_trip(position);
        state_is_recomputed(position);
        flips(position);
        successors(position);
    }
    en_passant();
    games_stay_in_step();
    crate::zobrist_suite::keys();
    insufficient_material();
    invalid_positions();
    damaged_text();
}

/// Everything a position shows, so that two can be compared beyond what `==` looks at.
fn observed(position: &Position) -> String {
    let sides = Color::ALL.map(|color| (position.non_pawn_key(color), position.blockers(color)));
    let keys = (position.key(), position.pawn_key(), position.minor_key(), sides);
    let checks = (position.checkers(), position.pinned());
    let rules = (position.en_passant(), position.castling_rights());
    let texts = (position.to_fen(), position.to_shredder_fen());
    format!(
        "{texts:?} keys {keys:x?} checkers and pins {checks:?} en passant and castling {rules:?}"
    )
}

/// Reads the position's own text back: the same position, incremental state and all.
fn round_trip(position: &Position) {
    for fen in [position.to_fen(), position.to_shredder_fen(), position.to_string()] {
        let again = parse(&fen);
        assert_eq!(observed(&again), observed(position), "read back from {fen}");
        assert_eq!(&again, position, "read back from {fen}, by ==");
        let plies = usize::from(again.halfmove_clock());
        assert_eq!(again.reversible_plies(), plies, "reversible plies read from {fen}");
    }
}

/// Checkers, pins, blockers and attacks against the slow way of finding them.
fn state_is_recomputed(position: &Position) {
    let side = position.side_to_move();
    assert_eq!(position.checkers(), naive::checkers(position), "checkers of {position}");
    assert_eq!(position.in_check(), position.checkers().any(), "in check: {position}");
    for color in Color::ALL {
        let blockers = naive::blockers(position, color);
        assert_eq!(position.blockers(color), blockers, "blockers of {color:?}: {position}");
        let is_piece = |kind: &PieceKind| !matches!(kind, PieceKind::Pawn | PieceKind::King);
        let mut pieces = Square::ALL.into_iter().filter_map(|at| position.piece_on(at));
        assert_eq!(
            position.has_non_pawn_material(color),
            pieces.any(|piece| piece.color() == color && is_piece(&piece.kind())),
            "pieces of {color:?} other than pawns and king: {position}"
        );
        let turned = position.with_side_to_move(color);
        assert_eq!(turned.side_to_move(), color, "side to move set in {position}");
        let checks = (turned.checkers(), turned.pinned());
        let expected = (naive::checkers(&turned), blockers & turned.color(color));
        assert_eq!(checks, expected, "checks and pins with {color:?} to move: {position}");
        for gone in [Bitboard::EMPTY, position.king(!color).bitboard()] {
            let fast = position.attacked_by(color, position.occupied() - gone);
            let slow = naive::attacked(position, color, gone);
            assert_eq!(fast, slow, "attacked by {color:?} without {gone:?} in {position}");
        }
    }
    if !position.in_check() {
        turned_is_as_read(position);
    }
    for square in board::Square::ALL {
        let slow = Color::ALL
            .into_iter()
            .fold(Bitboard::EMPTY, |all, color| all | naive::attackers(position, square, color));
        let fast = position.attackers_to(square, position.occupied());
        assert_eq!(fast, slow, "attackers of {square} in {position}");
    }
    let attackers = position.attackers_to(position.king(!side), position.occupied());
    let is_lawful = (attackers & position.color(side)).is_empty();
    assert!(is_lawful, "the side that has moved stands in check: {position}");
}

/// With the other side to move, which is lawful where no king is attacked, the position is the one that is
/// read from text.
fn turned_is_as_read(position: &Position) {
    let us = position.side_to_move();
    assert_eq!(&position.with_side_to_move(us), position, "{us:?} to move as before");
    let fen = position.to_shredder_fen();
    let mut fields: Vec<&str> = fen.split(' ').collect();
    (fields[1], fields[3]) = (if us == Color::White { "b" } else { "w" }, "-");
    let (turned, read) = (position.with_side_to_move(!us), parse(&fields.join(" ")));
    assert_eq!(observed(&turned), observed(&read), "the other side to move in {position}");
}

/// The squares between two squares and the line through them, walked step by step.
fn lines_between_squares() {
    for a in Square::ALL {
        for b in Square::ALL {
            let expected = naive::between_and_line(a, b);
            let found = (attacks::between(a, b), attacks::line(a, b));
            assert_eq!(found, expected, "between {a} and {b}, and the line through them");
        }
    }
}

/// Swapping the colours twice changes nothing, and once keeps the number of moves.
fn flips(position: &Position) {
    let flipped = position.flipped();
    state_is_recomputed(&flipped);
    assert_eq!(flipped.side_to_move(), !position.side_to_move());
    assert_eq!(flipped.flipped().to_fen(), position.to_fen(), "flipped twice");
    let moves = [&flipped, position].map(|position| legal_moves(position).len());
    assert_eq!(moves[0], moves[1], "moves of {position} flipped");
}

/// The state that `make` and `make_null` carry along equals that of the position read from text,
/// and what the text only passes on follows from the move.
fn games_stay_in_step() {
    let mut rng = Rng::new(2);
    for start in chosen().into_iter().chain([Position::startpos()]) {
        for _ in 0..3 {
            let mut position = start.clone();
            for mv in random_moves(&start, &mut rng, 120) {
                let next = position.make(mv);
                follows_from_the_move(&position, mv, &next);
                let again = parse(&next.to_fen());
                assert_eq!(observed(&next), observed(&again));
                assert_eq!(next, again, "{mv} made in {position}, and read back");
                if !next.in_check() {
                    passing(&next);
                }
                position = next;
            }
        }
    }
}

/// What every legal move leads to.
fn successors(position: &Position) {
    for mv in legal_moves(position) {
        follows_from_the_move(position, mv, &position.make(mv));
        let target = position.piece_on(mv.to()).map(Piece::kind).filter(|_| !mv.is_castle());
        let captured = if mv.is_en_passant() { Some(PieceKind::Pawn) } else { target };
        assert_eq!(position.captured(mv), captured, "what {mv} captures in {position}");
        let noisy = captured.is_some() || mv.promotion().is_some();
        assert_eq!((mv.is_noisy(), mv.is_quiet()), (noisy, !noisy), "kind of {mv} in {position}");
    }
}

/// Pieces, side to move, castling rights and en passant after a move are those of cozy-chess, and the
/// counters follow.
fn follows_from_the_move(before: &Position, mv: Move, after: &Position) {
    let context = format!("{mv} in {before}");
    let mut board = cozy_board(before);
    board.play(&mv.to_string()).unwrap_or_else(|error| panic!("{error}"));
    // Read, since cozy-chess keeps every square passed, and a board those that somebody can use.
    let expected = parse(&board.fen());
    let fields = |position: &Position| {
        let fen = position.to_shredder_fen();
        fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(fields(after), fields(&expected), "after {context} (left), by cozy-chess (right)");
    let (mover, side) = (before.moved_piece(mv), before.side_to_move());
    let middle = Square::from_index((mv.from().index() + mv.to().index()) / 2);
    let passed = (mv.flag() == MoveFlag::DOUBLE_PUSH).then_some(middle);
    assert_eq!(after.double_push_target(), passed, "the square passed over by {context}");
    let reversible = !mv.is_capture() && mover.kind() != PieceKind::Pawn;
    let clock = if reversible { before.halfmove_clock() + 1 } else { 0 };
    assert_eq!(after.halfmove_clock(), clock, "clock after {context}");
    let number = before.fullmove_number() + u16::from(side == Color::Black);
    assert_eq!(after.fullmove_number(), number, "move number after {context}");
    let plies = if reversible { before.reversible_plies() + 1 } else { 0 };
    assert_eq!(after.reversible_plies(), plies, "reversible plies after {context}");
}

/// En passant is possible for exactly those pawns that may legally capture so, and the square is
/// kept if there is one.
fn en_passant() {
    let (mut safe, mut unsafe_) = (0, 0);
    for fen in testkit::constructed(8, 4000) {
        let target = fen.split(' ').nth(3).and_then(|name| name.parse::<Square>().ok());
        let Some(target) = target else { continue };
        let position = parse(&fen);
        let us = position.side_to_move();
        // Not of the board's own text, which may have lost the square.
        let board = CozyBoard::from_fen(&fen).unwrap_or_else(|error| panic!("{error}"));
        let legal = board.legal_moves();
        let capturers = attacks::pawn_attacks(!us, target) & position.of(us, PieceKind::Pawn);
        let mut any = false;
        for from in capturers {
            let expected = legal.contains(&format!("{from}{target}"));
            let found = position.is_en_passant_safe(from, target);
            assert_eq!(found, expected, "en passant {from}{target} keeps the king safe in {fen}");
            any |= expected;
            *(if expected { &mut safe } else { &mut unsafe_ }) += 1;
        }
        let found = position.en_passant();
        assert_eq!(found, any.then_some(target), "the square of en passant read from {fen}");
    }
    assert!(safe > 200 && unsafe_ > 50, "{safe} legal captures and {unsafe_} illegal ones");
}

/// A null move changes the side to move and the counters and ends en passant.
fn passing(position: &Position) {
    let passed = position.make_null();
    assert_eq!(passed.side_to_move(), !position.side_to_move());
    assert_eq!(passed.en_passant(), None, "passing ends en passant: {position}");
    assert_eq!(passed.reversible_plies(), 0, "a null move ends the reversible window");
    assert_eq!(passed.halfmove_clock(), position.halfmove_clock() + 1, "passing in {position}");
    let number = position.fullmove_number() + u16::from(position.side_to_move() == Color::Black);
    assert_eq!(passed.fullmove_number(), number, "passing in {position}");
    let again = parse(&passed.to_fen());
    assert_eq!(observed(&passed), observed(&again), "passing in {position}");
    assert_eq!(passed, again, "passing in {position}");
}

/// All 960 starting positions exist and read back; `types` numbers them.
fn chess960_starts() {
    for number in 0..960 {
        round_trip(&Position::chess960(number, number).expect("a number below 960"));
    }
    for (white, black, rows) in [
        (0, 959, ["rkrnnqbb", "BBQNNRKR"]),
        (959, 518, ["rnbqkbnr", "RKRNNQBB"]),
        (518, 518, ["rnbqkbnr", "RNBQKBNR"]),
    ] {
        let position = Position::chess960(white, black).expect("both are below 960");
        let fen = format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{} w KQkq - 0 1", rows[0], rows[1]);
        assert_eq!(position.to_fen(), fen);
    }
    assert_eq!(Position::chess960(518, 518), Some(Position::startpos()), "the standard array");
    assert_eq!((Position::chess960(960, 0), Position::chess960(0, 960)), (None, None));
}

/// Rights by letter and by file: `K` and `Q` mean the outermost rooks, inner ones are named.
fn castling_spellings() {
    for (read, shredder, x_fen) in [
        ("KQ", "HB", "KQ"),
        ("HB", "HB", "KQ"),
        ("GC", "GC", "GC"),
        ("GQ", "GB", "GQ"),
        ("C", "C", "C"),
        ("-", "-", "-"),
    ] {
        let position = parse(&format!("4k3/8/8/8/8/8/8/1RR1K1RR w {read} - 0 1"));
        let castling = |fen: String| fen.split(' ').nth(2).map(str::to_owned);
        assert_eq!(castling(position.to_shredder_fen()).as_deref(), Some(shredder), "{read}");
        assert_eq!(castling(position.to_fen()).as_deref(), Some(x_fen), "{read}");
    }
}

/// Draws by material alone: neither side can mate, whatever is played.
fn insufficient_material() {
    for (fen, expected) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true),
        ("4kb2/8/8/8/8/8/8/4K3 b - - 0 1", true),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/2B1KN2 w - - 0 1", false),
        ("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", false),
        // Bishops: on one colour, on both, on both of one side.
        ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true),
        ("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", false),
    ] {
        assert_eq!(parse(fen).has_insufficient_material(), expected, "{fen}");
    }
}

/// Texts that are no valid positions, with what is wrong: at least one for each kind of error that
/// the layer names.
pub(crate) const INVALID: &[(&str, &str)] = &[
    ("no fields", ""),
    ("too few fields", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
    ("too few fields", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq"),
    ("no white king", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w kq - 0 1"),
    ("no black king", "rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1"),
    ("two white kings", "4k3/8/8/8/8/8/8/K3K3 w - - 0 1"),
    ("seventeen white pieces", "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("seventeen black pieces", "4k3/pppppppp/pppppppp/8/8/8/8/4K3 w - - 0 1"),
    ("kings beside each other", "8/8/8/8/8/8/3k4/4K3 w - - 0 1"),
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

/// Positions that no game reaches and that are valid: games with odds, many pieces of a kind, many pawns.
const ODD_MATERIAL: [&str; 7] = [
    "rrrrkrrr/rppppppp/8/8/8/8/RPPPPPPP/RRRRKRRR w KQkq - 0 1",
    "q4k1q/q2Q1q2/3q4/2Q1Q3/1q6/8/qQ1Q4/3QK1q1 w - - 14 41",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RQBQKBNR w KQkq - 0 1",
    "nnnnknnn/nnnnnnnn/8/8/8/8/BBBBBBBB/BBBBKBBB b - - 0 1",
    "4k3/ppppppp1/pppppppp/8/8/P7/PPPPPPPP/4K3 w - - 0 1",
    "nQ4Q1/4Q3/Q1Q4Q/Q4Q1Q/3Q4/KQ4Q1/pp2Q3/krQ4Q w - - 0 1",
    "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 99 300",
];

/// Every invalid text is refused, with a reason.
fn invalid_positions() {
    for (what, fen) in INVALID {
        match Position::from_fen(fen) {
            Ok(position) => panic!("{what} was accepted: {fen:?} became {position}"),
            Err(error) => assert!(!error.to_string().is_empty(), "no reason given for {what}"),
        }
    }
    // Sixteen pieces a side may be of any kinds.
    for fen in ODD_MATERIAL {
        let position = parse(fen);
        assert_eq!(position.to_fen(), fen);
        state_is_recomputed(&position);
    }
    let zero = parse("4k3/8/8/8/8/8/8/4K2R w - - 0 0");
    assert_eq!(zero.fullmove_number(), 1, "move numbers begin at 1");
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
