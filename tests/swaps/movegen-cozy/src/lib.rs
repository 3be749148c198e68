//! Example of a replaced layer: an adapter over the move generator of the crate cozy-chess, with all
//! public names of Bartizan's own.
//!
//! A position is converted for each call, so it is slow. cozy-chess refuses positions in which the side
//! not to move is in check; the evaluator `centre` asks for moves there, which `refused` generates.
//!
//! To build the engine on it, name this package in the line `movegen` of `[workspace.dependencies]`.

mod convert;
mod refused;

use arrayvec::ArrayVec;
use board::{Bitboard, Move, Position, Square};

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
    let moves = legal_moves(position).into_iter();
    list.extend(moves.filter(|mv| if mv.is_noisy() { T::NOISY } else { T::QUIET }));
}

/// All legal moves.
#[must_use]
pub fn legal_moves(position: &Position) -> MoveList {
    let mut list = MoveList::new();
    match convert::to_cozy(position) {
        Some(board) => {
            board.generate_moves(|moves| {
                list.extend(moves.into_iter().map(|mv| convert::from_cozy(position, mv)));
                false
            });
        }
        None => refused::each_legal(position, |mv| list.push(mv)),
    }
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

/// Appends the legal captures of a piece in `victims` by a piece in `aggressors` to `list`; en passant
/// is a capture of the pawn that it takes.
pub fn generate_captures_between(
    position: &Position,
    victims: Bitboard,
    aggressors: Bitboard,
    list: &mut MoveList,
) {
    let taken = |mv: Move| {
        if mv.is_en_passant() { Square::new(mv.to().file(), mv.from().rank()) } else { mv.to() }
    };
    let captures = legal_moves(position).into_iter().filter(|mv| mv.is_capture());
    list.extend(
        captures.filter(|&mv| victims.contains(taken(mv)) && aggressors.contains(mv.from())),
    );
}

/// The number of sequences of `depth` legal moves, counted on a board of cozy-chess.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    convert::to_cozy(position).map_or(0, |board| cozy_perft(&board, depth))
}

fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += cozy_perft(&next, depth - 1);
            }
        }
        false
    });
    nodes
}
