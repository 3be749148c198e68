//! [`Centre`]: a small evaluator built around a map of the centre. Material,
//! castling rights, the move, mobility, checks, and how central the pieces and the
//! squares they can go to are. Both sides' mobility is counted by generating
//! moves, so it is slow and simple on purpose; it knows nothing of pawn
//! structure, king safety or the phase of the game.
//!
//! Source: part 4 of the C++ engine series that the project's seed notes call
//! system B, with its gaps closed as they say. Every constant there is a decimal
//! fraction, and no product of them goes past six decimals, so the sums are kept
//! as whole millionths of a pawn: exact, and the same in any order.

use board::{CastlingRights, Color, PieceKind, Position, Square};
use movegen::{has_legal_move, legal_moves};

use crate::{Evaluator, Explain, Explanation, Score, Term};

/// The centre-map evaluator. It keeps no state.
#[derive(Clone, Copy, Debug, Default)]
pub struct Centre;

/// One pawn in the unit of all sums here, millionths of a pawn.
const PAWN: i64 = 1_000_000;

/// Worth of pawn, knight, bishop, rook, queen, king in hundredths of a pawn.
const VALUE: [i64; 6] = [100, 300, 315, 500, 900, 0];

/// One quadrant of the map in hundredths: rows from the rim rank inwards, columns
/// from the rim file inwards.
const QUADRANT: [[i64; 4]; 4] =
    [[33, 40, 46, 49], [40, 49, 59, 65], [46, 59, 73, 83], [49, 65, 83, 96]];

/// The castling rights' worth, by colour: (right, millionths).
const CASTLING: [[(CastlingRights, i64); 2]; 2] = [
    [(CastlingRights::WHITE_SHORT, 400_000), (CastlingRights::WHITE_LONG, 300_000)],
    [(CastlingRights::BLACK_SHORT, 400_000), (CastlingRights::BLACK_LONG, 300_000)],
];

/// For having the move.
const TEMPO: i64 = 150_000;
/// For each legal move.
const PER_MOVE: i64 = 100_000;
/// For attacking the enemy king.
const CHECK: i64 = 500_000;

/// The map's value of a square, in hundredths.
fn centre(square: Square) -> i64 {
    let inwards = |line: usize| line.min(7 - line);
    QUADRANT[inwards(square.rank().index())][inwards(square.file().index())]
}

/// Worth of `count` moves that go to a square of map value `centre`: each is worth
/// 0.08 · centre · (1 + 0.3 · moves already counted to it), and since only their
/// number matters, the sum over k = 0 … count − 1 has the closed form
/// 0.08 · centre · (count + 0.15 · count · (count − 1)).
fn target_worth(centre: i64, count: i64) -> i64 {
    // 0.08 · 0.01 · 0.05 of a pawn is 40 millionths; counts then come in twentieths.
    40 * centre * (20 * count + 3 * count * (count - 1))
}

/// What one side gets, in millionths of a pawn.
#[derive(Clone, Copy, Debug, Default)]
struct Side {
    material: i64,
    castling: i64,
    tempo: i64,
    mobility: i64,
    check: i64,
    pieces: i64,
    targets: i64,
}

impl Side {
    fn of(position: &Position, us: Color) -> Self {
        let mut side = Self::default();
        for kind in PieceKind::ALL {
            let value = VALUE[kind.index()];
            for square in position.of(us, kind) {
                side.material += value * (PAWN / 100);
                if kind != PieceKind::King {
                    // (value · 0.03 + 0.13) · centre: ten-thousandths times hundredths.
                    side.pieces += (value * 3 + 1300) * centre(square);
                }
            }
        }
        for (right, worth) in CASTLING[us.index()] {
            if position.castling_rights().contains(right) {
                side.castling += worth;
            }
        }
        if position.side_to_move() == us {
            side.tempo = TEMPO;
        }
        let enemy_king = position.king(!us);
        let attackers = position.attackers_to(enemy_king, position.occupied());
        if (attackers & position.color(us)).any() {
            side.check = CHECK;
        }
        side.count_moves(position, us);
        side
    }

    /// Mobility and targets. For the side not to move, its moves are those it
    /// would have if it were to move.
    fn count_moves(&mut self, position: &Position, us: Color) {
        let mut counts = [0i64; 64];
        let enemy_king = position.king(!us);
        let moves = legal_moves(&position.with_side_to_move(us));
        // For the side not to move, the enemy king may stand attacked.
        for mv in moves.into_iter().filter(|mv| mv.to() != enemy_king) {
            let target = if mv.is_castle() { mv.castle_king_target() } else { mv.to() };
            counts[target.index()] += 1;
            self.mobility += PER_MOVE;
        }
        for square in Square::ALL {
            self.targets += target_worth(centre(square), counts[square.index()]);
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

/// A finished game as the side to move sees it.
enum Over {
    Mated,
    Stalemate,
}

fn over(position: &Position) -> Option<Over> {
    if has_legal_move(position) {
        None
    } else if position.in_check() {
        Some(Over::Mated)
    } else {
        Some(Over::Stalemate)
    }
}

/// Millionths of a pawn to centipawns, halves away from zero.
fn centipawns(micro: i64) -> i32 {
    let half = PAWN / 200 * micro.signum();
    ((micro + half) / (PAWN / 100)) as i32
}

impl Centre {
    /// The evaluation in pawns from White's side, without rounding: infinite with the
    /// winner's sign when the side to move is mated, 0 for stalemate.
    #[must_use]
    pub fn pawns(&self, position: &Position) -> f64 {
        match over(position) {
            Some(Over::Stalemate) => 0.0,
            Some(Over::Mated) if position.side_to_move() == Color::White => f64::NEG_INFINITY,
            Some(Over::Mated) => f64::INFINITY,
            None => white_view(position) as f64 / PAWN as f64,
        }
    }
}

/// White's total less Black's, in millionths, of a game that goes on.
fn white_view(position: &Position) -> i64 {
    Side::of(position, Color::White).total() - Side::of(position, Color::Black).total()
}

impl Evaluator for Centre {
    fn evaluate(&mut self, position: &Position, ply: usize) -> Score {
        match over(position) {
            Some(Over::Mated) => Score::mated_in(ply),
            Some(Over::Stalemate) => Score::DRAW,
            None => {
                let score = Score::new(centipawns(white_view(position))).clamp_eval();
                match position.side_to_move() {
                    Color::White => score,
                    Color::Black => -score,
                }
            }
        }
    }

    fn reset(&mut self) {}
}

impl Explain for Centre {
    /// Each term is rounded to centipawns by itself, so their sum can be a few
    /// centipawns off the total. There is one phase only; both columns agree.
    fn explain(&mut self, position: &Position) -> Explanation {
        let score = self.evaluate(position, 0);
        let total = match position.side_to_move() {
            Color::White => score,
            Color::Black => -score,
        };
        let mut terms = Vec::new();
        if over(position).is_none() {
            let (white, black) =
                (Side::of(position, Color::White), Side::of(position, Color::Black));
            let mut term = |name, part: fn(&Side) -> i64| {
                let (white, black) = (centipawns(part(&white)), centipawns(part(&black)));
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
