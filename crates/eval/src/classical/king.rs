//! King safety: danger points from attacks, weak squares and checks, turned into a score that
//! grows with their square. The pawns around the king are scored in `shelter.rs`.

use board::{Bitboard, Color, PieceKind, attacks};

use super::Tapered;
use super::context::Context;
use super::masks::{king_wing, ranks};
use super::weights::{DANGER_CAP, DANGER_DIVISOR};

/// What the danger to the king of `us` costs: a score of zero or less.
///
/// With (m, e) danger points, the middlegame loses m²/`DANGER_DIVISOR` and the endgame e,
/// negative points counting nothing.
#[inline(always)]
pub(super) fn evaluate(context: &Context, us: Color) -> Tapered {
    let points = danger(context, us);
    let (mg, eg) = (points.mg().max(0), points.eg().max(0));
    -Tapered::new((mg * mg / DANGER_DIVISOR).min(DANGER_CAP), eg)
}

#[inline(always)]
fn danger(context: &Context, us: Color) -> Tapered {
    let weights = context.weights;
    let (own, enemy) = (context.side(us), context.side(!us));
    let mut points = weights.danger_floor + enemy.pressure;

    // Squares that the enemy attacks and that at best king or queen guard, once.
    let guards = own.attacks_of(PieceKind::King) | own.attacks_of(PieceKind::Queen);
    let weak = (enemy.all - own.twice) & (guards | !own.all);
    points += weights.danger_weak_square * (weak & own.zone).count();

    points += checks(context, us, weak);

    points += weights.danger_blocker * (own.blockers).count();
    if context.of(!us, PieceKind::Queen).is_empty() {
        points += weights.danger_no_queen;
    }
    let minors = own.attacks_of(PieceKind::Knight) | own.attacks_of(PieceKind::Bishop);
    points += weights.danger_defender * (minors & own.zone).count().min(3);

    let camp = king_wing(own.king) & ranks(us, 0, 4);
    points += weights.danger_camp * (camp & enemy.all).count();
    points += weights.danger_camp_guard * (camp & own.all).count();

    let shelter = context.pawns.shelter[us.index()].mg();
    points + Tapered::new(weights.danger_shelter.mg() * shelter / 16, 0)
}

/// Points for checks that the enemy can give.
#[inline(always)]
fn checks(context: &Context, us: Color, weak: Bitboard) -> Tapered {
    let weights = context.weights;
    let (own, enemy) = (context.side(us), context.side(!us));
    let enemies = context.position.color(!us);
    // Nobody takes a checking piece there: not guarded, or backed up and guarded by king or
    // queen alone.
    let safe = !enemies & (!own.all | (weak & enemy.twice));
    let occupied = context.occupied - context.of(us, PieceKind::Queen);
    let straight = attacks::rook(own.king, occupied);
    let diagonal = attacks::bishop(own.king, occupied);
    let lines = [
        (PieceKind::Knight, attacks::knight(own.king)),
        (PieceKind::Bishop, diagonal),
        (PieceKind::Rook, straight),
        (PieceKind::Queen, diagonal | straight),
    ];
    let mut points = Tapered::ZERO;
    let mut unsafe_checks = Bitboard::EMPTY;
    for (kind, line) in lines {
        let from = line & enemy.attacks_of(kind);
        // The queen trades herself off where she meets the enemy's.
        let safe = if kind == PieceKind::Queen {
            (from & safe) - own.attacks_of(PieceKind::Queen)
        } else {
            from & safe
        };
        if safe.any() {
            points += weights.danger_safe_check[kind.index()];
            if safe.more_than_one() {
                points += weights.danger_more_checks;
            }
        } else if kind != PieceKind::Queen {
            unsafe_checks |= from - enemies;
        }
    }
    points + weights.danger_unsafe_check * unsafe_checks.count()
}
