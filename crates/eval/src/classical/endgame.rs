//! What decides endgames beside the terms: how hard the rest is to win, and the few endings with
//! nothing but a plan to follow.

use board::{Bitboard, Color, File, PieceKind, Position, Rank, Square};

use super::kpk;
use super::masks::{WINGS, files};
use super::weights::scale;
use super::{Tapered, Weights};
use crate::Explanation;

/// Rooks, queens and minor pieces of a side by the schoolbook count.
fn pieces_worth(position: &Position, us: Color) -> u32 {
    let minors = position.of(us, PieceKind::Knight) | position.of(us, PieceKind::Bishop);
    3 * minors.count()
        + 5 * position.of(us, PieceKind::Rook).count()
        + 9 * position.of(us, PieceKind::Queen).count()
}

/// Whether a side has its king only.
fn is_bare(position: &Position, us: Color) -> bool {
    position.color(us) == position.king(us).bitboard()
}

/// How far the chances to win move the endgame score `eg`, from White's side: towards or away
/// from zero, never across it.
#[inline(always)]
pub(super) fn chances(position: &Position, weights: &Weights, eg: i32) -> i32 {
    let pawns = position.pieces(PieceKind::Pawn);
    let mut worth = weights.chances_floor + weights.chances_pawn * pawns.count();
    if WINGS.iter().all(|&wing| (pawns & wing).any()) {
        worth += weights.chances_wings;
    }
    if position.occupied() == pawns | position.pieces(PieceKind::King) {
        worth += weights.chances_pawns_only;
    }
    eg.signum() * worth.eg().max(-eg.abs())
}

/// The plan against a bare king, for the side `us` that has the rest: drive him to the edge (with
/// bishop and knight, to a corner of the bishop's colour) and bring the king; or, with a pawn
/// alone, what the exact table says.
pub(super) fn plan(position: &Position, us: Color, weights: &Weights) -> Tapered {
    if !is_bare(position, !us) || is_bare(position, us) {
        return Tapered::ZERO;
    }
    let (king, victim) = (position.king(us), position.king(!us));
    let pawns = position.of(us, PieceKind::Pawn);
    let worth = pieces_worth(position, us);
    if worth == 0 && !pawns.more_than_one() {
        let won = is_won_pawn_ending(position, us);
        return if won { weights.won_pawn_ending } else { Tapered::ZERO };
    }
    if worth < 5 || is_hopeless(position, us) {
        return Tapered::ZERO;
    }
    let knights = position.of(us, PieceKind::Knight);
    let bishops = position.of(us, PieceKind::Bishop);
    let driven = if worth == 6 && pawns.is_empty() && knights.any() {
        // Twice the way, since the wrong corners are on the edge as well.
        2 * (7 - corner_distance(victim, bishops))
    } else {
        edge_steps(victim)
    };
    weights.mop_up_edge * driven + weights.mop_up_close * (7 - king.distance(victim))
}

/// Steps from the four central squares, file and rank added: 0 to 6.
fn edge_steps(square: Square) -> u32 {
    let steps = |line: usize| if line < 4 { 3 - line } else { line - 4 };
    (steps(square.file().index()) + steps(square.rank().index())) as u32
}

/// King steps to the nearer corner of the bishops' colour.
fn corner_distance(square: Square, bishops: Bitboard) -> u32 {
    let corners = if (bishops & Bitboard::LIGHT).any() {
        [Square::A8, Square::H1]
    } else {
        [Square::A1, Square::H8]
    };
    square.distance(corners[0]).min(square.distance(corners[1]))
}

/// Pieces of `us` that cannot mate a bare king: one minor, two knights, bishops of one colour.
fn is_hopeless(position: &Position, us: Color) -> bool {
    let heavy = position.of(us, PieceKind::Pawn)
        | position.of(us, PieceKind::Rook)
        | position.of(us, PieceKind::Queen);
    let knights = position.of(us, PieceKind::Knight).count();
    let bishops = position.of(us, PieceKind::Bishop);
    let one_colour =
        (bishops & Bitboard::LIGHT).is_empty() || (bishops & Bitboard::DARK).is_empty();
    heavy.is_empty() && one_colour && (knights == 0 || bishops.is_empty() && knights <= 2)
}

/// One pawn, bare kings otherwise: whether the side with the pawn wins.
fn is_won_pawn_ending(position: &Position, us: Color) -> bool {
    let Some(pawn) = position.of(us, PieceKind::Pawn).first() else {
        return false;
    };
    let turn = position.side_to_move() == us;
    kpk::is_won(
        position.king(us).relative_to(us),
        pawn.relative_to(us),
        position.king(!us).relative_to(us),
        turn,
    )
}

/// How much of the endgame score counts, out of 128, `us` being the side that is ahead.
#[inline(always)]
pub(super) fn scale(position: &Position, us: Color) -> i32 {
    let pawns = position.of(us, PieceKind::Pawn);
    let (own, enemy) = (pieces_worth(position, us), pieces_worth(position, !us));
    if pawns.is_empty() && (own <= enemy + 3 || is_hopeless(position, us)) {
        return without_pawns(position, us, own, enemy);
    }
    if own <= 3 && is_wrong_corner(position, us) {
        return scale::DRAWN;
    }
    if own == 0 && enemy == 0 && is_one_pawn_draw(position, us) {
        return scale::DRAWN;
    }
    let all = Explanation::FULL_SCALE;
    if is_opposite_bishops(position) {
        return if own == 3 && enemy == 3 {
            (scale::OPPOSITE_BISHOPS + scale::OPPOSITE_BISHOPS_PAWN * pawns.count() as i32).min(all)
        } else {
            scale::OPPOSITE_BISHOPS_MORE
        };
    }
    if own > enemy + 3 {
        return all;
    }
    (scale::FEW_PAWNS + scale::FEW_PAWNS_EACH * pawns.count() as i32).min(all)
}

/// At most a minor piece ahead and no pawn to win with.
fn without_pawns(position: &Position, us: Color, own: u32, enemy: u32) -> i32 {
    if own <= 3 || is_hopeless(position, us) && is_bare(position, !us) {
        scale::DRAWN
    } else if is_hopeless(position, us) {
        scale::KNIGHTS
    } else if is_bare(position, !us) {
        Explanation::FULL_SCALE
    } else if enemy <= 3 {
        scale::MINOR_AHEAD_BARE
    } else {
        scale::MINOR_AHEAD
    }
}

/// One bishop each, on squares of different colours.
fn is_opposite_bishops(position: &Position) -> bool {
    let bishops = position.pieces(PieceKind::Bishop);
    bishops.count() == 2
        && (bishops & position.color(Color::White)).count() == 1
        && (bishops & Bitboard::LIGHT).count() == 1
}

/// Only pawns of one rook file, at most a bishop that does not guard their corner, and the
/// enemy king in it.
fn is_wrong_corner(position: &Position, us: Color) -> bool {
    let pawns = position.of(us, PieceKind::Pawn);
    let file = if (pawns - File::A.bitboard()).is_empty() {
        File::A
    } else if (pawns - File::H.bitboard()).is_empty() {
        File::H
    } else {
        return false;
    };
    let corner = Square::new(file, Rank::Eighth).relative_to(us);
    let is_light = Bitboard::LIGHT.contains(corner);
    let same = if is_light { Bitboard::LIGHT } else { Bitboard::DARK };
    position.of(us, PieceKind::Knight).is_empty()
        && (position.of(us, PieceKind::Bishop) & same).is_empty()
        && position.king(!us).distance(corner) <= 1
        && (files(pawns) & position.of(!us, PieceKind::Pawn)).is_empty()
}

/// King and pawn against king, and the table says draw.
fn is_one_pawn_draw(position: &Position, us: Color) -> bool {
    is_bare(position, !us)
        && position.of(us, PieceKind::Pawn).count() == 1
        && !is_won_pawn_ending(position, us)
}
