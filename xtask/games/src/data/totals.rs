//! Counts of games and positions, for progress, summaries and statistics.

use super::record::{GameRecord, RecordError};
use serde::Serialize;

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
    pub fn of(game: &GameRecord) -> Result<Self, RecordError> {
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
