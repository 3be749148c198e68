//! Squares, pieces, moves and the position: the facts of a chessboard.
//!
//! Everything is a plain value. Attack tables and hash numbers are made at compile time, so there is
//! nothing to initialise. Which moves are legal is the next layer's business.

pub mod attacks;
mod bitboard;
mod castling;
mod chess960;
mod color;
mod fen;
mod history;
mod moves;
mod piece;
mod position;
mod square;
pub mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use castling::{CastlingRights, CastlingSide};
pub use color::Color;
pub use fen::FenError;
pub use history::KeyHistory;
pub use moves::{Move, MoveFlag};
pub use piece::{Piece, PieceKind};
pub use position::Position;
pub use square::{File, Rank, Square, SquareError};
