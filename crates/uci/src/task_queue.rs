//! The tasks that wait for the engine thread. Their memory is bounded: what a later task makes
//! superfluous is left out, and what is too much is refused.

use crate::format::OutputStyle;
use crate::options::Settings;
use crate::task_handle::TaskHandle;
use board::Position;
use eval::nnue::{Network, Parameters};
use game::Game;
use searcher::Limits;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};

/// Memory that waiting tasks may take, in bytes.
const MAX_BYTES: usize = 64 << 20;
/// Memory of a task without its game, its network and its file names, in bytes, rounded up.
const TASK_BYTES: usize = 2048;

/// A task of the engine thread.
#[derive(Debug)]
pub enum Task {
    /// Search and answer with `bestmove`.
    Search {
        /// The game to search.
        game: Arc<Game>,
        /// The limits of the search.
        limits: Box<Limits>,
        /// How to write moves and scores.
        style: OutputStyle,
        /// The handle that the session keeps.
        handle: TaskHandle,
    },
    /// Answer a search of a refused position: without a move, but when `limits` let it.
    NoPosition {
        /// Why there is no position.
        refusal: String,
        /// The limits of the search.
        limits: Box<Limits>,
        /// The handle that the session keeps.
        handle: TaskHandle,
    },
    /// Answer this number of searches, for which there was no room, with `bestmove (none)`.
    Refused(u64),
    /// Count leaf nodes for each root move.
    Perft {
        /// The root position.
        position: Box<Position>,
        /// The depth in plies.
        depth: u32,
        /// How to write moves.
        style: OutputStyle,
        /// The handle that the session keeps.
        handle: TaskHandle,
    },
    /// Search the bench positions.
    Bench {
        /// The depth in plies; `None` for the default depth.
        depth: Option<u32>,
        /// The handle that the session keeps.
        handle: TaskHandle,
    },
    /// Show the moves of a position in picking order.
    Order {
        /// The position.
        position: Box<Position>,
        /// Castling moves are written as king takes rook.
        chess960: bool,
    },
    /// Show what the ordering counted in the last search.
    Statistics,
    /// Apply settings.
    Configure(Box<Settings>),
    /// A new game begins.
    NewGame,
    /// Clear the transposition table.
    ClearHash,
    /// Answer `readyok` this number of times: everything sent before is done.
    Ready(u64),
}

impl Task {
    /// The handle of a task that has one.
    #[must_use]
    pub fn handle(&self) -> Option<TaskHandle> {
        match self {
            Self::Search { handle, .. }
            | Self::NoPosition { handle, .. }
            | Self::Perft { handle, .. }
            | Self::Bench { handle, .. } => Some(handle.clone()),
            _ => None,
        }
    }

    /// Whether it is answered with `bestmove`.
    #[must_use]
    pub fn is_search(&self) -> bool {
        matches!(self, Self::Search { .. } | Self::NoPosition { .. })
    }

    /// Whether it says nothing of the engine's state: such tasks may change places.
    fn is_silent(&self) -> bool {
        matches!(self, Self::Configure(_) | Self::NewGame | Self::ClearHash | Self::Refused(_))
    }
}

/// Why a task was not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// The waiting tasks take too much memory. A search that is refused so is answered with
    /// `bestmove (none)` in its turn.
    #[error("too many commands wait")]
    Full,
    /// The engine thread has ended.
    #[error("the engine thread has ended; please restart the engine")]
    Ended,
}

#[derive(Default)]
struct State {
    /// Each with the memory that it takes, in bytes.
    tasks: VecDeque<(Task, usize)>,
    bytes: usize,
    closed: bool,
    /// The game and the network that were sent last. Another task with them shares them.
    game: Weak<Game>,
    network: Weak<Network>,
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
        let mut state = self.lock();
        loop {
            if let Some((task, bytes)) = state.tasks.pop_front() {
                state.bytes -= bytes;
                return Some(task);
            }
            if state.closed {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
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
        let mut bytes = self.bytes_of(&task);
        let is_refusal = matches!(task, Task::Refused(_));
        // The tasks at the end whose order does not matter, and those that answer `isready`.
        let mut end = self.tasks.iter_mut().rev().take_while(|(task, _)| task.is_silent());
        let earlier = match &task {
            Task::Configure(_) => end.find(|(task, _)| matches!(task, Task::Configure(_))),
            Task::Refused(_) => end.find(|(task, _)| matches!(task, Task::Refused(_))),
            Task::NewGame => end.find(|(task, _)| matches!(task, Task::NewGame)),
            Task::ClearHash => {
                end.find(|(task, _)| matches!(task, Task::ClearHash | Task::NewGame))
            }
            Task::Ready(_) => {
                drop(end);
                self.tasks.back_mut().filter(|(task, _)| matches!(task, Task::Ready(_)))
            }
            _ => None,
        };
        let freed = earlier.as_ref().map_or(0, |(_, bytes)| *bytes);
        let others = self.bytes - freed;
        // The task that is replaced may have paid for the network that both have.
        if let (Some((Task::Configure(old), paid)), Task::Configure(new)) = (&earlier, &task)
            && network_of(old).map(Arc::as_ptr) == network_of(new).map(Arc::as_ptr)
        {
            bytes += *paid - TASK_BYTES - name_bytes(old);
        }
        // These take no more than a task of another kind before them.
        let has_room = is_refusal || matches!(task, Task::NewGame | Task::ClearHash);
        if !has_room && others > 0 && others + bytes > MAX_BYTES {
            if task.is_search() {
                self.push(Task::Refused(1))?;
            }
            return Err(SendError::Full);
        }
        match &task {
            Task::Search { game, .. } => self.game = Arc::downgrade(game),
            Task::Configure(settings) => {
                self.network = network_of(settings).map_or_else(Weak::new, Arc::downgrade);
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

    /// The memory that a task takes in addition to those before it, in bytes.
    fn bytes_of(&self, task: &Task) -> usize {
        TASK_BYTES
            + match task {
                Task::Search { game, .. } if self.game.as_ptr() != Arc::as_ptr(game) => {
                    game.history.len() * size_of::<u64>()
                }
                Task::Configure(settings) => {
                    let new = network_of(settings)
                        .filter(|new| self.network.as_ptr() != Arc::as_ptr(new));
                    name_bytes(settings) + new.map_or(0, |network| network_bytes(network))
                }
                _ => 0,
            }
    }
}

fn network_of(settings: &Settings) -> Option<&Arc<Network>> {
    settings.config.network.as_ref()
}

fn name_bytes(settings: &Settings) -> usize {
    settings.log_file.len() + settings.syzygy_path.len()
}

fn network_bytes(network: &Network) -> usize {
    let [features, biases, weights, output_biases] = Parameters::sizes(network.architecture());
    features + 2 * (biases + weights) + 4 * output_biases
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::iter::from_fn;

    fn search(game: &Arc<Game>) -> Task {
        let (limits, style) = (Limits::depth(1), OutputStyle::default());
        let handle = TaskHandle::search(&limits);
        Task::Search { game: Arc::clone(game), limits: Box::new(limits), style, handle }
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
        ] {
            let queue = TaskQueue::default();
            tasks.into_iter().for_each(|task| queue.push(task).expect("room"));
            assert_eq!(drain(&queue).join(", "), expected);
            assert_eq!(queue.push(Task::NewGame), Err(SendError::Ended));
        }
    }

    #[test]
    fn searches_of_one_game_share_it() {
        let (queue, game) = (TaskQueue::default(), long_game());
        (0..10_000).for_each(|_| queue.push(search(&game)).expect("room"));
        assert_eq!(drain(&queue), ["go"; 10_000]);
    }

    #[test]
    fn the_memory_of_waiting_tasks_is_bounded() {
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
        let drop_one = || matches!(queue.pop(), Some(Task::Search { .. }));
        assert!(drop_one() && drop_one());
        queue.push(configure(5)).expect("room");
        queue.push(search(&Arc::default())).expect("room");
        let mut expected = vec!["go".to_owned(); accepted - 2];
        let refused = format!("refused {}", 500 - accepted + 1000);
        expected.extend([refused, "NewGame".into(), "hash 5".into(), "go".into()]);
        assert_eq!(drain(&queue), expected);
    }

    /// Each network is paid for once, also when the settings that brought it are replaced.
    #[test]
    fn networks_of_waiting_settings_are_counted() {
        let encoded = Network::embedded().encode();
        let room = MAX_BYTES / network_bytes(&Network::embedded());
        let with = |network: &Arc<Network>, hash_mib| {
            let mut settings = Settings::default();
            settings.search.hash_mib = hash_mib;
            settings.config.network = Some(Arc::clone(network));
            Task::Configure(Box::new(settings))
        };
        let new = || Arc::new(Network::decode(&encoded).expect("a network"));
        let game = Arc::default();
        let queue = TaskQueue::default();
        let fits = |_: &usize| {
            let network = new();
            (16..20).all(|mib| queue.push(with(&network, mib)).is_ok())
        };
        let rounds =
            (0..2 * room).take_while(|round| fits(round) && queue.push(search(&game)).is_ok());
        let rounds = rounds.count();
        assert!((room - 2..=room).contains(&rounds), "{rounds} of {room}");
        // One network, however often it is sent.
        let (queue, network) = (TaskQueue::default(), new());
        for mib in 0..10 * room {
            queue.push(with(&network, mib)).expect("room");
            queue.push(with(&network, mib + 1)).expect("room");
            queue.push(search(&game)).expect("room");
        }
    }

    #[test]
    fn one_task_is_accepted_whatever_its_size() {
        let queue = TaskQueue::default();
        queue.push(long_name(2 * MAX_BYTES)).expect("room");
        queue.push(long_name(2 * MAX_BYTES)).expect("instead of the first");
        assert_eq!(queue.push(Task::Statistics), Err(SendError::Full));
        queue.push(configure(7)).expect("instead of the second");
        assert_eq!(drain(&queue), ["hash 7"]);
    }
}
