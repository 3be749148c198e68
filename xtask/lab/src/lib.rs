//! The laboratory: matches and tests of strength, tuning, orderings side by side, speed and instructions,
//! other generators.

#![allow(clippy::print_stdout)]

mod counts;
mod engine_match;
mod ordering;
mod peers;
mod perft_compare;
mod speed;
mod spsa;
mod trial;

pub use engine_match::ablation::engines_without;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Measurements of engines.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Compare move counts of random positions with a UCI engine's `go perft`
    PerftCompare(perft_compare::Args),
    /// Measure the schemes of move ordering side by side
    Ordering(Box<ordering::Args>),
    /// Search Kiwipete with and without ordering, as Rustic's author did
    OrderingKiwipete(ordering::kiwipete::Args),
    /// Play a match between two sides: options, parameters or engines
    Match(engine_match::Args),
    /// Test by games whether the working tree is stronger than a revision
    Sprt(engine_match::SprtArgs),
    /// Take out each heuristic in turn and measure by games what it is worth
    Ablation(engine_match::ablation::Args),
    /// Tune parameters by self-play
    Spsa(spsa::Args),
    /// Measure bulk perft beside libraries and UCI engines
    Peers(peers::Args),
    /// Compare the speed of the working tree's bench with that of a revision
    Speed(speed::Args),
    /// Count the instructions of the layers' operations, and compare them with those of a revision
    Counts(counts::Args),
    /// Try an engine with a replaced part, for `swaps`
    #[command(hide = true)]
    Trial(trial::Args),
}

/// Runs the command of the command line.
#[must_use]
pub fn main() -> ExitCode {
    games::run_tool(|cli: Cli| match cli.task {
        Task::PerftCompare(args) => perft_compare::run(&args),
        Task::Ordering(args) => ordering::run(&args),
        Task::OrderingKiwipete(args) => ordering::kiwipete::run(&args),
        Task::Match(args) => engine_match::run(&args),
        Task::Sprt(args) => engine_match::run_sprt(&args),
        Task::Ablation(args) => engine_match::ablation::run(&args),
        Task::Spsa(args) => spsa::run(&args),
        Task::Peers(args) => peers::run(&args),
        Task::Speed(args) => speed::run(&args),
        Task::Counts(args) => counts::run(&args),
        Task::Trial(args) => trial::run(&args),
    })
}
