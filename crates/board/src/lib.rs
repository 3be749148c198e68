//! The board representation: squares, pieces, moves, the position, attack tables, Zobrist keys,
//! repetition, FEN.
//!
//! Everything is a plain value. Attack tables and Zobrist keys are computed at compile time, so there is
//! nothing to initialise. Which moves are legal is answered by the move generator, the crate
//! `bartizan-movegen` a layer above.
//!
//! The crate is `no_std`. Its feature `alloc`, which is on by default, has [`KeyHistory`] and FEN as `String`; without it
//! positions still read and write FEN by `FromStr` and `Display`. With the feature `serde` positions are serialised as FEN;
//! with `arbitrary`, which needs std, a fuzzer can make them.
//!
//! # Examples
//!
//! A position is read from FEN, a move makes another position of it, and the first one stays as it was:
//!
//! ```
//! use bartizan_board::{Move, MoveFlag, Piece, Position, Square};
//!
//! let start = Position::startpos();
//! let after = start.make(Move::new(Square::E2, Square::E4, MoveFlag::DOUBLE_PUSH));
//! assert_eq!(after.to_fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
//! assert_eq!(start.piece_on(Square::E2), Some(Piece::WhitePawn));
//! assert_eq!(Position::from_fen(&after.to_fen()), Ok(after));
//! ```
//!
//! Sets of squares, and who attacks a square:
//!
//! ```
//! use bartizan_board::{Color, PieceKind, Position, Square, attacks};
//!
//! let position = Position::from_fen("4k3/8/8/3q4/8/8/3R4/4K3 w - - 0 1")?;
//! let queen = position.of(Color::Black, PieceKind::Queen).first().expect("a queen");
//! assert_eq!(queen, Square::D5);
//! let attackers = position.attackers_to(queen, position.occupied());
//! assert_eq!(attackers, Square::D2.bitboard());
//! assert_eq!(attacks::rook(Square::D2, position.occupied()).count(), 11);
//! # Ok::<(), bartizan_board::FenError>(())
//! ```
//!
//! A position is changed through its builder, and written as asked for:
//!
//! ```
//! use bartizan_board::{CastlingNotation, EnPassantMode, Piece, Position, PositionBuilder, Square};
//!
//! let mut builder: PositionBuilder = Position::startpos().to_builder();
//! builder.remove(Square::E2).put(Square::E4, Piece::WhitePawn).set_halfmove_clock(7);
//! let position = builder.build()?;
//! let fen = position.to_fen_with(CastlingNotation::Shredder, EnPassantMode::Legal);
//! assert_eq!(fen, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w HAha - 7 1");
//! assert_eq!(fen.parse(), Ok(position));
//! # Ok::<(), bartizan_board::PositionError>(())
//! ```
//!
//! A text that is no valid position is an error that says why:
//!
//! ```
//! use bartizan_board::{Color, FenError, Position, PositionError};
//!
//! let error = Position::from_fen("8/8/8/8/8/8/8/4K3 w - - 0 1").expect_err("Black has no king");
//! assert_eq!(error, FenError::Position(PositionError::NoKing(Color::Black)));
//! ```

#![cfg_attr(not(test), no_std)]

#[cfg(feature = "alloc")]
extern crate alloc;

#[cfg(feature = "arbitrary")]
mod arbitrary;
pub mod attacks;
mod chess960;
mod fen;
mod packed;
mod position;
#[cfg(feature = "alloc")]
mod repetition;
#[cfg(feature = "serde")]
mod serde;
pub mod zobrist;
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

pub use packed::{PackedPosition, PackedPositionError};
pub use position::{Position, PositionBuilder};
#[cfg(feature = "alloc")]
pub use repetition::KeyHistory;
pub use types::{
    Bitboard, BuildKeyHasher, CastlingNotation, CastlingRights, CastlingSide, Color, EnPassantMode,
    FenError, File, KeyHasher, Move, MoveFlag, ParseError, Piece, PieceKind, PositionError, Rank,
    Square, UciMove,
};
