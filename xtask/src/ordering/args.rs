//! The command line of `cargo xtask ordering`: what it may hold, what it means together, and how
//! to say it again. What is done with it is the affair of the module above.

use super::export::Parameters;
use super::games::Terms;
use super::measure::{Asked, HASH_MIB, Plan, Setting};
use crate::arena::openings::Book;
use crate::workspace;
use anyhow::{Result, ensure};
use clap::builder::RangedU64ValueParser;
use std::path::{Path, PathBuf};

/// Nodes after which a search is cut short unless told otherwise: chosen so that a run takes
/// about a minute and a half on two cores.
const CAP: u64 = 250_000;

/// The command line of the task.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// The schemes, separated by commas (default: all)
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = scheme)]
    pub schemes: Vec<&'static str>,
    /// Around which search they are measured
    #[arg(long, value_name = "WHICH", default_value = "both")]
    pub setting: Which,
    /// Plies to search (default: 6 for alpha-beta, 14 for full)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub depth: Option<u32>,
    /// Nodes after which a search is cut short; 0 for never
    #[arg(long, value_name = "N", default_value_t = CAP)]
    pub cap: u64,
    /// A file with a position on each line: FEN or EPD
    #[arg(long, value_name = "FILE")]
    pub suite: Option<PathBuf>,
    /// Games of each scheme against the default one, in pairs: odd numbers are rounded up
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = up_to(0, 1_000_000))]
    pub games: usize,
    /// Nodes for each move of a game
    #[arg(long, value_name = "N", default_value_t = 10_000,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Chooses the openings of the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// A file of openings for the games
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// Searches and games at a time (default: all cores)
    #[arg(long, value_name = "N", value_parser = threads())]
    pub threads: Option<usize>,
    /// Where the files and charts are written (default: target/ordering of the workspace)
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Put the figures, those of games too, into the chapters of the book
    #[arg(long)]
    pub book: bool,
    /// Only renew the listings of the worked position in the chapters; measure nothing
    #[arg(long, exclusive = true)]
    pub worked: bool,
}

/// Which settings to measure.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Alpha-beta and quiescence, no hash table
    AlphaBeta,
    /// The full search
    Full,
    /// One after the other
    Both,
}

/// A scheme's name as the registry has it.
///
/// # Errors
/// When there is no such scheme; the message names those that there are.
pub fn scheme(name: &str) -> Result<&'static str, String> {
    let known = ordering::NAMES.into_iter().find(|known| known.eq_ignore_ascii_case(name.trim()));
    known.ok_or_else(|| format!("there is no scheme `{name}`, only {}", ordering::NAMES.join(", ")))
}

/// Numbers of threads that a task takes.
#[must_use]
pub fn threads() -> RangedU64ValueParser<usize> {
    up_to(1, 1024)
}

fn up_to(least: u64, most: u64) -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(least..=most)
}

impl Args {
    /// What is to be measured: every scheme named once, in the order given.
    #[must_use]
    pub fn plan(&self) -> Plan {
        let mut schemes: Vec<&'static str> = Vec::new();
        for &scheme in if self.schemes.is_empty() { &ordering::NAMES[..] } else { &self.schemes } {
            if !schemes.contains(&scheme) {
                schemes.push(scheme);
            }
        }
        let settings: &[Setting] = match self.setting {
            Which::AlphaBeta => &[Setting::AlphaBeta],
            Which::Full => &[Setting::Full],
            Which::Both => &Setting::ALL,
        };
        let depth = |setting: Setting| self.depth.unwrap_or(setting.default_depth());
        Plan {
            schemes,
            settings: settings
                .iter()
                .map(|&setting| Asked { setting, depth: depth(setting) })
                .collect(),
            cap: (self.cap > 0).then_some(self.cap),
            threads: self.threads.unwrap_or_else(workspace::default_threads).max(1),
        }
    }

    /// Whether the wishes go together.
    ///
    /// # Errors
    /// When the book is wanted of less than a whole run, since its figures are replaced whole, or
    /// games of nobody.
    pub fn check(&self, plan: &Plan) -> Result<()> {
        if self.book {
            let whole = plan.schemes.len() == ordering::NAMES.len()
                && plan.settings.len() == Setting::ALL.len();
            ensure!(whole, "--book wants all schemes and both settings");
            ensure!(self.games > 0, "--book wants games too: add --games N");
            let own = self.suite.is_none() && self.openings.is_none();
            ensure!(own, "--book wants the project's own suite and openings");
        }
        let default = ordering::DEFAULT;
        let rivals = plan.schemes.iter().any(|&scheme| scheme != default);
        ensure!(self.games == 0 || rivals, "games want a scheme other than {default}");
        Ok(())
    }

    /// How games are to be played; `None` where none are wanted.
    ///
    /// # Errors
    /// When the file of openings cannot be read, is wrong, or holds too few.
    pub fn terms(&self) -> Result<Option<Terms>> {
        if self.games == 0 {
            return Ok(None);
        }
        let pairs = self.games.div_ceil(2);
        let load = |path: &PathBuf| Book::load(path, self.seed, pairs);
        let openings = self.openings.as_ref().map(load).transpose()?;
        Ok(Some(Terms { pairs, nodes: self.nodes, seed: self.seed, openings }))
    }

    /// The command line that gives the same figures, without what is as it is anyway.
    #[must_use]
    pub fn command(&self) -> String {
        let mut words = vec!["cargo xtask ordering".to_owned()];
        let mut push = |word: &str, value: String| words.push(format!("--{word} {value}"));
        let file = |path: &Path| path.display().to_string();
        if !self.schemes.is_empty() {
            push("schemes", self.schemes.join(","));
        }
        match self.setting {
            Which::AlphaBeta => push("setting", "alpha-beta".to_owned()),
            Which::Full => push("setting", "full".to_owned()),
            Which::Both => {}
        }
        if let Some(depth) = self.depth {
            push("depth", depth.to_string());
        }
        if self.cap != CAP {
            push("cap", self.cap.to_string());
        }
        if let Some(path) = &self.suite {
            push("suite", file(path));
        }
        if self.games > 0 {
            push("games", self.games.to_string());
            push("nodes", self.nodes.to_string());
            push("seed", self.seed.to_string());
            if let Some(path) = &self.openings {
                push("openings", file(path));
            }
        }
        // No count depends on it, but times do.
        if let Some(threads) = self.threads {
            push("threads", threads.to_string());
        }
        if self.book {
            words.push("--book".to_owned());
        }
        words.join(" ")
    }

    /// What was asked for, as the files have it.
    #[must_use]
    pub fn parameters(&self, plan: &Plan) -> Parameters {
        let file = |path: &PathBuf| path.display().to_string();
        Parameters {
            schemes: plan.schemes.iter().map(|&scheme| scheme.to_owned()).collect(),
            settings: plan.settings.clone(),
            cap: plan.cap,
            suite: self.suite.as_ref().map(file),
            hash_mib: HASH_MIB,
            games: self.games.next_multiple_of(2),
            game_nodes: self.nodes,
            seed: self.seed,
            openings: self.openings.as_ref().map(file),
        }
    }
}
