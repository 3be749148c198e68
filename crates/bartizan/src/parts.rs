//! The parts of the engine as arguments of commands.

use crate::progress::note;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use eval::nnue::Network;
use searcher::{Limits, Options, Searcher};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use uci::engine::{EngineConfig, build};
use uci::memory;

/// The parts of the engine.
#[derive(Args, Clone, Debug)]
pub struct PartArguments {
    /// The search
    #[arg(long, ignore_case = true, default_value = search::DEFAULT, value_parser = one_of(search::NAMES))]
    pub search: &'static str,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub evaluation: EvaluationArguments,
    /// The move ordering
    #[arg(long, ignore_case = true, default_value = ordering::DEFAULT, value_parser = one_of(&ordering::NAMES))]
    pub ordering: &'static str,
}

/// The evaluation and its network.
#[derive(Args, Clone, Debug)]
pub struct EvaluationArguments {
    /// The evaluation
    #[arg(long, ignore_case = true, default_value = eval::DEFAULT, value_parser = one_of(eval::NAMES))]
    pub evaluation: &'static str,
    /// The network file of the evaluation nnue [default: the network of the binary]
    #[arg(long, value_name = "FILE")]
    pub eval_file: Option<PathBuf>,
}

/// The limits of a search. The first to be reached ends it.
#[derive(Args, Clone, Debug, Default)]
pub struct LimitArguments {
    /// Search to this depth, in plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
    /// Search this number of nodes
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Search for this time in milliseconds
    #[arg(long, value_name = "MS")]
    pub movetime: Option<u64>,
}

impl LimitArguments {
    /// Whether there is one.
    #[must_use]
    pub fn are_given(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some() || self.movetime.is_some()
    }

    /// The limits; the default where none is given.
    #[must_use]
    pub fn limits(&self, default: Limits) -> Limits {
        let Self { depth, nodes, movetime } = *self;
        if !self.are_given() {
            return default;
        }
        let movetime = movetime.map(Duration::from_millis);
        Limits { depth, nodes, movetime, ..Limits::default() }
    }
}

/// Threads and memory of a search.
#[derive(Args, Clone, Debug)]
pub struct ResourceArguments {
    /// Search threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// Size of the transposition table in MiB
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..))]
    pub hash: u32,
}

impl ResourceArguments {
    /// An engine, and its options: the default ones with these threads and this memory where they can be had.
    /// Where not, that is told on standard error.
    ///
    /// # Errors
    /// When the network cannot be read.
    pub fn searcher(
        &self,
        parts: &PartArguments,
        multi_pv: usize,
    ) -> Result<(Box<dyn Searcher>, Options), String> {
        let mut searcher = build(parts.config()?);
        let mut options = Options { multi_pv, ..Options::default() };
        let (threads, hash_mib) = (usize::from(self.threads), self.hash as usize);
        let more = Options { threads, ..options.clone() };
        if memory::has_room(&options, &more) {
            options = more;
        } else {
            note(&format!("no memory for the tables of {threads} threads"));
        }
        let more = Options { hash_mib, ..options.clone() };
        if memory::has_room(&options, &more) {
            options = more;
        } else {
            note(&format!("no memory for a hash table of {hash_mib} MiB"));
        }
        if let Err(error) = searcher.set_options(&options) {
            note(&error.to_string());
        }
        Ok((searcher, options))
    }
}

/// Accepts one of `names` in any case and returns it as `names` has it.
fn one_of(names: &'static [&'static str]) -> impl TypedValueParser<Value = &'static str> {
    PossibleValuesParser::new(names).try_map(|text| {
        let name = names.iter().find(|name| name.eq_ignore_ascii_case(&text));
        name.copied().ok_or("not one of the names")
    })
}

impl PartArguments {
    /// The parts, with the network read from its file.
    ///
    /// # Errors
    /// When the network cannot be read.
    pub fn config(&self) -> Result<EngineConfig, String> {
        let evaluation = self.evaluation.config()?;
        Ok(EngineConfig { search: self.search, ordering: self.ordering, ..evaluation })
    }
}

impl EvaluationArguments {
    /// The default engine with this evaluation, its network read from its file.
    ///
    /// # Errors
    /// When the network cannot be read.
    pub fn config(&self) -> Result<EngineConfig, String> {
        let load = |path: &PathBuf| {
            let network = Network::load(path);
            network.map(Arc::new).map_err(|error| format!("{}: {error}", path.display()))
        };
        Ok(EngineConfig {
            evaluation: self.evaluation,
            network: self.eval_file.as_ref().map(load).transpose()?,
            ..EngineConfig::default()
        })
    }
}
