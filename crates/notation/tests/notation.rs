//! Notation: what SAN accepts and rejects, and texts changed at random. That every legal move round
//! trips is in the contract suite.

use bartizan_notation::{MoveParseError, parse_san, parse_uci, to_san, to_uci};
use board::{Move, Position};
use movegen::legal_moves;

const STARTS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "1r2q1n1/P1PkPpP1/1r3b2/3pP3/3Pp3/B4R1R/pPpKp1p1/4Q1N1 w - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
];

#[test]
fn mutated_texts_parse_to_legal_moves_or_errors() {
    let alphabet: Vec<char> = "abcdefgh12345678KQRBNPOx0-=+#!:é".chars().collect();
    let mut state = 5u64;
    let mut below = |limit: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % limit
    };
    for game in 0..24 {
        let mut position = position(STARTS[game % STARTS.len()]);
        for _ in 0..60 {
            let moves = legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            let mv = moves[below(moves.len())];
            let san = to_san(&position, mv);
            let without_signs = san.trim_end_matches(['+', '#']).replace('=', "");
            for text in [format!("{without_signs}+!?"), without_signs] {
                assert_eq!(parse_san(&position, &text), Ok(mv), "{position} {text}");
            }
            for text in [san, to_uci(mv, false)] {
                let mut text: Vec<char> = text.chars().collect();
                let at = below(text.len());
                match below(3) {
                    0 => text[at] = alphabet[below(alphabet.len())],
                    1 => text.insert(at, alphabet[below(alphabet.len())]),
                    _ => drop(text.remove(at)),
                }
                let text: String = text.into_iter().collect();
                for parsed in [parse_san(&position, &text), parse_uci(&position, &text)] {
                    assert!(
                        parsed.is_err() || moves.contains(&parsed.unwrap()),
                        "{position} {text}"
                    );
                }
            }
            position = position.make(mv);
        }
    }
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

fn san(fen: &str, text: &str) -> Result<String, MoveParseError> {
    let position = position(fen);
    parse_san(&position, text).map(|mv| to_san(&position, mv))
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
fn parse_san_accepted_and_rejected_texts() {
    use MoveParseError::*;
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (text, expected) in [
        ("e4", Ok("e4")),
        ("e2e4", Ok("e4")),
        ("e2-e4", Ok("e4")),
        ("Pe4!?", Ok("e4")),
        ("Ng1f3#", Ok("Nf3")),
        ("nf3", Err(Malformed)),
        ("Nd4", Err(Illegal)),
        ("Nxf3", Err(Illegal)),
        ("O-O", Err(Illegal)),
        ("e5", Err(Illegal)),
        ("e4=Q", Err(Illegal)),
        ("", Err(Malformed)),
        ("+", Err(Malformed)),
        ("N", Err(Malformed)),
        ("e9", Err(Malformed)),
        ("e4=", Err(Malformed)),
        ("Ng1g1f3", Err(Malformed)),
        ("--", Err(Malformed)),
        ("é4", Err(Malformed)),
        ("Né4", Err(Malformed)),
    ] {
        assert_eq!(san(start, text).as_deref(), expected.as_ref().map(|s| *s), "{text}");
    }
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(san(castling, "0-0").as_deref(), Ok("O-O"));
    assert_eq!(san(castling, "0-0-0+").as_deref(), Ok("O-O-O"));
    assert_eq!(san(castling, "Kh1"), Err(Illegal));
    let promotion = "3r4/4P3/8/8/8/k7/8/2K5 w - - 0 1";
    assert_eq!(san(promotion, "e8"), Err(MissingPromotion));
    assert_eq!(san(promotion, "e8Q").as_deref(), Ok("e8=Q"));
    assert_eq!(san(promotion, "ed8=N").as_deref(), Ok("exd8=N"));
    assert_eq!(san(promotion, "d8=N"), Err(Illegal));
    let rooks = "4k3/8/8/8/7K/8/8/R6R w - - 0 1";
    assert_eq!(san(rooks, "Re1"), Err(Ambiguous));
    assert_eq!(san("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6 e.p.").as_deref(), Ok("exd6"));
}

#[test]
fn castling_with_king_already_on_target() {
    // The king stands on its target square already, so its two squares are the same.
    let position = position("4k3/8/8/8/8/8/8/6KR w H - 0 1");
    let castling: Vec<Move> =
        legal_moves(&position).into_iter().filter(|mv| mv.is_castle()).collect();
    assert_eq!(castling.len(), 1);
    assert_eq!(parse_uci(&position, "g1h1"), Ok(castling[0]));
    assert_eq!(to_uci(castling[0], true), "g1h1");
    assert_eq!(parse_san(&position, "O-O"), Ok(castling[0]));
}
