//! The ordering contract, run on this scheme; and a search put together from replaced parts.

use captures_first::CapturesFirst;
use contracts::Reach;
use material_eval::Material;
use search::Pvs;

#[test]
fn holds_the_ordering_contract() {
    contracts::ordering::<CapturesFirst>();
}

#[test]
fn searches_with_another_evaluator() {
    let reach = Reach { depth: 2, mate: 1, prunes: true, node_slack: 0 };
    contracts::search(Pvs::<Material, CapturesFirst>::default, reach);
}
