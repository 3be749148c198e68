//! Setups that need be no position: their faults, sets, attacks and moves; positions in 24 bytes; keys of 128 bits.

use bartizan_board::{
    Bitboard, BuildKeyHasher, CastlingSide, Color, Move, PackedPosition, PackedPositionError,
    Piece, PieceKind, Position, PositionBuilder, PositionError, Square, attacks,
};
use std::collections::HashMap;
use testkit::positions::{RandomGame, mixed};
use testkit::{Rng, cases, constructed};

fn setup(fen: &str) -> PositionBuilder {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn positions() -> impl Iterator<Item = Position> {
    let fens = mixed(7, cases(300)).into_iter().chain(constructed(8, cases(300)));
    fens.map(|fen| fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}")))
}

#[test]
fn all_faults_are_found_and_the_first_by_build() {
    use PositionError as E;
    let (white, black) = (Color::White, Color::Black);
    let kings = setup("8/8/8/8/8/8/8/8 w - - 0 1");
    assert_eq!(kings.faults().collect::<Vec<_>>(), [E::NoKing(white), E::NoKing(black)]);
    let checks = setup("PK5k/8/8/5n2/8/8/8/r3K2R b K e6 0 1");
    let faults: Vec<_> = checks.faults().collect();
    let expected =
        [E::TooManyKings(white), E::PawnOnEndRank(Square::A8), E::EnPassantRank(Square::E6)];
    assert_eq!(faults, expected);
    let both = setup("4k3/8/8/8/4r3/3n1n2/8/r3K2Q w - - 0 1");
    assert_eq!(both.faults().collect::<Vec<_>>(), [E::TooManyCheckers(4)]);
    let mut rng = Rng::new(3);
    for position in positions() {
        let mut builder = position.to_builder();
        assert_eq!(builder.faults().next(), None);
        for _ in 0..3 {
            let square = Square::from_index(rng.next_u64() as usize);
            builder.put(square, Piece::ALL[rng.next_u64() as usize % 12]);
        }
        let (built, first) = (builder.build(), builder.faults().next());
        assert_eq!(built.as_ref().err(), first.as_ref(), "{builder}");
        if let Ok(built) = built {
            let (us, king) = (built.side_to_move(), built.king(!built.side_to_move()));
            assert!(!built.is_attacked_by(us, king) && built.checkers().count() <= 2, "{builder}");
        }
    }
}

#[test]
fn strict_faults() {
    use PositionError as E;
    let (white, black) = (Color::White, Color::Black);
    let none = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        // One pawn is a second queen; two bishops on squares of one color are none of the two from the start.
        "4k3/8/8/8/8/8/PPPPPPP1/QQ2K3 w - - 0 1",
        "4k3/8/8/8/8/8/PPPPPPP1/B1B1K3 w - - 0 1",
        // Double check by a piece that moved and one behind it.
        "4k3/8/8/8/4r3/3n4/8/4K3 w - - 0 1",
        // The pushed pawn gives check, or leaves a diagonal.
        "4k3/8/8/8/3pP3/5K2/8/8 w - - 0 1",
        "4k3/8/8/3pP3/2K5/8/8/8 w - d6 0 1",
        "4k3/6b1/8/4p3/3K4/8/8/8 w - - 0 1",
    ];
    for fen in none {
        assert_eq!(setup(fen).strict_faults().collect::<Vec<_>>(), [], "{fen}");
    }
    let some = [
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", E::TooManyPawns(white)),
        ("qq2k3/pppppppp/8/8/8/8/8/4K3 w - - 0 1", E::TooManyPromoted(black)),
        ("2b1kb2/pppppppp/4b3/8/8/8/8/4K3 w - - 0 1", E::TooManyPromoted(black)),
        ("4k3/8/8/8/8/8/PPPPPPP1/QQQ1K3 w - - 0 1", E::TooManyPromoted(white)),
        // The king between two rooks, and two knights at once.
        ("4k3/8/8/8/r2K3r/8/8/8 w - - 0 1", E::ImpossibleCheck),
        ("4k3/8/8/8/8/2n1n3/8/3K4 w - - 0 1", E::ImpossibleCheck),
        // After d7-d5: a rook that gave check before, and two checkers.
        ("4k3/8/8/3pK2r/8/8/8/8 w - d6 0 1", E::ImpossibleCheck),
        ("4k3/8/8/3p4/2K4r/8/8/8 w - d6 0 1", E::ImpossibleCheck),
    ];
    for (fen, fault) in some {
        let position = setup(fen).build();
        assert!(position.is_ok(), "{fen}");
        assert_eq!(setup(fen).strict_faults().collect::<Vec<_>>(), [fault], "{fen}");
    }
    let mut rng = Rng::new(9);
    for _ in 0..cases(200) {
        for fen in RandomGame::play(none[0], &mut rng, 200).fens {
            assert_eq!(setup(&fen).strict_faults().collect::<Vec<_>>(), [], "{fen}");
        }
    }
}

#[test]
fn sets_and_attacks_are_those_of_the_position() {
    for position in positions() {
        let builder = position.to_builder();
        assert_eq!(builder.occupied(), position.occupied());
        for color in Color::ALL {
            assert_eq!(builder.color(color), position.color(color));
            for kind in PieceKind::ALL {
                assert_eq!(builder.of(color, kind), position.of(color, kind));
                assert_eq!(builder.pieces(kind), position.pieces(kind));
            }
        }
        for square in Square::ALL {
            assert_eq!(builder.attacks_from(square), position.attacks_from(square));
            let empty = Bitboard::EMPTY;
            assert_eq!(builder.attackers_to(square, empty), position.attackers_to(square, empty));
            let white = Color::White;
            assert_eq!(builder.attackers(white, square), position.attackers(white, square));
        }
    }
    let mut builder = PositionBuilder::empty();
    builder.put_all(Bitboard::CORNERS, Piece::BlackRook);
    assert_eq!(builder.of(Color::Black, PieceKind::Rook), Bitboard::CORNERS);
}

#[test]
fn moves_of_setups() {
    let counts = [
        ("8/8/8/8/8/8/8/8 w - - 0 1", 0),
        ("8/8/8/8/8/8/8/N7 b - - 0 1", 0),
        ("8/8/8/8/8/8/p7/NK1k2K1 w - - 0 1", 2 + 4 + 5),
        // Promotions with and without capture, a double step blocked, and a pawn on its last rank.
        ("kP5n/6P1/8/8/8/p7/P2P4/8 w - - 0 1", 8 + 2),
        ("8/8/8/3pP3/8/8/8/8 w - d6 0 1", 2),
        ("8/8/8/4P3/8/8/8/8 w - d6 0 1", 1),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 20),
    ];
    for (fen, count) in counts {
        let moves: Vec<Move> = setup(fen).pseudo_legal_moves().collect();
        assert_eq!(moves.len(), count, "{fen}: {moves:?}");
    }
    let passed = setup("8/8/8/3pP3/8/8/8/8 w - d6 0 1");
    assert!(passed.pseudo_legal_moves().any(Move::is_en_passant));
    let full = setup(&format!("{}QQQQQQQQ w - - 0 1", "QQQQQQQQ/".repeat(7)));
    assert_eq!(full.pseudo_legal_moves().count(), 0);
}

#[test]
fn packed_positions() {
    use PackedPositionError as E;
    let mut rng = Rng::new(4);
    for position in positions() {
        let packed = position.to_packed();
        let unpacked = packed.unpack().expect("what was packed");
        assert!(unpacked.same_position(&position), "{position}");
        assert_eq!(unpacked.double_push_target(), position.double_push_target());
        assert_eq!((unpacked.halfmove_clock(), unpacked.fullmove_number()), (0, 1));
        // A bit changed: no position, or another one.
        let mut bytes = packed.to_bytes();
        bytes[rng.next_u64() as usize % 24] ^= 1 << (rng.next_u64() % 8);
        if let Ok(other) = PackedPosition::from_bytes(bytes).unpack() {
            assert_eq!(other.to_packed().to_bytes(), bytes);
        }
        let noise = [(); 24].map(|()| rng.next_u64() as u8);
        let _ = PackedPosition::from_bytes(noise).unpack();
    }
    let layout = "4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 1".parse::<Position>().expect("a position");
    let mut bytes = layout.to_packed().to_bytes();
    // Rook with its right, king; the pawn that made a double step, pawn; king.
    let index = |piece: Piece| piece.index() as u8;
    let (king, pawn) = (index(Piece::WhiteKing), index(Piece::WhitePawn));
    assert_eq!(bytes[8..11], [13 | king << 4, 12 | pawn << 4, index(Piece::BlackKing)]);
    assert_eq!(bytes[..8], [0x11, 0, 0, 0, 0x18, 0, 0, 0x10]);
    let error = |bytes| PackedPosition::from_bytes(bytes).unpack().err();
    assert_eq!(error([0; 24]), Some(E::Position(PositionError::NoKing(Color::White))));
    assert_eq!(error([255; 24]), Some(E::TooManyPieces(64)));
    bytes[23] = 1;
    assert_eq!(error(bytes), Some(E::Inconsistent));
    assert_eq!(E::TooManyPieces(64).to_string(), "64 squares are occupied, of which 32 can be");
}

#[test]
fn wide_keys_and_maps_by_key() {
    let mut keys: HashMap<u128, Position> = HashMap::new();
    let mut counts: HashMap<Position, u32, BuildKeyHasher> = HashMap::default();
    for position in positions() {
        let key = position.key128();
        assert_eq!(key as u64, position.key());
        let earlier = keys.entry(key).or_insert_with(|| position.clone());
        assert!(earlier.same_position(&position), "{earlier} {position}");
        let again: Position = position.to_string().parse().expect("a FEN");
        assert_eq!(again.key128(), key);
        *counts.entry(position).or_default() += 1;
    }
    let highs: std::collections::HashSet<u64> = keys.keys().map(|key| (key >> 64) as u64).collect();
    assert_eq!(highs.len(), keys.len());
    assert!(counts.len() >= keys.len());
    // Which rook may castle is in the upper half alone.
    let rooks = |right: &str| -> Position {
        format!("4k3/8/8/8/8/8/8/RR2K3 w {right} - 0 1").parse().expect("a position")
    };
    let (a, b) = (rooks("A"), rooks("B"));
    assert_eq!(a.castling_rook(Color::White, CastlingSide::QueenSide), Some(Square::A1));
    assert!(a.key() == b.key() && a.key128() != b.key128());
}

#[test]
fn attacks_in_constants() {
    const LINES: [Bitboard; 4] = [
        attacks::rook_const(Square::A1, Square::A3.bitboard()),
        attacks::bishop_const(Square::A1, Square::C3.bitboard()),
        attacks::pawn_pushes(Color::White, Square::E2, Bitboard::EMPTY),
        attacks::line(Square::A1, Square::H8),
    ];
    assert_eq!(LINES.map(Bitboard::count), [9, 2, 2, 8]);
    const ALIGNED: bool = attacks::aligned(Square::A1, Square::B2, Square::C3);
    const { assert!(ALIGNED) };
    const PAWN: Bitboard = attacks::pawn_attacks(Color::Black, Square::E4);
    assert_eq!(PAWN, Square::D3.bitboard() | Square::F3);
    assert_eq!(attacks::queen_const(Square::D4, Bitboard::EMPTY).count(), 27);
}
