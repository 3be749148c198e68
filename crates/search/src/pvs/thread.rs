//! The threads of the operating system: one is kept between searches with the tables of its worker. A search
//! on all of them: start, wait for the end, selection of the result (Lazy SMP).

use super::shared::{SharedState, ThreadResult};
use super::worker::{Worker, WorkerData};
use crate::observer::SearchObserver;
use crate::params::SearchParams;
use board::Move;
use eval::Evaluator;
use ordering::MoveOrdering;
use searcher::{Report, Reporter, STACK_SIZE, catch_panic};
use std::collections::HashMap;
use std::io;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError, Weak};
use std::thread::{Builder, JoinHandle};
use web_time::{Duration, Instant};

/// What the threads of a search tell its caller.
enum Message {
    /// A report of the main thread.
    Report(Report),
    /// The main thread searches this root move: depth, move, number.
    CurrentMove(u32, Move, usize),
    /// A thread failed.
    Failure(String),
    /// The main thread has ended, and its result is published.
    Done,
}

/// The part of one thread in a search.
pub(super) struct Job {
    /// Weak, so that a thread that starts after the end of the search does nothing.
    shared: Weak<SharedState>,
    /// 0 for the main thread, which sends [`Message::Done`] at its end.
    index: usize,
    /// Whether the thread sends reports.
    reports: bool,
    messages: Sender<Message>,
    /// The threads that this one starts before its own search.
    helpers: Vec<Helper>,
}

/// A thread that is to be started, with its index in the search.
struct Helper {
    jobs: Sender<Job>,
    index: usize,
}

impl Job {
    /// Starts the helpers as a binary tree. The caller of the search, which has to watch the clock,
    /// would lose its processor to each thread that it wakes.
    fn start_helpers(&mut self) {
        let mut first = std::mem::take(&mut self.helpers);
        let second = first.split_off(first.len() / 2);
        for mut helpers in [first, second] {
            let Some(Helper { jobs, index }) = helpers.pop() else { continue };
            let (shared, messages) = (Weak::clone(&self.shared), Sender::clone(&self.messages));
            // Nobody waits for a thread that has ended.
            let _ = jobs.send(Self { shared, index, reports: false, messages, helpers });
        }
    }
}

/// A thread of the operating system and the data of its worker.
pub(super) struct Thread<E, O, W> {
    /// Locked while the thread searches.
    data: Arc<Mutex<WorkerData<E, O, W>>>,
    /// `None` until [`Thread::jobs`] was called.
    thread: Option<(Sender<Job>, JoinHandle<()>)>,
}

impl<E: Evaluator + Send + 'static, O: MoveOrdering, W: SearchObserver> Thread<E, O, W> {
    pub(super) fn new(data: WorkerData<E, O, W>) -> Self {
        Self { data: Arc::new(Mutex::new(data)), thread: None }
    }

    /// What the worker keeps. Waits until it has ended its last search.
    pub(super) fn data(&self) -> MutexGuard<'_, WorkerData<E, O, W>> {
        self.data.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the thread has ended its last search.
    pub(super) fn is_idle(&self) -> bool {
        !matches!(self.data.try_lock(), Err(TryLockError::WouldBlock))
    }

    /// Searches on the thread of the caller.
    pub(super) fn search_here(&self, shared: &SharedState, reporter: &mut dyn Reporter) {
        let mut data = self.data();
        data.observer.reset_statistics();
        let reports = reporter.wants_reports();
        search(shared, &mut data, (0, reports), reporter);
    }

    /// Where to send jobs. Starts the operating system's thread, if it does not run.
    pub(super) fn jobs(&mut self) -> io::Result<Sender<Job>> {
        if let Some((jobs, handle)) = &self.thread
            && !handle.is_finished()
        {
            return Ok(Sender::clone(jobs));
        }
        let (jobs, receiver) = channel();
        let data = Arc::clone(&self.data);
        let handle = Builder::new()
            .name("search".into())
            .stack_size(STACK_SIZE)
            .spawn(move || run_jobs(&receiver, &data))?;
        self.thread = Some((Sender::clone(&jobs), handle));
        Ok(jobs)
    }
}

impl<E, O, W> Drop for Thread<E, O, W> {
    /// Waits for the thread, so that its memory is free afterwards.
    fn drop(&mut self) {
        if let Some((jobs, handle)) = self.thread.take() {
            drop(jobs);
            let _ = handle.join();
        }
    }
}

/// The main function of a thread.
fn run_jobs<E: Evaluator, O: MoveOrdering, W: SearchObserver>(
    jobs: &Receiver<Job>,
    data: &Mutex<WorkerData<E, O, W>>,
) {
    while let Ok(mut job) = jobs.recv() {
        let mut data = data.lock().unwrap_or_else(PoisonError::into_inner);
        data.observer.reset_statistics();
        let Some(shared) = job.shared.upgrade() else { continue };
        if job.index > 0 && shared.stop_requested() {
            continue;
        }
        job.start_helpers();
        let mut reporter = MessageReporter(&job.messages);
        search(&shared, &mut data, (job.index, job.reports), &mut reporter);
        if job.index == 0 {
            shared.stop.store(true, Ordering::Relaxed);
        }
        // Nothing of the search is held when its caller has the result.
        drop(shared);
        drop(data);
        if job.index == 0 {
            let _ = job.messages.send(Message::Done);
        }
    }
}

/// The search of one thread, with its index and whether it reports. When it panics its last scores
/// still count and its tables, which may be inconsistent, are cleared.
fn search<E: Evaluator, O: MoveOrdering, W: SearchObserver>(
    shared: &SharedState,
    data: &mut WorkerData<E, O, W>,
    (index, reports): (usize, bool),
    reporter: &mut dyn Reporter,
) {
    let outcome = catch_panic(|| {
        data.ordering.new_search();
        let reporter = reports.then_some(&mut *reporter as &mut dyn Reporter);
        let mut worker = Worker::new(shared, data, index, reporter);
        let outcome = catch_panic(|| worker.iterative_deepening());
        worker.publish_counters();
        if outcome.is_err() {
            worker.root.discard_iteration();
            worker.return_to_root();
            worker.data.clear();
        }
        if index == 0 {
            worker.publish_result();
        }
        outcome
    });
    if let Err(message) = outcome.flatten() {
        reporter.info_string(&format!("search thread {index} failed: {message}"));
    }
}

/// Sends reports to the caller of the search.
struct MessageReporter<'a>(&'a Sender<Message>);

impl Reporter for MessageReporter<'_> {
    fn report(&mut self, report: &Report) {
        let _ = self.0.send(Message::Report(report.clone()));
    }

    fn current_move(&mut self, depth: u32, mv: Move, number: usize) {
        let _ = self.0.send(Message::CurrentMove(depth, mv, number));
    }

    fn info_string(&mut self, text: &str) {
        let _ = self.0.send(Message::Failure(text.to_owned()));
    }
}

/// How often the caller checks whether the search has to stop, in case the threads get no
/// processor time to do it.
const POLL: Duration = Duration::from_millis(10);
/// How long after the end it waits for the main thread before it uses the published results.
const GRACE: Duration = Duration::from_millis(3);
/// How long after the end it waits for a first result, without which the move would be any legal one.
const FIRST_RESULT_GRACE: Duration = Duration::from_millis(50);

/// Stops the threads at the end of a search, be it by a panic of the reporter.
struct StopOnDrop<'a>(&'a SharedState);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }
}

/// Runs a search on all threads, whose results are published then. A thread that is
/// still busy with the end of the search before joins when it has ended it. Does not wait for helper
/// threads, nor long for a main thread that gets no processor time.
pub(super) fn run_threads<E, O, W>(
    shared: &Arc<SharedState>,
    threads: &mut [Thread<E, O, W>],
    reporter: &mut dyn Reporter,
) where
    E: Evaluator + Send + 'static,
    O: MoveOrdering,
    W: SearchObserver,
{
    let _stop = StopOnDrop(shared);
    let (sender, messages) = channel();
    let reports = reporter.wants_reports();
    let (mut idle, mut busy, mut errors) = (Vec::new(), Vec::new(), Vec::new());
    for thread in threads {
        let group = if thread.is_idle() { &mut idle } else { &mut busy };
        match thread.jobs() {
            Ok(jobs) => group.push(jobs),
            Err(error) => errors.push(error),
        }
    }
    if let Some(error) = errors.first() {
        let count = errors.len();
        reporter.info_string(&format!("{count} search threads did not start: {error}"));
    }
    // The first thread is the main thread. Busy ones need not be woken, so they get their jobs
    // here and start no others.
    let idle_count = idle.len();
    let mut threads = idle.into_iter().chain(busy).enumerate();
    let Some((_, main)) = threads.next() else { return };
    let helper = |(index, jobs)| Helper { jobs, index };
    let (helpers, leaves): (Vec<_>, Vec<_>) =
        threads.map(helper).partition(|helper| helper.index < idle_count);
    let job = |index, helpers| Job {
        shared: Arc::downgrade(shared),
        index,
        reports: reports && index == 0,
        messages: Sender::clone(&sender),
        helpers,
    };
    for Helper { jobs, index } in leaves {
        let _ = jobs.send(job(index, Vec::new()));
    }
    if main.send(job(0, helpers)).is_ok() {
        drop(sender);
        receive_messages(shared, &messages, reporter);
    }
}

/// Passes the messages of the threads on until the main thread has ended, or has not although the search has
/// to end and a published result is there.
fn receive_messages(
    shared: &SharedState,
    messages: &Receiver<Message>,
    reporter: &mut dyn Reporter,
) {
    let deadline = shared.time_manager.hard_deadline();
    // One thread without a clock stops by itself.
    let polls = deadline.is_some() || shared.counters.len() > 1;
    // The end is when the time was over, not when this thread learned of it. It may have been over before the
    // search began or `ponderhit` came.
    let mut earliest_end = Instant::now();
    let mut end: Option<Instant> = None;
    loop {
        let mut gives_up = false;
        let message = if polls {
            let now = Instant::now();
            if shared.pondering() {
                earliest_end = now;
            }
            if end.is_none() && shared.should_stop() {
                shared.stop.store(true, Ordering::Relaxed);
                let passed = deadline.filter(|&deadline| deadline < now).unwrap_or(now);
                end = Some(passed.max(earliest_end));
            }
            let waited = end.map(|end| now.saturating_duration_since(end));
            let has_result = || shared.published_results().iter().any(Option::is_some);
            gives_up = waited.is_some_and(|waited| {
                waited >= FIRST_RESULT_GRACE || waited >= GRACE && has_result()
            });
            // Not at the deadline itself, at which the threads stop: on a busy machine each time that this
            // thread waits for a processor counts.
            let next_check =
                end.or(deadline).map(|end| (end + GRACE).saturating_duration_since(now));
            let next_check = next_check.filter(|wait| !wait.is_zero());
            messages.recv_timeout(match end {
                _ if gives_up => Duration::ZERO,
                Some(_) => next_check.unwrap_or(GRACE),
                None => next_check.unwrap_or(POLL).min(POLL),
            })
        } else {
            messages.recv().map_err(RecvTimeoutError::from)
        };
        match message {
            Ok(Message::Report(report)) => reporter.report(&report),
            Ok(Message::CurrentMove(depth, mv, number)) => reporter.current_move(depth, mv, number),
            Ok(Message::Failure(text)) => reporter.info_string(&text),
            Err(RecvTimeoutError::Timeout) if !gives_up => {}
            Ok(Message::Done) | Err(_) => return,
        }
    }
}

/// The result of a search from those that its threads have published, if any has one.
pub(super) fn best_result(shared: &SharedState) -> Option<ThreadResult> {
    let mut results = shared.published_results().clone();
    if shared.multi_pv > 1 && results[0].is_some() {
        results.truncate(1);
    }
    select_best_thread(results.into_iter().flatten().collect(), &shared.params)
}

/// Thread voting: each thread votes for its best move with its depth times the margin of its score
/// above the worst one. The move with most votes wins, a proven win always; of its threads the one
/// with most weight gives score and PV. Threads without a completed iteration do not vote while
/// others have one. The main thread is first and wins ties. (After Stockfish.)
fn select_best_thread(results: Vec<ThreadResult>, p: &SearchParams) -> Option<ThreadResult> {
    // Decisive scores are clamped, or they would outweigh any depth.
    let eval_score = |result: &ThreadResult| result.best.known().score.clamp_eval();
    let (voters, rest): (Vec<_>, Vec<_>) = results.into_iter().partition(|result| result.depth > 0);
    let Some(worst) = voters.iter().map(eval_score).min() else { return rest.into_iter().next() };
    // The margin is bounded, or a shallow thread would gain from what a deep one has refuted.
    let margin =
        |result: &ThreadResult| (eval_score(result) - worst).raw().min(p.vote_max_margin());
    let weight = |result: &ThreadResult| {
        i64::from(margin(result) + p.vote_offset()) * i64::from(result.depth)
    };
    let mut votes: HashMap<Move, i64> = HashMap::new();
    for result in &voters {
        *votes.entry(result.best.mv).or_default() += weight(result);
    }
    let rank = |result: &ThreadResult| {
        let score = result.best.known().score;
        let win_score = if score.is_win() { score.raw() } else { 0 };
        (win_score, votes.get(&result.best.mv).copied().unwrap_or(0), weight(result))
    };
    // Of equal ones `max_by_key` gives the last.
    voters.iter().rev().max_by_key(|result| rank(result)).cloned()
}

#[cfg(test)]
mod tests {
    use super::super::root::RootMove;
    use super::*;
    use eval::Score;
    use game::Game;
    use movegen::legal_moves;

    /// A result of the starting position: index of the move, score, previous score, depth.
    fn thread_result(
        (mv, score, previous_score, depth): (usize, Option<i32>, i32, u32),
    ) -> ThreadResult {
        let mv = legal_moves(&Game::default().position)[mv];
        let mut best = RootMove::new(mv);
        best.line.score = score.map_or(-Score::INFINITE, Score::new);
        best.previous.score = Score::new(previous_score);
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
