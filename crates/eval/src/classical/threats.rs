//! Threats: what one side's pieces and pawns attack, restrict, or could attack with one move.

use board::{Bitboard, Color, PieceKind, attacks};

use super::Tapered;
use super::context::Context;
use super::masks::{forward, ranks};

/// The threats that `us` makes.
#[inline(always)]
pub(super) fn evaluate(context: &Context, us: Color) -> Tapered {
    let weights = context.weights;
    let (own, enemy) = (context.side(us), context.side(!us));
    let victims = context.position.color(!us) - enemy.king.bitboard();
    let pawn_guard = enemy.attacks_of(PieceKind::Pawn);

    // Squares on which an own pawn is not simply lost.
    let pawn_safe = own.all | !enemy.all;
    let safe_pawns = context.of(us, PieceKind::Pawn) & pawn_safe;
    let by_pawns = attacks::pawn_attacks_set(us, safe_pawns) & victims;
    let by_minors =
        (own.attacks_of(PieceKind::Knight) | own.attacks_of(PieceKind::Bishop)) & victims;
    let by_rooks = own.attacks_of(PieceKind::Rook) & victims;
    let loose = (victims & own.all) - enemy.all;

    let mut score = Tapered::ZERO;
    if (by_pawns | by_minors | by_rooks | loose).any() {
        for kind in 0..5 {
            let kinds = context.position.pieces(PieceKind::ALL[kind]);
            score += weights.pawn_threat[kind] * (by_pawns & kinds).count();
            score += weights.minor_threat[kind] * (by_minors & kinds).count();
            score += weights.rook_threat[kind] * (by_rooks & kinds).count();
            score += weights.loose[kind] * (loose & kinds).count();
        }
    }

    let pressed = (victims & own.twice & enemy.all) - enemy.twice - pawn_guard;
    score += weights.pressed * pressed.count();

    let pieces = victims - context.of(!us, PieceKind::Pawn);
    let pushes = (pawn_pushes(context, us) & pawn_safe) - pawn_guard;
    let targets = (attacks::pawn_attacks_set(us, pushes) & pieces) - by_pawns;
    score += weights.push_threat * targets.count();

    let restricted = (own.all & enemy.all) - pawn_guard - context.occupied;
    score += weights.restricted * restricted.count();

    score + queen_hunt(context, us)
}

/// Where the pawns of `us` can go in one move without capturing.
#[inline(always)]
fn pawn_pushes(context: &Context, us: Color) -> Bitboard {
    let once = forward(us, context.of(us, PieceKind::Pawn)) - context.occupied;
    once | (forward(us, once & ranks(us, 2, 2)) - context.occupied)
}

/// Squares from which a lesser piece could safely attack the only enemy queen.
#[inline(always)]
fn queen_hunt(context: &Context, us: Color) -> Tapered {
    let queens = context.of(!us, PieceKind::Queen);
    let Some(queen) = queens.first() else {
        return Tapered::ZERO;
    };
    if queens.more_than_one() {
        return Tapered::ZERO;
    }
    let (own, enemy) = (context.side(us), context.side(!us));
    let enemy_pawns = enemy.attacks_of(PieceKind::Pawn);
    let safe = (own.area - enemy_pawns - context.position.color(us)) & (own.twice | !enemy.all);
    let knights = attacks::knight(queen) & own.attacks_of(PieceKind::Knight);
    let bishops = attacks::bishop(queen, context.occupied) & own.attacks_of(PieceKind::Bishop);
    let rooks = attacks::rook(queen, context.occupied) & own.attacks_of(PieceKind::Rook);
    context.weights.queen_hunt * (safe & (knights | bishops | rooks)).count()
}
