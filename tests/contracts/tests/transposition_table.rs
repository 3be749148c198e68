//! The contract of the transposition table of our search.

#[test]
fn transposition_table() {
    contracts::transposition_table();
}
