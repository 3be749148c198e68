//! Bartizan's search layer: which move is best, how good it is, and when to stop asking.
//!
//! From the bottom up: the oracle (plain minimax and alpha-beta, small enough to be seen to be
//! right), the hash table, the clock, and the full search with its threads. Whoever plays a game
//! holds a [`Thinker`] and hands it a [`Game`] and [`Limits`]; lines come back through a
//! [`Reporter`] and the decision as a [`Conclusion`]. This crate never prints and knows no
//! protocol text.

pub mod background;
pub mod bench;
mod clock;
mod correction;
mod frame;
mod full;
mod game;
mod hash;
mod limits;
pub mod oracle;
pub mod params;
mod plain;
mod pv;
mod reductions;
mod report;
mod root;
mod signals;
mod tablebase;
mod thinker;
mod threads;
mod worker;

pub use background::{Background, View};
pub use full::FullSearch;
pub use game::{Ending, Game};
pub use hash::{AllocationError, Bound, HashTable, Hit};
pub use limits::Limits;
pub use params::Parameters;
pub use plain::{AlphaBeta, Minimax};
pub use pv::legal_line;
pub use report::{Conclusion, Report, Reporter, Silent};
pub use signals::Signals;
pub use tablebase::{Tablebase, TablebaseRoot, Wdl};
pub use thinker::{Options, OptionsError, Thinker};
