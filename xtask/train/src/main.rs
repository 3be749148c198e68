//! The commands of `cargo xtask` that make training data and networks.

mod data;
mod datagen;
mod train;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Training data and networks.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Play games against itself and store them as training data
    Datagen(Box<datagen::Args>),
    /// Inspect and check files of such games
    Data(data::Args),
    /// Train a network on own games
    Train(Box<train::Args>),
    /// Make a network file of weights that another trainer, such as bullet, has written
    ImportNetwork(train::import::Args),
}

fn main() -> ExitCode {
    games::run_tool(|cli: Cli| match cli.task {
        Task::Datagen(args) => datagen::run(&args),
        Task::Data(args) => data::run(&args),
        Task::Train(args) => train::run(&args),
        Task::ImportNetwork(args) => train::import::run(&args),
    })
}
