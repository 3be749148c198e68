//! The Zobrist key of a position in the Polyglot format.

use super::random64::RANDOM64;
use board::{CastlingSide, Color, PieceKind, Position, attacks};

const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

/// The key under which a Polyglot book has the moves of a position.
#[must_use]
pub fn polyglot_key(position: &Position) -> u64 {
    let mut key = 0;
    for square in position.occupied() {
        let piece = position.piece_on(square).expect("an occupied square");
        // Black pawn 0, white pawn 1, black knight 2 …
        let kind = 2 * piece.kind().index() + usize::from(piece.color() == Color::White);
        key ^= RANDOM64[64 * kind + square.index()];
    }
    let rights = Color::ALL.into_iter().flat_map(|color| {
        [CastlingSide::Short, CastlingSide::Long].map(|side| position.castling_rook(color, side))
    });
    for (index, _) in rights.enumerate().filter(|(_, rook)| rook.is_some()) {
        key ^= RANDOM64[CASTLING + index];
    }
    // The format asks for a pawn beside the one that has passed, not for a legal capture.
    let us = position.side_to_move();
    let pawns = position.of(us, PieceKind::Pawn);
    let passed = position.double_push_target();
    if let Some(square) = passed.filter(|&to| (attacks::pawn_attacks(!us, to) & pawns).any()) {
        key ^= RANDOM64[EN_PASSANT + square.file().index()];
    }
    if position.side_to_move() == Color::White {
        key ^= RANDOM64[WHITE_TO_MOVE];
    }
    key
}
