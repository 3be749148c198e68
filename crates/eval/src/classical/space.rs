//! Space: room behind and among the own pawns in the centre.

use board::{Color, PieceKind};

use super::Tapered;
use super::context::Context;
use super::masks::{CENTRE_FILES, forward, ranks};

/// Room in the own centre: squares safe from enemy pawns, those behind own pawns twice, of use
/// only to a side with pieces to put there.
#[inline(always)]
pub(super) fn evaluate(context: &Context, us: Color) -> Tapered {
    let own = context.position.color(us);
    let pawns = context.of(us, PieceKind::Pawn);
    let pieces = (own - pawns).count();
    if pieces < 5 {
        return Tapered::ZERO;
    }
    let enemy = context.side(!us);
    let room = (CENTRE_FILES & ranks(us, 1, 3)) - pawns - enemy.attacks_of(PieceKind::Pawn);
    let mut behind = forward(!us, pawns);
    behind |= forward(!us, behind);
    let sheltered = (room & behind) - enemy.all;
    let squares = (room.count() + sheltered.count()) as i32;
    context.weights.space * (squares * (pieces as i32 - 4) / 8)
}
