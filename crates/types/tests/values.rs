//! Squares, files, ranks, pieces, colors, castling rights and UCI moves: indexes, texts and geometry agree.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use bartizan_types::{
    CastlingRights, CastlingSide, Color, File, Move, MoveFlag, ParseError, Piece, PieceKind, Rank,
    Square, UciMove,
};

/// The values of `ALL` are told apart by index, order and text.
fn even<T>(all: &[T], other_texts: &[&str])
where
    T: Copy + Debug + Display + Ord + FromStr<Err = ParseError> + TryFrom<u8, Error = ParseError>,
    usize: From<T>,
    u8: From<T>,
{
    assert!(all.is_sorted());
    for (index, &value) in all.iter().enumerate() {
        let (long, byte): (usize, u8) = (value.into(), value.into());
        assert_eq!((long, byte), (index, index as u8));
        assert_eq!(T::try_from(index as u8), Ok(value));
        assert_eq!(value.to_string().parse(), Ok(value));
    }
    assert!(T::try_from(all.len() as u8).is_err() && T::try_from(255).is_err());
    for text in ["", " ", "zz", "é", "\u{1f600}"].iter().chain(other_texts) {
        assert!(text.parse::<T>().is_err(), "{text}");
    }
}

#[test]
fn indexes_and_texts() {
    even(&Square::ALL, &["i4", "e9", "e0", "E4", "e44", "e", "4e"]);
    even(&File::ALL, &["i", "A", "ab", "1"]);
    even(&Rank::ALL, &["0", "9", "11", "a"]);
    even(&PieceKind::ALL, &["x", "pp", "1"]);
    even(&Piece::ALL, &["x", "Pp", "-"]);
    even(&Color::ALL, &["W", "White", "wb"]);
    even(&CastlingSide::ALL, &["O", "kq", "-"]);
    for kind in PieceKind::ALL {
        assert_eq!(PieceKind::from_char(kind.to_upper_char()), Some(kind));
        assert_eq!(kind.name().starts_with(kind.to_char()), kind != PieceKind::Knight);
        for color in Color::ALL {
            let piece = kind.of(color);
            assert_eq!((piece.kind(), piece.color()), (kind, color));
            assert_eq!(piece.index(), color.index() * 6 + kind.index());
            assert_eq!(Piece::from_char(piece.to_char()), Some(piece));
            // The symbols of Unicode go from the white king to the black pawn.
            let place = u32::from(piece.to_unicode()) - 0x2654;
            assert_eq!(place as usize, color.index() * 6 + 5 - kind.index());
        }
    }
    for color in Color::ALL {
        assert_eq!(Color::from_char(color.to_char()), Some(color));
        assert_eq!(color.to_char().to_string().parse(), Ok(color));
        assert_eq!(color.pawn_rank(), color.back_rank().offset(color.pawn_direction()).unwrap());
    }
}

#[test]
fn geometry_of_squares() {
    let on_board = |file: i32, rank: i32| {
        (0..8).contains(&file).then_some(())?;
        (0..8).contains(&rank).then(|| Square::from_index((8 * rank + file) as usize))
    };
    for square in Square::ALL {
        let (file, rank) = (square.file().index() as i32, square.rank().index() as i32);
        let at = |file, rank| on_board(file, rank).unwrap();
        assert_eq!(Square::from((square.file(), square.rank())), square);
        for (flipped, expected) in [
            (square.flip_vertical(), at(file, 7 - rank)),
            (square.flip_horizontal(), at(7 - file, rank)),
            (square.flip_diagonal(), at(rank, file)),
            (square.flip_anti_diagonal(), at(7 - rank, 7 - file)),
            (square.rotate_90(), at(rank, 7 - file)),
            (square.rotate_180(), at(7 - file, 7 - rank)),
            (square.rotate_270(), at(7 - rank, file)),
            (square.relative_to(Color::Black), at(file, 7 - rank)),
        ] {
            assert_eq!(flipped, expected, "{square}");
        }
        for (files, ranks) in (-9..=9).flat_map(|files| (-9..=9).map(move |ranks| (files, ranks))) {
            let offset = square.offset(files as i8, ranks as i8);
            assert_eq!(offset, on_board(file + files, rank + ranks), "{square} {files} {ranks}");
        }
        for far in [i8::MIN, i8::MAX] {
            assert_eq!((square.offset(far, far), square.file().offset(far)), (None, None));
        }
        assert_eq!(square.forward(Color::White), on_board(file, rank + 1));
        assert_eq!(square.backward(Color::White), on_board(file, rank - 1));
        assert_eq!(square.forward(Color::Black), square.backward(Color::White));
        assert_eq!(
            (square.is_dark(), square.is_light()),
            ((file + rank) % 2 == 0, (file + rank) % 2 == 1)
        );
    }
    assert_eq!(File::A.flip_diagonal(), Rank::First);
    assert_eq!(Rank::Third.flip_diagonal(), File::C);
}

/// Distances by the number of steps that reach a square.
fn steps(from: Square, moves: &[(i8, i8)]) -> [u32; 64] {
    let mut distance = [u32::MAX; 64];
    distance[from.index()] = 0;
    let mut reached = vec![from];
    let mut next = 0;
    while next < reached.len() {
        let square = reached[next];
        next += 1;
        for to in moves.iter().filter_map(|&(files, ranks)| square.offset(files, ranks)) {
            if distance[to.index()] == u32::MAX {
                distance[to.index()] = distance[square.index()] + 1;
                reached.push(to);
            }
        }
    }
    distance
}

#[test]
fn distances() {
    let straight = [(1, 0), (0, 1), (-1, 0), (0, -1)];
    let king = [straight, [(1, 1), (-1, 1), (-1, -1), (1, -1)]].concat();
    let knight = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    for a in Square::ALL {
        let [by_king, by_rook, by_knight] =
            [&king[..], &straight, &knight].map(|moves| steps(a, moves));
        for b in Square::ALL {
            assert_eq!(a.distance(b), by_king[b.index()]);
            assert_eq!(a.manhattan_distance(b), by_rook[b.index()]);
            assert_eq!(a.knight_distance(b), by_knight[b.index()], "{a} {b}");
        }
    }
}

#[test]
fn castling_rights_are_sets() {
    let all = || (0..16).map(|bits| CastlingRights::from_bits(bits).expect("four bits"));
    assert_eq!(CastlingRights::from_bits(16), None);
    for rights in all() {
        assert_eq!(rights.to_string().parse(), Ok(rights));
        assert_eq!(rights.into_iter().collect::<CastlingRights>(), rights);
        assert_eq!(rights.into_iter().len(), rights.into_iter().count());
        for (color, side) in Color::ALL.into_iter().flat_map(|c| CastlingSide::ALL.map(|s| (c, s)))
        {
            let is_listed = rights.into_iter().any(|right| right == (color, side));
            assert_eq!(rights.has(color, side), is_listed);
        }
        for other in all() {
            assert_eq!((rights & other).bits(), rights.bits() & other.bits());
            assert_eq!((rights | other).bits(), rights.bits() | other.bits());
            assert_eq!(rights - other, rights & !other);
        }
    }
    for text in ["", "KK", "KX", "K-", "--", "A"] {
        assert!(text.parse::<CastlingRights>().is_err(), "{text}");
    }
    assert_eq!("qK".parse::<CastlingRights>().unwrap().to_string(), "Kq");
}

#[test]
fn uci_moves() {
    for text in ["e2e4", "a7a8q", "h2g1n", "0000", "a1a1", "e1g1"] {
        assert_eq!(text.parse::<UciMove>().unwrap().to_string(), text);
    }
    assert_eq!("a7a8Q".parse::<UciMove>().unwrap().to_string(), "a7a8q");
    for text in [
        "", "e2", "e2e", "e2e9", "e2e4k", "e2e4p", "e2e4qq", "e2-e4", "00000", "é2e4", "e2e4é",
        "e2eé",
    ] {
        assert!(text.parse::<UciMove>().is_err(), "{text}");
    }
    let promotion = Move::new(Square::A7, Square::B8, MoveFlag::CAPTURE_PROMOTIONS[0]);
    assert_eq!(promotion.to_uci(true).to_string(), "a7b8q");
    // Castling from another file than e is written as the king taking its rook.
    let castling = Move::new(Square::D1, Square::A1, MoveFlag::CASTLE);
    assert_eq!(castling.to_uci(false), castling.to_uci(true));
    assert_eq!(castling.castling_side(), Some(CastlingSide::QueenSide));
    assert_eq!((promotion.castling_side(), promotion.captured_square()), (None, Some(Square::B8)));
}

#[test]
fn flags_of_promotions() {
    for (is_capture, flags) in [(false, MoveFlag::PROMOTIONS), (true, MoveFlag::CAPTURE_PROMOTIONS)]
    {
        for flag in flags {
            let mv = Move::new(Square::A7, Square::A8, flag);
            let kind = mv.promotion().expect("a promotion");
            assert_eq!(
                (MoveFlag::promotion(kind, is_capture), mv.is_capture()),
                (Some(flag), is_capture)
            );
        }
        assert_eq!(MoveFlag::promotion(PieceKind::King, is_capture), None);
        assert_eq!(MoveFlag::promotion(PieceKind::Pawn, is_capture), None);
    }
}
