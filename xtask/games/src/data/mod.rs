//! Games with scores: records and their files.
//!
//! [`GameReader`] yields the games of a file, [`GameRecord::replay`] the positions of a game,
//! and [`kept`] those for training.

pub mod file;
pub mod record;
pub mod view;

pub use file::{GameReader, GameWriter, ReadError};
pub use record::{GameRecord, GameResult, RecordedEnd, Sample, ScoredMove, is_for_validation};

use anyhow::{Context, Result};
use bartizan::pool;
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Games that [`map_games`] reads at a time, and those of a group.
const CHUNK: usize = 4096;
const GROUP: usize = 64;

/// The files with their lengths: a file to which games were added is another one.
///
/// # Errors
/// When there is no such file.
pub fn file_lengths(files: &[PathBuf]) -> Result<Vec<(PathBuf, u64)>> {
    let length = |path: &PathBuf| {
        let metadata = std::fs::metadata(path);
        let metadata = metadata.with_context(|| format!("cannot read {}", path.display()))?;
        Ok((std::path::absolute(path)?, metadata.len()))
    };
    files.iter().map(length).collect()
}

/// The games of several files in order. An incomplete last block is noted on standard error and
/// left out.
///
/// Items are errors, which name the file, where it cannot be read; the next file follows.
pub fn games(files: &[PathBuf]) -> impl Iterator<Item = Result<GameRecord>> {
    files.iter().flat_map(|path| {
        let (reader, fault) = match GameReader::open(path) {
            Ok(reader) => (Some(reader), None),
            Err(error) => (None, Some(Err(error))),
        };
        reader.into_iter().flatten().chain(fault).filter_map(|game| whole(path, game))
    })
}

/// Does `work` for groups of the games of several files on several threads, and gives its results in the
/// order of the games to `add`, some at a time, until that returns false.
///
/// # Errors
/// When a file cannot be read, and those of `work`.
pub fn map_games<R: Send>(
    files: &[PathBuf],
    threads: usize,
    work: impl Fn(&[GameRecord]) -> Result<R> + Sync,
    mut add: impl FnMut(Vec<R>) -> bool,
) -> Result<()> {
    let mut games = games(files);
    loop {
        let chunk: Vec<GameRecord> = games.by_ref().take(CHUNK).collect::<Result<_>>()?;
        let groups: Vec<_> = chunk.chunks(GROUP).collect();
        let goes_on = add(pool::run(&groups, threads, |games| work(games))?);
        if !goes_on || chunk.len() < CHUNK {
            return Ok(());
        }
    }
}

/// The kept positions of a game.
///
/// # Errors
/// When the game is illegal; the message names it.
pub fn kept(game: &GameRecord) -> Result<Vec<Sample>> {
    let samples = game.replay().and_then(|replay| {
        replay.filter(|sample| sample.as_ref().map_or(true, Sample::is_kept)).collect()
    });
    samples.with_context(|| identity(game))
}

/// Names a game in messages.
#[must_use]
pub fn identity(game: &GameRecord) -> String {
    format!("game {} of seed {}", game.number, game.seed)
}

/// A game of `path`, or the error that names it; `None` for an incomplete end.
fn whole(path: &Path, game: Result<GameRecord, ReadError>) -> Option<Result<GameRecord>> {
    match game {
        Err(error @ ReadError::Torn { .. }) => {
            // A reader that has gone is no reason to stop.
            let _ = writeln!(io::stderr(), "note: {}: {error}", path.display());
            None
        }
        game => Some(game.with_context(|| path.display().to_string())),
    }
}

/// Counts of games and their positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Totals {
    /// Games.
    pub games: u64,
    /// Positions in which a move was played.
    pub positions: u64,
    /// Those that the quiet filter keeps.
    pub kept: u64,
    /// Black wins, draws and white wins. Unfinished games are none of them.
    pub results: [u64; 3],
}

impl Totals {
    /// The counts of one game.
    ///
    /// # Errors
    /// When it is no legal game.
    pub fn of(game: &GameRecord) -> Result<Self> {
        let mut totals = Self { games: 1, ..Self::default() };
        if let Some(result) = game.known_result() {
            totals.results[result as usize] = 1;
        }
        for sample in game.replay()? {
            totals.positions += 1;
            totals.kept += u64::from(sample?.is_kept());
        }
        Ok(totals)
    }

    /// Adds the counts of other games.
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.positions += other.positions;
        self.kept += other.kept;
        for (sum, more) in self.results.iter_mut().zip(other.results) {
            *sum += more;
        }
    }
}
