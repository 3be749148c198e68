//! `cargo xtask data`: commands on game files.

pub mod check;
mod export;
mod import;
mod loss;
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
    Stat(Files),
    /// Show games as PGN, with the scores as comments
    View(view::Args),
    /// Make a game file from games in PGN, with the scores of their comments
    Import(import::Args),
    /// Write games for other trainers, such as bullet
    Export(export::Args),
    /// Fit the model of win, draw and loss to scores and results
    Wdl(Files),
    /// Compare static evaluations with the scores of the searches
    Loss(loss::Args),
    /// Check every checksum, move and result
    Check(Files),
}

#[derive(clap::Args, Clone, Debug)]
struct Files {
    /// Game files
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Runs the task.
pub fn run(args: &Args) -> Result<()> {
    let out = &mut io::stdout().lock();
    match &args.command {
        Command::Stat(Files { files }) => stat::run(files, out),
        Command::View(args) => view::run(args, out),
        Command::Import(args) => import::run(args, out),
        Command::Export(args) => export::run(args, out),
        Command::Wdl(Files { files }) => wdl::run(files, out),
        Command::Loss(args) => loss::run(args, out),
        Command::Check(Files { files }) => check::run(files, out),
    }
}

#[cfg(test)]
pub mod tests;
