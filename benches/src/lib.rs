//! What the benchmarks share: the positions they measure. The measurements are in
//! `benches/`, one file a subject; `cargo bench -p bartizan-benches` runs them all.

use board::Position;

/// The positions of the engine's own bench that every peer understands: those
/// whose castling rights are not Chess960's.
#[must_use]
pub fn fens() -> Vec<&'static str> {
    let orthodox = |fen: &&str| {
        let castling = fen.split_whitespace().nth(2).unwrap_or("-");
        castling.chars().all(|right| "KQkq-".contains(right))
    };
    search::bench::POSITIONS.iter().copied().filter(orthodox).collect()
}

/// The same positions, read.
#[must_use]
pub fn positions() -> Vec<Position> {
    fens().into_iter().filter_map(|fen| Position::from_fen(fen).ok()).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_positions_are_many_and_valid() {
        assert!(super::fens().len() >= 40);
        assert_eq!(super::fens().len(), super::positions().len());
    }
}
