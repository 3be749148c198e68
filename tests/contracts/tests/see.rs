//! The contract of the static exchange evaluation that the workspace installs.

#[test]
fn see() {
    contracts::see();
}
