//! The positions of the benchmarks. The benchmarks are in `benches/`, one file a subject;
//! `cargo bench -p bartizan-benches` runs all.

use board::Position;

/// The positions of the engine's `bench` whose castling rights are not those of Chess960,
/// which the other libraries cannot read.
#[must_use]
pub fn fens() -> Vec<&'static str> {
    let is_standard_castling = |fen: &&str| {
        let castling = fen.split_whitespace().nth(2).unwrap_or("-");
        castling.chars().all(|symbol| "KQkq-".contains(symbol))
    };
    searcher::bench::POSITIONS.iter().copied().filter(is_standard_castling).collect()
}

/// The same positions, parsed.
///
/// # Panics
/// When one cannot be read.
#[must_use]
pub fn positions() -> Vec<Position> {
    fens().into_iter().map(|fen| Position::from_fen(fen).expect("a position")).collect()
}
