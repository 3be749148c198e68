//! The legal move generator, and the types of moves that it generates.
//!
//! No move is made and taken back. In check, pieces go to the checker's square or between it and the
//! king (check evasions); a pinned piece stays on the line of its pin; the king avoids attacked
//! squares; en passant is tested on the occupancy that it leaves.

use core::ops::ControlFlow;

use board::{Bitboard, Color, PieceKind, Position, attacks};

use crate::sink::{MoveCounter, MoveSink};
use crate::{All, GenType, MoveList, for_each_piece_moves, king, pawns};

/// Appends every legal move of type `T` to `list`, each once.
///
/// ```
/// use bartizan_movegen::board::Position;
/// use bartizan_movegen::{MoveList, Noisy, Quiet, generate};
///
/// let position = Position::from_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")?;
/// let (mut noisy, mut quiet) = (MoveList::new(), MoveList::new());
/// generate::<Noisy>(&position, &mut noisy);
/// generate::<Quiet>(&position, &mut quiet);
/// assert_eq!((noisy.len(), quiet.len()), (1, 6));
/// # Ok::<(), bartizan_movegen::board::FenError>(())
/// ```
///
/// # Panics
/// If the list has no room for them. An empty one has room for every position.
#[inline]
pub fn generate<T: GenType>(position: &Position, list: &mut MoveList) {
    generate_into::<T>(position, list);
}

/// All legal moves.
///
/// ```
/// use bartizan_movegen::board::Position;
/// use bartizan_movegen::legal_moves;
///
/// let position = Position::from_fen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")?;
/// // The rook gives check and is not defended.
/// let moves = legal_moves(&position);
/// assert_eq!(moves.iter().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["e1e2", "e1d1", "e1f1"]);
/// # Ok::<(), bartizan_movegen::board::FenError>(())
/// ```
pub fn legal_moves(position: &Position) -> MoveList {
    let mut list = MoveList::new();
    generate::<All>(position, &mut list);
    list
}

/// Whether the side to move has a legal move. It stops at the first.
///
/// ```
/// use bartizan_movegen::{board::Position, has_legal_move};
///
/// let mated = Position::from_fen("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")?;
/// assert!(mated.in_check() && !has_legal_move(&mated));
/// # Ok::<(), bartizan_movegen::board::FenError>(())
/// ```
pub fn has_legal_move(position: &Position) -> bool {
    for_each_piece_moves(position, Bitboard::FULL, ControlFlow::Break).is_break()
}

/// The number of legal moves, which are not listed.
pub(crate) fn count_moves(position: &Position) -> u64 {
    let mut counter = MoveCounter::default();
    generate_into::<All>(position, &mut counter);
    counter.0
}

/// Hands every legal move of type `T` to `sink`. The side to move is a constant in each of the two
/// calls, so that the compiler makes one generator for each color.
#[inline]
pub(crate) fn generate_into<T: GenType>(position: &Position, sink: &mut impl MoveSink) {
    match position.side_to_move() {
        Color::White => generate_for::<T>(position, Color::White, sink),
        Color::Black => generate_for::<T>(position, Color::Black, sink),
    }
}

#[inline(always)]
fn generate_for<T: GenType>(position: &Position, us: Color, sink: &mut impl MoveSink) {
    king::generate::<T>(position, us, sink);
    if position.checkers().more_than_one() {
        return;
    }
    let evasions = evasions(position, us);
    pawns::generate::<T, _>(position, us, evasions, sink);

    let enemies = position.color(!us);
    let targets = targets_of_type::<T>(evasions - position.color(us), enemies);
    generate_pieces(position, us, targets, enemies, sink);
}

/// The squares that answer a check for pieces other than the king: all without a check, none in double check.
/// En passant answers the check of the pawn that it takes from another square.
#[inline(always)]
pub(crate) fn evasions(position: &Position, us: Color) -> Bitboard {
    let checkers = position.checkers();
    match checkers.first() {
        None => Bitboard::FULL,
        Some(_) if checkers.more_than_one() => Bitboard::EMPTY,
        Some(checker) => attacks::between(position.king(us), checker) | checkers,
    }
}

/// The targets of moves of type `T` other than pawn moves: with enemies on them, without, or both.
#[inline(always)]
pub(crate) fn targets_of_type<T: GenType>(targets: Bitboard, enemies: Bitboard) -> Bitboard {
    match (T::NOISY, T::QUIET) {
        (true, false) => targets & enemies,
        (false, true) => targets - enemies,
        _ => targets,
    }
}

/// Moves of knights, bishops, rooks and queens to `targets`.
#[inline(always)]
fn generate_pieces(
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
        sink.push_piece_moves(from, attacks::knight(from) & targets, enemies);
    }
    for from in diagonal - pinned {
        sink.push_piece_moves(from, attacks::bishop(from, occupied) & targets, enemies);
    }
    for from in straight - pinned {
        sink.push_piece_moves(from, attacks::rook(from, occupied) & targets, enemies);
    }
    let pinned_sliders = (diagonal | straight) & pinned;
    if pinned_sliders.any() {
        let king = position.king(us);
        for from in diagonal & pinned {
            let line = attacks::line(king, from);
            sink.push_piece_moves(from, attacks::bishop(from, occupied) & targets & line, enemies);
        }
        for from in straight & pinned {
            let line = attacks::line(king, from);
            sink.push_piece_moves(from, attacks::rook(from, occupied) & targets & line, enemies);
        }
    }
}
