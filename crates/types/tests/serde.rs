//! Values through JSON: most as text, sets and moves as numbers.

use std::fmt::Debug;

use bartizan_types::{
    Bitboard, CastlingRights, CastlingSide, Color, File, Move, MoveFlag, Piece, PieceKind, Rank,
    Square, UciMove,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, json: &str) {
    assert_eq!(serde_json::to_string(&value).expect("JSON"), json);
    assert_eq!(serde_json::from_str::<T>(json).expect(json), value);
}

#[test]
fn values_as_json() {
    round_trip(Square::E4, "\"e4\"");
    round_trip(vec![File::A, File::H], "[\"a\",\"h\"]");
    round_trip(Rank::Third, "\"3\"");
    round_trip((PieceKind::Knight, Piece::WhiteKnight), "[\"n\",\"N\"]");
    round_trip(Color::ALL, "[\"white\",\"black\"]");
    round_trip(Some(CastlingSide::QueenSide), "\"q\"");
    round_trip(CastlingRights::ALL, "\"KQkq\"");
    round_trip(CastlingRights::EMPTY, "\"-\"");
    round_trip("e7e8q".parse::<UciMove>().expect("a move"), "\"e7e8q\"");
    round_trip(UciMove::Null, "\"0000\"");
    round_trip(Bitboard::FULL, "18446744073709551615");
    round_trip(Move::new(Square::E2, Square::E4, MoveFlag::DOUBLE_PUSH), "5900");
}

#[test]
fn faults_are_errors() {
    let error = serde_json::from_str::<Square>("\"e9\"").expect_err("no ninth rank");
    assert!(error.to_string().starts_with("not a square such as e4"), "{error}");
    assert!(serde_json::from_str::<Square>("12").is_err());
    assert!(serde_json::from_str::<Bitboard>("-1").is_err());
    assert!(serde_json::from_str::<Move>("0").is_err());
    assert!(serde_json::from_str::<Move>("65536").is_err());
}
