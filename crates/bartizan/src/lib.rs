//! The chess engine Bartizan: its command line, and what people read in a terminal. The engine itself is made of
//! the crates below; a session is in `bartizan-uci`.

mod analyse;
pub mod cli;
pub mod cpu;
mod epd;
#[cfg(feature = "explain")]
mod explain;
pub mod genfens;
mod logging;
pub mod parts;
mod play;
pub mod pool;
pub mod progress;
mod style;
pub mod table;
