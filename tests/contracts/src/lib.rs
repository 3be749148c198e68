//! Contract suites: what each layer promises, as functions that a replacement runs against itself.
//!
//! A function here returns when its contract holds and panics with the position and the two
//! answers when it does not; call it from a `#[test]`. What the suites are not: unit tests of our
//! own code (those stand beside the code), or measurements of speed or strength.
//!
//! ```no_run
//! contracts::evaluator::<eval::Classical>();
//! contracts::ordering::<ordering::Classic>();
//! contracts::movegen();
//! ```

mod alpha_beta_suite;
mod board_suite;
mod evaluator_suite;
mod movegen_suite;
pub mod naive;
mod notation_suite;
mod ordering_statistics;
mod ordering_suite;
mod ordering_tables;
pub mod positions;
mod repetition_suite;
mod search_suite;
mod see_suite;
mod zobrist_suite;

pub use alpha_beta_suite::Oracle;
pub use board_suite::{INVALID, board};
pub use evaluator_suite::evaluator;
pub use movegen_suite::{Generator, Installed, movegen, movegen_of};
pub use notation_suite::{Notation, notation, notation_of};
pub use ordering_suite::ordering;
pub use repetition_suite::key_history;
pub use search_suite::{Reach, search};
pub use see_suite::{exchange_value, see, see_of};
