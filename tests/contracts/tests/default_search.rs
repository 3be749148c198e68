//! The search contract on the search that the engine plays with, from whichever crate the workspace
//! names `search`.

use board::Position;
use contracts::Reach;
use eval::{Classical, Score};
use ordering::{Modern, OrderedMove};
use search::{Game, Limits, Options, OptionsError, Reporter, SearchResult, Searcher, Signals};

/// The default search, of a type that has no name here.
struct DefaultSearch(Box<dyn Searcher>);

impl Default for DefaultSearch {
    fn default() -> Self {
        let search = search::build::<_, Modern>(search::DEFAULT, Classical::default);
        Self(search.expect("the default search is registered"))
    }
}

impl Searcher for DefaultSearch {
    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signals: &Signals,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        self.0.search(game, limits, signals, reporter)
    }

    fn set_options(&mut self, options: &Options) -> Result<(), OptionsError> {
        self.0.set_options(options)
    }

    fn new_game(&mut self) {
        self.0.new_game();
    }

    fn clear_tt(&mut self) {
        self.0.clear_tt();
    }

    fn evaluate(&mut self, position: &Position) -> Score {
        self.0.evaluate(position)
    }

    fn order(&self, position: &Position) -> Vec<OrderedMove> {
        self.0.order(position)
    }
}

#[test]
fn default_search() {
    let reach = Reach { depth: 4, mate: 2, prunes: true, node_slack: 0 };
    contracts::search(DefaultSearch::default, reach);
}
