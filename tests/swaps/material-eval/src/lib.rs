//! A worked example of a replaced part: an evaluator that counts material and nothing else.

use board::{PieceKind, Position};
use eval::{Evaluator, Score};

/// What each kind of piece is worth, in centipawns; the king's place is 0, as both sides have one.
const VALUES: [i32; 6] = [100, 320, 330, 500, 900, 0];

/// Counts material. Keeps no state, so there is nothing to reset.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

impl Evaluator for Material {
    fn evaluate(&mut self, position: &Position, _ply: usize) -> Score {
        let us = position.side_to_move();
        let balance = |kind: PieceKind| {
            let count = |color| position.of(color, kind).count() as i32;
            VALUES[kind.index()] * (count(us) - count(!us))
        };
        Score::new(PieceKind::ALL.into_iter().map(balance).sum())
    }

    fn reset(&mut self) {}
}
