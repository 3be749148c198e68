//! The chess engine Bartizan: its command line, and what people read in a terminal. The engine itself is made of
//! the crates below; a session is in `bartizan-uci`.
//!
//! | module | task |
//! |---|---|
//! | [`cli`], [`parts`] | the command line; the parts of the engine as arguments |
//! | `analyse`, `play`, [`genfens`], `epd` | its commands |
//! | `explain` | what a search does with each root move, with the feature `explain` |
//! | [`table`], `style`, [`progress`], [`pool`] | tables, colours and progress for people; jobs on several threads |
//! | [`cpu`], `logging` | CPU features, diagnostics |

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
