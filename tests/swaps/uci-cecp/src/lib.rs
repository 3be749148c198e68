//! A worked example of a replaced layer: the Chess Engine Communication Protocol (CECP, the protocol
//! of xboard and WinBoard, version 2) in the place of UCI. The searches below it do not change.
//!
//! | module | task |
//! |---|---|
//! | [`session`] | executes commands and holds the game |
//! | `engine` | the thread that owns the engine |
//! | `clock` | time controls |
//! | `text` | moves, scores and results as the protocol writes them |
//! | [`output`] | writes whole lines from any thread |
//!
//! The protocol is described in "Chess Engine Communication Protocol" by Tim Mann and H. G. Muller.

mod clock;
mod engine;
pub mod output;
pub mod session;
mod text;

pub use engine::{bench, perft};
