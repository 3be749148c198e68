//! Support for tests that needs no crate of the engine: positions and moves are plain FEN and UCI
//! text. The contracts themselves are in the crate `bartizan-contracts`.

mod constructed;
mod cozy;
pub mod data;
mod perft_suite;
pub mod positions;
mod random;
mod temp_folder;
pub mod uci;
pub mod workspace;

pub use constructed::constructed;
pub use cozy::CozyBoard;
pub use perft_suite::{PerftLine, numbered_lines, parse_perft_suite, perft_suite};
pub use random::Rng;
pub use temp_folder::TempFolder;

/// So many cases of a test; a hundredth of them under Miri, which takes a thousand times as long.
#[must_use]
pub const fn cases(count: usize) -> usize {
    if cfg!(miri) { count.div_ceil(100) } else { count }
}
