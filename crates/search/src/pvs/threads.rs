//! The threads of one search: how they are started and how the result is selected (Lazy SMP).

use super::root::RootMove;
use super::shared::SharedState;
use super::thread::{SearchThread, ThreadData};
use crate::finish::catch_panic;
use crate::params::SearchParams;
use crate::report::Reporter;
use board::Move;
use eval::Evaluator;
use ordering::MoveOrdering;
use std::collections::HashMap;
use std::sync::atomic::Ordering;

/// Stack size of a search thread in bytes. The default of some systems is too small for the
/// deepest path.
const STACK_SIZE: usize = 32 << 20;

/// The result of one thread.
pub(super) struct ThreadResult {
    pub best: RootMove,
    pub depth: u32,
}

/// Runs a search on all threads. Returns the selected result, if any thread has one, and the
/// messages of threads that panicked or did not start.
pub(super) fn run_threads<E: Evaluator + Send, O: MoveOrdering>(
    shared: &SharedState<'_>,
    threads: &mut [ThreadData<E, O>],
    reporter: &mut dyn Reporter,
) -> (Option<ThreadResult>, Vec<String>) {
    let mut errors = Vec::new();
    let mut results = Vec::new();
    let Some((main, helpers)) = threads.split_first_mut() else {
        return (None, errors);
    };
    std::thread::scope(|scope| {
        let spawn = |name: String| std::thread::Builder::new().name(name).stack_size(STACK_SIZE);
        let mut running = Vec::new();
        // The main thread first: it checks the time, and starting many others takes long.
        let task = || {
            let result = run_thread(shared, main, 0, Some(reporter));
            shared.stop.store(true, Ordering::Relaxed);
            result
        };
        match spawn("search 0".into()).spawn_scoped(scope, task) {
            Ok(handle) => running.push(handle),
            Err(error) => {
                shared.stop.store(true, Ordering::Relaxed);
                errors.push(format!("the main search thread did not start: {error}"));
            }
        }
        for (number, td) in helpers.iter_mut().enumerate() {
            let index = number + 1;
            if shared.stop_requested() {
                break;
            }
            let task = move || run_thread(shared, td, index, None);
            match spawn(format!("search {index}")).spawn_scoped(scope, task) {
                Ok(handle) => running.push(handle),
                Err(error) => errors.push(format!("search thread {index} did not start: {error}")),
            }
        }
        for handle in running {
            match handle.join() {
                Ok((result, error)) => {
                    results.extend(result);
                    errors.extend(error);
                }
                Err(_) => errors.push("a search thread failed".into()),
            }
        }
    });
    if shared.multi_pv > 1 {
        results.truncate(1);
    }
    (select_best_thread(results, shared.params), errors)
}

/// One thread's search. When it panics its last scores still count, its tables, which may be
/// inconsistent, are cleared, and the message is returned.
fn run_thread<'a, E: Evaluator, O: MoveOrdering>(
    shared: &'a SharedState<'a>,
    td: &'a mut ThreadData<E, O>,
    index: usize,
    reporter: Option<&'a mut dyn Reporter>,
) -> (Option<ThreadResult>, Option<String>) {
    let mut thread = SearchThread::new(shared, td, index, reporter);
    let outcome = catch_panic(|| thread.iterative_deepening());
    thread.publish_counters();
    let depth = thread.completed_depth;
    let error = outcome.err().map(|message| {
        thread.root.discard_iteration();
        thread.return_to_root();
        thread.td.clear();
        format!("search thread {index} failed: {message}")
    });
    let best = thread.root.moves.into_iter().next();
    (best.map(|best| ThreadResult { best, depth }), error)
}

/// Thread voting: each thread votes for its best move with its depth times the margin of its score
/// above the worst one. The move with most votes wins, a proven win always; of its threads the one
/// with most weight gives score and PV. Threads without a completed iteration do not vote while
/// others have one. The main thread is first and wins ties. (After Stockfish.)
fn select_best_thread(results: Vec<ThreadResult>, p: &SearchParams) -> Option<ThreadResult> {
    // Decisive scores are clamped, or they would outweigh any depth.
    let eval_score = |result: &ThreadResult| result.best.known_score().clamp_eval();
    let Some(worst) = results.iter().filter(|result| result.depth > 0).map(eval_score).min() else {
        return results.into_iter().next();
    };
    // The margin is bounded, or a shallow thread would gain from what a deep one has refuted.
    let margin =
        |result: &ThreadResult| (eval_score(result) - worst).raw().min(p.vote_max_margin());
    let weight = |result: &ThreadResult| {
        i64::from(margin(result) + p.vote_offset()) * i64::from(result.depth)
    };
    let mut votes: HashMap<Move, i64> = HashMap::new();
    for result in results.iter().filter(|result| result.depth > 0) {
        *votes.entry(result.best.mv).or_default() += weight(result);
    }
    let rank = |result: &ThreadResult| {
        let score = result.best.known_score();
        let win_score = if score.is_win() { score.raw() } else { 0 };
        (win_score, votes.get(&result.best.mv).copied().unwrap_or(0), weight(result))
    };
    let mut best: Option<ThreadResult> = None;
    for result in results.into_iter().filter(|result| result.depth > 0) {
        if best.as_ref().is_none_or(|winner| rank(&result) > rank(winner)) {
            best = Some(result);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use eval::Score;
    use movegen::legal_moves;

    /// A result of the starting position: index of the move, score, previous score, depth.
    fn thread_result(
        (mv, score, previous_score, depth): (usize, Option<i32>, i32, u32),
    ) -> ThreadResult {
        let mv = legal_moves(&Game::default().position)[mv];
        let mut best = RootMove::new(mv);
        best.score = score.map_or(-Score::INFINITE, Score::new);
        best.previous_score = Score::new(previous_score);
        ThreadResult { best, depth }
    }

    fn selected(results: &[(usize, Option<i32>, i32, u32)]) -> (usize, u32) {
        let moves = legal_moves(&Game::default().position);
        let results = results.iter().copied().map(thread_result).collect();
        let winner = select_best_thread(results, &SearchParams::default()).unwrap();
        (moves.iter().position(|&mv| mv == winner.best.mv).unwrap(), winner.depth)
    }

    #[test]
    fn aborted_thread_votes_with_last_completed_iteration() {
        // The main thread had no score yet in its eleventh iteration; a helper is far behind.
        assert_eq!(selected(&[(0, None, 40, 10), (0, Some(35), 30, 1)]), (0, 10));
        assert_eq!(selected(&[(0, None, 40, 10), (1, Some(30), 30, 6)]), (0, 10));
        // Threads without a completed iteration do not vote.
        assert_eq!(selected(&[(0, Some(10), 0, 8), (1, Some(900), 0, 0)]), (0, 8));
        assert_eq!(selected(&[(2, None, 0, 0), (1, None, 0, 0)]), (2, 0));
    }

    #[test]
    fn vote_weighs_depth_score_and_thread_count() {
        assert_eq!(selected(&[(0, Some(20), 0, 10), (1, Some(20), 0, 12)]), (1, 12));
        let two_of_three = [(0, Some(20), 0, 10), (1, Some(22), 0, 10), (0, Some(19), 0, 9)];
        assert_eq!(selected(&two_of_three), (0, 10));
        let (win, loss) = (Score::mate_in(5).raw(), Score::mated_in(6).raw());
        assert_eq!(selected(&[(0, Some(500), 0, 20), (1, Some(win), 0, 4)]), (1, 4));
        assert_eq!(selected(&[(0, Some(loss), 0, 20), (1, Some(-300), 0, 19)]), (1, 19));
        // A shallow thread does not overrule a proven loss.
        assert_eq!(selected(&[(0, Some(loss), 0, 20), (1, Some(-300), 0, 1)]), (0, 20));
        assert!(select_best_thread(Vec::new(), &SearchParams::default()).is_none());
    }
}
