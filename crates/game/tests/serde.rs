//! Outcomes through JSON.

use bartizan_game::{Outcome, board::Color};

#[test]
fn outcomes_as_json() {
    let white = Outcome::Decisive { winner: Color::White };
    for (outcome, text) in [(white, "\"1-0\""), (Outcome::Draw, "\"1/2-1/2\"")] {
        assert_eq!(serde_json::to_string(&outcome).expect("JSON"), text);
        assert_eq!(serde_json::from_str::<Outcome>(text).expect("an outcome"), outcome);
    }
    assert!(serde_json::from_str::<Outcome>("\"*\"").is_err());
    assert!(serde_json::from_str::<Outcome>("1").is_err());
}
