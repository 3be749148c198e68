//! Captures asked for by victims and aggressors, for schemes that order by generating.

use board::{Bitboard, Move, MoveFlag, PieceKind, Position, attacks};

use super::{king, pawns};
use crate::MoveSink;

/// Hands to `sink` every legal capture of a piece in `victims` by a piece in `aggressors`.
///
/// Promotions by capture come with all four pieces. En passant counts as the capture of the pawn,
/// which `victims` must hold. Within one call the order is that of the generator; a caller that
/// wants victims or aggressors in an order asks for them one set at a time.
pub fn generate_captures_between(
    position: &Position,
    victims: Bitboard,
    aggressors: Bitboard,
    sink: &mut impl MoveSink,
) {
    let us = position.side_to_move();
    let victims = victims & position.color(!us);
    let aggressors = aggressors & position.color(us);
    let checkers = position.checkers();
    let king_square = position.king(us);
    if aggressors.contains(king_square) {
        let targets = attacks::king(king_square) & victims;
        if targets.any() {
            sink.piece(king_square, targets - king::king_danger(position, us), victims);
        }
    }
    if checkers.more_than_one() {
        return;
    }
    let targets = if checkers.any() { victims & checkers } else { victims };
    let pawns = aggressors & position.pieces(PieceKind::Pawn);
    let pinned = position.pinned();
    pawns::captures(us, pawns - pinned, targets, sink);
    for from in pawns & pinned {
        let line = attacks::line(king_square, from);
        pawns::captures(us, from.bitboard(), targets & line, sink);
    }
    if let Some(target) = position.en_passant()
        && victims.contains(board::Square::from_index(target.index() ^ 8))
    {
        for from in attacks::pawn_attacks(!us, target) & pawns {
            if position.is_en_passant_safe(from, target) {
                sink.push(Move::new(from, target, MoveFlag::EN_PASSANT));
            }
        }
    }
    let others = aggressors - pawns - king_square.bitboard();
    for from in others {
        let Some(kind) = position.kind_on(from) else { continue };
        let mut takes = attacks::piece_attacks(kind, us, from, position.occupied()) & targets;
        if pinned.contains(from) {
            takes &= attacks::line(king_square, from);
        }
        sink.piece(from, takes, victims);
    }
}
