//! Terms of single pieces: attack sets, mobility, piece-square tables, attacks on the enemy
//! king's zone, outposts, open files, bad bishops.

use board::{Bitboard, Color, PieceKind, Square, attacks};

use super::context::Context;
use super::masks::{CENTRE, forward, relative_rank, relative_ranks, x_ray_lines};
use super::{Tapered, weights};

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
        scores.features += weights::BISHOP_PAIR;
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
    let attack_set = attack_set(context, us, kind, square);
    let enemy_king = context.side(!us).king;
    let enemy_zone = context.side(!us).king_zone;

    let side = &mut context.sides[us.index()];
    side.attacked_twice |= side.attacked & attack_set;
    side.attacked |= attack_set;
    side.attacked_by_kind[kind.index()] |= attack_set;
    if (attack_set & enemy_zone).any() {
        let king_ring_attacks = (attack_set & attacks::king(enemy_king)).count();
        side.king_attack_points += weights::DANGER_ATTACKER[kind.index()]
            + weights::DANGER_KING_RING_ATTACK * king_ring_attacks;
    }

    let mobility_count = (attack_set & side.mobility_area).count();
    scores.mobility += mobility(kind, mobility_count as usize);
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
fn mobility(kind: PieceKind, mobility_count: usize) -> Tapered {
    match kind {
        PieceKind::Knight => weights::KNIGHT_MOBILITY[mobility_count.min(8)],
        PieceKind::Bishop => weights::BISHOP_MOBILITY[mobility_count.min(13)],
        PieceKind::Rook => weights::ROOK_MOBILITY[mobility_count.min(14)],
        _ => weights::QUEEN_MOBILITY[mobility_count.min(27)],
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
        weights::KNIGHT_OUTPOST
    } else if ((attack_set & outposts) - context.position.color(us)).any() {
        weights::KNIGHT_REACHABLE_OUTPOST
    } else {
        Tapered::ZERO
    }
}

#[inline(always)]
fn bishop(context: &Context, us: Color, square: Square) -> Tapered {
    let pawns = context.of(us, PieceKind::Pawn);
    let colour = if Bitboard::LIGHT.contains(square) { Bitboard::LIGHT } else { Bitboard::DARK };
    let mut score = weights::BISHOP_PAWNS * (pawns & colour).count();
    if outposts(context, us).contains(square) {
        score += weights::BISHOP_OUTPOST;
    }
    let attacked = attacks::bishop(square, context.position.pieces(PieceKind::Pawn));
    if (attacked & CENTRE).more_than_one() {
        score += weights::BISHOP_LONG_DIAGONAL;
    }
    score
}

/// Terms of knights and bishops alike.
#[inline(always)]
fn minor(context: &Context, us: Color, square: Square) -> Tapered {
    let in_front = forward(us, square.bitboard());
    if (in_front & context.position.pieces(PieceKind::Pawn)).any() {
        weights::MINOR_BEHIND_PAWN
    } else {
        Tapered::ZERO
    }
}

#[inline(always)]
fn rook(context: &Context, us: Color, square: Square, mobility_count: u32) -> Tapered {
    let mut score = Tapered::ZERO;
    let file = square.file().bitboard();
    if (file & context.of(us, PieceKind::Pawn)).is_empty() {
        score += if (file & context.of(!us, PieceKind::Pawn)).is_empty() {
            weights::ROOK_OPEN
        } else {
            weights::ROOK_SEMI_OPEN
        };
    } else if mobility_count <= 3 && is_trapped(context.side(us).king, square) {
        score += weights::ROOK_TRAPPED;
    }
    if relative_rank(us, square) == 6 {
        let pawns = context.of(!us, PieceKind::Pawn) & relative_ranks(us, 6, 6);
        if pawns.any() || relative_rank(us, context.side(!us).king) == 7 {
            score += weights::ROOK_SEVENTH;
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
    if x_ray_attackers.any() { weights::QUEEN_EXPOSED } else { Tapered::ZERO }
}
