//! Threats: attacks on enemy pieces, now or after one move, and restricted enemy mobility.

use board::{Bitboard, Color, PieceKind, attacks};

use super::Tapered;
use super::context::Context;
use super::masks::{forward, relative_ranks};

/// The threats that `us` makes.
#[inline(always)]
pub(super) fn evaluate(context: &Context, us: Color) -> Tapered {
    let weights = context.weights;
    let (own, enemy) = (context.side(us), context.side(!us));
    let victims = context.position.color(!us) - enemy.king.bitboard();
    let enemy_pawn_attacks = enemy.attacked_by(PieceKind::Pawn);

    // Squares on which an own pawn is defended or not attacked.
    let pawn_safe = own.attacked | !enemy.attacked;
    let safe_pawns = context.of(us, PieceKind::Pawn) & pawn_safe;
    let by_pawns = attacks::pawn_attacks_set(us, safe_pawns) & victims;
    let by_minors =
        (own.attacked_by(PieceKind::Knight) | own.attacked_by(PieceKind::Bishop)) & victims;
    let by_rooks = own.attacked_by(PieceKind::Rook) & victims;
    let hanging = (victims & own.attacked) - enemy.attacked;

    let mut score = Tapered::ZERO;
    if (by_pawns | by_minors | by_rooks | hanging).any() {
        for kind in 0..5 {
            let kinds = context.position.pieces(PieceKind::ALL[kind]);
            score += weights.pawn_threat[kind] * (by_pawns & kinds).count();
            score += weights.minor_threat[kind] * (by_minors & kinds).count();
            score += weights.rook_threat[kind] * (by_rooks & kinds).count();
            score += weights.hanging[kind] * (hanging & kinds).count();
        }
    }

    let attacked_twice_weak =
        (victims & own.attacked_twice & enemy.attacked) - enemy.attacked_twice - enemy_pawn_attacks;
    score += weights.attacked_twice_weak * attacked_twice_weak.count();

    let pieces = victims - context.of(!us, PieceKind::Pawn);
    let pushes = (pawn_pushes(context, us) & pawn_safe) - enemy_pawn_attacks;
    let targets = (attacks::pawn_attacks_set(us, pushes) & pieces) - by_pawns;
    score += weights.push_threat * targets.count();

    let restricted = (own.attacked & enemy.attacked) - enemy_pawn_attacks - context.occupied;
    score += weights.restricted * restricted.count();

    score + threat_on_queen(context, us)
}

/// Where the pawns of `us` can go in one move without capturing.
#[inline(always)]
fn pawn_pushes(context: &Context, us: Color) -> Bitboard {
    let once = forward(us, context.of(us, PieceKind::Pawn)) - context.occupied;
    once | (forward(us, once & relative_ranks(us, 2, 2)) - context.occupied)
}

/// Threats on a single enemy queen: safe squares from which a minor piece or rook could attack it.
#[inline(always)]
fn threat_on_queen(context: &Context, us: Color) -> Tapered {
    let queens = context.of(!us, PieceKind::Queen);
    let Some(queen) = queens.first() else {
        return Tapered::ZERO;
    };
    if queens.more_than_one() {
        return Tapered::ZERO;
    }
    let (own, enemy) = (context.side(us), context.side(!us));
    let enemy_pawns = enemy.attacked_by(PieceKind::Pawn);
    let safe = (own.mobility_area - enemy_pawns - context.position.color(us))
        & (own.attacked_twice | !enemy.attacked);
    let knights = attacks::knight(queen) & own.attacked_by(PieceKind::Knight);
    let bishops = attacks::bishop(queen, context.occupied) & own.attacked_by(PieceKind::Bishop);
    let rooks = attacks::rook(queen, context.occupied) & own.attacked_by(PieceKind::Rook);
    context.weights.threat_on_queen * (safe & (knights | bishops | rooks)).count()
}
