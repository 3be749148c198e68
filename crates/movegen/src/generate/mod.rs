//! The legal move generator.
//!
//! Moves are legal from the start: pieces go to squares that answer a check (all squares when there
//! is none), pinned pieces stay on the line of their pin, the king avoids squares that the enemy
//! attacks through it, and en passant is tested on the occupancy it leaves.

mod captures;
pub(crate) mod king;
mod pawns;

use board::{Bitboard, Color, PieceKind, Position, attacks};

use crate::{All, Counter, Kind, MoveList, MoveSink};

pub use captures::generate_captures_between;

/// Hands every legal move of kind `K` to `sink`, each once.
#[inline]
pub fn generate<K: Kind>(position: &Position, sink: &mut impl MoveSink) {
    match position.side_to_move() {
        Color::White => generate_for::<K>(position, Color::White, sink),
        Color::Black => generate_for::<K>(position, Color::Black, sink),
    }
}

/// All legal moves.
pub fn legal_moves(position: &Position) -> MoveList {
    let mut list = MoveList::new();
    generate::<All>(position, &mut list);
    list
}

/// Whether the side to move has a legal move.
pub fn has_legal_move(position: &Position) -> bool {
    let mut counter = Counter::default();
    generate::<All>(position, &mut counter);
    counter.0 > 0
}

/// `us` is a constant in each of the two calls: inlining makes two generators of this one.
#[inline(always)]
fn generate_for<K: Kind>(position: &Position, us: Color, sink: &mut impl MoveSink) {
    king::generate::<K>(position, us, sink);
    let checkers = position.checkers();
    if checkers.more_than_one() {
        return;
    }
    let king = position.king(us);
    let evasions = match checkers.first() {
        Some(checker) => attacks::between(king, checker) | checkers,
        None => Bitboard::ALL,
    };
    pawns::generate::<K>(position, us, evasions, sink);

    let enemies = position.color(!us);
    let mut targets = evasions - position.color(us);
    if !K::QUIET {
        targets &= enemies;
    }
    if !K::NOISY {
        targets = targets - enemies;
    }
    pieces(position, us, targets, enemies, sink);
}

/// Knights, bishops, rooks and queens.
#[inline(always)]
fn pieces(
    position: &Position,
    us: Color,
    targets: Bitboard,
    enemies: Bitboard,
    sink: &mut impl MoveSink,
) {
    let pinned = position.pinned();
    let occupied = position.occupied();
    let queens = position.of(us, PieceKind::Queen);
    let diagonal = position.of(us, PieceKind::Bishop) | queens;
    let straight = position.of(us, PieceKind::Rook) | queens;

    for from in position.of(us, PieceKind::Knight) - pinned {
        sink.piece(from, attacks::knight(from) & targets, enemies);
    }
    for from in diagonal - pinned {
        sink.piece(from, attacks::bishop(from, occupied) & targets, enemies);
    }
    for from in straight - pinned {
        sink.piece(from, attacks::rook(from, occupied) & targets, enemies);
    }
    let pinned_sliders = (diagonal | straight) & pinned;
    if pinned_sliders.any() {
        let king = position.king(us);
        for from in diagonal & pinned {
            let line = attacks::line(king, from);
            sink.piece(from, attacks::bishop(from, occupied) & targets & line, enemies);
        }
        for from in straight & pinned {
            let line = attacks::line(king, from);
            sink.piece(from, attacks::rook(from, occupied) & targets & line, enemies);
        }
    }
}
