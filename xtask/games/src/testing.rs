//! What the tests of several tasks use.

use clap::{Args, Command, Error};

/// Reads the command line of a task from words.
pub fn parse<A: Args>(line: &str) -> Result<A, Error> {
    let command = A::augment_args(Command::new("task").no_binary_name(true));
    A::from_arg_matches(&command.try_get_matches_from(line.split_whitespace())?)
}
