//! Small evaluations to set beside the engine's own, since system A's early one was no more than
//! material and piece-square tables. The numbers are made up here, by formula; system A's tables
//! are not copied. For experiments, not for play.

use board::{Color, PieceKind, Position, Square};
use eval::{Evaluator, Score};

/// Worth of pawn, knight, bishop, rook, queen and king, in centipawns.
const VALUES: [i32; 6] = [100, 310, 320, 500, 900, 0];

/// What a step towards the centre is worth to each kind, in centipawns.
const CENTRE: [i32; 6] = [5, 10, 5, 0, 5, -5];

/// What a step forward is worth to a pawn, in centipawns.
const ADVANCE: i32 = 5;

/// Counts material.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

impl Evaluator for Material {
    fn evaluate(&mut self, position: &Position, _ply: usize) -> Score {
        balance(position, |kind, _| VALUES[kind.index()])
    }

    fn reset(&mut self) {}
}

/// Counts material, how close the pieces are to the centre, and how far the pawns have come.
#[derive(Clone, Copy, Debug, Default)]
pub struct Squares;

impl Evaluator for Squares {
    fn evaluate(&mut self, position: &Position, _ply: usize) -> Score {
        balance(position, square_value)
    }

    fn reset(&mut self) {}
}

/// The worth of a piece of White's on a square.
fn square_value(kind: PieceKind, square: Square) -> i32 {
    let inwards = |line: usize| line.min(7 - line) as i32;
    let centre = inwards(square.file().index()) + inwards(square.rank().index()) - 3;
    let advance = if kind == PieceKind::Pawn { square.rank().index() as i32 * ADVANCE } else { 0 };
    VALUES[kind.index()] + CENTRE[kind.index()] * centre + advance
}

/// The sum over the pieces of the side to move less that of the other side. `value` sees squares
/// as White would.
fn balance(position: &Position, value: impl Fn(PieceKind, Square) -> i32) -> Score {
    let sum = |color: Color| -> i32 {
        let of = |kind| {
            let squares = position.of(color, kind).into_iter();
            squares.map(|square| value(kind, square.relative_to(color))).sum::<i32>()
        };
        PieceKind::ALL.into_iter().map(of).sum()
    };
    let us = position.side_to_move();
    Score::new(sum(us) - sum(!us))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(fen: &str) -> [i32; 2] {
        let position = Position::from_fen(fen).unwrap();
        [Material.evaluate(&position, 0).raw(), Squares.evaluate(&position, 0).raw()]
    }

    #[test]
    fn the_sides_are_worth_the_same() {
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
    fn worth_is_material_and_place() {
        assert_eq!(both("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), [500, 500]);
        // A knight on e4 is three steps inwards twice, less three.
        assert_eq!(both("4k3/8/8/8/4N3/8/8/4K3 b - - 0 1"), [-310, -340]);
        // The pawn on e2: three and one steps, less three, and one forward.
        assert_eq!(both("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), [100, 110]);
    }
}
