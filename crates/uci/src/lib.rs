//! The UCI protocol and the command line.
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
//! | [`inspect`], [`statistics`] | text of `d`, `eval`, `order`, `stats`; perft |
//! | [`cli`], [`parts`], [`analyse`], [`play`], [`mod@bench`], [`genfens`] | the command line |
//! | [`pgn`] | games as text |
//! | `explain` | what a search does with each root move, with the feature `explain` |
//! | [`epd`] | suites of positions |
//! | [`table`], [`style`], [`progress`], [`pool`] | tables, colours and progress for people; jobs on several threads |
//! | [`book`], [`strength`], [`random`] | opening books, play of limited strength; random numbers |
//! | `syzygy` | endgame tablebases, with the feature `syzygy` |
//! | [`cpu`], [`memory`], [`logging`], `system` | CPU features, free memory, diagnostics; what only Unix has |
//!
//! No crate below this one prints or contains protocol text.

pub mod analyse;
pub mod bench;
pub mod book;
pub mod cli;
pub mod cpu;
pub mod engine;
pub mod engine_thread;
pub mod epd;
#[cfg(feature = "explain")]
pub mod explain;
pub mod format;
pub mod genfens;
pub mod inspect;
pub mod lines;
pub mod logging;
pub mod memory;
pub mod notation;
pub mod options;
pub mod output;
pub mod parse;
pub mod parts;
pub mod pgn;
pub mod play;
pub mod pool;
pub mod progress;
pub mod random;
pub mod reporter;
pub mod session;
pub mod setup;
pub mod statistics;
pub mod strength;
pub mod style;
#[cfg(unix)]
pub mod system;
#[cfg(feature = "syzygy")]
pub mod syzygy;
pub mod table;
pub mod task_handle;
pub mod task_queue;
