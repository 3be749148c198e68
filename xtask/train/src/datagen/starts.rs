//! Start positions in or near those of earlier games: what a search meets and games do not.

use anyhow::{Result, ensure};
use board::Position;
use eval::{Evaluator, Score};
use games::data::{self, GameRecord};
use ordering::Modern;
use searcher::Searcher;
use serde::Serialize;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use testkit::Rng;
use uci::engine::{EngineConfig, evaluator};
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
    /// At a random one of the positions that a search of 4 times as many nodes, at most 5,000, evaluates.
    Tree,
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

    /// A position, with [`StartPositions::Tree`] that of the root, and whether it is one of Chess960; it may be one of
    /// a game that is over. Games for validation begin in or near games for validation. Fails when a game is illegal.
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
            StartPositions::Games | StartPositions::Tree => Some(position),
        };
        Ok(drawn.map(|position| (position, game.chess960)))
    }
}

/// The default search with an evaluator whose positions are sampled.
pub fn sampled_searcher(config: &EngineConfig) -> (Box<dyn Searcher>, Arc<Mutex<Sample>>) {
    let sample = Arc::new(Mutex::new(Sample::new(0)));
    let (config, shared) = (config.clone(), Arc::clone(&sample));
    let sampled = move || Sampled { evaluator: evaluator(&config), sample: Arc::clone(&shared) };
    let searcher = search::build::<_, Modern>(search::DEFAULT, sampled);
    (searcher.expect("the default search is registered"), sample)
}

/// Reservoir sampling (Vitter 1985) of one position: each has the same chance.
pub struct Sample {
    random: Rng,
    seen: usize,
    pub kept: Option<Position>,
}

impl Sample {
    pub fn new(seed: u64) -> Self {
        Self { random: Rng::new(seed), seen: 0, kept: None }
    }
}

/// An evaluator whose positions are sampled.
struct Sampled {
    evaluator: Box<dyn Evaluator + Send>,
    sample: Arc<Mutex<Sample>>,
}

impl Evaluator for Sampled {
    fn evaluate(&mut self, position: &Position, ply: usize) -> Score {
        let mut sample = self.sample.lock().unwrap_or_else(PoisonError::into_inner);
        sample.seen += 1;
        let seen = sample.seen;
        if sample.random.one_in(seen) {
            sample.kept = Some(position.clone());
        }
        drop(sample);
        self.evaluator.evaluate(position, ply)
    }

    fn reset(&mut self) {
        self.evaluator.reset();
    }
}
