//! The rim of Bartizan: the UCI protocol, the engine's options, sessions, and the command line.
//!
//! Text comes in through [`lines`] and [`parse`], which know words but not chess; [`setup`] turns
//! positions into games; [`session`] decides; [`worker`] thinks, on a thread of its own, with the
//! engine that [`engine`] puts together; [`reporter`] and [`format`] turn what it finds into text
//! again, and [`output`] alone writes. Nothing below this crate prints or knows the protocol.

pub mod analyse;
pub mod bench;
pub mod cli;
pub mod cpu;
pub mod engine;
pub mod format;
pub mod inspect;
pub mod lines;
pub mod logging;
pub mod memory;
pub mod options;
pub mod output;
pub mod parse;
pub mod reporter;
pub mod session;
pub mod setup;
pub mod statistics;
pub mod task_handle;
pub mod worker;
