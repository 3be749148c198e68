//! Tests of moves in SAN with serde.

use bartizan_notation::{San, SanPlus};

#[test]
fn moves_are_their_text() {
    for text in ["\"Nbd2+\"", "\"e8=Q#\"", "\"O-O-O\"", "\"axb8=N\""] {
        let san: SanPlus = serde_json::from_str(text).expect(text);
        assert_eq!(serde_json::to_string(&san).expect(text), text);
    }
    let san: San = serde_json::from_str("\"Ng1-f3\"").expect("a move");
    assert_eq!(serde_json::to_string(&san).expect("text"), "\"Ng1f3\"");
    for text in ["\"Nf9\"", "\"\"", "\"Nf3+\"", "7", "null"] {
        let error = serde_json::from_str::<San>(text).expect_err(text).to_string();
        assert!(
            error.contains("this is not a move") || error.contains("expected a string"),
            "{error}"
        );
    }
}
