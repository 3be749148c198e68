//! `cargo xtask`: the command line. Each task is a module of the library; a command of another tool is
//! handed to it.

use clap::{Parser, Subcommand};
use std::env;
use std::process::ExitCode;
use xtask::door::{self, Request};
use xtask::{exit_code, mutants, nodes, perft, scaffold, swaps, tidy};

/// Checks for people who change Bartizan.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Count move paths over a suite and compare with its counts
    Perft(perft::check::Args),
    /// Write a perft suite: choose positions, count them, check with cozy-chess
    PerftSuite(perft::generate::Args),
    /// Compare the search's node counts over a fixed suite with the snapshot
    Nodes(nodes::Args),
    /// Write the skeleton of an evaluator, a move ordering or a search, and register it
    New(scaffold::Args),
    /// Build the engine with each example of a replaced part, test it and let it play
    Swaps(swaps::Args),
    /// Plant faults in the layers, one at a time, and see whether the contracts find them
    Mutants(mutants::Args),
    /// Check the conventions of the code: layers, file headers and sizes
    Tidy(tidy::Args),
}

fn main() -> ExitCode {
    match door::request(env::args_os().skip(1).collect()) {
        Request::Help => exit_code(door::print_help()),
        Request::Unknown(name) => exit_code(Err(door::unknown(&name))),
        Request::Tool(tool, arguments) => door::hand_over(tool, &arguments),
        Request::Own(arguments) => {
            let program = ["cargo xtask".into()];
            exit_code(match Cli::parse_from(program.into_iter().chain(arguments)).task {
                Task::Perft(args) => perft::check::run(&args),
                Task::PerftSuite(args) => perft::generate::run(&args),
                Task::Nodes(args) => nodes::run(&args),
                Task::New(args) => scaffold::run(&args),
                Task::Swaps(args) => swaps::run(&args),
                Task::Mutants(args) => mutants::run(&args),
                Task::Tidy(args) => tidy::run(&args),
            })
        }
    }
}
