//! The ordering contract, run on this scheme; and a search put together from replaced parts.

use captures_first::CapturesFirst;
use contracts::Reach;
use material_eval::Material;
use search::FullSearch;

#[test]
fn holds_the_ordering_contract() {
    contracts::ordering::<CapturesFirst>();
}

#[test]
fn searches_with_another_evaluator() {
    let reach = Reach { depth: 2, mate: 1, prunes: true, node_slack: 0 };
    contracts::search(FullSearch::<Material, CapturesFirst>::default, reach);
}
