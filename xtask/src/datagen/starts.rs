//! Start positions near those of earlier games: what a search meets and games do not.

use crate::data::{self, GameRecord};
use crate::random::position_near;
use anyhow::{Result, ensure};
use board::Position;
use search::Game;
use std::path::PathBuf;
use testkit::Rng;

/// Games whose positions begin others: those for training, and those for validation.
#[derive(Debug, Default)]
pub struct StartGames([Vec<GameRecord>; 2]);

impl StartGames {
    /// Reads the games of some files.
    ///
    /// # Errors
    /// When a file cannot be read, or there are no games for training or none for validation.
    pub fn load(files: &[PathBuf]) -> Result<Self> {
        let mut games = Self::default();
        for game in data::games(files) {
            let game = game?;
            games.0[usize::from(game.is_for_validation())].push(game);
        }
        let enough = games.0.iter().all(|part| !part.is_empty());
        ensure!(enough, "--start-games: too few games");
        Ok(games)
    }

    /// A position near a random one of a random game ([`position_near`]), and whether it is one of
    /// Chess960. `None` where the game is over or there are more than `most_pieces`.
    /// Games for validation begin near games for validation.
    ///
    /// # Errors
    /// When the game is illegal.
    pub fn draw(
        &self,
        validation: bool,
        most_pieces: u32,
        random: &mut Rng,
    ) -> Result<Option<(Position, bool)>> {
        let games = &self.0[usize::from(validation)];
        let game = &games[random.below(games.len())];
        let mut replay = game.replay()?;
        let plies = random.below(game.moves.len() + 1);
        for sample in replay.by_ref().take(plies) {
            sample?;
        }
        let near = position_near(&replay.game().position, random);
        let playable = near.filter(|position| {
            position.occupied().count() <= most_pieces
                && Game::new(position.clone()).termination().is_none()
        });
        Ok(playable.map(|position| (position, game.chess960)))
    }
}
