//! The command line of `cargo xtask ordering`.

use super::export::Parameters;
use super::measure::{HASH_MIB, Plan, SearchSpec, Setting};
use crate::engine_match::OpeningOptions;
use anyhow::{Result, ensure};
use bartizan::pool::Threads;
use clap::builder::RangedU64ValueParser;
use games::arena::MatchSettings;
use std::path::PathBuf;

/// Nodes after which a search is cut short by default: a run takes about a minute and a half on two
/// cores.
const DEFAULT_NODE_CAP: u64 = 250_000;

/// The command line of the task.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// The schemes, separated by commas; the default scheme is added (default: all)
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = parse_scheme)]
    pub schemes: Vec<&'static str>,
    /// The search in which they are measured (default: one after the other)
    #[arg(long, value_name = "WHICH")]
    pub setting: Option<Setting>,
    /// Plies to search (default: 6 for alpha-beta, 14 for full)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub depth: Option<u32>,
    /// Nodes after which a search is cut short; 0 for never
    #[arg(long, value_name = "N", default_value_t = DEFAULT_NODE_CAP)]
    pub cap: u64,
    /// A file with a position on each line: FEN or EPD
    #[arg(long, value_name = "FILE")]
    pub suite: Option<PathBuf>,
    /// Games of each scheme against the default one, in pairs: odd numbers are rounded up
    #[arg(long, value_name = "N", default_value_t = 0, 
          value_parser = RangedU64ValueParser::<usize>::new().range(0..=1_000_000))]
    pub games: usize,
    /// Nodes for each move of a game
    #[arg(long, value_name = "N", default_value_t = 10_000,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    #[command(flatten)]
    pub(crate) openings: OpeningOptions,
    #[command(flatten)]
    pub(crate) threads: Threads,
    /// Where the files and charts are written (default: target/ordering of the workspace)
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Put the results, those of games too, into the book
    #[arg(long)]
    pub book: bool,
    /// Only renew the listings of the worked position in the chapters; measure nothing
    #[arg(long, exclusive = true)]
    pub worked: bool,
}

/// A scheme's name as the registry has it. The error lists all names.
fn parse_scheme(name: &str) -> Result<&'static str, String> {
    let known = ordering::NAMES.into_iter().find(|known| known.eq_ignore_ascii_case(name.trim()));
    known.ok_or_else(|| format!("there is no scheme `{name}`, only {}", ordering::NAMES.join(", ")))
}

impl Args {
    /// What is measured: every named scheme once, in the order given, and the default one, with
    /// which the others are compared.
    pub fn plan(&self) -> Plan {
        let mut schemes: Vec<&'static str> = Vec::new();
        let named = if self.schemes.is_empty() { &ordering::NAMES[..] } else { &self.schemes };
        for &scheme in named.iter().chain([&ordering::DEFAULT]) {
            if !schemes.contains(&scheme) {
                schemes.push(scheme);
            }
        }
        let settings = self.setting.as_ref().map_or(&Setting::ALL[..], std::slice::from_ref);
        let spec = |&setting: &Setting| SearchSpec {
            setting,
            depth: self.depth.unwrap_or(setting.default_depth()),
        };
        Plan {
            schemes,
            settings: settings.iter().map(spec).collect(),
            cap: (self.cap > 0).then_some(self.cap),
            threads: self.threads.count(),
        }
    }

    /// Checks that the options are compatible.
    ///
    /// # Errors
    /// When `--book` is combined with options that leave some of its tables without results, or
    /// the default scheme alone is named.
    pub fn validate(&self, plan: &Plan) -> Result<()> {
        if self.book {
            let whole = plan.schemes.len() == ordering::NAMES.len()
                && plan.settings.len() == Setting::ALL.len();
            ensure!(whole, "--book wants all schemes and both settings");
            ensure!(self.games > 0, "--book wants games too: add --games N");
            let OpeningOptions { openings, chess960, .. } = &self.openings;
            let own = self.suite.is_none() && openings.is_none() && !chess960;
            ensure!(own, "--book wants the project's own suite and openings");
        }
        let default = ordering::DEFAULT;
        let other = ordering::NAMES.into_iter().find(|&name| name != default).unwrap_or("NAME");
        ensure!(
            plan.schemes.len() > 1,
            "schemes are compared with {default}: name another one, as in --schemes {default},{other}"
        );
        Ok(())
    }

    /// How games are played; `None` where none are requested.
    ///
    /// # Errors
    /// When the file of openings cannot be read, is wrong, or holds too few.
    pub fn match_settings(&self) -> Result<Option<MatchSettings>> {
        if self.games == 0 {
            return Ok(None);
        }
        let pairs = self.games.div_ceil(2);
        Ok(Some(MatchSettings {
            nodes: self.nodes,
            pairs,
            threads: self.threads.count(),
            seed: self.openings.seed,
            openings: self.openings.book(pairs)?,
            chess960: self.openings.chess960,
        }))
    }

    /// The parameters of the run, for its files.
    pub fn parameters(&self, plan: &Plan) -> Parameters {
        let file = |path: &PathBuf| path.display().to_string();
        Parameters {
            plan: plan.clone(),
            suite: self.suite.as_ref().map(file),
            hash_mib: HASH_MIB,
            games: self.games.next_multiple_of(2),
            game_nodes: self.nodes,
            seed: self.openings.seed,
            chess960: self.openings.chess960,
            openings: self.openings.openings.as_ref().map(file),
        }
    }
}
