//! Whether a move gives check, without making it.

use board::{Bitboard, Color, Move, MoveFlag, PieceKind, Position, Square, attacks};

/// Whether this legal move leaves the enemy king in check: a direct check by the moved piece, or a
/// discovered check by a slider behind it.
///
/// ```
/// use bartizan_movegen::board::{Move, MoveFlag, Position, Square};
/// use bartizan_movegen::gives_check;
///
/// let position = Position::from_fen("4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1")?;
/// // The rook behind it gives check.
/// assert!(gives_check(&position, Move::new(Square::E4, Square::C3, MoveFlag::QUIET)));
/// assert!(!gives_check(&position, Move::new(Square::E1, Square::E2, MoveFlag::QUIET)));
/// # Ok::<(), bartizan_movegen::board::FenError>(())
/// ```
///
/// # Panics
/// If the origin of the move is empty.
pub fn gives_check(position: &Position, mv: Move) -> bool {
    let us = position.side_to_move();
    let king = position.king(!us);
    let (from, to) = (mv.from(), mv.to());
    match mv.flag() {
        MoveFlag::CASTLE => return castle_gives_check(position, mv, us, king),
        MoveFlag::EN_PASSANT => return en_passant_gives_check(position, mv, us, king),
        _ => {}
    }
    let kind = match mv.promotion() {
        Some(kind) => kind,
        None => position.moved_piece(mv).kind(),
    };
    // The origin is empty by then: a promoted piece may attack through it.
    let occupied = (position.occupied() ^ from.bitboard()) | to.bitboard();
    if kind != PieceKind::King && attacks::piece_attacks(kind, us, to, occupied).contains(king) {
        return true;
    }
    position.blockers(!us).contains(from) && !attacks::line(king, from).contains(to)
}

fn castle_gives_check(position: &Position, mv: Move, us: Color, king: Square) -> bool {
    let (king_target, rook_target) = (mv.castle_king_target(), mv.castle_rook_target());
    let movers = mv.from().bitboard() | mv.to().bitboard();
    let occupied = (position.occupied() - movers) | king_target.bitboard() | rook_target.bitboard();
    let rooks = (position.of(us, PieceKind::Rook) - mv.to().bitboard()) | rook_target.bitboard();
    is_attacked_by_slider(position, us, king, occupied, rooks)
}

fn en_passant_gives_check(position: &Position, mv: Move, us: Color, king: Square) -> bool {
    if attacks::pawn_attacks(us, mv.to()).contains(king) {
        return true;
    }
    let captured = Square::from_index(mv.to().index() ^ 8).bitboard();
    let occupied = (position.occupied() ^ mv.from().bitboard() ^ captured) | mv.to().bitboard();
    is_attacked_by_slider(position, us, king, occupied, position.of(us, PieceKind::Rook))
}

/// Whether a bishop or queen of `us`, or one of `rooks`, attacks `square` with this occupancy.
fn is_attacked_by_slider(
    position: &Position,
    us: Color,
    square: Square,
    occupied: Bitboard,
    rooks: Bitboard,
) -> bool {
    let queens = position.of(us, PieceKind::Queen);
    let diagonal = position.of(us, PieceKind::Bishop) | queens;
    (attacks::rook(square, occupied) & (rooks | queens)).any()
        || (attacks::bishop(square, occupied) & diagonal).any()
}
