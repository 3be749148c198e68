//! The UCI protocol: a library without a command line.
//!
//! No crate below this one prints or contains protocol text.

pub mod bench;
pub mod engine;
mod engine_thread;
pub mod format;
pub mod inspect;
pub mod lines;
pub mod memory;
pub mod options;
pub mod output;
mod overlooking;
pub mod parse;
pub mod session;
pub mod setup;
pub mod statistics;
pub mod strength;
#[cfg(unix)]
pub mod system;
#[cfg(feature = "syzygy")]
pub mod syzygy;
mod task_queue;
