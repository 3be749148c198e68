//! Space: safe squares behind and among the own pawns in the centre.

use board::{Color, PieceKind};

use super::Tapered;
use super::context::Context;
use super::masks::{CENTRE_FILES, forward, relative_ranks};

/// Space: squares of the own centre that enemy pawns do not attack; those behind own pawns that
/// no enemy attacks count twice. Weighted by the number of own pieces; 0 below five.
#[inline(always)]
pub(super) fn evaluate(context: &Context, us: Color) -> Tapered {
    let own = context.position.color(us);
    let pawns = context.of(us, PieceKind::Pawn);
    let pieces = (own - pawns).count();
    if pieces < 5 {
        return Tapered::ZERO;
    }
    let enemy = context.side(!us);
    let safe_area =
        (CENTRE_FILES & relative_ranks(us, 1, 3)) - pawns - enemy.attacked_by(PieceKind::Pawn);
    let mut behind = forward(!us, pawns);
    behind |= forward(!us, behind);
    let safe_behind = (safe_area & behind) - enemy.attacked;
    let squares = (safe_area.count() + safe_behind.count()) as i32;
    context.weights.space * (squares * (pieces as i32 - 4) / 8)
}
