//! Limits and signals, beyond what the contract of searches asks.

use super::*;
use searcher::{NullReporter, Options};
use std::time::{Duration, Instant};

#[test]
fn soft_node_limit_completes_iteration() {
    let limits = Limits { soft_nodes: Some(5_000), ..Limits::default() };
    let (result, reporter) = run_search(&Game::default(), &limits);
    assert!(result.nodes >= 5_000 && result.nodes < 200_000);
    assert_eq!(reporter.reports.last().map(|report| report.depth), Some(result.depth));
}

#[test]
fn three_threads_find_mate_and_stop_at_node_limit() {
    let mut engine = engine_with(Options { threads: 3, ..Options::default() });
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
                let result =
                    Engine::default().search(&stalemate, &limits, &signals, &mut NullReporter);
                signals.stop();
                result
            });
            assert!(signals.wait_for_waiter(), "answered unprompted");
            if ponder {
                signals.ponderhit()
            } else {
                signals.stop()
            }
            assert_eq!(search.join().unwrap().best, None);
        });
    }
}

/// Raises the signal `ponderhit` at the second root move of an iteration.
struct HitInIteration<'a>(u32, &'a Signals);

impl Reporter for HitInIteration<'_> {
    fn report(&mut self, _: &Report) {}

    fn current_move(&mut self, depth: u32, _: board::Move, number: usize) {
        if (depth, number) == (self.0, 2) {
            self.1.ponderhit();
        }
    }
}

#[test]
fn ponderhit_ends_the_iteration_where_the_time_for_the_move_is_over() {
    // The clock is over before the search begins, and does not count until the signal; or the time for the
    // move is over, and that which it may take at most is not. In iterations before the 18th the moves after
    // the first may have fewer nodes than lie between two looks at the signals.
    for (clock_ms, past_ms, hit_in, depths) in
        [(100, 1_000, 10, 9..=10), (60_000, 8_000, 18, 17..=17)]
    {
        let clock = Some(Duration::from_millis(clock_ms));
        let start_time = Instant::now().checked_sub(Duration::from_millis(past_ms));
        let limits =
            Limits { ponder: true, clock: [clock, clock], start_time, ..Limits::default() };
        let signals = Signals::new();
        // Reports come at once from the thread that searches.
        let mut engine = engine_with(Options { threads: 0, ..Options::default() });
        let mut reporter = HitInIteration(hit_in, &signals);
        let result = engine.search(&Game::default(), &limits, &signals, &mut reporter);
        assert!(signals.ponder_was_hit() && result.best.is_some());
        assert!(depths.contains(&result.depth), "{} and not {depths:?}", result.depth);
    }
}
