//! The UCI protocol: a library without a command line.
//!
//! | module | task |
//! |---|---|
//! | [`lines`], [`parse`] | read lines and parse them into commands |
//! | [`setup`] | turns the text of a position into a game |
//! | [`options`] | declares the UCI options and holds their values |
//! | [`session`] | executes commands and holds the state |
//! | [`engine_thread`], [`task_queue`], [`task_handle`] | the thread that searches, what waits for it, and the session's view of its tasks |
//! | [`engine`] | builds an engine from the names of its parts |
//! | [`reporter`], [`mod@format`], [`output`] | turn search reports into lines and write them |
//! | [`inspect`], [`statistics`], [`mod@bench`] | text of `d`, `eval`, `order`, `stats`; perft; `bench` |
//! | [`strength`], [`random`] | play of limited strength; random numbers |
//! | `syzygy` | endgame tablebases, with the feature `syzygy` |
//! | [`memory`], [`files`], `system` | free memory; files to write to; what only Unix has |
//!
//! No crate below this one prints or contains protocol text.

pub mod bench;
pub mod engine;
pub mod engine_thread;
pub mod files;
pub mod format;
pub mod inspect;
pub mod lines;
pub mod memory;
pub mod options;
pub mod output;
pub mod parse;
pub mod random;
pub mod reporter;
pub mod session;
pub mod setup;
pub mod statistics;
pub mod strength;
#[cfg(unix)]
pub mod system;
#[cfg(feature = "syzygy")]
pub mod syzygy;
pub mod task_handle;
pub mod task_queue;
