//! FEN and EPD from outside: what is read, what is refused and why. Castling rights by letter and by file, and damaged
//! texts, are in the contract suite.

use bartizan_board::{Color, FenError, Move, MoveFlag, Position, PositionError, Rank, Square};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Texts that come back letter by letter.
const CANONICAL: [&str; 12] = [
    START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/8/8/8/8/8/8/4K2R w K - 99 1000",
    "4k3/8/8/8/8/8/8/4K2R b - - 65535 65535",
    "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 5 20",
    // Chess960: kings elsewhere, outermost rooks.
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9",
    "1r1k3r/8/8/8/8/8/8/1R1K3R w KQkq - 0 1",
    // Chess960: an inner rook keeps its right, so its file must be named.
    "4k3/8/8/8/8/8/8/1K1R2R1 w D - 0 1",
    "rr2k3/8/8/8/8/8/8/RR2K3 w Bb - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
];

fn error(fen: &str) -> FenError {
    Position::from_fen(fen).expect_err(fen)
}

#[test]
fn canonical_texts_round_trip() {
    for fen in CANONICAL {
        let position = Position::from_fen(fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
        assert_eq!(position.to_fen(), fen);
        assert_eq!(position.to_string(), fen);
        let shredder = position.to_shredder_fen();
        assert_eq!(Position::from_fen(&shredder), Ok(position), "{shredder}");
    }
    assert_eq!(Position::startpos().to_fen(), START);
}

#[test]
fn missing_counters_and_white_space() {
    let start = Position::startpos();
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for fen in [
        format!("{board} w KQkq -"),
        format!("{board} w KQkq - 0"),
        format!("{board} w KQkq - 0 0"),
        format!("  {board}\t w   KQkq\n- 0 \r\n 1  "),
    ] {
        assert_eq!(Position::from_fen(&fen).as_ref(), Ok(&start), "{fen:?}");
    }
}

#[test]
fn epd_returns_its_operations() {
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let start = Position::startpos();
    for (tail, rest) in [
        ("", ""),
        (" bm e4; id \"é 1\"; ", "bm e4; id \"é 1\";"),
        (" 0 1 bm e4;", "bm e4;"),
        (" 0 bm e4;", "bm e4;"),
        (" ;", ";"),
        (" 0 1 2", "2"),
    ] {
        let epd = format!("{board} w KQkq -{tail}");
        assert_eq!(Position::from_epd(&epd), Ok((start.clone(), rest)), "{epd}");
    }
    let fen = format!("{board} w KQkq - bm e4;");
    assert_eq!(error(&fen), FenError::BadHalfmoveClock);
    let epd = format!("{board} w KQkq - 65536");
    assert_eq!(Position::from_epd(&epd), Err(FenError::BadHalfmoveClock));
}

#[test]
fn malformed_fields_are_rejected() {
    use FenError::*;
    for (fields, expected) in [
        ("", TooFewFields(1)),
        ("w -", TooFewFields(3)),
        ("w - - 0 1 x", TrailingText),
        ("w - - 0 1 é", NotAscii),
        ("w é -", NotAscii),
        ("W - -", BadSideToMove),
        ("white - -", BadSideToMove),
        ("w - - x 1", BadHalfmoveClock),
        ("w - - -1 1", BadHalfmoveClock),
        ("w - - +1 1", BadHalfmoveClock),
        ("w - - 1.5 1", BadHalfmoveClock),
        ("w - - 65536 1", BadHalfmoveClock),
        ("w - - 99999999999999999999 1", BadHalfmoveClock),
        ("w - - 0 x", BadFullmoveNumber),
        ("w - - 0 -1", BadFullmoveNumber),
        ("w - - 0 65536", BadFullmoveNumber),
        ("w - - 0 99999999999999999999", BadFullmoveNumber),
    ] {
        assert_eq!(error(&format!("4k3/8/8/8/8/8/8/4K3 {fields}")), expected, "{fields}");
    }
    for (text, expected) in [
        (String::new(), TooFewFields(0)),
        ("   ".to_owned(), TooFewFields(0)),
        ("R".repeat(100_000), TooFewFields(1)),
        (format!("{} w - -", "/".repeat(100_000)), RankCount(100_001)),
        (format!("{} w - -", "8".repeat(100_000)), RankCount(1)),
    ] {
        assert_eq!(error(&text), expected);
    }
}

#[test]
fn invalid_boards_are_rejected() {
    use FenError::{BadPiece, RankCount};
    use PositionError::*;
    let wrong_width = |rank, width| FenError::RankWidth { rank, width };
    for (board, expected) in [
        ("4k3/8/8/8/8/8/4K3", RankCount(7)),
        ("4k3/8/8/8/8/8/8/4K3/8", RankCount(9)),
        ("4k3/8/8/8/8/8/8/4K3/", RankCount(9)),
        ("4k3/8/8/7/8/8/8/4K3", wrong_width(Rank::Fifth, 7)),
        ("4k3/8/8//8/8/8/4K3", wrong_width(Rank::Fifth, 0)),
        ("4k3/8/8/8/8/8/8/4K4", wrong_width(Rank::First, 9)),
        ("4k3/8/8/8/8/8/8/4K3RRRRRRRRRRRR", wrong_width(Rank::First, 20)),
        ("4k3/8/8/x7/8/8/8/4K3", BadPiece('x')),
        ("4k3/8/8/9/8/8/8/4K3", BadPiece('9')),
        ("4k3/8/8/08/8/8/8/4K3", BadPiece('0')),
        ("4k3/8/8/8/8/8/8/8", NoKing(Color::White).into()),
        ("8/8/8/8/8/8/8/4K3", NoKing(Color::Black).into()),
        ("4k3/8/8/8/8/8/8/K3K3", TooManyKings(Color::White).into()),
        ("4k3/8/8/NNNNNNNN/NNNNNNNN/8/8/4K3", TooManyPieces(Color::White).into()),
        ("4k3/pppppppp/pppppppp/8/8/8/8/4K3", TooManyPieces(Color::Black).into()),
        ("4k3/8/8/8/8/8/8/P3K3", PawnOnEndRank(Square::A1).into()),
        ("4k2p/8/8/8/8/8/8/4K3", PawnOnEndRank(Square::H8).into()),
        ("4k3/4R3/8/8/8/8/8/4K3", OpponentInCheck(Color::Black).into()),
        ("8/8/8/8/8/8/3k4/4K3", OpponentInCheck(Color::Black).into()),
        ("k3r3/8/8/8/7b/3n4/8/4K3", TooManyCheckers(3).into()),
    ] {
        assert_eq!(error(&format!("{board} w - - 0 1")), expected, "{board}");
    }
    assert_eq!(error("4k3/8/8/8/8/8/3p4/4K3 b - -"), OpponentInCheck(Color::White).into());
    assert!(Position::from_fen("k3r3/8/8/8/7b/8/8/4K3 w - -").is_ok());
}

#[test]
fn impossible_castling_rights_are_rejected() {
    use FenError::*;
    for (board, castling, expected) in [
        ("4k3/8/8/8/8/8/8/4K3", "K", CastlingWithoutRook('K')),
        ("4k3/8/8/8/8/8/8/R3K3", "K", CastlingWithoutRook('K')),
        ("4k3/8/8/8/8/8/8/4K2R", "Q", CastlingWithoutRook('Q')),
        ("4k3/8/8/8/8/8/8/4K2r", "k", CastlingWithoutRook('k')),
        ("4k3/8/8/8/8/8/8/4K2R", "G", CastlingWithoutRook('G')),
        ("4k3/8/8/8/8/8/8/4K2R", "E", CastlingWithoutRook('E')),
        ("4k3/8/8/8/8/8/4K3/7R", "K", CastlingWithoutKing('K')),
        ("4k3/8/8/8/8/8/4K3/7R", "H", CastlingWithoutKing('H')),
        ("4k3/8/8/8/8/8/8/4K2R", "KK", RepeatedCastling('K')),
        ("4k3/8/8/8/8/8/8/4K2R", "KH", RepeatedCastling('H')),
        ("4k3/8/8/8/8/8/8/4K1RR", "GH", RepeatedCastling('H')),
        ("4k3/8/8/8/8/8/8/4K2R", "K-", BadCastling('-')),
        ("4k3/8/8/8/8/8/8/4K2R", "x", BadCastling('x')),
    ] {
        // The side whose right is wrong may be to move or not.
        assert_eq!(error(&format!("{board} b {castling} - 0 1")), expected, "{board} {castling}");
    }
}

#[test]
fn en_passant_squares() {
    use FenError::BadEnPassant;
    use PositionError::*;
    let pushed = "4k3/8/8/3pP3/8/8/8/4K3 w - ";
    let position = Position::from_fen(&format!("{pushed}d6 0 1")).unwrap();
    assert_eq!(position.en_passant(), Some(Square::D6));
    for (fen, expected) in [
        (format!("{pushed}x"), BadEnPassant),
        (format!("{pushed}d9"), BadEnPassant),
        (format!("{pushed}d66"), BadEnPassant),
        (format!("{pushed}d3"), EnPassantRank(Square::D3).into()),
        (format!("{pushed}f6"), EnPassantWithoutPawn(Square::F6).into()),
        (format!("{pushed}e6"), EnPassantWithoutPawn(Square::E6).into()),
        ("4k3/3n4/8/3pP3/8/8/8/4K3 w - d6".into(), EnPassantBlocked(Square::D7).into()),
        ("4k3/8/3n4/3pP3/8/8/8/4K3 w - d6".into(), EnPassantBlocked(Square::D6).into()),
        ("4k3/8/8/8/3pP3/8/4N3/4K3 b - e3".into(), EnPassantBlocked(Square::E2).into()),
    ] {
        assert_eq!(error(&fen), expected, "{fen}");
    }
    // Right, but of no use: no pawn beside it; a pinned one; a king left in check.
    for fen in [
        "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1",
        "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        "7k/8/8/r2pP2K/8/8/8/8 w - d6 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    ] {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(position.en_passant(), None, "{fen}");
        // What the text says is kept beside the position: it is neither compared nor hashed.
        let target = position.double_push_target().unwrap();
        let without = Position::from_fen(&fen.replace(&format!(" {target} "), " - ")).unwrap();
        assert_eq!((without.double_push_target(), without.key()), (None, position.key()));
        assert!(without == position && without.to_fen() == position.to_fen());
        assert_eq!(position.flipped().double_push_target(), Some(target.flip_vertical()));
        assert_eq!(position.with_side_to_move(!position.side_to_move()).double_push_target(), None);
        if !position.in_check() {
            assert_eq!(position.make_null().double_push_target(), None);
        }
    }
    let pushed =
        Position::startpos().make(Move::new(Square::E2, Square::E4, MoveFlag::DOUBLE_PUSH));
    assert_eq!(pushed.double_push_target(), Some(Square::E3));
    let next = pushed.make(Move::new(Square::G8, Square::F6, MoveFlag::QUIET));
    assert_eq!(next.double_push_target(), None);
}

#[test]
fn error_messages() {
    for (fen, message) in [
        ("4k3/8/8/8/8/8/8/8 w - -", "white has no king"),
        ("4k3/8/8/7/8/8/8/4K3 w - -", "rank 5 is 7 squares wide instead of 8"),
        ("4k3/8/8/8/8/8/8/4K3 w K -", "the castling right 'K' has no rook to castle with"),
    ] {
        assert_eq!(error(fen).to_string(), message);
    }
}
