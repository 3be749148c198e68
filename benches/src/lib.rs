//! The positions of the benchmarks. The benchmarks are in `benches/`;
//! `cargo bench -p bartizan-benches` runs all.

use board::Position;

/// The positions of the engine's `bench`.
///
/// # Panics
/// When one cannot be read.
#[must_use]
pub fn positions() -> Vec<Position> {
    let read = |&fen: &&str| Position::from_fen(fen).expect("a position");
    searcher::bench::POSITIONS.iter().map(read).collect()
}
