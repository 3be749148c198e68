//! The tasks of `cargo xtask` that need no engine, as a library so that they can be tested, and what
//! they share with the tools below this folder.

#![allow(clippy::print_stdout)]

pub mod door;
pub mod metadata;
pub mod mutants;
pub mod nodes;
pub mod perft;
pub mod random;
pub mod scaffold;
pub mod swaps;
pub mod tidy;
pub mod workspace;

// Of the crate `bartizan`, which this one does not link.
#[path = "../../crates/bartizan/src/pool.rs"]
pub mod pool;
#[path = "../../crates/bartizan/src/table.rs"]
pub mod table;

use std::io::Write;
use std::process::ExitCode;

/// The exit code of a task, whose error is printed.
pub fn exit_code(done: anyhow::Result<()>) -> ExitCode {
    let Err(error) = done else { return ExitCode::SUCCESS };
    // Not `eprintln!`, which panics when standard error is closed.
    let _ = writeln!(std::io::stderr(), "error: {error:#}");
    ExitCode::FAILURE
}
