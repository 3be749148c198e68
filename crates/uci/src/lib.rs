//! The UCI protocol: a library without a command line.
//!
//! | module | task |
//! |---|---|
//! | [`lines`], [`parse`] | read lines and parse them into commands |
//! | [`setup`] | turns the text of a position into a game |
//! | [`options`] | declares the UCI options and holds their values |
//! | [`session`] | executes commands and holds the state |
//! | `engine_thread`, `task_queue` | the thread that searches, and what waits for it |
//! | [`engine`] | builds an engine from the names of its parts |
//! | [`mod@format`], [`output`] | turn search reports into lines and write them |
//! | [`inspect`], `statistics`, [`mod@bench`] | text of `d`, `eval`, `order`, `stats`; perft; `bench` |
//! | [`strength`] | play of limited strength |
//! | `syzygy` | endgame tablebases, with the feature `syzygy` |
//! | [`memory`], [`files`], `system` | free memory; files to write to; what only Unix has |
//!
//! No crate below this one prints or contains protocol text.

pub mod bench;
pub mod engine;
mod engine_thread;
pub mod files;
pub mod format;
pub mod inspect;
pub mod lines;
pub mod memory;
pub mod options;
pub mod output;
pub mod parse;
pub mod session;
pub mod setup;
mod statistics;
pub mod strength;
#[cfg(unix)]
pub mod system;
#[cfg(feature = "syzygy")]
pub mod syzygy;
mod task_queue;
