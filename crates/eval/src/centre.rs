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
    [(CastlingRights::WHITE_SHORT, 400_000), (CastlingRights::WHITE_LONG, 300_000)],
    [(CastlingRights::BLACK_SHORT, 400_000), (CastlingRights::BLACK_LONG, 300_000)],
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

/// The terms of one side, in millionths of a pawn.
#[derive(Clone, Copy, Debug, Default)]
struct SideTerms {
    material: i64,
    castling: i64,
    tempo: i64,
    mobility: i64,
    check: i64,
    pieces: i64,
    targets: i64,
}

impl SideTerms {
    fn of(position: &Position, us: Color) -> Self {
        let mut side = Self::default();
        for kind in PieceKind::ALL {
            let value = PIECE_VALUE[kind.index()];
            for square in position.of(us, kind) {
                side.material += value * (PAWN / 100);
                if kind != PieceKind::King {
                    // (value · 0.03 + 0.13) · centre: ten-thousandths times hundredths.
                    side.pieces += (value * 3 + 1300) * centrality(square);
                }
            }
        }
        for (right, bonus) in CASTLING[us.index()] {
            if position.castling_rights().contains(right) {
                side.castling += bonus;
            }
        }
        if position.side_to_move() == us {
            side.tempo = TEMPO;
        }
        let enemy_king = position.king(!us);
        let attackers = position.attackers_to(enemy_king, position.occupied());
        if (attackers & position.color(us)).any() {
            side.check = CHECK_BONUS;
        }
        side.count_moves(position, us);
        side
    }

    /// Mobility and targets. The moves of the side not to move are those it would have if it
    /// were to move.
    fn count_moves(&mut self, position: &Position, us: Color) {
        let mut counts = [0i64; 64];
        let enemy_king = position.king(!us);
        let moves = legal_moves(&position.with_side_to_move(us));
        // For the side not to move, the enemy king may stand attacked.
        for mv in moves.into_iter().filter(|mv| mv.to() != enemy_king) {
            let target = if mv.is_castle() { mv.castle_king_target() } else { mv.to() };
            counts[target.index()] += 1;
            self.mobility += MOBILITY;
        }
        for square in Square::ALL {
            self.targets += target_value(centrality(square), counts[square.index()]);
        }
    }

    fn total(&self) -> i64 {
        self.material
            + self.castling
            + self.tempo
            + self.mobility
            + self.check
            + self.pieces
            + self.targets
    }
}

/// What it means that the side to move has no legal move.
enum NoLegalMove {
    Checkmate,
    Stalemate,
}

fn no_legal_move(position: &Position) -> Option<NoLegalMove> {
    if has_legal_move(position) {
        None
    } else if position.in_check() {
        Some(NoLegalMove::Checkmate)
    } else {
        Some(NoLegalMove::Stalemate)
    }
}

/// Millionths of a pawn to centipawns, halves away from zero.
fn to_centipawns(millionths: i64) -> i32 {
    let half = PAWN / 200 * millionths.signum();
    ((millionths + half) / (PAWN / 100)) as i32
}

impl Centre {
    /// The evaluation in pawns from White's side, not rounded; ±∞ for checkmate, 0 for
    /// stalemate.
    #[must_use]
    pub fn evaluate_in_pawns(&self, position: &Position) -> f64 {
        match no_legal_move(position) {
            Some(NoLegalMove::Stalemate) => 0.0,
            Some(NoLegalMove::Checkmate) if position.side_to_move() == Color::White => {
                f64::NEG_INFINITY
            }
            Some(NoLegalMove::Checkmate) => f64::INFINITY,
            None => white_score(position) as f64 / PAWN as f64,
        }
    }
}

/// White's total minus Black's, in millionths, of a position with a legal move.
fn white_score(position: &Position) -> i64 {
    SideTerms::of(position, Color::White).total() - SideTerms::of(position, Color::Black).total()
}

impl Evaluator for Centre {
    fn evaluate(&mut self, position: &Position, ply: usize) -> Score {
        match no_legal_move(position) {
            Some(NoLegalMove::Checkmate) => Score::mated_in(ply),
            Some(NoLegalMove::Stalemate) => Score::DRAW,
            None => {
                let score = Score::new(to_centipawns(white_score(position))).clamp_eval();
                score.relative_to(position.side_to_move())
            }
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
        if no_legal_move(position).is_none() {
            let (white, black) =
                (SideTerms::of(position, Color::White), SideTerms::of(position, Color::Black));
            let mut term = |name, field: fn(&SideTerms) -> i64| {
                let (white, black) = (to_centipawns(field(&white)), to_centipawns(field(&black)));
                terms.push(Term { name, white: (white, white), black: (black, black) });
            };
            term("Material", |side| side.material);
            term("Castling rights", |side| side.castling);
            term("Tempo", |side| side.tempo);
            term("Mobility", |side| side.mobility);
            term("Check", |side| side.check);
            term("Central pieces", |side| side.pieces);
            term("Central targets", |side| side.targets);
        }
        Explanation { terms, phase: Explanation::FULL_PHASE, scale: Explanation::FULL_SCALE, total }
    }
}
