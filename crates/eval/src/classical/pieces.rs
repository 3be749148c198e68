//! The pieces one by one: their attacks, mobility and placement, what they do to the
//! enemy king's zone, and the features of single pieces (outposts, files, bad bishops).

use board::{Bitboard, Color, PieceKind, Square, attacks};

use super::Tapered;
use super::context::Context;
use super::masks::{CENTRE, forward, hidden_lines, rank_of, ranks};

/// What the piece loop finds for one side.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PieceScores {
    /// Material and placement, king included, pawns not.
    pub placement: Tapered,
    pub mobility: Tapered,
    pub features: Tapered,
}

/// Evaluates the pieces of `us` and completes its attack sets.
#[inline(always)]
pub(super) fn evaluate(context: &mut Context, us: Color) -> PieceScores {
    let mut scores = PieceScores {
        placement: context.tables.king(context.side(us).king.relative_to(us)),
        ..PieceScores::default()
    };
    // Written out, so that colour and kind are constants in each.
    each(context, us, PieceKind::Knight, &mut scores);
    each(context, us, PieceKind::Bishop, &mut scores);
    each(context, us, PieceKind::Rook, &mut scores);
    each(context, us, PieceKind::Queen, &mut scores);
    if context.of(us, PieceKind::Bishop).more_than_one() {
        scores.features += context.weights.bishop_pair;
    }
    scores
}

#[inline(always)]
fn each(context: &mut Context, us: Color, kind: PieceKind, scores: &mut PieceScores) {
    for square in context.of(us, kind) {
        piece(context, us, kind, square, scores);
    }
}

#[inline(always)]
fn piece(
    context: &mut Context,
    us: Color,
    kind: PieceKind,
    square: Square,
    scores: &mut PieceScores,
) {
    let weights = context.weights;
    let reach = reach(context, us, kind, square);
    let enemy_king = context.side(!us).king;
    let enemy_zone = context.side(!us).zone;

    let side = &mut context.sides[us.index()];
    side.twice |= side.all & reach;
    side.all |= reach;
    side.by[kind.index()] |= reach;
    if (reach & enemy_zone).any() {
        let hits = (reach & attacks::king(enemy_king)).count();
        side.pressure += weights.danger_attacker[kind.index()] + weights.danger_hit * hits;
    }

    let room = (reach & side.area).count();
    scores.mobility += mobility(context, kind, room);
    let rows =
        context.tables.rows(context.side(us).king.relative_to(us), enemy_king.relative_to(us));
    scores.placement += rows.piece(kind, square.relative_to(us));
    scores.features += match kind {
        PieceKind::Knight => knight(context, us, square, reach) + minor(context, us, square),
        PieceKind::Bishop => bishop(context, us, square) + minor(context, us, square),
        PieceKind::Rook => rook(context, us, square, room),
        _ => queen(context, us, square),
    };
}

/// The squares a piece attacks; sliders see through own pieces that back them up, and pinned
/// pieces see along their pin only.
#[inline(always)]
fn reach(context: &Context, us: Color, kind: PieceKind, square: Square) -> Bitboard {
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
fn mobility(context: &Context, kind: PieceKind, room: u32) -> Tapered {
    let (weights, room) = (context.weights, room as usize);
    match kind {
        PieceKind::Knight => weights.knight_mobility[room.min(8)],
        PieceKind::Bishop => weights.bishop_mobility[room.min(13)],
        PieceKind::Rook => weights.rook_mobility[room.min(14)],
        _ => weights.queen_mobility[room.min(27)],
    }
}

/// Squares guarded by own pawns on the fourth to sixth rank that no enemy pawn can attack.
#[inline(always)]
fn outposts(context: &Context, us: Color) -> Bitboard {
    let beyond_pawns = ranks(us, 3, 5) - context.pawns.attack_span[(!us).index()];
    beyond_pawns & context.side(us).attacks_of(PieceKind::Pawn)
}

#[inline(always)]
fn knight(context: &Context, us: Color, square: Square, reach: Bitboard) -> Tapered {
    let outposts = outposts(context, us);
    if outposts.contains(square) {
        context.weights.knight_outpost
    } else if ((reach & outposts) - context.position.color(us)).any() {
        context.weights.knight_outpost_near
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
    let seen = attacks::bishop(square, context.position.pieces(PieceKind::Pawn));
    if (seen & CENTRE).more_than_one() {
        score += weights.bishop_long_diagonal;
    }
    score
}

/// What knights and bishops have in common.
#[inline(always)]
fn minor(context: &Context, us: Color, square: Square) -> Tapered {
    let before = forward(us, square.bitboard());
    if (before & context.position.pieces(PieceKind::Pawn)).any() {
        context.weights.minor_behind_pawn
    } else {
        Tapered::ZERO
    }
}

#[inline(always)]
fn rook(context: &Context, us: Color, square: Square, room: u32) -> Tapered {
    let weights = context.weights;
    let mut score = Tapered::ZERO;
    let file = square.file().bitboard();
    if (file & context.of(us, PieceKind::Pawn)).is_empty() {
        score += if (file & context.of(!us, PieceKind::Pawn)).is_empty() {
            weights.rook_open
        } else {
            weights.rook_semi_open
        };
    } else if room <= 3 && is_shut_in(context.side(us).king, square) {
        score += weights.rook_trapped;
    }
    if rank_of(us, square) == 6 {
        let pawns = context.of(!us, PieceKind::Pawn) & ranks(us, 6, 6);
        if pawns.any() || rank_of(us, context.side(!us).king) == 7 {
            score += weights.rook_seventh;
        }
    }
    score
}

/// The rook stands between its king and the near edge, the king off the D and E files or on
/// the rook's side of them.
#[inline(always)]
fn is_shut_in(king: Square, rook: Square) -> bool {
    let (king, rook) = (king.file().index(), rook.file().index());
    if king < 4 { rook < king } else { rook > king }
}

#[inline(always)]
fn queen(context: &Context, us: Color, square: Square) -> Tapered {
    let (diagonal, straight) = hidden_lines(square, context.occupied);
    let hidden =
        diagonal & context.of(!us, PieceKind::Bishop) | straight & context.of(!us, PieceKind::Rook);
    if hidden.any() { context.weights.queen_exposed } else { Tapered::ZERO }
}
