//! The tasks of the engine thread and their queue, whose memory is bounded: what is too much is refused.

use crate::options::Settings;
use board::Position;
use eval::nnue::Network;
use game::Game;
use searcher::{Limits, Signals};
use std::mem::{Discriminant, discriminant};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Weak};

/// Memory that tasks may take, in bytes, networks left out.
const MAX_BYTES: usize = 64 << 20;
/// Memory of a task without its game, its network and its file names, in bytes, rounded up.
const TASK_BYTES: usize = 2048;
/// Networks that may be in memory at a time: those of waiting tasks, of the engine and of the session.
const MAX_NETWORKS: usize = 8;

/// A task of the engine thread.
#[derive(Debug)]
pub enum Task {
    /// Search and answer with `bestmove`. In place of a game may be the reason why the position was refused:
    /// then the answer has no move, and comes when `limits` let it.
    Search {
        game: Result<Arc<Game>, String>,
        limits: Box<Limits>,
        handle: TaskHandle,
    },
    /// Answer so many searches, for which there was no room, with `bestmove (none)`.
    Refused(Arc<AtomicUsize>),
    /// Count leaf nodes for each root move.
    Perft {
        position: Box<Position>,
        depth: u32,
        /// With a table of the size of the transposition table.
        hash: bool,
        handle: TaskHandle,
    },
    /// Search the bench positions.
    Bench {
        depth: Option<u32>,
        handle: TaskHandle,
    },
    /// Show the moves of a position in picking order.
    Order(Box<Position>),
    /// Show what the ordering counted in the last search.
    Statistics,
    /// Apply settings.
    Configure(Box<Settings>),
    NewGame,
    ClearHash,
    /// Answer `readyok`: everything sent before is done.
    Ready,
}

impl Task {
    /// The handle of a task that has one.
    pub fn handle(&self) -> Option<TaskHandle> {
        match self {
            Self::Search { handle, .. }
            | Self::Perft { handle, .. }
            | Self::Bench { handle, .. } => Some(handle.clone()),
            _ => None,
        }
    }

    /// Whether it is answered with `bestmove`.
    pub fn is_search(&self) -> bool {
        matches!(self, Self::Search { .. })
    }
}

/// The session's handle on a task. Clones refer to the same task.
#[derive(Clone, Debug, Default)]
pub struct TaskHandle {
    /// The signals that the task checks.
    pub signals: Signals,
    /// It ends only after `stop`.
    endless: bool,
    /// It ends only after `ponderhit` or `stop`.
    pondering: bool,
    done: Arc<AtomicBool>,
}

impl TaskHandle {
    /// For a search with these limits. The default is for a task that ends by itself.
    pub fn search(limits: &Limits) -> Self {
        let bounded = limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.movetime.is_some()
            || limits.clock.iter().any(Option::is_some);
        let (endless, pondering) = (limits.infinite || !bounded, limits.ponder);
        Self { endless, pondering, ..Self::default() }
    }

    /// Whether it ends without a further command, or has been stopped.
    pub fn will_end(&self) -> bool {
        self.signals.stopped() || !(self.endless || self.ponders())
    }

    /// Whether it waits for `ponderhit`.
    pub fn ponders(&self) -> bool {
        self.pondering && !self.signals.ponder_was_hit()
    }

    /// Whether [`finish`](Self::finish) was called.
    pub fn is_done(&self) -> bool {
        self.done.load(Ordering::Acquire)
    }

    /// Marks the task as done. Called just before its answer is written, so that a client that has
    /// read the answer never finds the task unfinished.
    pub fn finish(&self) {
        self.done.store(true, Ordering::Release);
    }
}

/// Why a task was not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// A search that is refused so is answered with `bestmove (none)` in its turn.
    #[error("too many commands wait")]
    Full,
    /// The thread has ended.
    #[error("the engine thread has ended; please restart the engine")]
    Ended,
}

/// A task on its way to the engine thread, with the memory that it takes until it is dropped.
pub struct QueuedTask {
    pub task: Task,
    _memory: Memory,
}

struct Memory {
    all: Arc<AtomicUsize>,
    bytes: usize,
}

impl Drop for Memory {
    fn drop(&mut self) {
        self.all.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// The session's end of the queue. The queue is closed when it is dropped.
pub struct TaskSender {
    tasks: Sender<QueuedTask>,
    /// Memory of the tasks that wait and of the one that runs.
    bytes: Arc<AtomicUsize>,
    /// The game that was sent last. Another task with it shares it.
    game: Weak<Game>,
    /// The networks that were sent.
    networks: Vec<Weak<Network>>,
    /// How many searches the last task refuses: 0 if it is another task or done.
    refused: Arc<AtomicUsize>,
    /// The kind of the task that was sent last.
    last: Option<Discriminant<Task>>,
}

/// A queue of tasks.
pub fn queue() -> (TaskSender, Receiver<QueuedTask>) {
    let (tasks, receiver) = channel();
    let (bytes, game, networks, refused) = Default::default();
    (TaskSender { tasks, bytes, game, networks, refused, last: None }, receiver)
}

impl TaskSender {
    /// Sends a task. There may be no room for it, or no thread.
    pub fn send(&mut self, task: Task) -> Result<(), SendError> {
        let kind = discriminant(&task);
        if matches!(task, Task::NewGame | Task::ClearHash) && self.last == Some(kind) {
            return Ok(());
        }
        let bytes = self.bytes_of(&task);
        let is_full = self.bytes.load(Ordering::Relaxed) + bytes > MAX_BYTES;
        let is_full = is_full || !self.has_room_for_network(&task);
        if is_full {
            if task.is_search() {
                self.refuse()?;
            }
            return Err(SendError::Full);
        }
        self.refused = Arc::default();
        match &task {
            Task::Search { game: Ok(game), .. } => self.game = Arc::downgrade(game),
            Task::Configure(settings) => {
                self.networks.extend(settings.config.network.as_ref().map(Arc::downgrade));
            }
            _ => {}
        }
        self.put(task, bytes)
    }

    /// Adds to the refusals at the end of the queue, so that any number of them takes the memory of one.
    fn refuse(&mut self) -> Result<(), SendError> {
        let add = |count: usize| (count > 0).then_some(count + 1);
        if self.refused.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add).is_ok() {
            return Ok(());
        }
        self.refused = Arc::new(AtomicUsize::new(1));
        self.put(Task::Refused(Arc::clone(&self.refused)), TASK_BYTES)
    }

    fn put(&mut self, task: Task, bytes: usize) -> Result<(), SendError> {
        self.last = Some(discriminant(&task));
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        let _memory = Memory { all: Arc::clone(&self.bytes), bytes };
        self.tasks.send(QueuedTask { task, _memory }).map_err(|_| SendError::Ended)
    }

    /// The memory that a task takes in addition to those before it, in bytes, without its network.
    fn bytes_of(&self, task: &Task) -> usize {
        match task {
            Task::Search { game: Ok(game), .. } if self.game.as_ptr() != Arc::as_ptr(game) => {
                TASK_BYTES + game.history.len() * (size_of::<u64>() + size_of::<board::Move>())
            }
            Task::Configure(settings) => {
                TASK_BYTES + settings.log_file.len() + settings.syzygy_path.len()
            }
            _ => TASK_BYTES,
        }
    }

    /// Whether the task has no network, or one that was sent before, or not too many are in memory.
    fn has_room_for_network(&mut self, task: &Task) -> bool {
        let Task::Configure(settings) = task else { return true };
        let Some(new) = &settings.config.network else { return true };
        self.networks
            .retain(|network| network.strong_count() > 0 && network.as_ptr() != Arc::as_ptr(new));
        self.networks.len() < MAX_NETWORKS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn search(game: &Arc<Game>) -> Task {
        let limits = Limits::depth(1);
        let handle = TaskHandle::search(&limits);
        Task::Search { game: Ok(Arc::clone(game)), limits: Box::new(limits), handle }
    }

    fn configure(network: Option<&Arc<Network>>) -> Task {
        let mut settings = Settings::default();
        settings.config.network = network.map(Arc::clone);
        Task::Configure(Box::new(settings))
    }

    /// A game of many plies.
    fn long_game() -> Arc<Game> {
        let mut game = Game::default();
        (0..100_000).for_each(|_| game.history.push(game.position.key()));
        Arc::new(game)
    }

    #[test]
    fn the_memory_of_waiting_tasks_is_bounded() {
        let (mut sender, tasks) = queue();
        let game = long_game();
        (0..10_000).for_each(|_| sender.send(search(&game)).expect("they share the game"));
        assert_eq!(tasks.try_iter().count(), 10_000);

        let sent: Vec<bool> = (0..500).map(|_| sender.send(search(&long_game())).is_ok()).collect();
        let accepted = sent.iter().filter(|&&sent| sent).count();
        assert!((1..MAX_BYTES / 800_000 + 1).contains(&accepted), "{accepted}");
        assert!(sent[..accepted].iter().all(|&sent| sent), "the first ones");
        // There is room again once tasks are done, and each search is answered in its turn.
        (0..2).for_each(|_| assert!(tasks.try_recv().is_ok_and(|one| one.task.is_search())));
        sender.send(search(&Arc::default())).expect("room");
        let counts: Vec<usize> = tasks
            .try_iter()
            .map(|one| match one.task {
                Task::Refused(count) => count.swap(0, Ordering::Relaxed),
                task => usize::from(task.is_search()),
            })
            .collect();
        // Refused ones are one task, until it is done.
        assert_eq!(counts, [vec![1; accepted - 2], vec![500 - accepted, 1]].concat());
        (0..2).for_each(|_| sender.refuse().expect("always"));
        assert_eq!(tasks.try_iter().count(), 1);
        // What is done already is not sent again.
        (0..100_000).for_each(|_| sender.send(Task::NewGame).expect("always"));
        assert_eq!(tasks.try_iter().count(), 1);
        drop(tasks);
        assert_eq!(sender.send(Task::Ready), Err(SendError::Ended));
    }

    #[test]
    fn networks_of_waiting_settings_are_counted() {
        let encoded = Network::embedded().encode();
        let new = || Arc::new(Network::decode(&encoded).expect("a network"));
        let (mut sender, tasks) = queue();
        for _ in 0..MAX_NETWORKS {
            let network = new();
            (0..3).for_each(|_| sender.send(configure(Some(&network))).expect("room"));
        }
        assert_eq!(sender.send(configure(Some(&new()))), Err(SendError::Full));
        sender.send(configure(None)).expect("no network");
        tasks.try_iter().take(3).for_each(drop);
        sender.send(configure(Some(&new()))).expect("room");
    }

    #[test]
    fn handles_know_what_ends_by_itself() {
        let none = Limits::default();
        for (limits, expected) in [
            (Limits::depth(3), true),
            (Limits::nodes(3), true),
            (Limits::movetime(Duration::ZERO), true),
            (none.clone(), false),
            (Limits { mate: Some(2), ..none.clone() }, false),
            (Limits { infinite: true, ..Limits::depth(3) }, false),
        ] {
            assert_eq!(TaskHandle::search(&limits).will_end(), expected, "{limits:?}");
            let handle = TaskHandle::search(&Limits { ponder: true, ..limits.clone() });
            assert!(handle.ponders() && !handle.will_end());
            handle.signals.ponderhit();
            assert!(!handle.ponders() && handle.will_end() == expected, "{limits:?}");
            handle.signals.stop();
            assert!(handle.will_end());
        }
        assert!(TaskHandle::default().will_end());
    }
}
