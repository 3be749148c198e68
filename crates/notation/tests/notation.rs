//! Moves and lines of moves as UCI and SAN text: what is accepted, what is rejected and why, and how it is written. That
//! every legal move round trips, and that no text becomes an illegal move, is in the contract suite.

use bartizan_notation::MoveParseError::{self, *};
use bartizan_notation::{line_to_san, parse_san, parse_uci, to_san, to_uci};
use board::Position;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn uci_texts() {
    let standard = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    // From f1, g1 is a king move; only the capture of the rook castles. No king move leads from f1 to c1.
    let chess960 = "8/8/8/3k4/8/8/8/1R3K1R w HB - 0 1";
    let promotion = "3r4/4P3/8/8/8/k7/8/2K5 w - - 0 1";
    for (fen, text, expected) in [
        (standard, "e1g1", Ok(["e1g1", "e1h1"])),
        (standard, "e1h1", Ok(["e1g1", "e1h1"])),
        (standard, "e1c1", Ok(["e1c1", "e1a1"])),
        (standard, "e1a1", Ok(["e1c1", "e1a1"])),
        (standard, "e1b1", Err(Illegal)),
        (standard, "e1g1q", Err(Illegal)),
        (chess960, "f1g1", Ok(["f1g1", "f1g1"])),
        (chess960, "f1h1", Ok(["f1h1", "f1h1"])),
        (chess960, "f1b1", Ok(["f1b1", "f1b1"])),
        (chess960, "f1c1", Ok(["f1b1", "f1b1"])),
        // The king stands on its target square already.
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", Ok(["g1h1", "g1h1"])),
        (promotion, "e7e8q", Ok(["e7e8q", "e7e8q"])),
        (promotion, "e7d8N", Ok(["e7d8n", "e7d8n"])),
        (promotion, "e7e8", Err(MissingPromotion)),
        (promotion, "e7e8k", Err(Malformed)),
        (promotion, "e7e8qq", Err(Malformed)),
        (START, "", Err(Malformed)),
        (START, "e2e", Err(Malformed)),
        (START, "0000", Err(Malformed)),
        (START, "e2e9", Err(Malformed)),
        (START, "é2e4", Err(Malformed)),
        (START, "e2é", Err(Malformed)),
        (START, "e2e4é", Err(Malformed)),
        (START, "(none)", Err(Malformed)),
    ] {
        let written =
            parse_uci(&position(fen), text).map(|mv| [false, true].map(|c| to_uci(mv, c)));
        assert_eq!(written, expected.map(|texts| texts.map(str::to_owned)), "{fen} {text}");
    }
}

#[test]
fn san_disambiguation_is_minimal() {
    for (fen, uci, expected) in [
        // File, then rank, then both; a pinned piece does not count.
        ("4k3/8/8/8/8/8/8/R2K3R w - - 0 1", "h1e1", "Re1+"),
        ("4k3/8/8/8/7K/8/8/R6R w - - 0 1", "a1e1", "Rae1+"),
        ("7k/8/8/R7/8/8/8/R5K1 w - - 0 1", "a1a3", "R1a3"),
        ("1k6/8/8/8/Q6Q/8/8/4K2Q w - - 0 1", "a4e4", "Qae4"),
        ("8/k7/8/8/4Q2Q/8/8/1K5Q w - - 0 1", "h4e1", "Qh4e1"),
        ("4r2k/8/8/8/8/4N3/8/N3K3 w - - 0 1", "a1c2", "Nc2"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
        ("3r4/4P3/8/8/8/k7/8/2K5 w - - 0 1", "e7d8q", "exd8=Q"),
        ("7k/4P1pp/8/8/8/8/8/2K5 w - - 0 1", "e7e8r", "e8=R#"),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"),
        ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+"),
        ("k7/8/8/8/8/8/8/1R3K1R w HB - 0 1", "f1b1", "O-O-O"),
    ] {
        let position = position(fen);
        let mv = parse_uci(&position, uci).unwrap_or_else(|e| panic!("{fen} {uci}: {e}"));
        assert_eq!(to_san(&position, mv), expected, "{fen}");
    }
}

#[test]
fn san_texts() {
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let promotion = "3r4/4P3/8/8/8/k7/8/2K5 w - - 0 1";
    let en_passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    let cases: [(&str, &str, Result<&str, MoveParseError>); 36] = [
        (START, "e4", Ok("e4")),
        (START, "e2e4", Ok("e4")),
        (START, "e2-e4", Ok("e4")),
        (START, "Pe4!?", Ok("e4")),
        (START, "Ng1f3#", Ok("Nf3")),
        (START, "nf3", Err(Malformed)),
        (START, "♘f3", Err(Malformed)),
        (START, "g1f3", Err(Illegal)),
        (START, "Nd4", Err(Illegal)),
        (START, "Nxf3", Err(Illegal)),
        (START, "O-O", Err(Illegal)),
        (START, "e5", Err(Illegal)),
        (START, "e4=Q", Err(Illegal)),
        (START, "", Err(Malformed)),
        (START, "+", Err(Malformed)),
        (START, "N", Err(Malformed)),
        (START, "e9", Err(Malformed)),
        (START, "e4=", Err(Malformed)),
        (START, "Ng1g1f3", Err(Malformed)),
        (START, "--", Err(Malformed)),
        (START, "é4", Err(Malformed)),
        (START, "Né4", Err(Malformed)),
        (castling, "0-0", Ok("O-O")),
        (castling, "0-0-0+", Ok("O-O-O")),
        (castling, "o-o", Err(Malformed)),
        (castling, "O–O", Err(Malformed)),
        (castling, "Kh1", Err(Illegal)),
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", "O-O", Ok("O-O")),
        (promotion, "e8", Err(MissingPromotion)),
        (promotion, "e8Q", Ok("e8=Q")),
        (promotion, "ed8=N", Ok("exd8=N")),
        (promotion, "exd8q+!?", Ok("exd8=Q")),
        (promotion, "d8=N", Err(Illegal)),
        ("4k3/8/8/8/7K/8/8/R6R w - - 0 1", "Re1", Err(Ambiguous)),
        (en_passant, "exd6 e.p.", Ok("exd6")),
        (en_passant, "ed6", Ok("exd6")),
    ];
    for (fen, text, expected) in cases {
        let position = position(fen);
        let written = parse_san(&position, text).map(|mv| to_san(&position, mv));
        assert_eq!(written.as_deref(), expected.as_deref(), "{fen} {text}");
    }
}

#[test]
fn lines_have_move_numbers_and_are_cut() {
    let start = Position::startpos();
    let mut position = start.clone();
    let mut moves = Vec::new();
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(20) {
        moves.push(parse_uci(&position, text).expect("a legal move"));
        position = position.make(moves[moves.len() - 1]);
    }
    assert_eq!(line_to_san(&start, &moves[..3], 12), "1. Nf3 Nf6 2. Ng1");
    assert_eq!(line_to_san(&start.make(moves[0]), &moves[1..3], 12), "1... Nf6 2. Ng1");
    assert_eq!(line_to_san(&start, &[], 12), "");
    assert!(line_to_san(&start, &moves, 12).ends_with("6. Ng1 Ng8 …"));
}
