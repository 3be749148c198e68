//! What the tests of several tasks use.

use clap::{Args, Command, Error};
use std::io::{self, ErrorKind, Write};

/// Reads the command line of a task from words.
pub fn parse<A: Args>(line: &str) -> Result<A, Error> {
    let command = A::augment_args(Command::new("task").no_binary_name(true));
    A::from_arg_matches(&command.try_get_matches_from(line.split_whitespace())?)
}

/// A writer that fails with this error.
pub struct FailingWriter(pub ErrorKind);

impl Write for FailingWriter {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(self.0.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
