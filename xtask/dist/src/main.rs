//! The commands of `cargo xtask` that build for others: releases, and the engine for the browser.

#![allow(clippy::print_stdout)]

mod bench;
mod dist;
mod web;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Builds for others.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Build the engine for the browser, beside the page of the book that uses it
    Web(web::Args),
    /// Build the npm package: the engine in a worker that speaks UCI, for browsers and Node.js
    Npm(web::npm::Args),
    /// Build the engine for other machines: archives with licences, documentation and checksums
    Dist(dist::Args),
}

fn main() -> ExitCode {
    games::run_tool(|cli: Cli| match cli.task {
        Task::Web(args) => web::run(&args),
        Task::Npm(args) => web::npm::run(&args),
        Task::Dist(args) => dist::run(&args),
    })
}
