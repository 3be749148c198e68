//! What the threads of one search share, how they are run, and how they agree in the end.

use crate::clock::Clock;
use crate::game::Game;
use crate::hash::TranspositionTable;
use crate::limits::Limits;
use crate::params::Parameters;
use crate::report::Reporter;
use crate::root::RootMove;
use crate::signals::Signals;
use crate::tablebase::Tablebase;
use crate::worker::{SearchThread, ThreadData};
use board::Move;
use eval::Evaluator;
use ordering::MoveOrdering;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Deep searches with evasions, singular searches and quiescence stay far below this; threads of
/// some systems get much less by default.
const STACK: usize = 32 << 20;

/// The counters of one thread, on a cache line of their own. Only their thread writes them, and
/// rarely: reading them gives the recent past.
#[repr(align(64))]
#[derive(Default)]
pub(crate) struct ThreadCounters {
    nodes: AtomicU64,
    tb_hits: AtomicU64,
}

impl ThreadCounters {
    pub(crate) fn set(&self, nodes: u64, tb_hits: u64) {
        self.nodes.store(nodes, Ordering::Relaxed);
        self.tb_hits.store(tb_hits, Ordering::Relaxed);
    }
}

/// One search as all its threads see it.
pub(crate) struct SharedState<'a> {
    pub game: &'a Game,
    pub limits: &'a Limits,
    pub signals: &'a Signals,
    pub table: &'a TranspositionTable,
    pub parameters: &'a Parameters,
    pub tablebase: Option<&'a dyn Tablebase>,
    /// Root moves that tables recommend; empty when they know nothing.
    pub preferred: Vec<Move>,
    pub clock: Clock,
    pub multi_pv: usize,
    pub counters: Vec<ThreadCounters>,
    /// Nodes after which a single thread stops; out of reach with several, which sum their counts
    /// now and then instead.
    pub node_limit: u64,
    pub halt: AtomicBool,
}

impl SharedState<'_> {
    /// Whether the threads were told to end.
    pub(crate) fn halted(&self) -> bool {
        self.halt.load(Ordering::Relaxed) || self.signals.stopped()
    }

    /// Whether the search must end now, by signal or by a limit.
    pub(crate) fn must_end(&self) -> bool {
        if self.halted() {
            return true;
        }
        let spent =
            self.counters.len() > 1 && self.limits.nodes.is_some_and(|limit| self.nodes() >= limit);
        spent || !self.pondering() && self.clock.out_of_time()
    }

    /// Whether the opponent's clock is running.
    pub(crate) fn pondering(&self) -> bool {
        self.limits.ponder && !self.signals.ponder_was_hit()
    }

    /// Nodes of all threads, as far as published.
    pub(crate) fn nodes(&self) -> u64 {
        self.counters.iter().map(|counters| counters.nodes.load(Ordering::Relaxed)).sum()
    }

    /// Tablebase answers of all threads, as far as published.
    pub(crate) fn tb_hits(&self) -> u64 {
        self.counters.iter().map(|counters| counters.tb_hits.load(Ordering::Relaxed)).sum()
    }

    /// Time since the search was asked for.
    pub(crate) fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }
}

/// What a thread brought home.
pub(crate) struct Found {
    pub best: RootMove,
    pub depth: u32,
    /// The best line as it was reported last (by the main thread only).
    pub reported: Vec<Move>,
}

/// Runs a search on all threads and returns the best finding, and what went wrong. `None` when
/// every thread failed before it found anything.
pub(crate) fn run<E: Evaluator + Send, O: MoveOrdering>(
    shared: &SharedState<'_>,
    minds: &mut [ThreadData<E, O>],
    reporter: &mut dyn Reporter,
) -> (Option<Found>, Vec<String>) {
    let mut faults = Vec::new();
    let mut found = Vec::new();
    let Some((main, helpers)) = minds.split_first_mut() else {
        return (None, faults);
    };
    std::thread::scope(|scope| {
        let spawn = |name: String| std::thread::Builder::new().name(name).stack_size(STACK);
        let mut running = Vec::new();
        // The main thread first: it minds the clock, and starting many others takes time.
        let task = || {
            let result = guarded(shared, main, 0, Some(reporter));
            shared.halt.store(true, Ordering::Relaxed);
            result
        };
        match spawn("search 0".into()).spawn_scoped(scope, task) {
            Ok(handle) => running.push(handle),
            Err(error) => {
                shared.halt.store(true, Ordering::Relaxed);
                faults.push(format!("the main search thread did not start: {error}"));
            }
        }
        for (number, data) in helpers.iter_mut().enumerate() {
            let index = number + 1;
            if shared.halted() {
                break;
            }
            let task = move || guarded(shared, data, index, None);
            match spawn(format!("search {index}")).spawn_scoped(scope, task) {
                Ok(handle) => running.push(handle),
                Err(error) => faults.push(format!("search thread {index} did not start: {error}")),
            }
        }
        for handle in running {
            match handle.join() {
                Ok((result, fault)) => {
                    found.extend(result);
                    faults.extend(fault);
                }
                Err(_) => faults.push("a search thread failed".into()),
            }
        }
    });
    if shared.multi_pv > 1 {
        found.truncate(1);
    }
    (vote(found), faults)
}

/// One thread's search, and its fault if it panicked: what was found before that still counts, and
/// the thread's tables, which may be half written, are cleared.
fn guarded<'a, E: Evaluator, O: MoveOrdering>(
    shared: &'a SharedState<'a>,
    data: &'a mut ThreadData<E, O>,
    index: usize,
    reporter: Option<&'a mut dyn Reporter>,
) -> (Option<Found>, Option<String>) {
    let mut worker = SearchThread::new(shared, data, index, reporter);
    let outcome = catch_unwind(AssertUnwindSafe(|| worker.iterate()));
    worker.publish();
    let (depth, reported) = (worker.completed, std::mem::take(&mut worker.reported));
    let fault = outcome.err().map(|payload| {
        worker.root.abandon_iteration();
        worker.forget_everything();
        let text = payload
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| payload.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "unknown cause".into());
        format!("search thread {index} failed: {text}")
    });
    let best = worker.root.moves.into_iter().next();
    (best.map(|best| Found { best, depth, reported }), fault)
}

/// Score above the worst, in centipawns, that counts in the vote.
const MOST_MARGIN: i32 = 100;

/// The finding most threads stand behind: each weighs in with depth times how far its score is
/// above the worst, within reason. Among those with the winning move the highest score, then the deepest, speaks.
/// A thread that has not finished its first iteration has no voice while others have.
/// The first finding is the main thread's, and ties go to it.
fn vote(found: Vec<Found>) -> Option<Found> {
    let reported = found.first().map(|first| first.reported.clone()).unwrap_or_default();
    // Beyond the band of evaluations a score would outweigh any depth.
    let standing = |one: &Found| one.best.known_score().clamp_eval();
    let Some(worst) = found.iter().filter(|one| one.depth > 0).map(standing).min() else {
        return found.into_iter().next();
    };
    // Nor is a shallow search's opinion worth more because a deep one knows it to be wrong.
    let margin = |one: &Found| (standing(one) - worst).raw().min(MOST_MARGIN);
    let weight = |one: &Found| i64::from(margin(one) + 10) * i64::from(one.depth);
    let mut votes: HashMap<Move, i64> = HashMap::new();
    for one in found.iter().filter(|one| one.depth > 0) {
        *votes.entry(one.best.mv).or_default() += weight(one);
    }
    let rank = |one: &Found| {
        let score = one.best.known_score();
        let won = if score.is_win() { score.raw() } else { 0 };
        (won, votes.get(&one.best.mv).copied().unwrap_or(0), weight(one))
    };
    let mut best: Option<Found> = None;
    for one in found.into_iter().filter(|one| one.depth > 0) {
        if best.as_ref().is_none_or(|leader| rank(&one) > rank(leader)) {
            best = Some(one);
        }
    }
    best.map(|leader| Found { reported, ..leader })
}

#[cfg(test)]
mod tests {
    use super::*;
    use eval::Score;
    use movegen::legal_moves;

    /// A finding of the starting position: index of the move, score, score before, depth.
    fn found((mv, score, previous, depth): (usize, Option<i32>, i32, u32)) -> Found {
        let mv = legal_moves(&Game::default().position)[mv];
        let score = score.map_or(-Score::INFINITE, Score::new);
        let mut best = RootMove::new(mv);
        (best.score, best.previous) = (score, Score::new(previous));
        Found { best, depth, reported: Vec::new() }
    }

    fn elected(findings: &[(usize, Option<i32>, i32, u32)]) -> (usize, u32) {
        let moves = legal_moves(&Game::default().position);
        let winner = vote(findings.iter().copied().map(found).collect()).unwrap();
        (moves.iter().position(|&mv| mv == winner.best.mv).unwrap(), winner.depth)
    }

    #[test]
    fn an_interrupted_thread_speaks_with_its_last_finished_iteration() {
        // The main thread had nothing yet of its eleventh iteration; a helper is far behind.
        assert_eq!(elected(&[(0, None, 40, 10), (0, Some(35), 30, 1)]), (0, 10));
        assert_eq!(elected(&[(0, None, 40, 10), (1, Some(30), 30, 6)]), (0, 10));
        // Without a finished iteration there is nothing to say.
        assert_eq!(elected(&[(0, Some(10), 0, 8), (1, Some(900), 0, 0)]), (0, 8));
        assert_eq!(elected(&[(2, None, 0, 0), (1, None, 0, 0)]), (2, 0));
    }

    #[test]
    fn depth_scores_and_numbers_weigh() {
        assert_eq!(elected(&[(0, Some(20), 0, 10), (1, Some(20), 0, 12)]), (1, 12));
        assert_eq!(
            elected(&[(0, Some(20), 0, 10), (1, Some(22), 0, 10), (0, Some(19), 0, 9)]),
            (0, 10)
        );
        let (win, loss) = (Score::mate_in(5).raw(), Score::mated_in(6).raw());
        assert_eq!(elected(&[(0, Some(500), 0, 20), (1, Some(win), 0, 4)]), (1, 4));
        assert_eq!(elected(&[(0, Some(loss), 0, 20), (1, Some(-300), 0, 19)]), (1, 19));
        // A proven loss is not refuted by who has not looked as deep.
        assert_eq!(elected(&[(0, Some(loss), 0, 20), (1, Some(-300), 0, 1)]), (0, 20));
        assert!(vote(Vec::new()).is_none());
    }
}
