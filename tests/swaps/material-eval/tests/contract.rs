//! The evaluator's contract, run on this evaluator.

#[test]
fn holds_the_evaluator_contract() {
    contracts::evaluator::<material_eval::Material>();
}
