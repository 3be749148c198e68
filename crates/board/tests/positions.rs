//! Positions of random games, standard and Chess960: through text and builder and back, flipped, keyed, and with
//! attacks, checkers and pins found the slow way too.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use bartizan_board::{
    Bitboard, CastlingNotation, CastlingRights, CastlingSide, Color, EnPassantMode, File, Move,
    MoveFlag, Piece, PieceKind, Position, PositionBuilder, PositionError, Rank, Square, UciMove,
    attacks,
};
use testkit::positions::{RandomGame, chosen, mixed};
use testkit::{Rng, cases, constructed};

fn parse(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Positions of random games from standard and Chess960 starts and from chosen positions, and random setups.
fn positions() -> impl Iterator<Item = Position> {
    mixed(3, cases(600)).into_iter().chain(constructed(5, cases(300))).map(|fen| parse(&fen))
}

/// The move of a text, castling as king takes rook, that is known to be legal.
fn read_move(position: &Position, text: &str) -> Move {
    let mv: UciMove = text.parse().expect(text);
    let (from, to) = (mv.from().expect(text), mv.to().expect(text));
    let is_pawn = position.kind_on(from) == Some(PieceKind::Pawn);
    let target = position.color_on(to);
    let flag = if let Some(kind) = mv.promotion() {
        MoveFlag::promotion(kind, target.is_some()).expect(text)
    } else if target == Some(position.side_to_move()) {
        MoveFlag::CASTLE
    } else if target.is_some() {
        MoveFlag::CAPTURE
    } else if is_pawn && from.file() != to.file() {
        MoveFlag::EN_PASSANT
    } else if is_pawn && from.rank().distance(to.rank()) == 2 {
        MoveFlag::DOUBLE_PUSH
    } else {
        MoveFlag::QUIET
    };
    Move::new(from, to, flag)
}

fn hash(position: &Position) -> u64 {
    let mut hasher = DefaultHasher::new();
    position.hash(&mut hasher);
    hasher.finish()
}

#[test]
fn texts_and_builders_round_trip() {
    use CastlingNotation::{Shredder, Standard, XFen};
    use EnPassantMode::{Always, Legal, PseudoLegal};
    for position in positions() {
        for mode in [Legal, PseudoLegal, Always] {
            for castling in [XFen, Shredder] {
                let fen = position.to_fen_with(castling, mode);
                let again = parse(&fen);
                assert_eq!((&again, hash(&again)), (&position, hash(&position)), "{fen}");
                assert_eq!(again.to_fen_with(castling, mode), fen);
                assert_eq!(again.en_passant_target(mode), position.en_passant_target(mode));
                let epd = position.to_epd_with(castling, mode);
                assert!(fen.starts_with(&epd) && Position::from_epd(&epd).is_ok(), "{epd}");
            }
            let fields = position.to_fen_with(Standard, mode);
            let castling = fields.split(' ').nth(2).expect("six fields");
            assert_eq!(castling, position.castling_rights().to_string());
        }
        assert_eq!(position.to_fen(), position.to_fen_with(XFen, Legal));
        let builder = position.to_builder();
        let built = builder.build().expect("a position");
        assert_eq!(
            (&built, built.double_push_target()),
            (&position, position.double_push_target())
        );
        assert_eq!(builder.to_string().parse(), Ok(builder.clone()));
        assert_eq!(built.to_builder(), builder);
        // Piece by piece, in another order.
        let mut other = PositionBuilder::empty();
        for (square, piece) in position.iter_pieces() {
            other.put(square, piece);
        }
        for (color, side) in position.castling_rights() {
            other.set_castling_rook(color, position.castling_rook(color, side).expect("a rook"));
        }
        other
            .set_side_to_move(position.side_to_move())
            .set_en_passant(position.double_push_target());
        other.set_halfmove_clock(position.halfmove_clock());
        other.set_fullmove_number(position.fullmove_number());
        assert_eq!(other, builder);
        assert_eq!(builder.clone().drop_impossible_rights(), &builder);
    }
}

#[test]
fn flips_are_involutions() {
    for position in positions() {
        assert_eq!(position.flipped().flipped(), position);
        assert_eq!(
            position.flipped().double_push_target(),
            position.double_push_target().map(Square::flip_vertical)
        );
        let builder = position.to_builder();
        for flip in [Square::flip_vertical, Square::flip_horizontal, Square::rotate_180] {
            assert_eq!(builder.clone().transform(flip).transform(flip), &builder, "{position}");
        }
        assert_eq!(builder.clone().swap_colors().swap_colors(), &builder);
        // Where a rank becomes a file there is no castling.
        let pieces = builder.clone().set_castling_rights(CastlingRights::EMPTY).clone();
        for (turn, back) in [
            (
                Square::flip_diagonal as fn(Square) -> Square,
                Square::flip_diagonal as fn(Square) -> Square,
            ),
            (Square::flip_anti_diagonal, Square::flip_anti_diagonal),
            (Square::rotate_90, Square::rotate_270),
        ] {
            assert_eq!(pieces.clone().transform(turn).transform(back), &pieces, "{position}");
        }
        let mirrored = builder.clone().transform(Square::flip_horizontal).build().expect("valid");
        assert_eq!(mirrored.checkers(), position.checkers().flip_horizontal());
        assert_eq!(
            mirrored.castling_rights().into_iter().len(),
            position.castling_rights().into_iter().len()
        );
    }
}

/// Pieces of a color that attack a square, each piece asked.
fn slow_attackers(position: &Position, color: Color, square: Square) -> Bitboard {
    let pieces = position.iter_pieces().filter(|(_, piece)| piece.color() == color);
    pieces
        .map(|(from, _)| from)
        .filter(|&from| position.attacks_from(from).contains(square))
        .collect()
}

#[test]
fn attacks_checks_and_pins() {
    for position in positions() {
        let us = position.side_to_move();
        assert_eq!(position.checkers(), slow_attackers(&position, !us, position.king(us)));
        for color in Color::ALL {
            for square in Square::ALL {
                let attackers = slow_attackers(&position, color, square);
                assert_eq!(position.attackers(color, square), attackers, "{position} {square}");
                assert_eq!(position.is_attacked_by(color, square), attackers.any());
            }
            // A piece is pinned if without it another one attacks the king.
            let king = position.king(color);
            let before = position.attackers(!color, king);
            let pinned = |&square: &Square| {
                let occupied = position.occupied().without(square);
                let attackers = position.attackers_to(king, occupied) & position.color(!color);
                !attackers.is_subset(before)
            };
            let pinned: Bitboard = position.color(color).iter().filter(pinned).collect();
            assert_eq!(position.pinned_of(color), pinned, "{position}");
            for square in position.color(color) {
                let expected = if pinned.contains(square) {
                    attacks::line(king, square)
                } else {
                    Bitboard::FULL
                };
                assert_eq!(position.pin_mask(color, square), expected);
            }
            let count: u32 = position.material(color).iter().sum();
            assert_eq!(count, position.color(color).count());
        }
        assert_eq!(position.pinned(), position.pinned_of(us));
        assert_eq!(position.null_move().is_some(), !position.in_check());
    }
}

#[test]
fn keys_of_games_are_those_of_their_texts() {
    let mut rng = Rng::new(9);
    let plies = if cfg!(miri) { 4 } else { 80 };
    for start in chosen() {
        let mut position = parse(start);
        for text in RandomGame::play(start, &mut rng, plies).moves {
            let mv = read_move(&position, &text);
            let next = position.make(mv);
            let read = parse(&next.to_fen());
            assert_eq!((next.key(), &next), (read.key(), &read), "{position} {text}");
            assert_eq!(next.key_without_en_passant(), {
                let fields = next.to_builder().set_en_passant(None).build();
                fields.expect("valid without en passant").key()
            });
            let is_zeroing = next.halfmove_clock() == 0;
            assert_eq!(position.is_zeroing(mv), is_zeroing, "{position} {text}");
            let lost = next.castling_rights() != position.castling_rights();
            let is_irreversible = is_zeroing || lost || position.en_passant().is_some();
            assert_eq!(position.is_irreversible(mv), is_irreversible, "{position} {text}");
            position = next;
        }
    }
}

/// Keys are kept in files, so a change of these numbers changes what programs read.
#[test]
fn keys_are_stable() {
    for (fen, key) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x46d5_e52d_99f3_ee9e),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x0b06_0f52_6c05_2050),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0xb114_b441_3115_39ac),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 0x28cd_f0b2_b2f2_31ba),
    ] {
        assert_eq!(parse(fen).key(), key, "{fen}");
    }
}

#[test]
fn equality_hash_and_counters() {
    let start = Position::startpos();
    let later = start.to_builder().set_halfmove_clock(8).build().expect("valid");
    assert!(start != later && start.same_position(&later) && hash(&start) == hash(&later));
    // The same rights and the same key, but another rook.
    let rooks =
        ["4k3/8/8/8/8/8/8/1K1R2R1 w D - 0 1", "4k3/8/8/8/8/8/8/1K1R2R1 w G - 0 1"].map(parse);
    assert!(!rooks[0].same_position(&rooks[1]) && rooks[0].key() == rooks[1].key());
    // A rook square of a lost right is not compared.
    let bare =
        [parse("1r2k3/8/8/8/8/8/8/4K2R w K - 0 1"), parse("1r2k3/8/8/8/8/8/8/4K2R w K - 0 1")];
    assert_eq!(bare[0], bare[1]);
}

#[test]
fn faults_of_builders() {
    use PositionError::*;
    let kings = || {
        let mut builder = PositionBuilder::empty();
        builder.put(Square::E1, Piece::WhiteKing).put(Square::E8, Piece::BlackKing);
        builder
    };
    assert_eq!(PositionBuilder::default().build(), Err(NoKing(Color::White)));
    assert_eq!(PositionBuilder::startpos().build(), Ok(Position::startpos()));
    let (white, king_side) = (Color::White, CastlingSide::KingSide);
    let without_rook = CastlingWithoutRook(white, king_side);
    for rook in [Square::H1, Square::G1, Square::H2] {
        assert_eq!(kings().set_castling_rook(white, rook).build(), Err(without_rook));
    }
    // A rook of the right color, but not on the first rank.
    let mut builder = kings();
    builder.put(Square::H2, Piece::WhiteRook).set_castling_rook(white, Square::H2);
    assert_eq!(builder.build(), Err(without_rook));
    let mut builder = kings();
    builder.put(Square::H1, Piece::WhiteRook).set_castling_rights(CastlingRights::ALL);
    assert_eq!(builder.build(), Err(CastlingWithoutRook(white, CastlingSide::QueenSide)));
    assert_eq!(builder.drop_impossible_rights().to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    builder.remove(Square::E1).put(Square::E2, Piece::WhiteKing);
    assert_eq!(builder.build(), Err(CastlingWithoutKing(white, king_side)));
    builder.remove_castling_right(white, king_side).set_fullmove_number(0);
    assert_eq!(builder.build().expect("valid").fullmove_number(), 1);
    builder.set_en_passant(Some(Square::D6));
    assert_eq!(builder.build(), Err(EnPassantWithoutPawn(Square::D6)));
    builder.set_side_to_move(Color::Black);
    assert_eq!(builder.en_passant(), None);
    // Rights by side take the outermost rook that stands there.
    let mut builder = kings();
    for square in [Square::F1, Square::G1, Square::A1, Square::B1] {
        builder.put(square, Piece::WhiteRook);
    }
    builder.set_castling_rights(CastlingRights::both(white));
    assert_eq!(
        builder.build().expect("valid").to_shredder_fen(),
        "4k3/8/8/8/8/8/8/RR2KRR1 w GA - 0 1"
    );
    let texts = [NoKing(white).to_string(), without_rook.to_string()];
    assert_eq!(
        texts,
        ["white has no king", "white may castle on the king side, but has no rook to castle with"]
    );
}

#[test]
fn invalid_texts_as_builders() {
    let fen = "8/8/8/3k4/8/8/8/8 b - - 0 1";
    let mut builder: PositionBuilder = fen.parse().expect("six fields");
    assert_eq!(
        (builder.to_string().as_str(), builder.build()),
        (fen, Err(PositionError::NoKing(Color::White)))
    );
    builder.put(Square::D1, Piece::WhiteKing);
    assert_eq!(builder.build().expect("valid").to_fen(), "8/8/8/3k4/8/8/8/3K4 b - - 0 1");
}

#[test]
fn chess960_numbers() {
    for (white, black) in [(0, 0), (518, 518), (959, 1), (17, 700)] {
        let start = Position::chess960(white, black).expect("below 960");
        assert_eq!(start.chess960_numbers(), Some((white, black)));
        assert_eq!(parse(&start.to_fen()), start);
        let without_rights = start.to_builder().set_castling_rights(CastlingRights::EMPTY).build();
        assert_eq!(without_rights.expect("valid").chess960_numbers(), None);
    }
    assert_eq!(parse("4k3/8/8/8/8/8/8/4K3 w - - 0 1").chess960_numbers(), None);
}

#[test]
fn pushes_of_pawns_and_lines() {
    let empty = Bitboard::EMPTY;
    for color in Color::ALL {
        for square in Square::ALL {
            let one = square.forward(color);
            let is_first = square.rank() == color.pawn_rank();
            let two = one.filter(|_| is_first).and_then(|square| square.forward(color));
            let expected: Bitboard = one.into_iter().chain(two).collect();
            assert_eq!(attacks::pawn_pushes(color, square, empty), expected);
            if let Some(one) = one {
                assert!(attacks::pawn_pushes(color, square, one.bitboard()).is_empty());
            }
        }
    }
    assert!(attacks::aligned(Square::A1, Square::H8, Square::C3));
    assert!(!attacks::aligned(Square::A1, Square::H8, Square::C4));
    assert!(attacks::aligned(Square::E4, Square::E4, Square::C5));
    assert_eq!(attacks::bishop_rays(Square::A1), attacks::bishop(Square::A1, empty));
    assert_eq!(attacks::rook_rays(Square::A1).count(), 14);
    assert_eq!(attacks::line(Square::A1, Square::A3), File::A.bitboard());
    assert_eq!(
        Rank::First.bitboard() & attacks::rook_rays(Square::A1),
        Rank::First.bitboard() - Square::A1
    );
}

#[test]
fn builders_that_are_changed_are_those_of_their_texts() {
    let mut changed = PositionBuilder::startpos();
    changed.put(Square::E1, Piece::WhiteKnight).put(Square::B1, Piece::WhiteKing);
    changed.remove(Square::A8).remove(Square::A8).remove(Square::E5).swap_colors();
    changed.transform(Square::flip_vertical).set_castling_rights(CastlingRights::EMPTY);
    let text = "rkbqnbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR b - - 0 1";
    assert_eq!(changed, text.parse().unwrap());
    assert!(changed.set_board_fen("8/8/8").is_err() && changed.set_board_fen("").is_err());
    assert_eq!(changed.to_string(), text);
    let (built, read) = (changed.build().unwrap(), Position::from_fen(text).unwrap());
    assert_eq!((built.key(), &built), (read.key(), &read));
    // The longest text.
    for square in Square::ALL {
        let is_king = square.file() == File::E;
        changed.put(square, if is_king { Piece::WhiteKing } else { Piece::BlackRook });
    }
    changed.set_castling_rights(CastlingRights::ALL).set_en_passant(Some(Square::E3));
    changed.set_halfmove_clock(u16::MAX).set_fullmove_number(u16::MAX);
    let row = ["rrrrKrrr"; 8].join("/");
    assert_eq!(changed.to_string(), format!("{row} b HAha e3 65535 65535"));
}
