//! Terms of single pieces: attack sets, mobility, piece-square tables, attacks on the enemy
//! king's zone, outposts, open files, bad bishops.

use board::{Bitboard, Color, PieceKind, Square, attacks};

use super::Tapered;
use super::context::Context;
use super::masks::{CENTRE, forward, relative_rank, relative_ranks, x_ray_lines};

/// The result of the piece loop for one side.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PieceScores {
    /// Material and piece-square values, with the king, without pawns.
    pub psqt: Tapered,
    pub mobility: Tapered,
    pub features: Tapered,
}

/// Evaluates the pieces of `us` and completes its attack sets.
#[inline(always)]
pub(super) fn evaluate(context: &mut Context, us: Color) -> PieceScores {
    let mut scores = PieceScores {
        psqt: context.psqt.king(context.side(us).king.relative_to(us)),
        ..PieceScores::default()
    };
    // Unrolled, so that colour and kind are constants in each call.
    evaluate_kind(context, us, PieceKind::Knight, &mut scores);
    evaluate_kind(context, us, PieceKind::Bishop, &mut scores);
    evaluate_kind(context, us, PieceKind::Rook, &mut scores);
    evaluate_kind(context, us, PieceKind::Queen, &mut scores);
    if context.of(us, PieceKind::Bishop).more_than_one() {
        scores.features += context.weights.bishop_pair;
    }
    scores
}

#[inline(always)]
fn evaluate_kind(context: &mut Context, us: Color, kind: PieceKind, scores: &mut PieceScores) {
    for square in context.of(us, kind) {
        evaluate_piece(context, us, kind, square, scores);
    }
}

#[inline(always)]
fn evaluate_piece(
    context: &mut Context,
    us: Color,
    kind: PieceKind,
    square: Square,
    scores: &mut PieceScores,
) {
    let weights = context.weights;
    let attack_set = attack_set(context, us, kind, square);
    let enemy_king = context.side(!us).king;
    let enemy_zone = context.side(!us).king_zone;

    let side = &mut context.sides[us.index()];
    side.attacked_twice |= side.attacked & attack_set;
    side.attacked |= attack_set;
    side.attacked_by_kind[kind.index()] |= attack_set;
    if (attack_set & enemy_zone).any() {
        let king_ring_attacks = (attack_set & attacks::king(enemy_king)).count();
        side.king_attack_points += weights.danger_attacker[kind.index()]
            + weights.danger_king_ring_attack * king_ring_attacks;
    }

    let mobility_count = (attack_set & side.mobility_area).count();
    scores.mobility += mobility(context, kind, mobility_count);
    let rows = context.psqt.rows(context.side(us).king.relative_to(us), enemy_king.relative_to(us));
    scores.psqt += rows.piece(kind, square.relative_to(us));
    scores.features += match kind {
        PieceKind::Knight => knight(context, us, square, attack_set) + minor(context, us, square),
        PieceKind::Bishop => bishop(context, us, square) + minor(context, us, square),
        PieceKind::Rook => rook(context, us, square, mobility_count),
        _ => queen(context, us, square),
    };
}

/// The squares that a piece attacks. Bishops and rooks x-ray through own queens, rooks also
/// through own rooks. A piece that blocks a slider's attack on the own king attacks only along
/// that line.
#[inline(always)]
fn attack_set(context: &Context, us: Color, kind: PieceKind, square: Square) -> Bitboard {
    let occupied = context.occupied;
    let queens = context.of(us, PieceKind::Queen);
    let set = match kind {
        PieceKind::Knight => attacks::knight(square),
        PieceKind::Bishop => attacks::bishop(square, occupied - queens),
        PieceKind::Rook => {
            attacks::rook(square, occupied - queens - context.of(us, PieceKind::Rook))
        }
        _ => attacks::queen(square, occupied),
    };
    let side = context.side(us);
    if side.blockers.contains(square) { set & attacks::line(side.king, square) } else { set }
}

#[inline(always)]
fn mobility(context: &Context, kind: PieceKind, mobility_count: u32) -> Tapered {
    let (weights, mobility_count) = (context.weights, mobility_count as usize);
    match kind {
        PieceKind::Knight => weights.knight_mobility[mobility_count.min(8)],
        PieceKind::Bishop => weights.bishop_mobility[mobility_count.min(13)],
        PieceKind::Rook => weights.rook_mobility[mobility_count.min(14)],
        _ => weights.queen_mobility[mobility_count.min(27)],
    }
}

/// Outposts: squares on the fourth to sixth rank that own pawns defend and no enemy pawn can
/// attack.
#[inline(always)]
fn outposts(context: &Context, us: Color) -> Bitboard {
    let safe_from_pawns = relative_ranks(us, 3, 5) - context.pawns.attack_span[(!us).index()];
    safe_from_pawns & context.side(us).attacked_by(PieceKind::Pawn)
}

#[inline(always)]
fn knight(context: &Context, us: Color, square: Square, attack_set: Bitboard) -> Tapered {
    let outposts = outposts(context, us);
    if outposts.contains(square) {
        context.weights.knight_outpost
    } else if ((attack_set & outposts) - context.position.color(us)).any() {
        context.weights.knight_reachable_outpost
    } else {
        Tapered::ZERO
    }
}

#[inline(always)]
fn bishop(context: &Context, us: Color, square: Square) -> Tapered {
    let weights = context.weights;
    let pawns = context.of(us, PieceKind::Pawn);
    let colour = if Bitboard::LIGHT.contains(square) { Bitboard::LIGHT } else { Bitboard::DARK };
    let mut score = weights.bishop_pawns * (pawns & colour).count();
    if outposts(context, us).contains(square) {
        score += weights.bishop_outpost;
    }
    let attacked = attacks::bishop(square, context.position.pieces(PieceKind::Pawn));
    if (attacked & CENTRE).more_than_one() {
        score += weights.bishop_long_diagonal;
    }
    score
}

/// Terms of knights and bishops alike.
#[inline(always)]
fn minor(context: &Context, us: Color, square: Square) -> Tapered {
    let in_front = forward(us, square.bitboard());
    if (in_front & context.position.pieces(PieceKind::Pawn)).any() {
        context.weights.minor_behind_pawn
    } else {
        Tapered::ZERO
    }
}

#[inline(always)]
fn rook(context: &Context, us: Color, square: Square, mobility_count: u32) -> Tapered {
    let weights = context.weights;
    let mut score = Tapered::ZERO;
    let file = square.file().bitboard();
    if (file & context.of(us, PieceKind::Pawn)).is_empty() {
        score += if (file & context.of(!us, PieceKind::Pawn)).is_empty() {
            weights.rook_open
        } else {
            weights.rook_semi_open
        };
    } else if mobility_count <= 3 && is_trapped(context.side(us).king, square) {
        score += weights.rook_trapped;
    }
    if relative_rank(us, square) == 6 {
        let pawns = context.of(!us, PieceKind::Pawn) & relative_ranks(us, 6, 6);
        if pawns.any() || relative_rank(us, context.side(!us).king) == 7 {
            score += weights.rook_seventh;
        }
    }
    score
}

/// Whether the rook is between its king and the nearer edge of the board.
#[inline(always)]
fn is_trapped(king: Square, rook: Square) -> bool {
    let (king, rook) = (king.file().index(), rook.file().index());
    if king < 4 { rook < king } else { rook > king }
}

#[inline(always)]
fn queen(context: &Context, us: Color, square: Square) -> Tapered {
    let (diagonal, straight) = x_ray_lines(square, context.occupied);
    let x_ray_attackers =
        diagonal & context.of(!us, PieceKind::Bishop) | straight & context.of(!us, PieceKind::Rook);
    if x_ray_attackers.any() { context.weights.queen_exposed } else { Tapered::ZERO }
}
