//! King danger: points for attacks on the king's zone, weak squares and checks; the score grows
//! with their square. The pawns around the king are in `shelter.rs`.

use board::{Bitboard, Color, PieceKind, attacks};

use super::Tapered;
use super::context::Context;
use super::masks::{king_flank, relative_ranks};
use super::weights::{DANGER_DIVISOR, DANGER_MAX};

/// King danger: the score of `us` for the danger to its king, zero or less.
///
/// (m, e) danger points, if positive, cost min(m²/`DANGER_DIVISOR`, `DANGER_MAX`) centipawns in
/// the middlegame and e in the endgame.
#[inline(always)]
pub(super) fn evaluate(context: &Context, us: Color) -> Tapered {
    let points = danger(context, us);
    let (mg, eg) = (points.mg().max(0), points.eg().max(0));
    -Tapered::new((mg * mg / DANGER_DIVISOR).min(DANGER_MAX), eg)
}

#[inline(always)]
fn danger(context: &Context, us: Color) -> Tapered {
    let weights = context.weights;
    let (own, enemy) = (context.side(us), context.side(!us));
    let mut points = weights.danger_base + enemy.king_attack_points;

    // Squares that the enemy attacks and that only the king or the queen defends, if any piece.
    let king_and_queen_attacks =
        own.attacked_by(PieceKind::King) | own.attacked_by(PieceKind::Queen);
    let weak = (enemy.attacked - own.attacked_twice) & (king_and_queen_attacks | !own.attacked);
    points += weights.danger_weak_square * (weak & own.king_zone).count();

    points += checks(context, us, weak);

    points += weights.danger_blocker * (own.blockers).count();
    if context.of(!us, PieceKind::Queen).is_empty() {
        points += weights.danger_no_queen;
    }
    let minors = own.attacked_by(PieceKind::Knight) | own.attacked_by(PieceKind::Bishop);
    points += weights.danger_defender * (minors & own.king_zone).count().min(3);

    let flank = king_flank(own.king) & relative_ranks(us, 0, 4);
    points += weights.danger_flank_attack * (flank & enemy.attacked).count();
    points += weights.danger_flank_defense * (flank & own.attacked).count();

    let shelter = context.pawns.shelter[us.index()].mg();
    points + Tapered::new(weights.danger_shelter.mg() * shelter / 16, 0)
}

/// Points for checks that the enemy can give.
#[inline(always)]
fn checks(context: &Context, us: Color, weak: Bitboard) -> Tapered {
    let weights = context.weights;
    let (own, enemy) = (context.side(us), context.side(!us));
    let enemies = context.position.color(!us);
    // A check from here is safe: the square is undefended, or weak and attacked twice.
    let safe = !enemies & (!own.attacked | (weak & enemy.attacked_twice));
    let occupied = context.occupied - context.of(us, PieceKind::Queen);
    let straight = attacks::rook(own.king, occupied);
    let diagonal = attacks::bishop(own.king, occupied);
    let check_squares = [
        (PieceKind::Knight, attacks::knight(own.king)),
        (PieceKind::Bishop, diagonal),
        (PieceKind::Rook, straight),
        (PieceKind::Queen, diagonal | straight),
    ];
    let mut points = Tapered::ZERO;
    let mut unsafe_checks = Bitboard::EMPTY;
    for (kind, squares) in check_squares {
        let from = squares & enemy.attacked_by(kind);
        // The enemy queen would be traded off on squares that the own queen attacks.
        let safe = if kind == PieceKind::Queen {
            (from & safe) - own.attacked_by(PieceKind::Queen)
        } else {
            from & safe
        };
        if safe.any() {
            points += weights.danger_safe_check[kind.index()];
            if safe.more_than_one() {
                points += weights.danger_multiple_checks;
            }
        } else if kind != PieceKind::Queen {
            unsafe_checks |= from - enemies;
        }
    }
    points + weights.danger_unsafe_check * unsafe_checks.count()
}
