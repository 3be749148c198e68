//! How the games of a match are played: the command line that `match` and `sprt` share.

use anyhow::{Context, Result};
use games::arena::Side;
use games::arena::game::Adjudication;
use games::arena::openings::{Openings, read_book};
use games::checksum::crc32;
use games::state::RunOptions;
use serde_json::{Value, json};
use std::fmt;
use std::fs;
use std::path::PathBuf;
use uci::engine::EngineConfig;

/// The openings of games.
#[derive(clap::Args, Clone, Debug)]
pub struct OpeningOptions {
    /// A file of openings, a FEN or EPD a line [default: random ones]
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// Random openings from Chess960 positions
    #[arg(long, conflicts_with = "openings")]
    pub chess960: bool,
    /// Chooses the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

/// How games are played.
#[derive(clap::Args, Clone, Debug)]
pub struct GameOptions {
    /// Nodes for each move
    #[arg(long, value_name = "N", default_value_t = 10_000,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Time control of fastchess instead, as 4+0.04
    #[arg(long, value_name = "TC", conflicts_with = "nodes")]
    pub tc: Option<String>,
    /// Games at most, in pairs: odd numbers are rounded up [default: 1000; 40000 with a test;
    /// none for `ordering`]
    #[arg(long, value_name = "N",
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=10_000_000))]
    pub games: Option<usize>,
    #[command(flatten)]
    pub(crate) openings: OpeningOptions,
    /// Add the games to this file
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) run: RunOptions,
}

/// Nodes or time, and the openings.
impl fmt::Display for GameOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.tc {
            Some(tc) => writeln!(f, "time        {tc}")?,
            None => writeln!(f, "nodes       {}", self.nodes)?,
        }
        writeln!(f, "openings    {}", self.openings)
    }
}

impl fmt::Display for OpeningOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let random = if self.chess960 { "Chess960" } else { "random" };
        let from = self.openings.as_ref().map_or(random.into(), |path| path.to_string_lossy());
        write!(f, "{from}, seed {}", self.seed)
    }
}

impl OpeningOptions {
    /// Everything that the openings depend on.
    pub fn describe(&self) -> Result<Value> {
        Ok(match &self.openings {
            Some(path) => {
                let content = fs::read(path);
                let content = content.with_context(|| format!("cannot read {}", path.display()))?;
                json!({ "checksum": crc32(&content), "seed": self.seed })
            }
            // The engine decides which random positions are balanced.
            None => json!({
                "chess960": self.chess960,
                "engine": Side::from(EngineConfig::default()).identity()?,
                "seed": self.seed,
            }),
        })
    }

    /// The openings from the first, and `pairs` or how many pairs a book is enough for.
    pub fn openings(&self, pairs: usize) -> Result<(Openings, usize)> {
        Ok(match &self.openings {
            Some(path) => {
                let book = read_book(path, self.seed)?;
                let pairs = pairs.min(book.len());
                (Openings::from_book(book), pairs)
            }
            None => (Openings::random(self.seed, self.chess960)?, pairs),
        })
    }
}

impl GameOptions {
    /// Everything that games between these sides depend on.
    pub fn describe(&self, [a, b]: &[Side; 2]) -> Result<Value> {
        let limit = match &self.tc {
            Some(tc) => json!({ "tc": tc, "threads": self.run.threads.count() }),
            None => json!({ "nodes": self.nodes, "adjudication": Adjudication::MATCH }),
        };
        Ok(json!({
            "a": a.identity()?,
            "b": b.identity()?,
            "limit": limit,
            "openings": self.openings.describe()?,
        }))
    }
}
