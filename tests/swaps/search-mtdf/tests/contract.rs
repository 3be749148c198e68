//! The contract of searches, run on this search.

use contracts::SearchRequirements;
use eval::Classical;
use ordering::Modern;
use search_mtdf::MtdF;

#[test]
fn holds_the_search_contract() {
    let make = || Box::new(MtdF::<_, Modern>::with_evaluator(Classical::default())) as _;
    let requirements =
        SearchRequirements { depth: 4, max_mate: 3, prunes: true, ..Default::default() };
    contracts::search(make, requirements);
}
