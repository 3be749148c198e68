//! The tasks of `cargo xtask`, as a library so that they can be tested. They use the layers of the
//! engine as any other program could.

pub mod arena;
pub mod charts;
pub mod checksum;
pub mod counts;
pub mod data;
pub mod datagen;
pub mod dist;
pub mod engine_match;
pub mod epd;
pub mod fuzz;
pub mod interrupt;
pub mod mutants;
pub mod nodes;
pub mod ordering;
pub mod output;
pub mod peers;
pub mod perft;
pub mod random;
pub mod report;
pub mod results;
pub mod revision;
pub mod sanitize;
pub mod scaffold;
pub mod search_thread;
pub mod soak;
pub mod speed;
pub mod spsa;
pub mod state;
pub mod svg;
pub mod swaps;
pub use uci::{pool, progress, table};
#[cfg(test)]
mod testing;
pub mod tidy;
pub mod train;
pub mod tune;
pub mod uci_process;
pub mod web;
pub mod workspace;
