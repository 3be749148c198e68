//! Start positions in or near those of earlier games: what a search meets and games do not.

use anyhow::{Result, ensure};
use board::Position;
use games::data::{self, GameRecord};
use serde::Serialize;
use std::path::PathBuf;
use testkit::Rng;
use xtask::random::position_near;

/// Where a game begins that begins at a random position of earlier games.
#[derive(clap::ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StartPositions {
    /// After one or two random moves.
    #[default]
    Near,
    /// At the position.
    Games,
}

/// Games whose positions begin others: those for training, and those for validation.
#[derive(Debug, Default)]
pub struct StartGames([Vec<GameRecord>; 2]);

impl StartGames {
    /// Reads the games of some files. Fails when there are none for training or none for validation.
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

    /// A position, and whether it is one of Chess960; it may be one of a game that is over. Games for validation begin
    /// in or near games for validation. Fails when a game is illegal.
    pub fn draw(
        &self,
        validation: bool,
        positions: StartPositions,
        random: &mut Rng,
    ) -> Result<Option<(Position, bool)>> {
        let games = &self.0[usize::from(validation)];
        let game = &games[random.below(games.len())];
        let mut replay = game.replay()?;
        let plies = random.below(game.moves.len() + 1);
        for sample in replay.by_ref().take(plies) {
            sample?;
        }
        let position = replay.game().position.clone();
        let drawn = match positions {
            StartPositions::Near => position_near(&position, random),
            StartPositions::Games => Some(position),
        };
        Ok(drawn.map(|position| (position, game.chess960)))
    }
}
