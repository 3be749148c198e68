//! Perft: suites and their files, the check, the comparison with other generators.

pub mod check;
pub mod diff;
pub mod generate;
pub mod suite;
