//! Positions for the tests of this crate.

use board::Position;

/// The position of a valid FEN.
pub fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The positions of `testkit`, standard and Chess960: chosen ones, and `count` from random games.
pub fn positions(count: usize) -> Vec<Position> {
    testkit::positions::mixed(1, count).iter().map(|fen| position(fen)).collect()
}
