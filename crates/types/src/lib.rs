//! The values of which boards, moves and all above them speak: colors, pieces, squares, sets of squares, moves,
//! castling rights, and why a text is no position. A crate that replaces the board has the same.
//!
//! The crate is `no_std`. The board, `bartizan-board`, exports all of it.

#![cfg_attr(not(test), no_std)]

mod bitboard;
mod castling;
pub mod chess960;
mod color;
mod error;
mod move_list;
mod moves;
mod piece;
mod square;

pub use bitboard::{Bitboard, Squares};
pub use castling::{CastlingRights, CastlingSide};
pub use color::Color;
pub use error::{FenError, ParseError, PositionError};
pub use move_list::{All, GenType, MoveList, MoveListIntoIter, Noisy, Quiet};
pub use moves::{Move, MoveFlag};
pub use piece::{Piece, PieceKind};
pub use square::{File, Rank, Square};
