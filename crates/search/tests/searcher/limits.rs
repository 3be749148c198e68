//! Limits and signals: depth, nodes, moves, stop, ponder.

use super::*;
use searcher::{NullReporter, Options};
use std::time::{Duration, Instant};

#[test]
fn depth_limit_is_exact() {
    for depth in [1, 2, 7] {
        let (result, reporter) = run_search(&Game::default(), &Limits::depth(depth));
        assert_eq!(result.depth, depth);
        let depths: Vec<u32> = reporter.reports.iter().map(|report| report.depth).collect();
        assert_eq!(depths, (1..=depth).collect::<Vec<_>>());
    }
}

#[test]
fn node_limit_is_exact() {
    for nodes in [1, 2, 100, 1_000, 12_345] {
        let (result, reporter) = run_search(&Game::default(), &Limits::nodes(nodes));
        assert_eq!(result.nodes, nodes);
        assert!(result.best.is_some());
        assert!(!reporter.reports.is_empty(), "a line is reported even after {nodes} nodes");
        assert_eq!(
            reporter.reports.last().and_then(|report| report.pv.first()),
            result.best.as_ref()
        );
    }
}

#[test]
fn soft_node_limit_completes_iteration() {
    let limits = Limits { soft_nodes: Some(5_000), ..Limits::default() };
    let (result, reporter) = run_search(&Game::default(), &limits);
    assert!(result.nodes >= 5_000 && result.nodes < 200_000);
    assert_eq!(reporter.reports.last().map(|report| report.depth), Some(result.depth));
}

#[test]
fn mate_limit_stops_at_proven_mate() {
    let limits = Limits { mate: Some(2), ..Limits::default() };
    let (result, _) = run_search(&game("7k/8/8/8/8/8/R7/1R5K w - - 0 1"), &limits);
    assert_eq!(result.score.mate_moves(), Some(2));
}

#[test]
fn restricted_root_search_does_not_pollute_tt() {
    let mate = game("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1");
    let mut later = mate.clone();
    for text in ["f6a6", "f7f6"] {
        later.play(find_move(&later.position, text));
    }
    // Two plies on, everything but the mating moves is looked at.
    let non_mating_move = find_move(&later.position, "h2h3");
    let limits =
        Limits { search_moves: [non_mating_move].into_iter().collect(), ..Limits::depth(12) };
    let mut engine = Engine::new();
    run_search_with(&mut engine, &later, &limits);
    let (result, _) = run_search_with(&mut engine, &mate, &Limits::depth(8));
    assert_eq!(result.score.mate_moves(), Some(3));
}

#[test]
fn tiny_time_limit_still_returns_a_move() {
    for millis in [0, 1, 5] {
        let time = Duration::from_millis(millis);
        let clock = Limits { clock: [Some(time), None], ..Limits::default() };
        assert!(run_search(&Game::default(), &clock).0.best.is_some());
        assert!(run_search(&Game::default(), &Limits::movetime(time)).0.best.is_some());
    }
}

#[test]
fn three_threads_find_mate_and_stop_at_node_limit() {
    let mut engine = Engine::new();
    engine.set_options(&Options { threads: 3, ..Options::default() }).unwrap();
    let game = game("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1");
    let (result, _) = run_search_with(&mut engine, &game, &Limits::depth(10));
    assert_eq!(result.score.mate_moves(), Some(3));
    let (result, _) = run_search_with(&mut engine, &Game::default(), &Limits::nodes(60_000));
    assert!(result.nodes >= 60_000);
    // One thread counts exactly, and is enough for a small limit.
    for limit in [800, 39_999] {
        let (result, _) = run_search_with(&mut engine, &Game::default(), &Limits::nodes(limit));
        assert_eq!(result.nodes, limit);
    }
}

#[test]
fn search_of_a_finished_game_waits_for_its_signal() {
    let stalemate = game("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    for ponder in [false, true] {
        let limits = Limits { infinite: !ponder, ponder, ..Limits::depth(2) };
        let signals = Signals::new();
        std::thread::scope(|scope| {
            let search = scope.spawn(|| {
                let result = Engine::new().search(&stalemate, &limits, &signals, &mut NullReporter);
                signals.stop();
                result
            });
            assert!(signals.is_waited_for(), "answered unprompted");
            if ponder {
                signals.ponderhit()
            } else {
                signals.stop()
            }
            assert_eq!(search.join().unwrap().best, None);
        });
    }
}

#[test]
fn stop_ends_infinite_search_with_two_threads() {
    let mut engine = Engine::new();
    engine.set_options(&Options { threads: 2, ..Options::default() }).unwrap();
    let signals = Signals::new();
    let limits = Limits { infinite: true, ..Limits::default() };
    let result = engine.search(&Game::default(), &limits, &signals, &mut StopAtReport(&signals));
    assert!(signals.stopped() && result.best.is_some());
}

/// Raises the signal with the first result.
struct StopAtReport<'a>(&'a Signals);

impl Reporter for StopAtReport<'_> {
    fn report(&mut self, _: &Report<'_>) {
        self.0.stop();
    }
}

/// The clock is over before the search begins, and does not count until the signal.
#[test]
fn ponderhit_starts_time_management() {
    let (clock, past) = (Some(Duration::from_millis(100)), Duration::from_secs(1));
    let start_time = Instant::now().checked_sub(past);
    let limits = Limits { ponder: true, clock: [clock, clock], start_time, ..Limits::default() };
    let signals = Signals::new();
    let mut engine = Engine::new();
    engine.set_options(&Options { threads: 0, ..Options::default() }).unwrap();
    let mut reporter = HitInIteration(10, &signals);
    let result = engine.search(&Game::default(), &limits, &signals, &mut reporter);
    assert!(signals.ponder_was_hit() && result.best.is_some());
    assert!((9..=10).contains(&result.depth), "{}", result.depth);
}

/// Raises the signal at the second root move of an iteration.
struct HitInIteration<'a>(u32, &'a Signals);

impl Reporter for HitInIteration<'_> {
    fn report(&mut self, _: &Report<'_>) {}

    fn current_move(&mut self, depth: u32, _: board::Move, number: usize) {
        if (depth, number) == (self.0, 2) {
            self.1.ponderhit();
        }
    }
}

/// The time for the move is over, that which it may take at most is not.
#[test]
fn late_ponderhit_ends_the_iteration() {
    let (clock, past) = (Some(Duration::from_secs(60)), Duration::from_secs(8));
    let start_time = Instant::now().checked_sub(past);
    let limits = Limits { ponder: true, clock: [clock, clock], start_time, ..Limits::default() };
    let signals = Signals::new();
    let mut engine = Engine::new();
    // Reports come at once from the thread that searches.
    engine.set_options(&Options { threads: 0, ..Options::default() }).unwrap();
    // In earlier iterations the moves after the first may have fewer nodes than lie between two looks at
    // the signals.
    let mut reporter = HitInIteration(18, &signals);
    let result = engine.search(&Game::default(), &limits, &signals, &mut reporter);
    assert_eq!(result.depth, 17);
}

#[test]
fn oversized_hash_is_refused_and_previous_size_kept() {
    let mut engine = Engine::new();
    let too_large = Options { hash_mib: usize::MAX >> 24, ..Options::default() };
    assert!(engine.set_options(&too_large).is_err());
    assert_eq!(engine.tt().mib(), Options::default().hash_mib);
    assert!(run_search_with(&mut engine, &Game::default(), &Limits::depth(3)).0.best.is_some());
}

/// Without threads of its own the engine does the same on the thread of the caller.
#[test]
fn caller_thread_searches_as_an_own_thread() {
    let found = [0, 1].map(|threads| {
        let searches = move || {
            let mut engine = Engine::new();
            engine.set_options(&searcher::Options { threads, ..Default::default() }).unwrap();
            let games = random_games(6, 30, 5).into_iter();
            let found =
                games.map(|game| run_search_with(&mut engine, &game, &Limits::nodes(8_000)));
            found.map(|(result, reporter)| (result, reporter.reports)).collect::<Vec<_>>()
        };
        let builder = std::thread::Builder::new().stack_size(searcher::STACK_SIZE);
        builder.spawn(searches).unwrap().join().unwrap()
    });
    assert_eq!(found[0], found[1]);
}
