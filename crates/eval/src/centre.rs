//! [`Centre`]: a small evaluator by centre control. Its terms are material, castling rights,
//! tempo, mobility, check, and the centrality of pieces and of the targets of their moves. It
//! generates the moves of both sides, so it is slow. It has no pawn structure, no king safety
//! and no game phase.
//!
//! Source: CCE part 4. All constants of the source are decimal fractions and no product of them
//! has more than six decimals, so sums are exact in integers of millionths of a pawn.

use board::{CastlingRights, Color, PieceKind, Position, Square};
use movegen::{has_legal_move, legal_moves};

use crate::{Evaluator, Explain, Explanation, Score, Term};

/// The evaluation of CCE part 4: material, mobility and centre control. Stateless.
#[derive(Clone, Copy, Debug, Default)]
pub struct Centre;

/// One pawn in the unit of all sums, millionths of a pawn.
const PAWN: i64 = 1_000_000;

/// Piece values from pawn to king, in hundredths of a pawn.
const PIECE_VALUE: [i64; 6] = [100, 300, 315, 500, 900, 0];

/// Centrality of the squares of one quadrant, in hundredths: rows from the edge rank inwards,
/// columns from the edge file inwards.
const QUADRANT: [[i64; 4]; 4] =
    [[33, 40, 46, 49], [40, 49, 59, 65], [46, 59, 73, 83], [49, 65, 83, 96]];

/// Bonus for castling rights, by colour: (right, millionths).
const CASTLING: [[(CastlingRights, i64); 2]; 2] = [
    [(CastlingRights::WHITE_KING_SIDE, 400_000), (CastlingRights::WHITE_QUEEN_SIDE, 300_000)],
    [(CastlingRights::BLACK_KING_SIDE, 400_000), (CastlingRights::BLACK_QUEEN_SIDE, 300_000)],
];

/// Bonus for the side to move.
const TEMPO: i64 = 150_000;
/// Bonus for each legal move.
const MOBILITY: i64 = 100_000;
/// Bonus for attacking the enemy king.
const CHECK_BONUS: i64 = 500_000;

/// Centrality of a square, in hundredths.
fn centrality(square: Square) -> i64 {
    let distance_to_edge = |line: usize| line.min(7 - line);
    QUADRANT[distance_to_edge(square.rank().index())][distance_to_edge(square.file().index())]
}

/// Value of `count` moves to a square. The move after k others to the same square is worth
/// 0.08 · centrality · (1 + 0.3 · k); the sum over k = 0 … count − 1 is
/// 0.08 · centrality · (count + 0.15 · count · (count − 1)).
fn target_value(centrality: i64, count: i64) -> i64 {
    // 0.08 · 0.01 · 0.05 of a pawn is 40 millionths; counts then come in twentieths.
    40 * centrality * (20 * count + 3 * count * (count - 1))
}

/// The names of the terms.
const TERMS: [&str; 7] = [
    "Material",
    "Castling rights",
    "Tempo",
    "Mobility",
    "Check",
    "Central pieces",
    "Central targets",
];

/// The terms of one side, in millionths of a pawn, in the order of [`TERMS`].
fn side_terms(position: &Position, us: Color) -> [i64; 7] {
    let (mut material, mut pieces) = (0, 0);
    for kind in PieceKind::ALL {
        let value = PIECE_VALUE[kind.index()];
        for square in position.of(us, kind) {
            material += value * (PAWN / 100);
            if kind != PieceKind::King {
                // (value · 0.03 + 0.13) · centre: ten-thousandths times hundredths.
                pieces += (value * 3 + 1300) * centrality(square);
            }
        }
    }
    let has_right =
        |&(right, _): &(CastlingRights, i64)| position.castling_rights().contains(right);
    let castling = CASTLING[us.index()].into_iter().filter(has_right).map(|(_, bonus)| bonus).sum();
    let tempo = if position.side_to_move() == us { TEMPO } else { 0 };
    let enemy_king = position.king(!us);
    let attackers = position.attackers_to(enemy_king, position.occupied());
    let check = if (attackers & position.color(us)).any() { CHECK_BONUS } else { 0 };

    // The moves of the side not to move are those it would have if it were to move. Then the enemy king may stand
    // attacked.
    let mut counts = [0; 64];
    let moves = legal_moves(&position.with_side_to_move(us));
    for mv in moves.into_iter().filter(|mv| mv.to() != enemy_king) {
        let target = if mv.is_castle() { mv.castle_king_target() } else { mv.to() };
        counts[target.index()] += 1;
    }
    let mobility = MOBILITY * counts.iter().sum::<i64>();
    let values = Square::ALL.map(|to| target_value(centrality(to), counts[to.index()]));
    [material, castling, tempo, mobility, check, pieces, values.iter().sum()]
}

/// White's total minus Black's, in millionths; nothing for a position without a legal move.
fn white_score(position: &Position) -> Option<i64> {
    let total = |us| side_terms(position, us).iter().sum::<i64>();
    has_legal_move(position).then(|| total(Color::White) - total(Color::Black))
}

/// Millionths of a pawn to centipawns, halves away from zero.
fn to_centipawns(millionths: i64) -> i32 {
    let half = PAWN / 200 * millionths.signum();
    ((millionths + half) / (PAWN / 100)) as i32
}

impl Evaluator for Centre {
    fn evaluate(&mut self, position: &Position, ply: usize) -> Score {
        match white_score(position) {
            Some(score) => {
                let score = Score::new(to_centipawns(score)).clamp_eval();
                score.relative_to(position.side_to_move())
            }
            None if position.in_check() => Score::mated_in(ply),
            None => Score::DRAW,
        }
    }

    fn reset(&mut self) {}
}

impl Explain for Centre {
    /// Each term is rounded to centipawns, so their sum can differ from the total by a few
    /// centipawns. There is no game phase; both columns are equal.
    fn explain(&mut self, position: &Position) -> Explanation {
        let total = self.evaluate(position, 0).relative_to(position.side_to_move());
        let mut terms = Vec::new();
        if has_legal_move(position) {
            let [white, black] = Color::ALL.map(|us| side_terms(position, us).map(to_centipawns));
            let of = |at: usize| Term {
                name: TERMS[at],
                white: (white[at], white[at]),
                black: (black[at], black[at]),
            };
            terms.extend((0..TERMS.len()).map(of));
        }
        Explanation { terms, phase: Explanation::FULL_PHASE, scale: Explanation::FULL_SCALE, total }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_pawns(fen: &str) -> f64 {
        let position = Position::from_fen(fen).expect("a position");
        white_score(&position).expect("a legal move") as f64 / PAWN as f64
    }

    #[test]
    fn hand_computed_values() {
        for (fen, expected) in [
            // All but the tempo is equal for both sides.
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0.15),
            // White: pawn 1, move 0.15, 5 moves, pawn on e2 0.16·0.65, targets 0.08·3.08; Black: 3
            // moves, targets 0.08·1.29.
            ("8/8/8/8/8/8/4P3/K6k w - - 0 1", 2.0004 - 0.4032),
            // Four promotions are four moves to e8: 0.49·(1 + 1.3 + 1.6 + 1.9).
            ("8/4P3/8/8/8/8/8/K6k w - - 0 1", 2.284_56 - 0.4032),
            // Black is in check: 0.5 for White, whose 15 moves do not take the king; b1 counts twice.
            ("7k/8/8/8/8/8/8/K6R b - - 0 1", 7.6372 - 0.4212),
            // Castling is worth its right and a move to g1; the rook goes to f1, g1 as well: 5.4 and
            // 0.15 of the right and the move, 15 moves, rook on h1 0.28·0.33. King to d1, d2, e2, f1,
            // f2; rook to f1, g1, h2 to h8; g1 is reached twice, f1 twice.
            (
                "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
                5.4 + 0.15
                    + 1.5
                    + 0.28 * 0.33
                    + 0.08 * (0.49 + 0.65 * 2.0 + 0.59 + 2.3 * (0.46 + 0.40))
                    + 0.08 * 2.0 * (0.40 + 0.46 + 0.49)
                    + 0.08 * 0.33
                    - (0.5 + 0.08 * (0.49 + 0.46 + 0.65 * 2.0 + 0.59)),
            ),
            // The same on the other side, with 16 moves: c1 and d1 are reached twice.
            (
                "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
                5.3 + 0.15
                    + 1.6
                    + 0.28 * 0.33
                    + 0.08 * (0.46 + 0.65 * 2.0 + 0.59 + 0.40 + 2.3 * (0.46 + 0.49))
                    + 0.08 * 2.0 * (0.40 + 0.46 + 0.49)
                    + 0.08 * 0.33
                    - (0.5 + 0.08 * (0.49 + 0.46 + 0.65 * 2.0 + 0.59)),
            ),
        ] {
            let value = in_pawns(fen);
            assert!((value - expected).abs() < 1e-9, "{value} for {fen}, {expected} by hand");
        }
        // En passant is one move more, to d6, which nothing else reaches.
        let [with, without] =
            ["d6", "-"].map(|square| in_pawns(&format!("4k3/8/8/3pP3/8/8/8/4K3 w - {square} 0 1")));
        assert!((with - without - (0.1 + 0.08 * 0.83)).abs() < 1e-9, "{with} {without}");
    }
}
