//! Moves of a side that may not be the one to move.

use board::{Color, Position};

use crate::{All, MoveList, generate};

/// The legal moves of `color`, as if it were to move.
///
/// For the side not to move, en passant is off, and a king that stands attacked cannot be taken.
pub fn moves_for(position: &Position, color: Color) -> MoveList {
    let mut list = MoveList::new();
    let turned = position.with_side_to_move(color);
    generate::<All>(&turned, &mut list);
    let other_king = position.king(!color);
    list.retain(|mv| mv.to() != other_king);
    list
}
