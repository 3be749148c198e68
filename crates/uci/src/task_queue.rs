//! The tasks of the engine thread and their queue, whose memory is bounded: what a later task makes
//! superfluous is left out, and what is too much is refused.

use crate::options::Settings;
use board::Position;
use eval::nnue::Network;
use game::Game;
use searcher::{Limits, Signals};
use std::collections::VecDeque;
use std::mem::discriminant;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};

/// Memory that waiting tasks may take, in bytes, networks left out.
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
    /// Answer this number of searches, for which there was no room, with `bestmove (none)`.
    Refused(u64),
    /// Count leaf nodes for each root move.
    Perft {
        position: Box<Position>,
        depth: u32,
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
    /// Answer `readyok` this number of times: everything sent before is done.
    Ready(u64),
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

    /// Whether it says nothing of the engine's state: such tasks may change places.
    fn is_silent(&self) -> bool {
        matches!(self, Self::Configure(_) | Self::NewGame | Self::ClearHash | Self::Refused(_))
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

#[derive(Default)]
struct State {
    /// Each with the memory that it takes, in bytes.
    tasks: VecDeque<(Task, usize)>,
    bytes: usize,
    closed: bool,
    /// The game that was sent last. Another task with it shares it.
    game: Weak<Game>,
    /// The networks that were sent.
    networks: Vec<Weak<Network>>,
}

/// The queue between a session and its engine thread.
#[derive(Default)]
pub struct TaskQueue {
    state: Mutex<State>,
    changed: Condvar,
}

impl TaskQueue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Appends a task. Settings replace those that no search has waited for, and a repeated
    /// `NewGame`, `ClearHash` or `Ready` is one task with the one before.
    ///
    /// # Errors
    /// When there is no room, or the queue is closed.
    pub fn push(&self, task: Task) -> Result<(), SendError> {
        let sent = self.lock().push(task);
        self.changed.notify_one();
        sent
    }

    /// The next task, once there is one. `None` when the queue is closed and empty.
    pub fn pop(&self) -> Option<Task> {
        let is_idle = |state: &mut State| state.tasks.is_empty() && !state.closed;
        let state = self.changed.wait_while(self.lock(), is_idle);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        let (task, bytes) = state.tasks.pop_front()?;
        state.bytes -= bytes;
        Some(task)
    }

    /// From now on no task is accepted.
    pub fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_one();
    }
}

impl State {
    fn push(&mut self, task: Task) -> Result<(), SendError> {
        if self.closed {
            return Err(SendError::Ended);
        }
        let bytes = self.bytes_of(&task);
        let has_network = self.has_room_for_network(&task);
        // A task that this one replaces or repeats: the last one, or of those at the end whose order does
        // not matter.
        let same = |(other, _): &&mut (Task, usize)| discriminant(other) == discriminant(&task);
        let mut silent = self.tasks.iter_mut().rev().take_while(|(task, _)| task.is_silent());
        let earlier = match &task {
            Task::ClearHash => silent.find(|one| same(one) || matches!(one.0, Task::NewGame)),
            Task::Ready(_) => self.tasks.back_mut().filter(same),
            _ => silent.find(same),
        };
        let others = self.bytes - earlier.as_ref().map_or(0, |(_, bytes)| *bytes);
        // These take no more than a task of another kind before them.
        let is_small = matches!(task, Task::NewGame | Task::ClearHash | Task::Refused(_));
        if !is_small && others > 0 && others + bytes > MAX_BYTES || !has_network {
            if task.is_search() {
                self.push(Task::Refused(1))?;
            }
            return Err(SendError::Full);
        }
        match &task {
            Task::Search { game: Ok(game), .. } => self.game = Arc::downgrade(game),
            Task::Configure(settings) => {
                self.networks.extend(settings.config.network.as_ref().map(Arc::downgrade));
            }
            _ => {}
        }
        match earlier {
            Some((Task::Ready(count) | Task::Refused(count), _)) => *count += 1,
            Some(earlier) if matches!(task, Task::Configure(_)) => {
                *earlier = (task, bytes);
                self.bytes = others + bytes;
            }
            Some(_) => {}
            None => {
                self.tasks.push_back((task, bytes));
                self.bytes += bytes;
            }
        }
        Ok(())
    }

    /// The memory that a task takes in addition to those before it, in bytes, without its network.
    fn bytes_of(&self, task: &Task) -> usize {
        TASK_BYTES
            + match task {
                Task::Search { game: Ok(game), .. } if self.game.as_ptr() != Arc::as_ptr(game) => {
                    game.history.len() * size_of::<u64>()
                }
                Task::Configure(settings) => settings.log_file.len() + settings.syzygy_path.len(),
                _ => 0,
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
    use std::iter::from_fn;
    use std::time::Duration;

    fn search(game: &Arc<Game>) -> Task {
        let limits = Limits::depth(1);
        let handle = TaskHandle::search(&limits);
        Task::Search { game: Ok(Arc::clone(game)), limits: Box::new(limits), handle }
    }

    fn configure(hash_mib: usize) -> Task {
        let mut settings = Settings::default();
        settings.search.hash_mib = hash_mib;
        Task::Configure(Box::new(settings))
    }

    fn long_name(bytes: usize) -> Task {
        let settings = Settings { syzygy_path: "x".repeat(bytes), ..Settings::default() };
        Task::Configure(Box::new(settings))
    }

    /// A game of many plies.
    fn long_game() -> Arc<Game> {
        let mut game = Game::default();
        (0..100_000).for_each(|_| game.history.push(game.position.key()));
        Arc::new(game)
    }

    /// All tasks that wait, a word each, with the size of the table or the count.
    fn drain(queue: &TaskQueue) -> Vec<String> {
        queue.close();
        let word = |task| match task {
            Task::Search { .. } => "go".to_owned(),
            Task::Refused(count) => format!("refused {count}"),
            Task::Configure(settings) => format!("hash {}", settings.search.hash_mib),
            Task::Ready(count) => format!("ready {count}"),
            other => format!("{other:?}"),
        };
        from_fn(|| queue.pop()).map(word).collect()
    }

    #[test]
    fn superfluous_tasks_are_left_out() {
        let game = Arc::default();
        let new_game = || Task::NewGame;
        let clear = || Task::ClearHash;
        let ready = || Task::Ready(1);
        for (tasks, expected) in [
            (vec![configure(2), configure(3), search(&game), configure(4)], "hash 3, go, hash 4"),
            (vec![configure(2), new_game(), configure(3), new_game()], "hash 3, NewGame"),
            (vec![clear(), clear(), new_game(), clear(), new_game()], "ClearHash, NewGame"),
            (vec![ready(), ready(), search(&game), ready()], "ready 2, go, ready 1"),
            (vec![configure(2), ready(), configure(3)], "hash 2, ready 1, hash 3"),
            (vec![Task::Statistics, Task::Statistics], "Statistics, Statistics"),
            // One task is accepted whatever its size.
            (vec![long_name(2 * MAX_BYTES), long_name(2 * MAX_BYTES), configure(7)], "hash 7"),
        ] {
            let queue = TaskQueue::default();
            tasks.into_iter().for_each(|task| queue.push(task).expect("room"));
            assert_eq!(drain(&queue).join(", "), expected);
            assert_eq!(queue.push(Task::NewGame), Err(SendError::Ended));
        }
    }

    #[test]
    fn the_memory_of_waiting_tasks_is_bounded() {
        let (queue, game) = (TaskQueue::default(), long_game());
        (0..10_000).for_each(|_| queue.push(search(&game)).expect("they share the game"));
        assert_eq!(drain(&queue), ["go"; 10_000]);

        let queue = TaskQueue::default();
        let sent: Vec<bool> = (0..500).map(|_| queue.push(search(&long_game())).is_ok()).collect();
        let accepted = sent.iter().filter(|&&sent| sent).count();
        assert!((1..MAX_BYTES / 800_000 + 1).contains(&accepted), "{accepted}");
        assert!(sent[..accepted].iter().all(|&sent| sent), "the first ones");
        // What takes no memory is accepted, however often.
        for _ in 0..1000 {
            queue.push(Task::NewGame).expect("always");
            queue.push(Task::ClearHash).expect("always");
            assert_eq!(queue.push(search(&long_game())), Err(SendError::Full));
        }
        assert_eq!(queue.push(long_name(2 << 20)), Err(SendError::Full));
        // There is room again once tasks are done.
        (0..2).for_each(|_| assert!(queue.pop().is_some_and(|task| task.is_search())));
        queue.push(configure(5)).expect("room");
        queue.push(search(&Arc::default())).expect("room");
        let mut expected = vec!["go".to_owned(); accepted - 2];
        let refused = format!("refused {}", 500 - accepted + 1000);
        expected.extend([refused, "NewGame".into(), "hash 5".into(), "go".into()]);
        assert_eq!(drain(&queue), expected);
    }

    #[test]
    fn networks_of_waiting_settings_are_counted() {
        let encoded = Network::embedded().encode();
        let new = || Arc::new(Network::decode(&encoded).expect("a network"));
        let configure = |network: Arc<Network>| {
            let mut settings = Settings::default();
            settings.config.network = Some(network);
            Task::Configure(Box::new(settings))
        };
        let (queue, game) = (TaskQueue::default(), Arc::default());
        for _ in 1..MAX_NETWORKS {
            // Those that were replaced do not count, nor does the same one again.
            (0..3).for_each(|_| queue.push(configure(new())).expect("room"));
            let last = new();
            (0..3).for_each(|_| queue.push(configure(Arc::clone(&last))).expect("room"));
            queue.push(search(&game)).expect("room");
        }
        queue.push(configure(new())).expect("room");
        assert_eq!(queue.push(configure(new())), Err(SendError::Full));
        queue.push(self::configure(1)).expect("no network");
        drop(queue.pop());
        queue.push(configure(new())).expect("room");
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
