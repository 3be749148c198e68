//! The search contract on the search that the engine plays with, from whichever crate the workspace
//! names `search`.

use contracts::SearchRequirements;
use eval::Classical;
use ordering::Modern;

#[test]
fn default_search() {
    let make = || search::build::<_, Modern>(search::DEFAULT, Classical::default);
    let requirements =
        SearchRequirements { depth: 4, max_mate: 3, prunes: true, ..Default::default() };
    contracts::search(|| make().expect("the default search is registered"), requirements);
}
