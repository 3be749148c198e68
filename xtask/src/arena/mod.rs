//! Matches between two combinations of the engine's parts, inside this process and at fixed
//! nodes, so that neither a clock nor the machine's load has a say. Each opening is played twice
//! with colours swapped. What pair number `i` comes to depends on the seed, on `i` and on the
//! settings, never on the number of threads.
//!
//! Games end by the rules, as a draw after [`game::LONGEST`] plies, or by agreement: a win when
//! both sides have given the same side [`game::WIN_SCORE`] centipawns for [`game::WIN_PLIES`]
//! plies in a row, a draw when both have seen at most [`game::DRAW_SCORE`] for
//! [`game::DRAW_PLIES`] plies after ply [`game::DRAW_FROM`].
//!
//! Playing against other programs is not this module's business.

pub mod game;
mod interrupt;
pub mod openings;
mod pentanomial;

pub use interrupt::interrupt;
pub use pentanomial::{Elo, Pentanomial};

use anyhow::{Context, Result, ensure};
use board::{Color, Position};
use game::Finished;
use openings::{Book, Openings};
use search::{Options, Searcher, Signals};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;
use uci::engine::{EngineConfig, build};

/// Hash table of each side, in MiB: far more than some thousand nodes fill, and quickly cleared.
const HASH_MIB: usize = 8;
/// How often the stop flag is looked at while searches run.
const POLL: Duration = Duration::from_millis(20);

/// What a match is to be.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Nodes for each move.
    pub nodes: u64,
    /// Pairs of games.
    pub pairs: usize,
    /// Pairs played at the same time; raised to 1 where it is 0.
    pub threads: usize,
    /// What random openings are drawn by.
    pub seed: u64,
    /// The openings; random playouts that the engine thinks even where there is no book.
    pub openings: Option<Book>,
}

/// What a match came to, from the view of the first side. Whole pairs only.
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
    settings: &Settings,
    stop: &AtomicBool,
    progress: impl Fn(&MatchResult) + Sync,
) -> Result<MatchResult> {
    let openings = match &settings.openings {
        Some(book) => {
            let held = book.len();
            ensure!(held >= settings.pairs, "{held} openings for {} pairs", settings.pairs);
            Openings::from_book(book)
        }
        None => Openings::random(settings.seed)?,
    };
    let table = Table {
        desk: Mutex::new(Desk { openings, drawn: 0, results: MatchResult::default(), fault: None }),
        settings,
        signals: Signals::new(),
        stop,
    };
    thread::scope(|scope| {
        let players: Vec<_> = (0..settings.threads.clamp(1, settings.pairs.max(1)))
            .map(|_| scope.spawn(|| table.serve(first, second, &progress)))
            .collect();
        // Between games the players look at the flag themselves; this is for long searches.
        while !table.stopped() && !players.iter().all(ScopedJoinHandle::is_finished) {
            thread::park_timeout(POLL);
        }
    });
    let desk = table.desk.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, fault)) = desk.fault {
        return Err(fault);
    }
    Ok(desk.results)
}

/// A match in progress.
struct Table<'a> {
    desk: Mutex<Desk>,
    settings: &'a Settings,
    /// Ends all games and the searches under way.
    signals: Signals,
    /// Set from outside.
    stop: &'a AtomicBool,
}

/// What the players share: where the next opening comes from and where results go.
struct Desk {
    openings: Openings,
    drawn: usize,
    results: MatchResult,
    /// The earliest pair that failed, and how.
    fault: Option<(usize, anyhow::Error)>,
}

impl Table<'_> {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether no game is to go on.
    fn stopped(&self) -> bool {
        if self.stop.load(Ordering::Relaxed) && !self.signals.stopped() {
            self.signals.stop();
        }
        self.signals.stopped()
    }

    /// Plays pairs until there are no more, with two engines of its own.
    fn serve(
        &self,
        first: EngineConfig,
        second: EngineConfig,
        progress: &(impl Fn(&MatchResult) + Sync),
    ) {
        let mut sides = match engine(first).and_then(|first| Ok([first, engine(second)?])) {
            Ok(sides) => sides,
            Err(fault) => return self.fail(0, fault),
        };
        while !self.stopped() {
            let (pair, opening) = match self.draw() {
                Ok(Some(drawn)) => drawn,
                Ok(None) => return,
                Err((pair, fault)) => return self.fail(pair, fault),
            };
            match self.pair(&mut sides, &opening) {
                Ok(Some(half_points)) => {
                    let mut desk = self.desk();
                    desk.results.add(half_points);
                    progress(&desk.results);
                }
                Ok(None) => return,
                Err(fault) => {
                    let names = format!("{} against {}", described(first), described(second));
                    return self.fail(pair, fault.context(format!("pair {}, {names}", pair + 1)));
                }
            }
        }
    }

    fn fail(&self, pair: usize, fault: anyhow::Error) {
        let mut desk = self.desk();
        if desk.fault.as_ref().is_none_or(|&(earlier, _)| pair < earlier) {
            desk.fault = Some((pair, fault));
        }
        drop(desk);
        self.signals.stop();
    }

    /// The next pair's number and opening; `None` when all have been drawn. Openings are made
    /// one after the other, whichever thread asks, so that they do not depend on it.
    fn draw(&self) -> Result<Option<(usize, Position)>, (usize, anyhow::Error)> {
        let mut desk = self.desk();
        let pair = desk.drawn;
        if pair == self.settings.pairs {
            return Ok(None);
        }
        desk.drawn += 1;
        match desk.openings.draw() {
            Ok(opening) => Ok(Some((pair, opening))),
            Err(fault) => Err((pair, fault)),
        }
    }

    /// Plays one opening twice, the first side with White and then with Black: its half points in
    /// each game, or `None` when the match was stopped.
    fn pair(
        &self,
        sides: &mut [Box<dyn Searcher>; 2],
        opening: &Position,
    ) -> Result<Option<[usize; 2]>> {
        let mut half_points = [0; 2];
        for (points, colour) in half_points.iter_mut().zip(Color::ALL) {
            for side in sides.iter_mut() {
                side.new_game();
            }
            let [first, second] = sides;
            let players: [&mut dyn Searcher; 2] = match colour {
                Color::White => [first.as_mut(), second.as_mut()],
                Color::Black => [second.as_mut(), first.as_mut()],
            };
            let nodes = self.settings.nodes;
            let played = game::play(players, opening, nodes, &self.signals)
                .with_context(|| format!("the first side has {colour}"))?;
            let Some(Finished { winner, .. }) = played else { return Ok(None) };
            *points = winner.map_or(1, |winner| if winner == colour { 2 } else { 0 });
        }
        Ok(Some(half_points))
    }
}

/// A side of the match.
fn engine(choice: EngineConfig) -> Result<Box<dyn Searcher>> {
    let mut searcher = build(choice);
    searcher.set_options(&Options { hash_mib: HASH_MIB, ..Options::default() })?;
    Ok(searcher)
}

fn described(choice: EngineConfig) -> String {
    format!("{}/{}/{}", choice.search, choice.evaluation, choice.ordering)
}

#[cfg(test)]
mod tests;
