//! Tests of whole schemes, on positions where their order is known. What all schemes must
//! guarantee is in the contract suite.

mod schemes;

use board::Position;

/// The positions of `testkit`: chosen ones, and 400 from random games.
pub(crate) fn positions(seed: u64) -> impl Iterator<Item = Position> {
    let fens = testkit::positions::mixed(seed, 400).into_iter();
    fens.map(|fen| Position::from_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}")))
}
