//! The board representation: squares, pieces, moves, the position, attack tables, Zobrist keys,
//! repetition, FEN.
//!
//! Everything is a plain value. Attack tables and Zobrist keys are computed at compile time, so there is
//! nothing to initialise. Which moves are legal is answered by the move generator, a layer above.

pub mod attacks;
mod bitboard;
mod castling;
mod chess960;
mod color;
mod fen;
mod moves;
mod piece;
mod position;
mod repetition;
mod square;
mod zobrist;

pub use bitboard::Bitboard;
pub use castling::{CastlingRights, CastlingSide};
pub use color::Color;
pub use fen::FenError;
pub use moves::{Move, MoveFlag};
pub use piece::{Piece, PieceKind};
pub use position::Position;
pub use repetition::KeyHistory;
pub use square::{File, Rank, Square, SquareError};
