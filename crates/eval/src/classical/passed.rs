//! Passed pawns as other pieces help and hinder them. What depends on pawns and kings alone
//! is in `pawns.rs`.

use board::{Color, PieceKind, Square, attacks};

use super::Tapered;
use super::context::Context;
use super::masks::{ahead, forward, rank_of};

/// The passed pawns of `us`.
#[inline(always)]
pub(super) fn evaluate(context: &Context, us: Color) -> Tapered {
    let mut score = Tapered::ZERO;
    for square in context.pawns.passers & context.position.color(us) {
        score += pawn(context, us, square);
    }
    score
}

#[inline(always)]
fn pawn(context: &Context, us: Color, square: Square) -> Tapered {
    let weights = context.weights;
    let rank = rank_of(us, square);
    let stop = forward(us, square.bitboard());
    let way = ahead(us, square.bitboard());
    let enemies = context.position.color(!us);
    let attacked = context.side(!us).all;
    let mut score = Tapered::ZERO;
    if (stop & enemies).any() {
        score += weights.passed_blocked[rank];
    } else if (stop & (context.occupied | attacked)).is_empty() {
        score += weights.passed_safe_step[rank];
    }
    if (way & (enemies | attacked)).is_empty() {
        score += weights.passed_free_path[rank];
    }
    if behind(context, us, square, us) {
        score += weights.passed_rook_behind;
    } else if behind(context, us, square, !us) {
        score += weights.passed_rook_hunts;
    }
    if !context.position.has_non_pawn_material(!us)
        && (way & context.occupied).is_empty()
        && outruns(context, us, square)
    {
        score += weights.passed_unstoppable;
    }
    score
}

/// The rule of the square: the enemy king comes too late to the promotion square.
#[inline(always)]
fn outruns(context: &Context, us: Color, pawn: Square) -> bool {
    let goal = Square::new(pawn.file(), Square::A8.relative_to(us).rank());
    // A pawn at home starts with two squares.
    let steps = (7 - rank_of(us, pawn)).min(5) as u32;
    let king = context.side(!us).king.distance(goal);
    let head_start = u32::from(context.position.side_to_move() != us);
    king > steps + head_start
}

/// Whether `who` has a rook or queen behind this pawn of `us` with nothing between.
#[inline(always)]
fn behind(context: &Context, us: Color, pawn: Square, who: Color) -> bool {
    let heavy = context.of(who, PieceKind::Rook) | context.of(who, PieceKind::Queen);
    let back = ahead(!us, pawn.bitboard());
    (heavy & back).any() && (attacks::rook(pawn, context.occupied) & back & heavy).any()
}
