//! Endgame knowledge: scale factors of endgames that are hard to win, the winnable
//! adjustment, and the mop-up evaluation against a lone king.

use board::{Bitboard, Color, File, PieceKind, Position, Rank, Square};

use super::kpk;
use super::masks::{FLANKS, file_fill};
use super::{Tapered, weights};
use crate::Explanation;
use crate::wdl::non_pawn_material;

/// Whether a side has only its king.
pub(crate) fn is_bare_king(position: &Position, us: Color) -> bool {
    position.color(us) == position.king(us).bitboard()
}

/// The winnable adjustment of the endgame score `eg` (White's view), in centipawns: more pawns
/// and pawns on both flanks make it larger, their absence makes it smaller. It never changes
/// the sign of the score.
#[inline(always)]
pub(super) fn winnable_adjustment(position: &Position, eg: i32) -> i32 {
    let pawns = position.pieces(PieceKind::Pawn);
    let mut points = weights::WINNABLE_BASE + weights::WINNABLE_PAWN * pawns.count();
    if FLANKS.iter().all(|&flank| (pawns & flank).any()) {
        points += weights::WINNABLE_BOTH_FLANKS;
    }
    if position.occupied() == pawns | position.pieces(PieceKind::King) {
        points += weights::WINNABLE_PAWNS_ONLY;
    }
    eg.signum() * points.eg().max(-eg.abs())
}

/// With bishop and knight against a lone king (KBNK) the weights of the mop-up evaluation are
/// multiplied, since mate can be forced in the corners of the bishop's colour only.
const KBNK_CORNER: u32 = 8;
const KBNK_KING_DISTANCE: u32 = 3;

/// Mop-up evaluation (Chess Programming Wiki) of the side `us` against a lone king: larger the
/// closer the lone king is to the edge (with bishop and knight: the farther from the diagonal
/// between the other corners) and the closer the kings are. With a single pawn: the result of the KPK bitbase.
pub(super) fn mop_up(position: &Position, us: Color) -> Tapered {
    if !is_bare_king(position, !us) || is_bare_king(position, us) {
        return Tapered::ZERO;
    }
    let (king, lone_king) = (position.king(us), position.king(!us));
    let pawns = position.of(us, PieceKind::Pawn);
    let points = non_pawn_material(position, us);
    if points == 0 && !pawns.more_than_one() {
        let won = is_kpk_win(position, us);
        return if won { weights::KPK_WIN } else { Tapered::ZERO };
    }
    if points < 5 || cannot_mate(position, us) {
        return Tapered::ZERO;
    }
    let knights = position.of(us, PieceKind::Knight);
    let bishops = position.of(us, PieceKind::Bishop);
    let close_kings = weights::MOP_UP_KING_DISTANCE * (7 - king.distance(lone_king));
    if points == 6 && pawns.is_empty() && knights.any() {
        return weights::MOP_UP_EDGE * (KBNK_CORNER * diagonal_distance(lone_king, bishops))
            + close_kings * KBNK_KING_DISTANCE;
    }
    weights::MOP_UP_EDGE * centre_manhattan_distance(lone_king) + close_kings
}

/// Centre Manhattan distance: steps from the four central squares, file and rank added, 0 to 6.
fn centre_manhattan_distance(square: Square) -> u32 {
    let steps = |index: usize| if index < 4 { 3 - index } else { index - 4 };
    (steps(square.file().index()) + steps(square.rank().index())) as u32
}

/// Steps from the long diagonal between the two corners that the bishops do not attack, file and
/// rank added: 0 on it, 7 in the corners of the bishops' colour.
fn diagonal_distance(square: Square, bishops: Bitboard) -> u32 {
    let (file, rank) = (square.file().index(), square.rank().index());
    let steps = if (bishops & Bitboard::LIGHT).any() {
        file.abs_diff(rank)
    } else {
        (file + rank).abs_diff(7)
    };
    steps as u32
}

/// Whether `us` has no pawn and too little to force mate against a lone king: one minor, two
/// knights, bishops of one colour.
fn cannot_mate(position: &Position, us: Color) -> bool {
    let pawns_and_majors = position.of(us, PieceKind::Pawn)
        | position.of(us, PieceKind::Rook)
        | position.of(us, PieceKind::Queen);
    let knights = position.of(us, PieceKind::Knight).count();
    let bishops = position.of(us, PieceKind::Bishop);
    let one_colour =
        (bishops & Bitboard::LIGHT).is_empty() || (bishops & Bitboard::DARK).is_empty();
    pawns_and_majors.is_empty()
        && one_colour
        && (knights == 0 || bishops.is_empty() && knights <= 2)
}

/// Whether `us` wins with king and one pawn against king (KPK).
fn is_kpk_win(position: &Position, us: Color) -> bool {
    let Some(pawn) = position.of(us, PieceKind::Pawn).first() else {
        return false;
    };
    kpk::probe(
        position.king(us).relative_to(us),
        pawn.relative_to(us),
        position.king(!us).relative_to(us),
        position.side_to_move() == us,
    )
}

/// Scale factor of the endgame score, 0 to [`Explanation::FULL_SCALE`], when `us` is the
/// stronger side.
#[inline(always)]
pub(super) fn scale(position: &Position, us: Color) -> i32 {
    let pawns = position.of(us, PieceKind::Pawn);
    let (own, enemy) = (non_pawn_material(position, us), non_pawn_material(position, !us));
    if pawns.is_empty() && (own <= enemy + 3 || cannot_mate(position, us)) {
        return scale_without_pawns(position, us, own, enemy);
    }
    if own <= 3 && is_wrong_rook_pawn(position, us) {
        return weights::scale::DRAWN;
    }
    if own == 0 && enemy == 0 && is_kpk_draw(position, us) {
        return weights::scale::DRAWN;
    }
    let full = Explanation::FULL_SCALE;
    if is_opposite_bishops(position) {
        return if own == 3 && enemy == 3 {
            (weights::scale::OPPOSITE_BISHOPS
                + weights::scale::OPPOSITE_BISHOPS_PAWN * pawns.count() as i32)
                .min(full)
        } else {
            weights::scale::OPPOSITE_BISHOPS_WITH_PIECES
        };
    }
    if own > enemy + 3 {
        return full;
    }
    (weights::scale::PAWNS_BASE + weights::scale::PAWNS_EACH * pawns.count() as i32).min(full)
}

/// Scale factor without pawns of the stronger side, which is at most a minor piece ahead.
fn scale_without_pawns(position: &Position, us: Color, own: u32, enemy: u32) -> i32 {
    if own <= 3 || cannot_mate(position, us) && is_bare_king(position, !us) {
        weights::scale::DRAWN
    } else if cannot_mate(position, us) {
        weights::scale::TWO_KNIGHTS
    } else if is_bare_king(position, !us) {
        Explanation::FULL_SCALE
    } else if enemy <= 3 {
        weights::scale::MINOR_AHEAD_OF_MINOR
    } else {
        weights::scale::MINOR_AHEAD
    }
}

/// Whether each side has one bishop, on squares of opposite colours.
fn is_opposite_bishops(position: &Position) -> bool {
    let bishops = position.pieces(PieceKind::Bishop);
    bishops.count() == 2
        && (bishops & position.color(Color::White)).count() == 1
        && (bishops & Bitboard::LIGHT).count() == 1
}

/// Wrong rook pawn (Chess Programming Wiki): only pawns of one rook file, at most bishops that do not control the
/// promotion corner, and the enemy king next to it.
fn is_wrong_rook_pawn(position: &Position, us: Color) -> bool {
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
        && (file_fill(pawns) & position.of(!us, PieceKind::Pawn)).is_empty()
}

/// Whether `us` has king and one pawn against king (KPK), and it is a draw.
fn is_kpk_draw(position: &Position, us: Color) -> bool {
    is_bare_king(position, !us)
        && position.of(us, PieceKind::Pawn).count() == 1
        && !is_kpk_win(position, us)
}
