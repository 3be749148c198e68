//! Move generation: the legal moves of a position, and the legality of single moves.
//!
//! One generator makes the lists and the counts of perft.

mod captures_between;
mod gen_type;
mod generate;
mod gives_check;
mod king;
mod legal;
mod pawns;
mod perft;
mod sink;

pub use captures_between::generate_captures_between;
pub use gen_type::{All, GenType, Noisy, Quiet};
pub use generate::{generate, has_legal_move, legal_moves};
pub use gives_check::gives_check;
pub use legal::is_legal;
pub use perft::perft;
pub use sink::MoveList;
