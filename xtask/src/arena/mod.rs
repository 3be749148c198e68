//! Matches between two combinations of the engine's parts, inside this process and at fixed
//! nodes, so that results do not depend on time. Each opening is played twice with colours
//! swapped. The result of pair `i` depends on the seed, on `i` and on the settings, not on the
//! number of threads.
//!
//! Games end by the rules or by adjudication, see [`game::Adjudication::MATCH`].

pub mod game;
mod interrupt;
pub mod openings;
mod pentanomial;

pub use interrupt::interrupt_flag;
pub use pentanomial::{Elo, Pentanomial};

use anyhow::{Context, Result, ensure};
use board::{Color, Position};
use game::GameResult;
use openings::{OpeningBook, Openings};
use search::{Options, Searcher, Signals};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;
use uci::engine::{EngineConfig, build};

/// Hash table of each side, in MiB: far more than some thousand nodes fill, and quickly cleared.
const HASH_MIB: usize = 8;
/// How often the stop flag is checked while searches run.
const POLL: Duration = Duration::from_millis(20);

/// The settings of a match.
#[derive(Clone, Debug)]
pub struct MatchSettings {
    /// Nodes for each move.
    pub nodes: u64,
    /// Pairs of games.
    pub pairs: usize,
    /// Pairs played at the same time; raised to 1 where it is 0.
    pub threads: usize,
    /// The seed of random openings.
    pub seed: u64,
    /// The openings; without a book, random playouts that the engine scores as balanced.
    pub openings: Option<OpeningBook>,
}

/// The result of a match from the first side's point of view. Whole pairs only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchResult {
    /// Pairs by points.
    pub pentanomial: Pentanomial,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl MatchResult {
    /// Counts a pair: the first side's half points in each of its games.
    fn add(&mut self, half_points: [usize; 2]) {
        self.pentanomial.add(half_points.iter().sum());
        for half_point in half_points {
            match half_point {
                0 => self.losses += 1,
                1 => self.draws += 1,
                _ => self.wins += 1,
            }
        }
    }
}

/// Plays a match. `progress` is called after each pair with all results so far.
///
/// Soon after `stop` is set, what was finished by then is returned.
///
/// # Errors
/// When there are too few openings, there is no memory for the hash tables, or an engine
/// offers an illegal move: the first such pair is named.
pub fn play(
    first: EngineConfig,
    second: EngineConfig,
    settings: &MatchSettings,
    stop: &AtomicBool,
    progress: impl Fn(&MatchResult) + Sync,
) -> Result<MatchResult> {
    let openings = match &settings.openings {
        Some(book) => {
            let available = book.len();
            ensure!(
                available >= settings.pairs,
                "{available} openings for {} pairs",
                settings.pairs
            );
            Openings::from_book(book)
        }
        None => Openings::random(settings.seed)?,
    };
    let runner = MatchRunner {
        state: Mutex::new(MatchState {
            openings,
            pairs_started: 0,
            results: MatchResult::default(),
            error: None,
        }),
        settings,
        signals: Signals::new(),
        stop,
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..settings.threads.clamp(1, settings.pairs.max(1)))
            .map(|_| scope.spawn(|| runner.play_pairs(first, second, &progress)))
            .collect();
        // The workers check the flag between games; this is for long searches.
        while !runner.stopped() && !workers.iter().all(ScopedJoinHandle::is_finished) {
            thread::park_timeout(POLL);
        }
    });
    let state = runner.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, error)) = state.error {
        return Err(error);
    }
    Ok(state.results)
}

/// A match in progress.
struct MatchRunner<'a> {
    state: Mutex<MatchState>,
    settings: &'a MatchSettings,
    /// Ends all games and the searches under way.
    signals: Signals,
    /// Set from outside.
    stop: &'a AtomicBool,
}

/// What the worker threads share.
struct MatchState {
    openings: Openings,
    pairs_started: usize,
    results: MatchResult,
    /// The earliest pair that failed, and how.
    error: Option<(usize, anyhow::Error)>,
}

impl MatchRunner<'_> {
    fn lock_state(&self) -> MutexGuard<'_, MatchState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the match has been stopped; passes the flag on to the searches.
    fn stopped(&self) -> bool {
        if self.stop.load(Ordering::Relaxed) && !self.signals.stopped() {
            self.signals.stop();
        }
        self.signals.stopped()
    }

    /// Plays pairs until there are no more, with two engines of its own.
    fn play_pairs(
        &self,
        first: EngineConfig,
        second: EngineConfig,
        progress: &(impl Fn(&MatchResult) + Sync),
    ) {
        let mut sides =
            match build_engine(first).and_then(|first| Ok([first, build_engine(second)?])) {
                Ok(sides) => sides,
                Err(error) => return self.fail(0, error),
            };
        while !self.stopped() {
            let (pair, opening) = match self.next_opening() {
                Ok(Some(pairs_started)) => pairs_started,
                Ok(None) => return,
                Err((pair, error)) => return self.fail(pair, error),
            };
            match self.play_pair(&mut sides, &opening) {
                Ok(Some(half_points)) => {
                    let mut state = self.lock_state();
                    state.results.add(half_points);
                    progress(&state.results);
                }
                Ok(None) => return,
                Err(error) => {
                    let names = format!("{} against {}", describe(first), describe(second));
                    return self.fail(pair, error.context(format!("pair {}, {names}", pair + 1)));
                }
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

    /// The next pair's number and opening; `None` after the last. Openings are made in order,
    /// whichever thread asks, so that they do not depend on the threads.
    fn next_opening(&self) -> Result<Option<(usize, Position)>, (usize, anyhow::Error)> {
        let mut state = self.lock_state();
        let pair = state.pairs_started;
        if pair == self.settings.pairs {
            return Ok(None);
        }
        state.pairs_started += 1;
        match state.openings.next_opening() {
            Ok(opening) => Ok(Some((pair, opening))),
            Err(error) => Err((pair, error)),
        }
    }

    /// Plays one opening twice, the first side with White and then with Black: its half points in
    /// each game, or `None` when the match was stopped.
    fn play_pair(
        &self,
        sides: &mut [Box<dyn Searcher>; 2],
        opening: &Position,
    ) -> Result<Option<[usize; 2]>> {
        let mut half_points = [0; 2];
        for (points, color) in half_points.iter_mut().zip(Color::ALL) {
            for side in sides.iter_mut() {
                side.new_game();
            }
            let [first, second] = sides;
            let workers: [&mut dyn Searcher; 2] = match color {
                Color::White => [first.as_mut(), second.as_mut()],
                Color::Black => [second.as_mut(), first.as_mut()],
            };
            let nodes = self.settings.nodes;
            let played = game::play(workers, opening, nodes, &self.signals)
                .with_context(|| format!("the first side has {color}"))?;
            let Some(GameResult { winner, .. }) = played else { return Ok(None) };
            *points = winner.map_or(1, |winner| if winner == color { 2 } else { 0 });
        }
        Ok(Some(half_points))
    }
}

/// A side of the match.
fn build_engine(choice: EngineConfig) -> Result<Box<dyn Searcher>> {
    let mut searcher = build(choice);
    searcher.set_options(&Options { hash_mib: HASH_MIB, ..Options::default() })?;
    Ok(searcher)
}

fn describe(choice: EngineConfig) -> String {
    format!("{}/{}/{}", choice.search, choice.evaluation, choice.ordering)
}

#[cfg(test)]
mod tests;
