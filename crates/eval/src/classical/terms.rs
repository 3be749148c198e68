//! The terms that read complete attack sets: passed pawns, as far as pieces other than kings matter, king danger,
//! threats and space.

use board::{Bitboard, Color, PieceKind, Square, attacks};

use super::context::Context;
use super::masks::{CENTRE_FILES, forward, front_span, king_flank, relative_rank, relative_ranks};
use super::{Tapered, weights};

/// The passed pawns of `us`.
#[inline(always)]
pub(super) fn passed_pawns(context: &Context, us: Color) -> Tapered {
    let mut score = Tapered::ZERO;
    for square in context.pawns.passers & context.position.color(us) {
        score += passed_pawn(context, us, square);
    }
    score
}

#[inline(always)]
fn passed_pawn(context: &Context, us: Color, square: Square) -> Tapered {
    let rank = relative_rank(us, square);
    let stop = forward(us, square.bitboard());
    let path = front_span(us, square.bitboard());
    let enemies = context.position.color(!us);
    let attacked = context.side(!us).attacked;
    let mut score = Tapered::ZERO;
    if (stop & enemies).any() {
        score += weights::PASSED_BLOCKED[rank];
    } else if (stop & (context.occupied | attacked)).is_empty() {
        score += weights::PASSED_SAFE_STOP[rank];
    }
    if (path & (enemies | attacked)).is_empty() {
        score += weights::PASSED_FREE_PATH[rank];
    }
    if has_rook_behind(context, us, square, us) {
        score += weights::PASSED_ROOK_BEHIND;
    } else if has_rook_behind(context, us, square, !us) {
        score += weights::PASSED_ENEMY_ROOK_BEHIND;
    }
    if !context.position.has_non_pawn_material(!us)
        && (path & context.occupied).is_empty()
        && is_unstoppable(context, us, square)
    {
        score += weights::PASSED_UNSTOPPABLE;
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

/// King danger: the score of `us` for the danger to its king, zero or less.
///
/// (m, e) danger points, if positive, cost min(m²/`DANGER_DIVISOR`, `DANGER_MAX`) centipawns in
/// the middlegame and e in the endgame.
#[inline(always)]
pub(super) fn king_danger(context: &Context, us: Color) -> Tapered {
    let points = danger_points(context, us);
    let (mg, eg) = (points.mg().max(0), points.eg().max(0));
    -Tapered::new((mg * mg / weights::DANGER_DIVISOR).min(weights::DANGER_MAX), eg)
}

#[inline(always)]
fn danger_points(context: &Context, us: Color) -> Tapered {
    let (own, enemy) = (context.side(us), context.side(!us));
    let mut points = weights::DANGER_BASE + enemy.king_attack_points;

    // Squares that the enemy attacks and that only the king or the queen defends, if any piece.
    let king_and_queen_attacks =
        own.attacked_by(PieceKind::King) | own.attacked_by(PieceKind::Queen);
    let weak = (enemy.attacked - own.attacked_twice) & (king_and_queen_attacks | !own.attacked);
    points += weights::DANGER_WEAK_SQUARE * (weak & own.king_zone).count();

    points += checks(context, us, weak);

    points += weights::DANGER_BLOCKER * (own.blockers).count();
    if context.of(!us, PieceKind::Queen).is_empty() {
        points += weights::DANGER_NO_QUEEN;
    }
    let minors = own.attacked_by(PieceKind::Knight) | own.attacked_by(PieceKind::Bishop);
    points += weights::DANGER_DEFENDER * (minors & own.king_zone).count().min(3);

    let flank = king_flank(own.king) & relative_ranks(us, 0, 4);
    points += weights::DANGER_FLANK_ATTACK * (flank & enemy.attacked).count();
    points += weights::DANGER_FLANK_DEFENSE * (flank & own.attacked).count();

    let shelter = context.pawns.shelter[us.index()].mg();
    points + Tapered::new(weights::DANGER_SHELTER.mg() * shelter / 16, 0)
}

/// Points for checks that the enemy can give.
#[inline(always)]
fn checks(context: &Context, us: Color, weak: Bitboard) -> Tapered {
    let (own, enemy) = (context.side(us), context.side(!us));
    let enemies = context.position.color(!us);
    // A check from here is safe: the square is undefended, or weak and attacked twice.
    let safe = !enemies & (!own.attacked | (weak & enemy.attacked_twice));
    let occupied = context.occupied - context.of(us, PieceKind::Queen);
    let straight = attacks::rook(own.king, occupied);
    let diagonal = attacks::bishop(own.king, occupied);
    let check_squares = [
        (PieceKind::Knight, attacks::knight(own.king)),
        (PieceKind::Bishop, diagonal),
        (PieceKind::Rook, straight),
        (PieceKind::Queen, diagonal | straight),
    ];
    let mut points = Tapered::ZERO;
    let mut unsafe_checks = Bitboard::EMPTY;
    for (kind, squares) in check_squares {
        let from = squares & enemy.attacked_by(kind);
        // The enemy queen would be traded off on squares that the own queen attacks.
        let safe = if kind == PieceKind::Queen {
            (from & safe) - own.attacked_by(PieceKind::Queen)
        } else {
            from & safe
        };
        if safe.any() {
            points += weights::DANGER_SAFE_CHECK[kind.index()];
            if safe.more_than_one() {
                points += weights::DANGER_MULTIPLE_CHECKS;
            }
        } else if kind != PieceKind::Queen {
            unsafe_checks |= from - enemies;
        }
    }
    points + weights::DANGER_UNSAFE_CHECK * unsafe_checks.count()
}

/// The threats that `us` makes.
#[inline(always)]
pub(super) fn threats(context: &Context, us: Color) -> Tapered {
    let (own, enemy) = (context.side(us), context.side(!us));
    let victims = context.position.color(!us) - enemy.king.bitboard();
    let enemy_pawn_attacks = enemy.attacked_by(PieceKind::Pawn);

    // Squares on which an own pawn is defended or not attacked.
    let pawn_safe = own.attacked | !enemy.attacked;
    let safe_pawns = context.of(us, PieceKind::Pawn) & pawn_safe;
    let by_pawns = attacks::pawn_attacks_set(us, safe_pawns) & victims;
    let by_minors =
        (own.attacked_by(PieceKind::Knight) | own.attacked_by(PieceKind::Bishop)) & victims;
    let by_rooks = own.attacked_by(PieceKind::Rook) & victims;
    let hanging = (victims & own.attacked) - enemy.attacked;

    let mut score = Tapered::ZERO;
    if (by_pawns | by_minors | by_rooks | hanging).any() {
        for kind in 0..5 {
            let kinds = context.position.pieces(PieceKind::ALL[kind]);
            score += weights::PAWN_THREAT[kind] * (by_pawns & kinds).count();
            score += weights::MINOR_THREAT[kind] * (by_minors & kinds).count();
            score += weights::ROOK_THREAT[kind] * (by_rooks & kinds).count();
            score += weights::HANGING[kind] * (hanging & kinds).count();
        }
    }

    let attacked_twice_weak =
        (victims & own.attacked_twice & enemy.attacked) - enemy.attacked_twice - enemy_pawn_attacks;
    score += weights::ATTACKED_TWICE_WEAK * attacked_twice_weak.count();

    let pieces = victims - context.of(!us, PieceKind::Pawn);
    let pushes = (pawn_pushes(context, us) & pawn_safe) - enemy_pawn_attacks;
    let targets = (attacks::pawn_attacks_set(us, pushes) & pieces) - by_pawns;
    score += weights::PUSH_THREAT * targets.count();

    let restricted = (own.attacked & enemy.attacked) - enemy_pawn_attacks - context.occupied;
    score += weights::RESTRICTED * restricted.count();

    score + threat_on_queen(context, us)
}

/// Where the pawns of `us` can go in one move without capturing.
#[inline(always)]
fn pawn_pushes(context: &Context, us: Color) -> Bitboard {
    let once = forward(us, context.of(us, PieceKind::Pawn)) - context.occupied;
    once | (forward(us, once & relative_ranks(us, 2, 2)) - context.occupied)
}

/// Threats on a single enemy queen: safe squares from which a minor piece or rook could attack it.
#[inline(always)]
fn threat_on_queen(context: &Context, us: Color) -> Tapered {
    let queens = context.of(!us, PieceKind::Queen);
    let Some(queen) = queens.first() else {
        return Tapered::ZERO;
    };
    if queens.more_than_one() {
        return Tapered::ZERO;
    }
    let (own, enemy) = (context.side(us), context.side(!us));
    let enemy_pawns = enemy.attacked_by(PieceKind::Pawn);
    let safe = (own.mobility_area - enemy_pawns - context.position.color(us))
        & (own.attacked_twice | !enemy.attacked);
    let knights = attacks::knight(queen) & own.attacked_by(PieceKind::Knight);
    let bishops = attacks::bishop(queen, context.occupied) & own.attacked_by(PieceKind::Bishop);
    let rooks = attacks::rook(queen, context.occupied) & own.attacked_by(PieceKind::Rook);
    weights::THREAT_ON_QUEEN * (safe & (knights | bishops | rooks)).count()
}

/// Space: squares of the own centre that enemy pawns do not attack; those behind own pawns that
/// no enemy attacks count twice. Weighted by the number of own pieces; 0 below five.
#[inline(always)]
pub(super) fn space(context: &Context, us: Color) -> Tapered {
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
    weights::SPACE * ((safe_area.count() + safe_behind.count()) * (pieces - 4) / 8)
}
