//! What counting the moves of any scheme promises: it changes nothing, and its figures add up, with each
//! other and with what the search itself counts.

use eval::Classical;
use game::Game;
use ordering::{ModeStatistics, MoveOrdering, OrderingStatistics, Stage};
use search::{AlphaBeta, Counting, Pvs};
use searcher::{Limits, NullReporter, SearchResult, Searcher, Signals};

use crate::positions::random;

/// Runs the contract of [`Counting`]: searches with and without counting find the same, and
/// the figures add up.
pub fn counting<O: MoveOrdering>() {
    for position in random(61, 12) {
        let game = Game::new(position);
        // Some schemes take more nodes than a test has time for.
        let limits = Limits { nodes: Some(4000), ..Limits::depth(4) };
        let run_search = |searcher: &mut dyn Searcher| {
            searcher.search(&game, &limits, &Signals::new(), &mut NullReporter)
        };
        let mut bare = Pvs::<Classical, O>::default();
        let mut counted = Pvs::<Classical, O, Counting>::observed(Classical::default);
        let result = run_search(&mut bare);
        assert_eq!(bare.statistics(), None, "{}: a bare search does not count", O::NAME);
        assert_eq!(run_search(&mut counted), result, "{}: counting changes the search", O::NAME);
        let first = adds_up::<O>(counted.statistics(), &result);
        counted.new_game();
        run_search(&mut counted);
        let second = counted.statistics();
        assert_eq!(second, Some(first), "{}: a second search counts from zero again", O::NAME);

        let mut bare = AlphaBeta::<Classical, O>::default();
        let mut counted = AlphaBeta::<Classical, O, Counting>::observed(Classical::default());
        let result = run_search(&mut bare);
        assert_eq!(run_search(&mut counted), result, "{}: counting changes the search", O::NAME);
        let statistics = adds_up::<O>(counted.statistics(), &result);
        assert_eq!(statistics.probcut, ModeStatistics::default(), "{}: no ProbCut here", O::NAME);
        assert_eq!(statistics.main.tt_moves(), 0, "{}: no hash table here", O::NAME);
        // In plain alpha-beta each move picked is made, but for the one at which the limit was reached.
        let picked = statistics.main.total_picked() + statistics.quiescence.total_picked();
        let spare = picked - result.nodes;
        assert!(spare <= u64::from(result.nodes == 4000), "{}: {picked} picked", O::NAME);
    }
}

fn adds_up<O: MoveOrdering>(
    statistics: Option<OrderingStatistics>,
    result: &SearchResult,
) -> OrderingStatistics {
    let statistics = statistics.expect("a counting search counts");
    let name = O::NAME;
    for tally in [statistics.main, statistics.quiescence, statistics.probcut] {
        let cutoffs = tally.total_cutoffs();
        assert_eq!(tally.cutoffs_by_stage.iter().sum::<u64>(), cutoffs, "{name}: {tally:?}");
        assert!(cutoffs <= tally.nodes && tally.nodes <= tally.total_picked(), "{name}: {tally:?}");
        assert!(tally.tt_move_cutoffs() <= tally.tt_moves(), "{name}: {tally:?}");
        assert!(tally.scored <= tally.generated, "{name}: {tally:?}");
        // TT moves and killers may come before anything was generated.
        let early = tally.tt_moves() + tally.picked_by_stage[Stage::Killer.index()];
        assert!(tally.total_picked() <= tally.generated + early, "{name}: {tally:?}");
        for (cut_off, picked) in tally.cutoffs_by_stage.iter().zip(&tally.picked_by_stage) {
            assert!(cut_off <= picked, "{name}: {tally:?}");
        }
        if let Some(shares) = tally.cutoff_shares() {
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{name}: {shares:?}");
        }
    }
    assert!(result.nodes == 0 || statistics.main.nodes > 0, "{name}: nothing was counted");
    statistics
}
