//! An evaluator in a crate of its own: material, and a bonus for the side to move.

use board::{Color, PieceKind, Position};
use eval::{Evaluator, Score};

/// Values of pawn, knight, bishop, rook, queen and king in centipawns.
const PIECE_VALUES: [i32; 6] = [100, 310, 330, 500, 950, 0];

/// Bonus for the side to move in centipawns.
const TEMPO: i32 = 10;

/// The evaluator. It has no state.
#[derive(Clone, Copy, Debug, Default)]
pub struct OwnEvaluator;

impl Evaluator for OwnEvaluator {
    fn evaluate(&mut self, position: &Position, _ply: usize) -> Score {
        let material = |color: Color| -> i32 {
            let value = |kind: PieceKind| {
                position.of(color, kind).count() as i32 * PIECE_VALUES[kind.index()]
            };
            PieceKind::ALL.into_iter().map(value).sum()
        };
        let us = position.side_to_move();
        Score::new(material(us) - material(!us) + TEMPO).clamp_eval()
    }

    fn reset(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_the_evaluator_contract() {
        contracts::evaluator::<OwnEvaluator>();
    }
}
