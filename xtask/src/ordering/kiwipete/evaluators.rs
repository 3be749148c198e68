//! Small evaluations for comparison with the engine's, since Rustic's early one consists of material
//! and piece-square tables. The numbers follow from formulas of our own; Rustic's tables are not
//! copied. For the experiment, not for play.

use board::{Color, PieceKind, Position, Square};
use eval::{Evaluator, Score};

/// Pawn, knight, bishop, rook, queen and king, in centipawns.
const PIECE_VALUES: [i32; 6] = [100, 310, 320, 500, 900, 0];

/// Bonus for each step towards the centre by kind, in centipawns.
const CENTRE_BONUS: [i32; 6] = [5, 10, 5, 0, 5, -5];

/// Bonus for each step forward of a pawn, in centipawns.
const PAWN_ADVANCE_BONUS: i32 = 5;

/// The sum of a function of kind and square over the pieces of the side to move minus that of the
/// other side. Squares are from White's point of view.
pub struct PieceSum(pub fn(PieceKind, Square) -> i32);

impl Evaluator for PieceSum {
    fn evaluate(&mut self, position: &Position, _ply: usize) -> Score {
        let sum = |color: Color| -> i32 {
            let of = |kind| {
                let squares = position.of(color, kind).into_iter();
                squares.map(|square| self.0(kind, square.relative_to(color))).sum::<i32>()
            };
            PieceKind::ALL.into_iter().map(of).sum()
        };
        let us = position.side_to_move();
        Score::new(sum(us) - sum(!us))
    }

    fn reset(&mut self) {}
}

/// Material alone.
pub fn material(kind: PieceKind, _: Square) -> i32 {
    PIECE_VALUES[kind.index()]
}

/// Material and piece-square values.
pub fn piece_square(kind: PieceKind, square: Square) -> i32 {
    let inwards = |line: usize| line.min(7 - line) as i32;
    let centre = inwards(square.file().index()) + inwards(square.rank().index()) - 3;
    let advance = if kind == PieceKind::Pawn { square.rank().index() as i32 } else { 0 };
    let bonus = CENTRE_BONUS[kind.index()] * centre + PAWN_ADVANCE_BONUS * advance;
    PIECE_VALUES[kind.index()] + bonus
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(fen: &str) -> [i32; 2] {
        let position = Position::from_fen(fen).unwrap();
        [PieceSum(material), PieceSum(piece_square)].map(|mut sum| sum.evaluate(&position, 0).raw())
    }

    #[test]
    fn evaluation_is_color_symmetric() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "4k3/8/8/8/8/5p2/6P1/R3K2R b KQ - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            assert_eq!(both(fen), both(&position.flipped().to_fen()), "{fen}");
        }
        assert_eq!(both("4k3/8/8/8/8/8/8/4K3 b - - 0 1"), [0, 0]);
    }

    #[test]
    fn evaluation_adds_material_and_square_values() {
        assert_eq!(both("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), [500, 500]);
        // A knight on e4 is three steps inwards twice, less three.
        assert_eq!(both("4k3/8/8/8/4N3/8/8/4K3 b - - 0 1"), [-310, -340]);
        // The pawn on e2: three and one steps, less three, and one forward.
        assert_eq!(both("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), [100, 110]);
    }
}
