//! Games between engines and what the tools that play them share: records and their files, one game
//! loop, players, openings, Elo, SPRT, and the states of long runs.

pub mod arena;
pub mod checksum;
pub mod data;
pub mod epd;
pub mod interrupt;
pub mod output;
pub mod results;
pub mod revision;
pub mod search_thread;
pub mod state;
pub mod statistics;
#[doc(hidden)]
pub mod testing;
pub mod uci_process;

use anyhow::Result;
use std::process::ExitCode;
use std::sync::LazyLock;

/// Runs the command of a tool's command line and gives its exit code.
pub fn run_tool<C: clap::Parser>(run: impl FnOnce(C) -> Result<()>) -> ExitCode {
    // The commit is that of the start, whatever happens during a long run.
    LazyLock::force(&results::ORIGIN);
    xtask::exit_code(run(C::parse()))
}
