//! Example of a replaced layer: a board with all public names of Bartizan's own and another
//! representation. A position is an array of 64 squares (a mailbox); attacks are found by walking
//! rays; checkers, pins and Zobrist keys are computed when they are asked for. Slow and short.
//!
//! Squares, pieces and moves are those of every board, from the crate `types`. What each public name means is
//! documented in `crates/board`.
//!
//! To build the engine on it, name this package in the line `board` of `[workspace.dependencies]`.

#![allow(missing_docs, reason = "the public names are those of crates/board, documented there")]

pub mod attacks;
mod fen;
mod keys;
mod position;

pub use keys::KeyHistory;
pub use position::Position;
pub use types::{
    Bitboard, CastlingNotation, CastlingRights, CastlingSide, Color, EnPassantMode, FenError, File,
    Move, MoveFlag, ParseError, Piece, PieceKind, PositionError, Rank, Square, UciMove,
};
