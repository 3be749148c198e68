//! Start positions in or near those of earlier games: what a search meets and games do not.

use anyhow::{Result, ensure};
use board::Position;
use eval::{Evaluator, Score};
use game::Game;
use games::data::{self, GameRecord};
use ordering::Modern;
use searcher::{Limits, NullReporter, Options, Searcher, Signals};
use serde::Serialize;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use testkit::Rng;
use uci::engine::{EngineConfig, evaluator};
use xtask::random::position_near;

/// Nodes of the search whose evaluations [`StartPositions::Tree`] draws from.
const TREE_NODES: u64 = 5_000;

/// Where a game begins that begins at a random position of earlier games.
#[derive(clap::ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StartPositions {
    /// After one or two random moves.
    #[default]
    Near,
    /// At the position.
    Games,
    /// At a random one of the positions that a search of 5,000 nodes evaluates.
    Tree,
}

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

    /// A random position of a random game, and whether that is one of Chess960.
    ///
    /// # Errors
    /// When the game is illegal.
    fn position(&self, validation: bool, random: &mut Rng) -> Result<(Position, bool)> {
        let games = &self.0[usize::from(validation)];
        let game = &games[random.below(games.len())];
        let mut replay = game.replay()?;
        let plies = random.below(game.moves.len() + 1);
        for sample in replay.by_ref().take(plies) {
            sample?;
        }
        Ok((replay.game().position.clone(), game.chess960))
    }
}

/// Draws start positions.
pub struct StartSampler {
    games: Arc<StartGames>,
    positions: StartPositions,
    tree: Option<TreeSampler>,
}

impl StartSampler {
    /// A sampler; its searches are those of an engine.
    ///
    /// # Errors
    /// When there is no memory for the transposition table.
    pub fn new(
        games: &Arc<StartGames>,
        positions: StartPositions,
        config: &EngineConfig,
    ) -> Result<Self> {
        let tree = match positions {
            StartPositions::Tree => Some(TreeSampler::new(config)?),
            _ => None,
        };
        Ok(Self { games: Arc::clone(games), positions, tree })
    }

    /// A position, and whether it is one of Chess960. `None` where the game is over or there are more than
    /// `most_pieces`. Games for validation begin in or near games for validation.
    ///
    /// # Errors
    /// When a game is illegal.
    pub fn draw(
        &mut self,
        validation: bool,
        most_pieces: u32,
        random: &mut Rng,
    ) -> Result<Option<(Position, bool)>> {
        let (position, chess960) = self.games.position(validation, random)?;
        let drawn = match (self.positions, &mut self.tree) {
            (StartPositions::Tree, Some(tree)) => tree.draw(position, random),
            (StartPositions::Near, _) => position_near(&position, random),
            _ => Some(position),
        };
        let playable = drawn.filter(|position| {
            position.occupied().count() <= most_pieces
                && Game::new(position.clone()).termination().is_none()
        });
        Ok(playable.map(|position| (position, chess960)))
    }
}

/// A search of which one evaluated position is kept, each with the same chance.
struct TreeSampler {
    searcher: Box<dyn Searcher>,
    sample: Arc<Mutex<Reservoir>>,
}

/// Reservoir sampling (Vitter 1985) of one position.
struct Reservoir {
    random: Rng,
    seen: usize,
    kept: Option<Position>,
}

/// An evaluator whose positions go into a reservoir.
struct Sampled {
    evaluator: Box<dyn Evaluator + Send>,
    sample: Arc<Mutex<Reservoir>>,
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

impl TreeSampler {
    fn new(config: &EngineConfig) -> Result<Self> {
        let reservoir = Reservoir { random: Rng::new(0), seen: 0, kept: None };
        let sample = Arc::new(Mutex::new(reservoir));
        let (config, shared) = (config.clone(), Arc::clone(&sample));
        let sampled =
            move || Sampled { evaluator: evaluator(&config), sample: Arc::clone(&shared) };
        let mut searcher = search::build::<_, Modern>(search::DEFAULT, sampled)
            .expect("the default search is registered");
        searcher.set_options(&Options { hash_mib: 1, threads: 0, ..Options::default() })?;
        Ok(Self { searcher, sample })
    }

    /// A position of the tree of a search.
    fn draw(&mut self, root: Position, random: &mut Rng) -> Option<Position> {
        let reservoir = Reservoir { random: Rng::new(random.next_u64()), seen: 0, kept: None };
        *self.sample.lock().unwrap_or_else(PoisonError::into_inner) = reservoir;
        self.searcher.new_game();
        let limits = Limits { nodes: Some(TREE_NODES), ..Limits::default() };
        self.searcher.search(&Game::new(root), &limits, &Signals::new(), &mut NullReporter);
        self.sample.lock().unwrap_or_else(PoisonError::into_inner).kept.take()
    }
}
