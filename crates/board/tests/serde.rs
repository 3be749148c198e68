//! Positions through JSON, as FEN.

use bartizan_board::{Position, Square};

#[test]
fn positions_as_json() {
    let start = Position::startpos();
    let json = format!("\"{}\"", start.to_fen());
    assert_eq!(serde_json::to_string(&start).expect("JSON"), json);
    assert_eq!(serde_json::from_str::<Position>(&json).expect("a position"), start);
    assert_eq!(serde_json::from_str::<Square>("\"e4\"").expect("a square"), Square::E4);
    let error = serde_json::from_str::<Position>("\"8/8/8/8/8/8/8/8 w - - 0 1\"");
    assert!(error.expect_err("no kings").to_string().starts_with("white has no king"));
    assert!(serde_json::from_str::<Position>("1").is_err());
}
