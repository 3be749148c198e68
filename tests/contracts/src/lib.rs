//! Contract suites: what each layer promises, as functions that a replacement runs against itself.
//!
//! A function here returns when its contract holds and panics with the position and the two
//! answers when it does not: that of the tested part is `left`, the expected one `right`. Call it from
//! a `#[test]`. What the suites are not: unit tests of our
//! own code (those stand beside the code), or measurements of speed or strength.
//!
//! ```no_run
//! contracts::evaluator::<eval::Classical>();
//! contracts::ordering::<ordering::Classic>();
//! contracts::movegen();
//! ```

mod board_suite;
mod naive;
pub mod positions;
mod repetition_suite;
mod zobrist_suite;

#[cfg(feature = "reference")]
mod alpha_beta_suite;
#[cfg(feature = "eval")]
mod evaluator_suite;
#[cfg(feature = "movegen")]
mod movegen_suite;
#[cfg(feature = "notation")]
mod notation_suite;
#[cfg(feature = "reference")]
mod ordering_statistics;
#[cfg(feature = "ordering")]
mod ordering_suite;
#[cfg(feature = "ordering")]
mod ordering_tables;
#[cfg(feature = "search")]
mod search_suite;
#[cfg(feature = "see")]
mod see_suite;
#[cfg(feature = "reference")]
mod tt_suite;
#[cfg(feature = "uci")]
mod uci_suite;

pub use board_suite::board;
pub use repetition_suite::key_history;

#[cfg(feature = "reference")]
pub use alpha_beta_suite::MinimaxReference;
#[cfg(feature = "eval")]
pub use evaluator_suite::{evaluator, evaluator_of};
#[cfg(feature = "movegen")]
pub use movegen_suite::{Generator, Installed, movegen, movegen_of};
#[cfg(feature = "notation")]
pub use notation_suite::notation;
#[cfg(feature = "reference")]
pub use ordering_statistics::counting;
#[cfg(feature = "ordering")]
pub use ordering_suite::ordering;
#[cfg(feature = "search")]
pub use search_suite::{SearchRequirements, search};
#[cfg(feature = "see")]
pub use see_suite::see;
#[cfg(feature = "reference")]
pub use tt_suite::transposition_table;
#[cfg(feature = "uci")]
pub use uci_suite::uci;
