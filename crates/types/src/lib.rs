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
mod fen;
mod file;
mod move_list;
mod moves;
mod piece;
mod rank;
#[cfg(feature = "serde")]
mod serde;
mod square;
mod text;
mod uci_move;

pub use bitboard::{Bitboard, Squares, Subsets};
pub use castling::{CastlingRights, CastlingRightsIntoIter, CastlingSide};
pub use color::Color;
pub use error::{FenError, ParseError, PositionError};
pub use fen::{CastlingNotation, EnPassantMode};
pub use file::File;
pub use move_list::{All, GenType, MoveList, MoveListIntoIter, Noisy, Quiet};
pub use moves::{Move, MoveFlag};
pub use piece::{Piece, PieceKind};
pub use rank::Rank;
pub use square::Square;
pub use uci_move::UciMove;
