//! Matches at fixed nodes between two combinations of the engine's parts in this process, or UCI
//! engines. Each opening is played twice with colours swapped. The result of pair `i` depends on the
//! seed, on `i` and on the settings, not on time nor on the number of games at a time, as long as
//! each engine searches with one thread.

pub mod game;
pub mod openings;
mod pentanomial;
pub mod player;
mod sprt;

pub use pentanomial::{Elo, NormalizedElo, Pentanomial};
pub use player::Side;
pub use sprt::{Sprt, SprtOutcome};

use crate::search_thread::spawn_search_thread;
use anyhow::{Context, Result};
use board::{Color, Position};
use game::{Adjudication, PlayedGame};
use openings::Openings;
use player::Player;
use searcher::Signals;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

/// How often the stop flag is checked while searches run.
const POLL: Duration = Duration::from_millis(20);

/// How the pairs of a match are played.
pub struct MatchSettings {
    /// Nodes for each move.
    pub nodes: u64,
    /// Pairs played at the same time; raised to 1 where it is 0.
    pub threads: usize,
    /// The openings from the first.
    pub openings: Openings,
}

/// Two games from one opening.
#[derive(Clone, Debug)]
pub struct PlayedPair {
    /// Its number in the match, from 0.
    pub number: usize,
    /// The opening.
    pub opening: Position,
    /// The games: the first side has White in the first and Black in the second.
    pub games: [PlayedGame; 2],
}

impl PlayedPair {
    /// The first side's half points in each game.
    #[must_use]
    pub fn half_points(&self) -> [usize; 2] {
        let points = |game: usize| {
            let winner = self.games[game].winner;
            winner.map_or(1, |winner| if winner == Color::ALL[game] { 2 } else { 0 })
        };
        [points(0), points(1)]
    }
}

/// Plays the pairs of a match whose numbers, in ascending order, are `numbers`, until `stop` is set
/// or `finished`, which is called with each pair that ends, says so. Pairs under way are then dropped.
///
/// # Errors
/// When there are no openings, a side cannot be started, an engine does not answer or offers an
/// illegal move, or `finished` fails: the first such pair is named.
pub fn play_pairs(
    sides: [&Side; 2],
    MatchSettings { nodes, threads, openings }: MatchSettings,
    numbers: Vec<usize>,
    stop: &AtomicBool,
    finished: &mut (dyn FnMut(&PlayedPair) -> Result<ControlFlow<()>> + Send),
) -> Result<()> {
    let threads = threads.clamp(1, numbers.len().max(1));
    let runner = MatchRunner {
        sides,
        nodes,
        state: Mutex::new(MatchState {
            openings,
            openings_drawn: 0,
            numbers: numbers.into_iter(),
            finished,
            error: None,
        }),
        signals: Signals::new(),
        stop,
    };
    thread::scope(|scope| {
        let workers: Vec<_> =
            (0..threads).map(|_| spawn_search_thread(scope, || runner.play_pairs())).collect();
        // The workers check the flag between games; this is for long searches.
        while !runner.stopped() && !workers.iter().all(ScopedJoinHandle::is_finished) {
            thread::park_timeout(POLL);
        }
    });
    let state = runner.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    state.error.map_or(Ok(()), |(_, error)| Err(error))
}

/// A match in progress.
struct MatchRunner<'a> {
    sides: [&'a Side; 2],
    nodes: u64,
    state: Mutex<MatchState<'a>>,
    /// Ends all games and the searches under way.
    signals: Signals,
    /// Set from outside.
    stop: &'a AtomicBool,
}

/// What the worker threads share.
struct MatchState<'a> {
    openings: Openings,
    openings_drawn: usize,
    /// The pairs still to begin.
    numbers: std::vec::IntoIter<usize>,
    finished: &'a mut (dyn FnMut(&PlayedPair) -> Result<ControlFlow<()>> + Send),
    /// The earliest pair that failed, and how.
    error: Option<(usize, anyhow::Error)>,
}

impl MatchState<'_> {
    /// The next pair's number and opening; `None` after the last. Openings are made in order,
    /// whichever thread asks, so that they do not depend on the threads.
    fn next_pair(&mut self) -> Option<(usize, Result<Position>)> {
        let number = self.numbers.next()?;
        loop {
            let opening = self.openings.next_opening();
            self.openings_drawn += 1;
            if opening.is_err() || self.openings_drawn == number + 1 {
                return Some((number, opening));
            }
        }
    }
}

impl<'a> MatchRunner<'a> {
    fn lock_state(&self) -> MutexGuard<'_, MatchState<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the match has been stopped; passes the flag on to the searches.
    fn stopped(&self) -> bool {
        if self.stop.load(Ordering::Relaxed) && !self.signals.stopped() {
            self.signals.stop();
        }
        self.signals.stopped()
    }

    /// Plays pairs until there are no more, with two players of its own.
    fn play_pairs(&self) {
        let [first, second] = self.sides;
        let players = first.start().and_then(|first| Ok([first, second.start()?]));
        let mut players = match players {
            Ok(players) => players,
            Err(error) => return self.fail(0, error),
        };
        while !self.stopped() {
            let next = self.lock_state().next_pair();
            let Some((number, opening)) = next else { return };
            let played = opening.and_then(|opening| {
                play_pair(&mut players, number, opening, self.nodes, &self.signals)
            });
            let result = match played {
                Ok(Some(pair)) => {
                    let mut state = self.lock_state();
                    // A pair that ends after the match has ended does not count.
                    if self.signals.stopped() { return } else { (state.finished)(&pair) }
                }
                Ok(None) => return,
                Err(error) => {
                    Err(error.context(format!("pair {}, {first} against {second}", number + 1)))
                }
            };
            match result {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => return self.signals.stop(),
                Err(error) => return self.fail(number, error),
            }
        }
    }

    fn fail(&self, pair: usize, error: anyhow::Error) {
        let mut state = self.lock_state();
        if state.error.as_ref().is_none_or(|&(earlier, _)| pair < earlier) {
            state.error = Some((pair, error));
        }
        drop(state);
        self.signals.stop();
    }
}

/// Plays an opening twice, the first side with White and then with Black; `None` when `signals` were
/// stopped.
///
/// # Errors
/// When an engine does not answer or offers an illegal move.
pub fn play_pair(
    [first, second]: &mut [Box<dyn Player>; 2],
    number: usize,
    opening: Position,
    nodes: u64,
    signals: &Signals,
) -> Result<Option<PlayedPair>> {
    let play = |players: [&mut dyn Player; 2], color: Color| {
        game::play(players, &opening, &Adjudication::MATCH, nodes, signals)
            .with_context(|| format!("the first side has {color}"))
    };
    let Some(one) = play([first.as_mut(), second.as_mut()], Color::White)? else {
        return Ok(None);
    };
    let two = play([second.as_mut(), first.as_mut()], Color::Black)?;
    Ok(two.map(|two| PlayedPair { number, opening: opening.clone(), games: [one, two] }))
}

#[cfg(test)]
mod tests;
