//! The contract of UCI and SAN notation.

#[test]
fn notation() {
    contracts::notation();
}
