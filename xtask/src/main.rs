//! `cargo xtask`: the command line. Each task is a module of the library.

use anyhow::Result;
use clap::{Parser, Subcommand};
use std::io::Write;
use std::process::ExitCode;
use std::sync::LazyLock;
use xtask::results::ORIGIN;
use xtask::{
    counts, data, datagen, dist, engine_match, fuzz, mutants, nodes, ordering, peers, perft,
    report, sanitize, scaffold, soak, speed, spsa, swaps, tidy, train, tune, web,
};

/// Checks and measurements for people who work on Bartizan.
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
    /// Compare move counts of random positions with a UCI engine's `go perft`
    PerftCompare(perft::compare::Args),
    /// Compare the search's node counts over a fixed suite with the snapshot
    Nodes(nodes::Args),
    /// Measure the schemes of move ordering side by side
    Ordering(Box<ordering::Args>),
    /// Search Kiwipete with and without ordering, as Rustic's author did
    OrderingKiwipete(ordering::kiwipete::Args),
    /// Write the skeleton of an evaluator, a move ordering or a search, and register it
    New(scaffold::Args),
    /// Play games against itself and store them as training data
    Datagen(datagen::Args),
    /// Inspect, check and rewrite files of such games
    Data(data::Args),
    /// Play a match between two sides: options, parameters or engines
    Match(engine_match::Args),
    /// Test by games whether the working tree is stronger than a revision
    Sprt(engine_match::sprt::Args),
    /// Take out each heuristic in turn and measure by games what it is worth
    Ablation(engine_match::ablation::Args),
    /// Tune parameters by self-play
    Spsa(spsa::Args),
    /// Fit the weights of the evaluation to own games
    Tune(tune::Args),
    /// Train a network on own games
    Train(Box<train::Args>),
    /// Measure move generation, search and strength beside libraries and other engines
    Peers(Box<peers::Args>),
    /// Compare the speed of the working tree's bench with that of a revision
    Speed(speed::Args),
    /// Count the instructions of the layers' operations, and compare them with those of a revision
    Counts(counts::Args),
    /// Show the results of other tasks as a page with sortable tables and charts
    Report(report::Args),
    /// Plant faults in the layers, one at a time, and see whether the contracts find them
    Mutants(mutants::Args),
    /// Build the engine with each example of a replaced part, test it and let it play
    Swaps(swaps::Args),
    /// Test all readers of outside input with changed input
    Fuzz(fuzz::Args),
    /// Run the tests of threads and memory under sanitizers
    Sanitize(sanitize::Args),
    /// Play many games with a clock and check every line of the engine
    Soak(soak::Args),
    /// Build the engine for the browser, beside the page of the book that uses it
    Web(web::Args),
    /// Build the engine for other machines: archives with licences, documentation and checksums
    Dist(dist::Args),
    /// Check the conventions of the code: layers, licences, file headers and sizes
    Tidy,
}

fn main() -> ExitCode {
    // The commit is that of the start, whatever happens during a long run.
    LazyLock::force(&ORIGIN);
    let done: Result<()> = match Cli::parse().task {
        Task::Perft(args) => perft::check::run(&args),
        Task::PerftSuite(args) => perft::generate::run(&args),
        Task::PerftCompare(args) => perft::compare::run(&args),
        Task::Nodes(args) => nodes::run(&args),
        Task::Ordering(args) => ordering::run(&args),
        Task::OrderingKiwipete(args) => ordering::kiwipete::run(&args),
        Task::New(args) => scaffold::run(&args),
        Task::Mutants(args) => mutants::run(&args),
        Task::Datagen(args) => datagen::run(&args),
        Task::Data(args) => data::run(&args),
        Task::Match(args) => engine_match::run(&args),
        Task::Sprt(args) => engine_match::sprt::run(&args),
        Task::Ablation(args) => engine_match::ablation::run(&args),
        Task::Spsa(args) => spsa::run(&args),
        Task::Tune(args) => tune::run(&args),
        Task::Train(args) => train::run(&args),
        Task::Peers(args) => peers::run(&args),
        Task::Speed(args) => speed::run(&args),
        Task::Counts(args) => counts::run(&args),
        Task::Report(args) => report::run(&args),
        Task::Swaps(args) => swaps::run(&args),
        Task::Fuzz(args) => fuzz::run(&args),
        Task::Sanitize(args) => sanitize::run(&args),
        Task::Soak(args) => soak::run(&args),
        Task::Web(args) => web::run(&args),
        Task::Dist(args) => dist::run(&args),
        Task::Tidy => tidy::run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Not `eprintln!`, which panics when standard error is closed.
            let _ = writeln!(std::io::stderr(), "error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
