//! Captures of given victims by given attackers, for ordering schemes that order by generating.

use board::{Bitboard, PieceKind, Position, Square, attacks};

use crate::sink::MoveSink;
use crate::{MoveList, king, pawns};

/// Appends every legal capture of a piece in `victims` by a piece in `aggressors` to `list`.
///
/// Capturing promotions come with all four pieces. En passant is a capture of the pawn that it takes,
/// which `victims` must contain. Within one call the order is that of the generator; a caller that
/// wants an order of victims or aggressors asks for one set at a time.
///
/// # Panics
/// If the list has no room for them. An empty one has room for every position.
pub fn generate_captures_between(
    position: &Position,
    victims: Bitboard,
    aggressors: Bitboard,
    list: &mut MoveList,
) {
    let us = position.side_to_move();
    let victims = victims & position.color(!us);
    let aggressors = aggressors & position.color(us);
    let checkers = position.checkers();
    let king_square = position.king(us);
    if aggressors.contains(king_square) {
        let targets = attacks::king(king_square) & victims;
        if targets.any() {
            list.push_piece_moves(king_square, targets - king::king_danger(position, us), victims);
        }
    }
    if checkers.more_than_one() {
        return;
    }
    let targets = if checkers.any() { victims & checkers } else { victims };
    let pawns = aggressors & position.pieces(PieceKind::Pawn);
    let pinned = position.pinned();
    pawns::captures(us, pawns - pinned, targets, list);
    for from in pawns & pinned {
        let line = attacks::line(king_square, from);
        pawns::captures(us, from.bitboard(), targets & line, list);
    }
    if let Some(target) = position.en_passant() {
        if victims.contains(Square::from_index(target.index() ^ 8)) {
            pawns::en_passant(position, us, target, pawns, list);
        }
    }
    for from in aggressors - pawns - king_square.bitboard() {
        let Some(piece) = position.piece_on(from) else { continue };
        let attacked = attacks::piece_attacks(piece.kind(), us, from, position.occupied());
        let mut capture_targets = attacked & targets;
        if pinned.contains(from) {
            capture_targets &= attacks::line(king_square, from);
        }
        list.push_piece_moves(from, capture_targets, victims);
    }
}
