//! Chess for Rust programs; this page is the README of the crate, whose examples run as tests.
//!
//! | module | task |
//! |---|---|
//! | the root | moves in UCI notation, in standard algebraic notation (SAN) and as files have them |
//! | [`pgn`] | games, read and written |
//! | [`epd`] | positions with operations, and suites of problems |
//! | [`book`] | opening books in the Polyglot format, read and made |
//! | `eco` | names of openings |
//! | [`diagram`] | positions as text and as SVG |
//! | [`repair`] | positions as GUIs send them |
//! | [`number`], [`text`] | numbers as people write them; texts from outside in messages |
//! | [`board`], [`movegen`], [`game`] | the crates below: positions, legal moves, the rules that end games |
//! | `coming_from` | names of other libraries and what they are called here |
//! | `features` | what this library and others have, tried one by one |
//!
#![doc = include_str!("../README.md")]
#![cfg_attr(not(any(test, feature = "std")), no_std)]

extern crate alloc;

pub use {board, game, movegen};

use alloc::string::String;
use alloc::vec::Vec;
use board::{Color, Move, Position};
use core::fmt::Write;

pub mod book;
#[cfg(any(doc, doctest))]
#[doc = include_str!("../docs/coming-from.md")]
pub mod coming_from {}
pub mod diagram;
mod dialect;
#[cfg(feature = "eco")]
pub mod eco;
pub mod epd;
#[cfg(any(doc, doctest))]
#[doc = include_str!("../docs/features.md")]
pub mod features {}
mod lan;
pub mod number;
pub mod pgn;
pub mod repair;
mod san;
mod signs;
pub mod text;
mod uci;

pub(crate) use dialect::WrittenMove;
pub use dialect::{is_move_text, parse_dialect};
pub use lan::{parse_xboard, to_lan, to_xboard};
pub use san::{San, SanPlus, parse_san, parse_san_exact, to_san};
pub use signs::Suffix;
pub(crate) use signs::{Sign, known_result, leading_result, read_signs};
pub use text::decode;
pub(crate) use text::is_space;
pub use uci::{find_move, is_chess960, parse_uci, to_uci};

/// The legal move that a text in UCI notation or SAN means in `position`.
///
/// ```
/// use bartizan_notation::{board::Position, parse_move};
///
/// let start = Position::startpos();
/// assert_eq!(parse_move(&start, "Nf3"), parse_move(&start, "g1f3"));
/// assert!(parse_move(&start, "Nf4").is_err());
/// ```
///
/// ```
/// use bartizan_notation::{MoveParseError, board::Position, parse_move};
///
/// let position = Position::from_fen("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1")?;
/// assert_eq!(parse_move(&position, "e8"), Err(MoveParseError::MissingPromotion));
/// assert_eq!(parse_move(&position, "e9").unwrap_err().to_string(),
///     "this is not a move in the expected notation");
/// # Ok::<(), bartizan_notation::board::FenError>(())
/// ```
///
/// # Errors
/// [`MoveParseError`], that of SAN where the text is in neither notation.
pub fn parse_move(position: &Position, text: &str) -> Result<Move, MoveParseError> {
    match parse_uci(position, text) {
        Err(MoveParseError::Malformed) => parse_san(position, text),
        parsed => parsed,
    }
}

/// The moves of a line in UCI notation or SAN, each legal after those before it; move numbers are skipped.
///
/// ```
/// use bartizan_notation::{board::Position, parse_moves};
///
/// let moves = parse_moves(&Position::startpos(), "1. e4 e5 2. Nf3 b8c6")?;
/// assert_eq!((moves.len(), moves[3].to_string().as_str()), (4, "b8c6"));
/// # Ok::<(), bartizan_notation::MoveParseError>(())
/// ```
///
/// # Errors
/// As [`parse_move`], for the first move that is none.
pub fn parse_moves(position: &Position, text: &str) -> Result<Vec<Move>, MoveParseError> {
    let mut position = position.clone();
    text.split_whitespace()
        .map(|word| without_number(word).0)
        .filter(|word| !word.bytes().all(|byte| byte.is_ascii_digit()))
        .map(|word| {
            let mv = parse_move(&position, word)?;
            position = position.make(mv);
            Ok(mv)
        })
        .collect()
}

/// A line of legal moves in SAN with move numbers, cut after `max_moves` moves.
///
/// ```
/// use bartizan_notation::{board::Position, line_to_san, parse_moves};
///
/// let (start, text) = (Position::startpos(), "1. e4 e5 2. Nf3");
/// assert_eq!(line_to_san(&start, &parse_moves(&start, text)?, 9), text);
/// # Ok::<(), bartizan_notation::MoveParseError>(())
/// ```
#[must_use]
pub fn line_to_san(position: &Position, line: &[Move], max_moves: usize) -> String {
    let mut text = String::new();
    let mut position = position.clone();
    for (index, &mv) in line.iter().enumerate() {
        if index == max_moves {
            text.push_str(" …");
            break;
        }
        let number = position.fullmove_number();
        let san = SanPlus::from_move(&position, mv);
        let separator = if index == 0 { "" } else { " " };
        // Writing to a string cannot fail.
        let _ = match (position.side_to_move(), index) {
            (Color::White, _) => write!(text, "{separator}{number}. {san}"),
            (Color::Black, 0) => write!(text, "{number}... {san}"),
            (Color::Black, _) => write!(text, "{separator}{san}"),
        };
        position = position.make(mv);
    }
    text
}

/// The text of a move without the number before it, and whether there was one.
pub(crate) fn without_number(text: &str) -> (&str, bool) {
    let written = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = written.trim_start_matches(['.', '…']);
    // Without a point, digits belong to the text.
    if rest.len() < written.len() { (rest, true) } else { (text, false) }
}

/// Why a text is not a legal move of a position.
///
/// ```
/// use bartizan_notation::board::Position;
/// use bartizan_notation::{MoveParseError, parse_san};
///
/// let position = Position::from_fen("4k3/P7/8/8/8/5N2/8/1N2K3 w - - 0 1")?;
/// for (text, expected) in [
///     ("Nz9", MoveParseError::Malformed),
///     ("Nd5", MoveParseError::Illegal),
///     ("a8", MoveParseError::MissingPromotion),
///     ("Nd2", MoveParseError::Ambiguous),
/// ] {
///     assert_eq!(parse_san(&position, text), Err(expected));
/// }
/// # Ok::<(), bartizan_notation::board::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveParseError {
    /// The text is not a move in this notation, in any position.
    #[error("this is not a move in the expected notation")]
    Malformed,
    /// The text is a move, but it is not legal here.
    #[error("this move is not legal here")]
    Illegal,
    /// A pawn reaches the last rank and the text names no promotion piece.
    #[error("this move does not say what the pawn becomes")]
    MissingPromotion,
    /// More than one legal move matches.
    #[error("more than one legal move can be meant")]
    Ambiguous,
}
