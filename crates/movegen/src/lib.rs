//! Move generation: the legal moves of a position, and the legality of single moves.
//!
//! One generator makes the lists and the counts of perft. The crate is `no_std`, and its lists are on the
//! stack. Positions and moves are those of the crate `bartizan-board`, which is also here as [`board`].
//!
//! # Examples
//!
//! ```
//! use bartizan_movegen::board::{FenError, Position};
//! use bartizan_movegen::{gives_check, legal_moves, perft};
//!
//! let position = Position::startpos();
//! assert_eq!(legal_moves(&position).len(), 20);
//! assert_eq!(perft(&position, 3), 8_902);
//!
//! // The one mate in one of this position: every move that checks, and leaves no legal move.
//! let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")?;
//! let mates: Vec<_> = legal_moves(&position)
//!     .into_iter()
//!     .filter(|&mv| gives_check(&position, mv) && legal_moves(&position.make(mv)).is_empty())
//!     .collect();
//! assert_eq!(mates.len(), 1);
//! assert_eq!(mates[0].to_string(), "a1a8");
//! # Ok::<(), FenError>(())
//! ```
//!
//! Moves from elsewhere are tested before they are made. Castling is the king taking its own rook:
//!
//! ```
//! use bartizan_movegen::board::{FenError, Move, MoveFlag, Position, Square};
//! use bartizan_movegen::is_legal;
//!
//! let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
//! let castling = Move::new(Square::E1, Square::H1, MoveFlag::CASTLE);
//! assert!(is_legal(&position, castling));
//! assert_eq!(position.make(castling).king(position.side_to_move()), Square::G1);
//! # Ok::<(), FenError>(())
//! ```

#![cfg_attr(not(test), no_std)]

pub use board;

mod candidates;
mod generate;
mod gives_check;
mod king;
mod legal;
mod pawns;
mod perft;
mod piece_moves;
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
mod select;
mod sink;

pub use candidates::moves_of_kind_to;
pub use generate::{generate, has_legal_move, legal_moves};
pub use gives_check::gives_check;
pub use legal::is_legal;
pub use perft::{divide, perft};
pub use piece_moves::{PieceMoves, PieceMovesIntoIter, for_each_piece_moves};
pub use select::{
    IllegalMove, captures, castlings, en_passant_captures, for_each_move, moves_from, moves_to,
    play, promotions, pseudo_legal_moves, targets_from,
};
pub use types::{All, GenType, MoveList, Noisy, Quiet};
