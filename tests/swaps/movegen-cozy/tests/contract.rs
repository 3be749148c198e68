//! The generator's contract, run on this generator beside the one that the workspace names `movegen`.

contracts::impl_generator!(ThisGenerator, movegen_cozy);

#[test]
fn movegen() {
    contracts::movegen_of(&ThisGenerator);
}
