//! cozy-chess, an independent move generator, as the second opinion on legal moves.
//! Not a way to test the notation: moves are compared by their squares.

use board::{Move, Position};
use cozy_chess::Board;

/// The same position in cozy-chess.
///
/// # Panics
/// When cozy-chess refuses it.
#[must_use]
pub fn board(position: &Position) -> Board {
    let fen = position.to_shredder_fen();
    Board::from_fen(&fen, true)
        .unwrap_or_else(|error| panic!("cozy-chess refuses {fen}: {error:?}"))
}

/// A move in the form both sides share: from, to (castling takes the own rook), promotion letter.
#[must_use]
pub fn spell(mv: Move) -> String {
    mv.to_string()
}

/// The legal moves of the peer, sorted, spelt as by [`spell`].
#[must_use]
pub fn moves(board: &Board) -> Vec<String> {
    let mut all = Vec::new();
    board.generate_moves(|batch| {
        all.extend(batch.into_iter().map(|mv| mv.to_string()));
        false
    });
    all.sort_unstable();
    all
}

/// Compares the legal moves of a position with the peer's.
///
/// # Panics
/// When they differ.
pub fn compare(position: &Position, ours: &[Move]) {
    compare_with(&board(position), position, ours);
}

/// Compares the legal moves of a position with those of the peer's own board.
///
/// # Panics
/// When they differ.
pub fn compare_with(board: &Board, position: &Position, ours: &[Move]) {
    let mut ours: Vec<String> = ours.iter().map(|&mv| spell(mv)).collect();
    ours.sort_unstable();
    assert_eq!(ours, moves(board), "legal moves (ours left, cozy-chess right) of {position}");
}

/// Makes a move on the peer's own board.
///
/// # Panics
/// When it refuses the move.
pub fn play(board: &mut Board, mv: Move) {
    let text = spell(mv);
    let theirs = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    board.try_play(theirs).unwrap_or_else(|error| panic!("{text} in {board}: {error}"));
}
