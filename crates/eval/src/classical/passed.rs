//! Passed pawns, as far as pieces other than kings matter: blockers, attacked squares, rooks
//! behind, the rule of the square. The rest is in `pawns.rs`.

use board::{Color, PieceKind, Square, attacks};

use super::Tapered;
use super::context::Context;
use super::masks::{forward, front_span, relative_rank};

/// The passed pawns of `us`.
#[inline(always)]
pub(super) fn evaluate(context: &Context, us: Color) -> Tapered {
    let mut score = Tapered::ZERO;
    for square in context.pawns.passers & context.position.color(us) {
        score += evaluate_pawn(context, us, square);
    }
    score
}

#[inline(always)]
fn evaluate_pawn(context: &Context, us: Color, square: Square) -> Tapered {
    let weights = context.weights;
    let rank = relative_rank(us, square);
    let stop = forward(us, square.bitboard());
    let path = front_span(us, square.bitboard());
    let enemies = context.position.color(!us);
    let attacked = context.side(!us).attacked;
    let mut score = Tapered::ZERO;
    if (stop & enemies).any() {
        score += weights.passed_blocked[rank];
    } else if (stop & (context.occupied | attacked)).is_empty() {
        score += weights.passed_safe_stop[rank];
    }
    if (path & (enemies | attacked)).is_empty() {
        score += weights.passed_free_path[rank];
    }
    if has_rook_behind(context, us, square, us) {
        score += weights.passed_rook_behind;
    } else if has_rook_behind(context, us, square, !us) {
        score += weights.passed_enemy_rook_behind;
    }
    if !context.position.has_non_pawn_material(!us)
        && (path & context.occupied).is_empty()
        && is_unstoppable(context, us, square)
    {
        score += weights.passed_unstoppable;
    }
    score
}

/// Rule of the square: whether the enemy king reaches the promotion square too late.
#[inline(always)]
fn is_unstoppable(context: &Context, us: Color, pawn: Square) -> bool {
    let promotion_square = Square::new(pawn.file(), Square::A8.relative_to(us).rank());
    // A double push from the second rank saves a step.
    let steps = (7 - relative_rank(us, pawn)).min(5) as u32;
    let king = context.side(!us).king.distance(promotion_square);
    let tempo = u32::from(context.position.side_to_move() != us);
    king > steps + tempo
}

/// Whether `slider_color` has a rook or queen behind this pawn of `us`, with nothing between.
#[inline(always)]
fn has_rook_behind(context: &Context, us: Color, pawn: Square, slider_color: Color) -> bool {
    let majors =
        context.of(slider_color, PieceKind::Rook) | context.of(slider_color, PieceKind::Queen);
    let squares_behind = front_span(!us, pawn.bitboard());
    (majors & squares_behind).any()
        && (attacks::rook(pawn, context.occupied) & squares_behind & majors).any()
}
