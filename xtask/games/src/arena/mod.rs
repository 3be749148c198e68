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

use crate::search_thread::{POLL, spawn_search_thread};
use anyhow::{Context, Error, Result};
use board::{Color, Position};
use game::{Adjudication, PlayedGame};
use openings::Openings;
use player::Player;
use searcher::Signals;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

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
    finished: &mut dyn FnMut(&PlayedPair) -> Result<ControlFlow<()>>,
) -> Result<()> {
    let threads = threads.clamp(1, numbers.len().max(1));
    let numbers = numbers.into_iter();
    let pairs = &Mutex::new(PairsToPlay { openings, openings_drawn: 0, numbers });
    let signals = &Signals::new();
    let (sender, results) = channel();
    thread::scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            spawn_search_thread(scope, move || play_all(sides, nodes, pairs, signals, &sender));
        }
        drop(sender);
        let mut failed: Option<(usize, Error)> = None;
        loop {
            let result = results.recv_timeout(POLL);
            if stop.load(Ordering::Relaxed) {
                signals.stop();
            }
            let done = match result {
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
                // A pair that ends after the match has ended does not count.
                Ok((_, Ok(_))) if signals.stopped() => continue,
                Ok((number, pair)) => (number, pair.and_then(|pair| finished(&pair))),
            };
            match done {
                (_, Ok(ControlFlow::Continue(()))) => {}
                (_, Ok(ControlFlow::Break(()))) => signals.stop(),
                (number, Err(error)) => {
                    signals.stop();
                    if failed.as_ref().is_none_or(|&(earlier, _)| number < earlier) {
                        failed = Some((number, error));
                    }
                }
            }
        }
        failed.map_or(Ok(()), |(_, error)| Err(error))
    })
}

/// The pairs of a match that are still to begin.
struct PairsToPlay {
    openings: Openings,
    openings_drawn: usize,
    numbers: std::vec::IntoIter<usize>,
}

impl PairsToPlay {
    /// The next pair's number and opening; `None` after the last. Openings are made in order,
    /// whichever thread asks, so that they do not depend on the threads.
    fn next(&mut self) -> Option<(usize, Result<Position>)> {
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

/// Plays pairs until there are no more or `signals` are stopped, with two players of its own, and sends each
/// with its number.
fn play_all(
    [first, second]: [&Side; 2],
    nodes: u64,
    pairs: &Mutex<PairsToPlay>,
    signals: &Signals,
    results: &Sender<(usize, Result<PlayedPair>)>,
) {
    let mut players = match first.start().and_then(|first| Ok([first, second.start()?])) {
        Ok(players) => players,
        Err(error) => return results.send((0, Err(error))).unwrap_or_default(),
    };
    while !signals.stopped() {
        let next = pairs.lock().unwrap_or_else(PoisonError::into_inner).next();
        let Some((number, opening)) = next else { return };
        let played = opening
            .and_then(|opening| play_pair(&mut players, number, opening, nodes, signals))
            .with_context(|| format!("pair {}, {first} against {second}", number + 1));
        let Some(result) = played.transpose() else { return };
        if results.send((number, result)).is_err() {
            return;
        }
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
