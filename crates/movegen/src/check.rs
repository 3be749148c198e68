//! Whether a move gives check, without making it.

use board::{Color, Move, MoveFlag, PieceKind, Position, Square, attacks};

/// Whether this legal move leaves the enemy king in check.
pub fn gives_check(position: &Position, mv: Move) -> bool {
    let us = position.side_to_move();
    let king = position.king(!us);
    let (from, to) = (mv.from(), mv.to());
    let occupied = position.occupied();
    match mv.flag() {
        MoveFlag::CASTLE => return castle_gives_check(position, mv, us, king),
        MoveFlag::EN_PASSANT => return en_passant_gives_check(position, mv, us, king),
        _ => {}
    }
    let kind = match mv.promotion() {
        Some(kind) => kind,
        None => position.moved_piece(mv).kind(),
    };
    // A piece that promotes backwards through its origin sees through it.
    let after = (occupied ^ from.bitboard()) | to.bitboard();
    if kind != PieceKind::King && attacks::piece_attacks(kind, us, to, after).contains(king) {
        return true;
    }
    position.blockers(!us).contains(from) && !attacks::line(king, from).contains(to)
}

fn castle_gives_check(position: &Position, mv: Move, us: Color, king: Square) -> bool {
    let (king_target, rook_target) = (mv.castle_king_target(), mv.castle_rook_target());
    let movers = mv.from().bitboard() | mv.to().bitboard();
    let occupied = (position.occupied() - movers) | king_target.bitboard() | rook_target.bitboard();
    let rooks = (position.of(us, PieceKind::Rook) - mv.to().bitboard()) | rook_target.bitboard();
    let sliders = rooks | position.of(us, PieceKind::Queen);
    let diagonal = position.of(us, PieceKind::Bishop) | position.of(us, PieceKind::Queen);
    (attacks::rook(king, occupied) & sliders).any()
        || (attacks::bishop(king, occupied) & diagonal).any()
}

fn en_passant_gives_check(position: &Position, mv: Move, us: Color, king: Square) -> bool {
    if attacks::pawn_attacks(us, mv.to()).contains(king) {
        return true;
    }
    let taken = Square::from_index(mv.to().index() ^ 8).bitboard();
    let occupied = (position.occupied() ^ mv.from().bitboard() ^ taken) | mv.to().bitboard();
    let queens = position.of(us, PieceKind::Queen);
    (attacks::bishop(king, occupied) & (position.of(us, PieceKind::Bishop) | queens)).any()
        || (attacks::rook(king, occupied) & (position.of(us, PieceKind::Rook) | queens)).any()
}
