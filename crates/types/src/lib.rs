//! The values of which boards, moves and all above them speak: colors, pieces, squares, sets of squares, moves,
//! castling rights, and why a text is no position. A crate that replaces the board has the same.
//!
//! Values are read from text and written by [`FromStr`](core::str::FromStr) and [`Display`](core::fmt::Display), told
//! apart by their index, and listed by `ALL`:
//!
//! ```
//! use bartizan_types::{Color, Piece, PieceKind, Square};
//!
//! let piece: Piece = "n".parse()?;
//! assert_eq!(piece, PieceKind::Knight.of(Color::Black));
//! assert_eq!(Square::try_from(63), Ok(Square::H8));
//! assert_eq!(Square::ALL.into_iter().filter(|square| square.is_light()).count(), 32);
//! # Ok::<(), bartizan_types::ParseError>(())
//! ```
//!
//! The crate is `no_std`. The board, `bartizan-board`, exports all of it but lists of moves. With the feature `serde`
//! values are serialised as their text, sets of squares and moves as numbers; with `arbitrary`, which needs std, a fuzzer
//! can make them.

#![cfg_attr(not(test), no_std)]

#[cfg(feature = "arbitrary")]
mod arbitrary;
mod bitboard;
mod castling;
pub mod chess960;
mod color;
mod error;
mod fen;
mod file;
mod indexed;
mod key_hasher;
mod move_flag;
mod move_list;
mod moves;
mod piece;
mod rank;
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
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
pub use key_hasher::{BuildKeyHasher, KeyHasher};
pub use move_flag::MoveFlag;
pub use move_list::{All, GenType, MoveList, MoveListIntoIter, Noisy, Quiet};
pub use moves::Move;
pub use piece::{Piece, PieceKind};
pub use rank::Rank;
pub use square::Square;
pub use uci_move::UciMove;
