//! The contract of the crate that the workspace names `board`.

#[test]
fn board() {
    contracts::board();
}

#[test]
fn key_history() {
    contracts::key_history();
}
