//! Perft: suites and their files, the check, the comparison with other generators, speed.

pub mod check;
pub mod cozy;
pub mod diff;
pub mod epd;
pub mod generate;
pub mod positions;
pub mod suite;
