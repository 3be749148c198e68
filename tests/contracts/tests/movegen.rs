//! The contract of the crate that the workspace names `movegen`. A file of its own, so that a
//! replaced generator can be held to it alone.

#[test]
fn movegen() {
    contracts::movegen();
}
