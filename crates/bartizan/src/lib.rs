//! The chess engine Bartizan: its command line, and what people read in a terminal. The engine itself is made of
//! the crates below; a session is in `bartizan-uci`.

mod analyse;
pub mod cli;
mod console;
pub mod cpu;
mod editor;
mod epd;
#[cfg(feature = "explain")]
mod explain;
pub mod genfens;
mod inspect;
mod json;
mod logging;
pub mod parts;
mod play;
pub mod pool;
mod position;
pub mod progress;
mod style;
pub mod table;
#[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "only Linux runs such files"))]
pub mod universal;
