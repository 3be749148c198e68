//! `cargo xtask data`: commands on game files.

pub(crate) mod check;
mod import;
mod loss;
mod rewrite;
mod stat;
mod wdl;

use anyhow::Result;
use games::data::view;
use std::io;
use std::path::PathBuf;

/// Command line of the task.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Clone, Debug)]
enum Command {
    /// Count games, results, scores, kept positions and duplicates
    Stat {
        /// Game files
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Show games as PGN, with the scores as comments
    View(view::Args),
    /// Make a game file from games in PGN, with the scores of their comments
    Import(rewrite::Args),
    /// Put the games of several files into one
    Merge(rewrite::Args),
    /// Put games into random order; all of them must fit into memory
    Shuffle {
        #[command(flatten)]
        files: rewrite::Args,
        /// Seed of the order
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Leave out games that repeat an earlier one
    Dedupe(rewrite::Args),
    /// Fit the model of win, draw and loss to scores and results
    Wdl {
        /// Game files
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Compare static evaluations with the scores of the searches
    Loss(loss::Args),
    /// Check every checksum, move and result
    Check {
        /// Game files
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

/// Runs the task.
///
/// # Errors
/// When a file cannot be read or written, is corrupt, or a check fails.
pub fn run(args: &Args) -> Result<()> {
    let out = &mut io::stdout().lock();
    match &args.command {
        Command::Stat { files } => stat::run(files, out),
        Command::View(args) => view::run(args, out),
        Command::Import(args) => import::run(args, out),
        Command::Merge(args) => rewrite::merge(args, out),
        Command::Shuffle { files, seed } => rewrite::shuffle(files, *seed, out),
        Command::Dedupe(args) => rewrite::dedupe(args, out),
        Command::Wdl { files } => wdl::run(files, out),
        Command::Loss(args) => loss::run(args, out),
        Command::Check { files } => check::run(files, out),
    }
}

#[cfg(test)]
pub(crate) mod tests;
