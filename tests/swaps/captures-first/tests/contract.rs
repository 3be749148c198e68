//! The ordering contract, run on this scheme; and a search put together from replaced parts.

use captures_first::CapturesFirst;
use contracts::SearchRequirements;
use material_eval::Material;
use search::Pvs;

#[test]
fn holds_the_ordering_contract() {
    contracts::ordering::<CapturesFirst>();
    contracts::counting::<CapturesFirst>();
}

#[test]
fn searches_with_another_evaluator() {
    let make = || Box::new(Pvs::<Material, CapturesFirst>::default()) as _;
    // At smaller depths late move pruning leaves only the captures that come first.
    let requirements = SearchRequirements { depth: 4, prunes: true, ..Default::default() };
    contracts::search(make, requirements);
}
