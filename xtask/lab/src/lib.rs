//! The laboratory: matches and tests of strength, tuning, orderings side by side, speed and instructions,
//! other engines.

#![allow(clippy::print_stdout)]

pub mod counts;
pub mod engine_match;
pub mod ordering;
pub mod peers;
pub mod perft_compare;
pub mod speed;
pub mod spsa;
pub mod trial;
