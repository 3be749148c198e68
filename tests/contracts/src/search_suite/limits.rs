//! Limits and signals: depth, nodes, mate, time, `stop` and `ponderhit`.

use std::time::{Duration, Instant};

use game::Game;
use movegen::is_legal;
use searcher::{Limits, Options, Report, Reporter, Searcher, Signals};

use super::SearchRequirements;
use super::answers::{Recorder, answer_is_sound, run_search, run_with, unfinished};
use crate::positions::{parse, random};

/// More nodes than a search takes that ends when it should.
const TOO_MANY_NODES: u64 = 300_000;

/// Limits are held, and even the smallest give a legal move.
pub(super) fn node_limits(searcher: &mut dyn Searcher, requirements: SearchRequirements) {
    for game in unfinished(random(63, 20)) {
        for nodes in [1, 50, 3000] {
            let (result, lines) = run_search(searcher, &game, &Limits::nodes(nodes));
            answer_is_sound(&game, &result, &lines);
            assert!(
                result.nodes <= nodes + requirements.node_slack,
                "{} nodes with a limit of {nodes}: {}",
                result.nodes,
                game.position
            );
        }
    }
    let (result, _) = run_search(searcher, &Game::default(), &Limits::nodes(3000));
    assert!(result.nodes >= 3000, "only {} nodes with a limit of 3000", result.nodes);
    let _ = searcher.set_options(&Options { threads: 2, ..Options::default() });
    let (result, _) = run_search(searcher, &Game::default(), &Limits::nodes(5000));
    assert!(result.nodes < TOO_MANY_NODES, "a limit of 5000 nodes for two threads");
    let _ = searcher.set_options(&Options::default());
}

/// The depth asked for is reached and not passed, a mate ends a search for it, and a search without
/// limits ends where no depth is left.
pub(super) fn depth_limits(searcher: &mut dyn Searcher, requirements: SearchRequirements) {
    for depth in [0, 1, requirements.depth] {
        let (result, _) = run_search(searcher, &Game::default(), &Limits::depth(depth));
        assert_eq!(result.depth, depth.max(1), "go depth {depth}");
    }
    let mate = Game::new(parse("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1"));
    let limits = Limits { mate: Some(1), nodes: Some(TOO_MANY_NODES), ..Limits::default() };
    let (result, _) = run_search(searcher, &mate, &limits);
    assert_eq!(result.score.mate_moves(), Some(1), "go mate 1");
    assert!(result.depth < 20, "go mate 1 goes on after the mate: {result:?}");
    let bare = Game::new(parse("8/8/4k3/8/8/3K4/8/8 w - - 0 1"));
    run_search(searcher, &bare, &Limits::default());
}

/// A clock that has run out ends a search; one that has not, or is not ours, does not.
pub(super) fn time_limits(searcher: &mut dyn Searcher, requirements: SearchRequirements) {
    let game = Game::default();
    let second = Duration::from_secs(1);
    let (hour, nodes) = (3600 * second, Some(TOO_MANY_NODES));
    // The clock was started long ago.
    let start_time = Instant::now().checked_sub(10 * second);
    let out_of_time = Limits { start_time, nodes, ..Limits::default() };
    for limits in [
        Limits { movetime: Some(second), ..out_of_time.clone() },
        Limits { clock: [Some(8 * second); 2], ..out_of_time.clone() },
        Limits { clock: [Some(8 * second), Some(hour)], ..out_of_time.clone() },
        Limits { clock: [Some(9 * second); 2], moves_to_go: Some(1), ..out_of_time.clone() },
        Limits { clock: [Some(9 * second); 2], moves_to_go: Some(40), ..out_of_time.clone() },
        Limits { clock: [Some(9 * second); 2], increment: [hour; 2], ..out_of_time },
    ] {
        let (result, lines) = run_search(searcher, &game, &limits);
        answer_is_sound(&game, &result, &lines);
        assert!(result.nodes < TOO_MANY_NODES / 3, "out of time: {limits:?}");
    }
    let depth = Limits::depth(requirements.depth);
    for limits in [
        Limits { movetime: Some(hour), ..depth.clone() },
        Limits { clock: [Some(hour); 2], ..depth.clone() },
        Limits { clock: [Some(hour); 2], moves_to_go: Some(1), ..depth.clone() },
        Limits { clock: [None, Some(second)], start_time, ..depth.clone() },
        Limits { clock: [Some(hour), Some(second)], start_time, ..depth },
    ] {
        let (result, _) = run_search(searcher, &game, &limits);
        assert_eq!(result.depth, requirements.depth, "time is left: {limits:?}");
    }
}

/// Calls a function once, at the first report after so many nodes.
struct AtNodes<F> {
    nodes: u64,
    action: Option<F>,
}

impl<F: FnOnce() + Send> Reporter for AtNodes<F> {
    fn report(&mut self, report: &Report) {
        if report.nodes >= self.nodes
            && let Some(action) = self.action.take()
        {
            action();
        }
    }
}

/// The stop signal ends any search; an infinite one waits for it, a pondering one for either.
pub(super) fn signals(searcher: &mut dyn Searcher) {
    let game = Game::default();
    let raised = Signals::new();
    raised.stop();
    let infinite = Limits { infinite: true, ..Limits::default() };
    let result = run_with(searcher, &game, &infinite, &raised, &mut Recorder::default());
    assert!(
        result.best.is_some_and(|best| is_legal(&game.position, best)),
        "stopped before it began"
    );
    let signals = Signals::new();
    let mut stop = AtNodes { nodes: 2000, action: Some(|| signals.stop()) };
    let result = run_with(searcher, &game, &infinite, &signals, &mut stop);
    assert!(result.nodes >= 2000, "stopped after 2000 nodes: {result:?}");
    // The clock ran out while the opponent was thinking, which counts after ponderhit.
    let second = Duration::from_secs(1);
    let ponder = Limits {
        ponder: true,
        clock: [Some(second); 2],
        start_time: Instant::now().checked_sub(10 * second),
        ..Limits::default()
    };
    let signals = Signals::new();
    let mut ponderhit = AtNodes { nodes: 2000, action: Some(|| signals.ponderhit()) };
    let result = run_with(searcher, &game, &ponder, &signals, &mut ponderhit);
    assert!(result.nodes >= 2000, "the clock does not count before ponderhit: {result:?}");
    waiting(searcher, &game);
}

/// A search that has nothing left to do still waits for its signal.
fn waiting(searcher: &mut dyn Searcher, game: &Game) {
    let waits = [
        (Limits { infinite: true, depth: Some(1), ..Limits::default() }, false),
        (Limits { ponder: true, depth: Some(1), ..Limits::default() }, true),
        (Limits { ponder: true, depth: Some(1), ..Limits::default() }, false),
    ];
    for (limits, ponderhit) in waits {
        let signals = Signals::new();
        std::thread::scope(|scope| {
            let handle = scope.spawn(|| {
                let result = searcher.search(game, &limits, &signals, &mut Recorder::default());
                // Whoever waits for the search to wait is told that it has ended.
                signals.stop();
                result
            });
            assert!(signals.wait_for_waiter(), "answered unprompted: {limits:?}");
            if limits.infinite {
                signals.ponderhit();
                assert!(signals.wait_for_waiter(), "an infinite search ended by ponderhit");
            }
            if ponderhit {
                signals.ponderhit();
            } else {
                signals.stop();
            }
            let result = handle.join().unwrap_or_else(|_| panic!("the search panicked"));
            assert!(result.best.is_some());
        });
    }
}
