//! A search thread that is kept between searches, with its tables.

use super::observer::SearchObserver;
use super::shared::{SharedState, ThreadResult};
use super::thread::{SearchThread, ThreadData};
use board::Move;
use eval::Evaluator;
use ordering::MoveOrdering;
use searcher::STACK_SIZE;
use searcher::catch_panic;
use searcher::{Report, Reporter};
use std::io;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError, Weak};
use std::thread::{Builder, JoinHandle};

/// What the threads of a search tell its caller.
pub(super) enum Message {
    /// A report of the main thread without its PV, and the PV.
    Report(Report<'static>, Vec<Move>),
    /// The main thread searches this root move: depth, move, number.
    CurrentMove(u32, Move, usize),
    /// A thread failed.
    Failure(String),
    /// The main thread has ended with this result.
    Done(Option<Box<ThreadResult>>),
}

/// The part of one thread in a search.
pub(super) struct Job {
    /// Weak, so that a thread that starts after the end of the search does nothing.
    pub shared: Weak<SharedState>,
    /// 0 for the main thread, which sends [`Message::Done`] at its end.
    pub index: usize,
    /// Whether the thread sends reports.
    pub reports: bool,
    pub messages: Sender<Message>,
    /// The threads that this one starts before its own search.
    pub helpers: Vec<Helper>,
}

/// A thread that is to be started, with its index in the search.
pub(super) struct Helper {
    pub jobs: Sender<Job>,
    pub index: usize,
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

/// A search thread and its tables.
pub(super) struct Worker<E, O, W> {
    /// Locked while the thread searches.
    data: Arc<Mutex<ThreadData<E, O, W>>>,
    /// `None` until [`Worker::jobs`] was called.
    thread: Option<(Sender<Job>, JoinHandle<()>)>,
}

impl<E: Evaluator + Send + 'static, O: MoveOrdering, W: SearchObserver> Worker<E, O, W> {
    pub(super) fn new(data: ThreadData<E, O, W>) -> Self {
        Self { data: Arc::new(Mutex::new(data)), thread: None }
    }

    /// The tables of the thread. Waits until it has ended its last search.
    pub(super) fn data(&self) -> MutexGuard<'_, ThreadData<E, O, W>> {
        self.data.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the thread has ended its last search.
    pub(super) fn is_idle(&self) -> bool {
        !matches!(self.data.try_lock(), Err(TryLockError::WouldBlock))
    }

    /// Searches on the thread of the caller.
    pub(super) fn search_here(
        &self,
        shared: &SharedState,
        reporter: &mut dyn Reporter,
    ) -> Option<ThreadResult> {
        let mut data = self.data();
        data.ordering.reset_statistics();
        let reports = reporter.wants_reports();
        search(shared, &mut data, (0, reports), reporter)
    }

    /// Where to send jobs. Starts the operating system's thread, if it does not run.
    ///
    /// # Errors
    /// When the system cannot start the thread.
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

impl<E, O, W> Drop for Worker<E, O, W> {
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
    data: &Mutex<ThreadData<E, O, W>>,
) {
    while let Ok(mut job) = jobs.recv() {
        let mut data = data.lock().unwrap_or_else(PoisonError::into_inner);
        data.ordering.reset_statistics();
        let Some(shared) = job.shared.upgrade() else { continue };
        if job.index > 0 && shared.stop_requested() {
            continue;
        }
        job.start_helpers();
        let mut reporter = MessageReporter(&job.messages);
        let result = search(&shared, &mut data, (job.index, job.reports), &mut reporter);
        if job.index == 0 {
            shared.stop.store(true, Ordering::Relaxed);
        }
        // Nothing of the search is held when its caller has the result.
        drop(shared);
        drop(data);
        if job.index == 0 {
            let _ = job.messages.send(Message::Done(result.map(Box::new)));
        }
    }
}

/// The search of one thread, with its index and whether it reports. When it panics its last scores
/// still count and its tables, which may be inconsistent, are cleared.
fn search<E: Evaluator, O: MoveOrdering, W: SearchObserver>(
    shared: &SharedState,
    data: &mut ThreadData<E, O, W>,
    (index, reports): (usize, bool),
    reporter: &mut dyn Reporter,
) -> Option<ThreadResult> {
    let outcome = catch_panic(|| {
        data.ordering.new_search();
        let reporter = reports.then_some(&mut *reporter as &mut dyn Reporter);
        let mut thread = SearchThread::new(shared, data, index, reporter);
        let outcome = catch_panic(|| thread.iterative_deepening());
        thread.publish_counters();
        if outcome.is_err() {
            thread.root.discard_iteration();
            thread.return_to_root();
            thread.td.clear();
        }
        (thread.result(), outcome.err())
    });
    let (result, failure) = outcome.unwrap_or_else(|message| (None, Some(message)));
    if let Some(message) = failure {
        reporter.info_string(&format!("search thread {index} failed: {message}"));
    }
    result
}

/// Sends reports to the caller of the search.
struct MessageReporter<'a>(&'a Sender<Message>);

impl Reporter for MessageReporter<'_> {
    fn report(&mut self, report: &Report<'_>) {
        let _ = self.0.send(Message::Report(report.without_pv(), report.pv.to_vec()));
    }

    fn current_move(&mut self, depth: u32, mv: Move, number: usize) {
        let _ = self.0.send(Message::CurrentMove(depth, mv, number));
    }

    fn info_string(&mut self, text: &str) {
        let _ = self.0.send(Message::Failure(text.to_owned()));
    }
}
