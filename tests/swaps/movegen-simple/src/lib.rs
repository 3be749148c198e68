//! Example of a replaced layer: a move generator with all public names of Bartizan's own, written the
//! plain way. It generates pseudo-legal moves and keeps those after which the own king is not attacked.
//!
//! It depends on `board` alone. To build the engine on it, name this package in the line `movegen` of
//! `[workspace.dependencies]`.

mod pseudo_legal;

use arrayvec::ArrayVec;
use board::{Move, Position, Square};

/// A list of moves on the stack. No position with sixteen pieces a side has more legal moves.
pub type MoveList = ArrayVec<Move, 320>;

/// Which legal moves [`generate`] lists.
pub trait GenType {
    /// Whether captures and promotions are generated.
    const NOISY: bool;
    /// Whether all other moves are generated.
    const QUIET: bool;
}

/// All legal moves.
pub struct All;
/// Captures and promotions.
pub struct Noisy;
/// Moves that are neither captures nor promotions.
pub struct Quiet;

impl GenType for All {
    const NOISY: bool = true;
    const QUIET: bool = true;
}

impl GenType for Noisy {
    const NOISY: bool = true;
    const QUIET: bool = false;
}

impl GenType for Quiet {
    const NOISY: bool = false;
    const QUIET: bool = true;
}

/// Appends the legal moves of type `T` to `list`.
pub fn generate<T: GenType>(position: &Position, list: &mut MoveList) {
    pseudo_legal::each(position, |mv| {
        let wanted = if mv.is_noisy() { T::NOISY } else { T::QUIET };
        if wanted && keeps_king_safe(position, mv) {
            list.push(mv);
        }
    });
}

/// All legal moves.
#[must_use]
pub fn legal_moves(position: &Position) -> MoveList {
    let mut list = MoveList::new();
    generate::<All>(position, &mut list);
    list
}

/// Whether there is a legal move.
#[must_use]
pub fn has_legal_move(position: &Position) -> bool {
    !legal_moves(position).is_empty()
}

/// Whether these bits, from wherever, are a legal move here.
#[must_use]
pub fn is_legal(position: &Position, mv: Move) -> bool {
    legal_moves(position).contains(&mv)
}

/// Whether a legal move gives check.
#[must_use]
pub fn gives_check(position: &Position, mv: Move) -> bool {
    position.make(mv).in_check()
}

/// The number of sequences of `depth` legal moves; the last ply is listed and not made.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => legal_moves(position).len() as u64,
        _ => legal_moves(position).iter().map(|&mv| perft(&position.make(mv), depth - 1)).sum(),
    }
}

/// The square of the piece that a capture takes.
fn captured_square(mv: Move) -> Square {
    if mv.is_en_passant() { Square::new(mv.to().file(), mv.from().rank()) } else { mv.to() }
}

/// Whether the own king is not attacked after a pseudo-legal move.
fn keeps_king_safe(position: &Position, mv: Move) -> bool {
    let us = position.side_to_move();
    let removed = mv.from().bitboard() | captured_square(mv).bitboard();
    let (king, added) = if mv.is_castle() {
        let king = mv.castle_king_target();
        (king, king.bitboard() | mv.castle_rook_target().bitboard())
    } else {
        let king = if mv.from() == position.king(us) { mv.to() } else { position.king(us) };
        (king, mv.to().bitboard())
    };
    let attackers = position.attackers_to(king, (position.occupied() - removed) | added);
    (attackers & position.color(!us) & !removed).is_empty()
}
