//! Legal moves and everything said about single moves: legality, checks, exchanges, notation.
//!
//! One generator serves lists, counts and perft. Nothing here judges a position.

mod attacked;
mod check;
mod generate;
mod kind;
mod legal;
mod mobility;
pub mod notation;
mod perft;
mod see;
mod sink;

pub use attacked::attacked_by;
pub use check::gives_check;
pub use generate::{generate, generate_captures_between, has_legal_move, legal_moves};
pub use kind::{All, Kind, Noisy, Quiet};
pub use legal::is_legal;
pub use mobility::moves_for;
pub use notation::{MoveParseError, parse_san, parse_uci, to_san, to_uci};
pub use perft::{divide, perft, perft_plain};
pub use see::{SeeValues, see, see_ge};
pub use sink::{Counter, MoveList, MoveSink};
