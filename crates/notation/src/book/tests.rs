//! Tests of the book: keys, look-up, choice and faulty files.

use super::*;
use crate::{parse_uci, to_uci};
use board::Square;
use game::Game;
use std::path::PathBuf;

/// Keys published with the format; and those of python-chess for en passant, whose file is hashed where a pawn stands
/// beside the one that has passed, be the capture legal or not.
#[test]
fn keys_are_those_of_the_format() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let pinned = "r1b1kb1r/ppp3pp/2N2n2/1B4q1/4pP2/8/PPPPQ1PP/R1B1K2R b KQkq f3 0 1";
    let before =
        pinned.replace("4pP2/8/PPPPQ1PP", "4p3/8/PPPPQPPP").replace("b KQkq f3", "w KQkq -");
    for (fen, moves, key) in [
        (start, "", 0x463b_9618_1691_fc9c),
        (start, "e2e4", 0x823c_9b50_fd11_4196),
        (start, "e2e4 d7d5", 0x0756_b944_61c5_0fb0),
        (start, "e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
        (start, "e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
        (start, "e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
        (start, "e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
        (start, "a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
        (start, "a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
        (pinned, "", 0xe801_afbf_2efe_fc15),
        (&before, "f2f4", 0xe801_afbf_2efe_fc15),
        ("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "", 0x2963_5ddc_0744_3490),
        ("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "", 0x2874_1f70_99a3_606f),
        ("4k3/8/8/8/4pP2/8/8/K3R3 b - f3 0 1", "", 0x9d09_f943_6536_a995),
        ("k7/8/8/3pP3/8/8/8/K3r3 w - d6 0 1", "", 0xc834_3fd2_e4ee_9e09),
        ("1k6/8/8/8/Pp6/8/8/1R2K3 b - a3 0 1", "", 0x7c8b_1820_b550_894b),
        // Legal; none beside it; none beside it but for the edge of the board.
        ("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "", 0x2a0a_96f4_a727_67de),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "", 0x823c_9b50_fd11_4196),
        ("4k3/8/8/8/P6p/8/8/4K3 b - a3 0 1", "", 0x054a_e533_c0a7_e37e),
        ("4k3/8/8/8/7P/p7/8/4K3 b - h3 0 1", "", 0x2e6a_16d7_4d44_ce20),
    ] {
        let mut position = Position::from_fen(fen).expect("a position");
        for text in moves.split_whitespace() {
            position = position.make(parse_uci(&position, text).expect("a legal move"));
        }
        assert_eq!(polyglot_key(&position), key, "{fen} {moves}");
    }
}

/// A book of these entries: position, move as the format has it, weight.
fn book(name: &str, entries: &[(&Position, u16, u16)]) -> PathBuf {
    let mut entries: Vec<[u8; 16]> = entries
        .iter()
        .map(|&(position, mv, weight)| {
            let mut bytes = [0; 16];
            bytes[..8].copy_from_slice(&polyglot_key(position).to_be_bytes());
            bytes[8..10].copy_from_slice(&mv.to_be_bytes());
            bytes[10..12].copy_from_slice(&weight.to_be_bytes());
            bytes
        })
        .collect();
    entries.sort();
    let path = std::env::temp_dir().join(format!("bartizan-{name}-{}.bin", std::process::id()));
    std::fs::write(&path, entries.concat()).expect("a file");
    path
}

/// The bits of a move from `from` to `to`, with the number of a promotion.
fn bits(from: Square, to: Square, promotion: u16) -> u16 {
    promotion << 12 | (from.index() << 6 | to.index()) as u16
}

#[test]
fn moves_are_looked_up_by_position() {
    let start = Position::startpos();
    let position = |fen| Position::from_fen(fen).expect("a position");
    let castling = position("4k3/P7/8/8/8/8/8/4K2R w K - 0 1");
    let other = position("4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    let chess960 = position("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    let path = book(
        "look-up",
        &[
            (&start, bits(Square::E2, Square::E4, 0), 3),
            (&start, bits(Square::D2, Square::D4, 0), 1),
            (&start, bits(Square::E2, Square::E5, 0), 9),
            (&start, bits(Square::E2, Square::E4, 7), 9),
            (&castling, bits(Square::E1, Square::H1, 0), 1),
            (&castling, bits(Square::E1, Square::G1, 0), 2),
            (&castling, bits(Square::A7, Square::A8, 4), 0),
            (&chess960, bits(Square::F1, Square::H1, 0), 1),
            (&chess960, bits(Square::F1, Square::G1, 0), 2),
        ],
    );
    let book = Book::open(&path).expect("a book");
    let in_memory = Book::from_bytes(std::fs::read(&path).expect("a file")).expect("a book");
    // The squares of a king that castles are those of its rook, or its own, if no other move has them.
    for (position, expected) in [
        (&start, &[("d2d4", 1), ("e2e4", 3)][..]),
        (&castling, &[("a7a8q", 0), ("e1g1", 1), ("e1g1", 2)]),
        (&chess960, &[("f1g1", 2), ("f1h1", 1)]),
        (&other, &[]),
    ] {
        let moves = book.moves(position).expect("the file is there");
        assert_eq!(in_memory.moves(position).expect("memory"), moves);
        let moves = moves.into_iter();
        let mut moves: Vec<_> = moves.map(|(mv, weight)| (to_uci(mv, false), weight)).collect();
        moves.sort();
        assert!(
            moves
                .iter()
                .map(|(text, weight)| (text.as_str(), *weight))
                .eq(expected.iter().copied())
        );
    }
    std::fs::remove_file(&path).expect("the file");
    assert!(book.moves(&start).is_err());
}

/// As many entries as a position can have moves are read, and some more.
#[test]
fn entries_of_one_position_are_bounded() {
    let start = Position::startpos();
    let illegal = bits(Square::E2, Square::E5, 0);
    // Entries are sorted by move, so the legal one is the last.
    let legal = bits(Square::H2, Square::H4, 0);
    for (count, moves) in [(0, 1), (200, 1), (255, 1), (256, 0), (testkit::cases(100_000), 0)] {
        let mut entries = vec![(&start, illegal, 1); count];
        entries.push((&start, legal, 1));
        let path = book("bounded", &entries);
        let book = Book::open(&path).expect("a book");
        assert_eq!(book.moves(&start).expect("the file is there").len(), moves, "{count}");
        std::fs::remove_file(&path).expect("the file");
    }
}

#[test]
fn moves_that_repeat_or_draw_are_not_played() {
    for (fen, played, mv, kept) in [
        ("startpos", "", "g1f3", true),
        ("startpos", "g1f3 g8f6 f3g1 f6g8", "g1f3", false),
        ("startpos", "g1f3 g8f6 f3g1 f6g8", "e2e4", true),
        ("startpos", "g1f3 g8f6 f3g1", "f6g8", false),
        ("startpos", "g1f3 g8f6 f3g1", "f6g4", true),
        // The fifty-move rule, insufficient material, stalemate; mate is no draw.
        ("4k3/8/8/8/8/8/8/4K2R w - - 99 90", "", "h1h2", false),
        ("4k3/8/8/8/8/8/8/4K2R w - - 98 90", "", "h1h2", true),
        ("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", "", "e1e2", false),
        ("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "", "g5g6", false),
        ("7k/8/6K1/8/8/8/8/R7 w - - 99 90", "", "a1a8", true),
    ] {
        let position = match fen {
            "startpos" => Position::startpos(),
            _ => Position::from_fen(fen).expect("a position"),
        };
        let mut game = Game::new(position);
        let legal = |game: &Game, text| parse_uci(&game.position, text).expect("a legal move");
        for text in played.split_whitespace() {
            game.play(legal(&game, text));
        }
        let moves = without_draws(&game, vec![(legal(&game, mv), 1)]);
        assert_eq!(moves.len() == 1, kept, "{fen} {played} {mv}");
    }
}

#[test]
fn choice_follows_the_weights() {
    let moves = legal_moves(&Position::startpos());
    let weighted = [(moves[0], 1), (moves[1], 0), (moves[2], 3)];
    let mut random = testkit::Rng::new(5);
    let mut below = |bound| random.below(bound as usize) as u64;
    let mut counts = [0_u32; 3];
    let count = testkit::cases(4000) as u32;
    for _ in 0..count {
        let chosen = choose(&weighted, &mut below).expect("a move");
        counts[moves.iter().position(|&mv| mv == chosen).expect("one of them")] += 1;
    }
    assert!(counts[0].abs_diff(count / 4) < count / 50 + 9 && counts[1] == 0, "{counts:?}");
    assert_eq!(choose(&[(moves[0], 0)], &mut below), None);
    assert_eq!(choose(&[], &mut below), None);
}

#[test]
fn corrupt_books_are_refused() {
    let start = Position::startpos();
    let path = book("bad", &[(&start, bits(Square::E2, Square::E4, 0), 1); 3]);
    let book = Book::open(&path).expect("a book");
    let mut random = testkit::Rng::new(6);
    let noise: Vec<u8> = (0..64 * 16).map(|_| random.next_u64() as u8).collect();
    for (bytes, sized) in [(&noise[..], true), (&noise[..33], false), (&[], false)] {
        std::fs::write(&path, bytes).expect("a file");
        let error = Book::open(&path).expect_err("no book");
        assert_eq!(matches!(error, BookError::Unsorted), sized, "{error}");
        assert_eq!(matches!(error, BookError::Size(_)), !sized, "{error}");
    }
    // One that is cut while it is in use.
    for bytes in [40, 16, 3, 0] {
        std::fs::write(&path, vec![0; bytes]).expect("a file");
        assert!(book.moves(&start).is_err(), "{bytes} bytes");
    }
    std::fs::remove_file(&path).expect("the file");
    assert!(matches!(Book::open(&path), Err(BookError::Read(_))));
}

/// What is built is read, from a file and from memory; weights are added and fitted into 16 bits.
#[test]
fn books_are_built() {
    let start = Position::startpos();
    let moves: Vec<Move> = legal_moves(&start).into_iter().collect();
    let mut builder = BookBuilder::new();
    assert!(builder.is_empty() && Book::from_bytes(builder.to_bytes()).is_err());
    for (mv, weight) in [(0, 1), (1, 7), (1, 0), (2, 0), (0, 3), (1, 2)] {
        builder.add(&start, moves[mv], weight);
    }
    let learned = RawEntry { learn: 77, ..RawEntry::new(&start, moves[2], 0) };
    builder.add_entry(learned);
    let book = Book::from_bytes(builder.to_bytes()).expect("a book");
    let found = |book: &Book| book.find_all(&start).expect("memory");
    let entry = |mv: usize, weight, learn| BookEntry { mv: moves[mv], weight, learn };
    assert_eq!(found(&book), [entry(1, 9, 0), entry(0, 4, 0), entry(2, 0, 77)]);
    assert_eq!(book.find(&start).expect("memory"), Some(entry(1, 9, 0)));
    assert_eq!(book.choice(&start, |count| count - 1).expect("memory"), Some(moves[0]));
    assert_eq!(book.weighted_choice(&start, |sum| sum - 5).expect("memory"), Some(moves[1]));
    assert_eq!((book.len(), book.get(2).expect("memory")), (3, Some(learned)));
    assert_eq!(book.get(3).expect("memory"), None);

    // Another book is added many times: the proportions stay.
    (0..10_000).for_each(|_| builder.add_book(&book).expect("memory"));
    let large = Book::from_bytes(builder.to_bytes()).expect("a book");
    assert_eq!(found(&large), [entry(1, 65535, 0), entry(0, 29126, 0), entry(2, 0, 77)]);
    builder.remove_below(1);
    assert_eq!(builder.len(), 2);
    let mut written = Vec::new();
    builder.write_to(&mut written).expect("memory");
    assert_eq!(written, builder.to_bytes());
    // Castling and promotions keep their move.
    let position = Position::from_fen("r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1").expect("a FEN");
    let legal = legal_moves(&position);
    for mv in legal_moves(&position) {
        let entry = RawEntry::new(&position, mv, 1);
        assert_eq!(entry.find_move(&legal), Some(mv));
        assert_eq!(RawEntry::from_bytes(&entry.to_bytes()), Some(entry));
    }
}
