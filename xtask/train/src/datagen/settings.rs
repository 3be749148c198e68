//! What is asked of a run: the command line, the settings that shape its games, and where they go.

use super::starts::{StartGames, StartPositions};
use anyhow::{Context, Error, Result, ensure};
use bartizan::parts::PartArguments;
use bartizan::pool::Threads;
use clap::value_parser;
use games::arena::game::Adjudication;
use games::checksum::{crc32, short_checksum};
use games::data::file::FILE_EXTENSION;
use games::data::file_lengths;
use search::bench;
use searcher::{Limits, Options, Signals};
use serde::Serialize;
use serde_json::{Value, json};
use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use uci::engine::{EngineConfig, build};

/// Environment variable with the folder of game files.
const FOLDER_VARIABLE: &str = "BARTIZAN_GAMES";
/// Depth of the bench whose node count identifies the engine.
const BENCH_DEPTH: u32 = 6;
/// Hard node limit of a search as a multiple of the soft one.
const HARD_FACTOR: u64 = 8;
/// Greatest score of an opening of random moves, in centipawns.
const DEFAULT_OPENING_BOUND: i32 = 300;
/// Most nodes of a search in whose tree a game begins.
const MAX_TREE_NODES: u64 = 5_000;
/// Plies after which a game is a draw.
const MAX_PLIES: usize = 400;

/// Command line of the task.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Folder of the game files; BARTIZAN_GAMES names it where this is missing
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Name of the run, and of its file; derived from the settings where it is missing
    #[arg(long, value_name = "NAME")]
    pub run: Option<String>,
    /// Stop when the file has this many games
    #[arg(long, value_name = "N")]
    pub games: Option<u32>,
    /// Stop when the file has this many kept positions
    #[arg(long, value_name = "N")]
    pub positions: Option<u64>,
    #[command(flatten)]
    pub threads: Threads,
    /// Seconds after which finished games are written at the latest
    #[arg(long, value_name = "S", default_value_t = 5.0)]
    pub flush: f64,
    /// Begin in or near random positions of these game files, see `--start-in`
    #[arg(long, value_name = "FILES", num_args = 1..,
          conflicts_with_all = ["opening_plies", "chess960"])]
    pub start_games: Vec<PathBuf>,
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub parts: PartArguments,
}

/// The part of it that shapes the games.
#[derive(clap::Args, Clone, Debug, Serialize)]
pub struct GameArgs {
    /// Seed of the openings; two machines must not have the same
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Nodes of a move after which no new iteration begins
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Nodes of a move after which the search ends at once; 8 times `--nodes` where it is missing
    #[arg(long, value_name = "N")]
    pub hard_nodes: Option<u64>,
    /// Transposition table of each thread, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 4, value_parser = value_parser!(u16).range(1..=1024))]
    pub hash: u16,
    /// Random plies of an opening; every other game has one more
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = value_parser!(u8).range(..=40))]
    pub opening_plies: u8,
    /// Greatest score of an opening for either side, in centipawns [default: 300, with `--start-games`
    /// none]
    #[arg(long, value_name = "CP", value_parser = value_parser!(i32).range(0..))]
    pub opening_bound: Option<i32>,
    /// Score at which a game is adjudicated as won after four plies, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 2_000, value_parser = value_parser!(i32).range(1..))]
    pub win_score: i32,
    /// Where a game of `--start-games` begins
    #[arg(long, value_name = "WHERE", requires = "start_games", value_enum,
          default_value_t = StartPositions::Near)]
    pub start_in: StartPositions,
    /// Most pieces of both sides, with kings and pawns, where such a game begins
    #[arg(long, value_name = "N", requires = "start_games", value_parser = value_parser!(u32).range(3..=32))]
    pub start_pieces: Option<u32>,
    /// Leave games unfinished after this many plies
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    pub plies: Option<u16>,
    /// Percentage of games from Chess960 starts
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u8).range(..=100))]
    pub chess960: u8,
}

/// Everything that a game depends on besides its number and the program.
#[derive(Clone, Debug, Serialize)]
pub struct Settings {
    #[serde(flatten)]
    pub args: GameArgs,
    #[serde(skip)]
    pub config: EngineConfig,
    /// Their names, with the checksum of the network.
    pub parts: String,
    pub adjudication: Adjudication,
    /// Nodes of the search in whose tree a game begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree_nodes: Option<u64>,
    /// The games at whose positions games begin.
    #[serde(skip)]
    pub start_games: Option<Arc<StartGames>>,
    /// Their files, with lengths.
    pub start_files: Vec<(PathBuf, u64)>,
}

impl Settings {
    pub fn new(args: &Args) -> Result<Self> {
        let config = args.parts.config().map_err(Error::msg)?;
        let GameArgs { nodes, hard_nodes, win_score, plies, .. } = args.game;
        let is_less = hard_nodes.is_some_and(|hard_nodes| hard_nodes < nodes);
        ensure!(!is_less, "--hard-nodes must not be below --nodes");
        let default = (config.search, config.ordering) == (search::DEFAULT, ordering::DEFAULT);
        let in_tree = args.game.start_in == StartPositions::Tree;
        ensure!(default || !in_tree, "--start-in tree: only with the default search and ordering");
        let tree_nodes = in_tree.then_some(nodes.saturating_mul(4).min(MAX_TREE_NODES));
        let start_games = if args.start_games.is_empty() {
            None
        } else {
            Some(Arc::new(StartGames::load(&args.start_games)?))
        };
        Ok(Self {
            args: args.game.clone(),
            parts: describe(&config),
            config,
            adjudication: Adjudication {
                win_score,
                win_plies: 4,
                draw_score: 5,
                draw_plies: 12,
                draw_from: 80,
                max_plies: plies.map_or(MAX_PLIES, usize::from).min(MAX_PLIES),
            },
            tree_nodes,
            start_games,
            start_files: file_lengths(&args.start_games)?,
        })
    }

    pub fn limits(&self) -> Limits {
        let GameArgs { nodes, hard_nodes, .. } = self.args;
        let hard_nodes = hard_nodes.unwrap_or(nodes.saturating_mul(HARD_FACTOR));
        Limits { nodes: Some(hard_nodes), soft_nodes: Some(nodes), ..Limits::default() }
    }

    pub fn opening_bound(&self) -> Option<i32> {
        let default = self.start_games.is_none().then_some(DEFAULT_OPENING_BOUND);
        self.args.opening_bound.or(default)
    }

    /// The metadata of the run's file: the settings, the engine's version, and the node count of
    /// its bench, which differs between engines that play differently.
    pub fn metadata(&self) -> Result<Value> {
        let mut engine = build(self.config.clone());
        engine.set_options(&Options::default())?;
        let limits = Limits::depth(BENCH_DEPTH);
        let bench = bench::run_bench(engine.as_mut(), &limits, &Signals::new(), |_, _| ())
            .context("the bench was stopped")?;
        Ok(json!({
            "command": "datagen",
            "engine": uci::format::engine_name(),
            "bench": { "depth": BENCH_DEPTH, "nodes": bench.nodes },
            "settings": self,
        }))
    }

    /// A name that differs between settings: nodes, seed and a checksum of all settings.
    pub fn run_name(&self) -> String {
        let checksum = crc32(json!(self).to_string().as_bytes());
        format!("n{}-s{}-{checksum}", self.args.nodes, self.args.seed)
    }
}

/// The names of the parts, and what identifies the network.
fn describe(config: &EngineConfig) -> String {
    let names = format!("{} {} {}", config.search, config.evaluation, config.ordering);
    match config.network_in_use() {
        Some(network) => {
            let checksum = short_checksum(&network.encode());
            format!("{names}, network {network}, checksum {checksum}")
        }
        None => names,
    }
}

/// The file of a run. Fails when no folder is named, or the run's name is no file name.
pub fn game_file(args: &Args, settings: &Settings) -> Result<PathBuf> {
    let variable = env::var_os(FOLDER_VARIABLE).filter(|value| !value.is_empty());
    let folder = args.out.clone().or_else(|| variable.map(PathBuf::from)).with_context(|| {
        format!("no folder for the games: set {FOLDER_VARIABLE} or give --out DIR")
    })?;
    let name = args.run.clone().unwrap_or_else(|| settings.run_name());
    let is_plain = Path::new(&name).file_name().is_some_and(|file| file == name.as_str());
    ensure!(is_plain, "`{name}` is no name for a run: it becomes part of a file name");
    Ok(folder.join(format!("{name}.{FILE_EXTENSION}")))
}
