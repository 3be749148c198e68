//! Example of a replaced layer: a board with all public names of Bartizan's own and another
//! representation. A position is an array of 64 squares (a mailbox); attacks are found by walking
//! rays; checkers, pins and Zobrist keys are computed when they are asked for. Slow and short.
//!
//! Read `position.rs`, `attacks.rs`, `keys.rs` and `fen.rs`; the others are values that every board has.
//! What each public name means is documented in `crates/board`.
//!
//! To build the engine on it, name this package in the line `board` of `[workspace.dependencies]`.

#![allow(missing_docs, reason = "the public names are those of crates/board, documented there")]

pub mod attacks;
mod bitboard;
mod fen;
mod keys;
mod moves;
mod position;
mod types;

pub use bitboard::Bitboard;
pub use fen::FenError;
pub use keys::KeyHistory;
pub use moves::{CastlingRights, CastlingSide, Move, MoveFlag};
pub use position::Position;
pub use types::{Color, File, Piece, PieceKind, Rank, Square, SquareError};
