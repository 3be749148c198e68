//! Bartizan's search layer: which move is best, how good it is, and when to stop asking.
//!
//! From the bottom up: the oracle (plain minimax and alpha-beta, small enough to be seen to be
//! right), the hash table, the clock, and the full search with its threads. Whoever plays a game
//! holds a [`Searcher`] and hands it a [`Game`] and [`Limits`]; lines come back through a
//! [`Reporter`] and the decision as a [`SearchResult`]. This crate never prints and knows no
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
pub mod params;
mod plain;
mod pv;
mod reductions;
pub mod reference;
mod registry;
mod report;
mod root;
mod searcher;
mod signals;
mod tablebase;
mod threads;
mod worker;

pub use background::{Background, View};
pub use full::Pvs;
pub use game::{Game, Termination};
pub use hash::{Bound, TranspositionTable, TtAllocationError, TtHit};
pub use limits::Limits;
pub use params::Parameters;
pub use plain::{AlphaBeta, Minimax};
pub use pv::legal_pv;
pub use registry::{DEFAULT, NAMES, build};
pub use report::{NullReporter, Report, Reporter, SearchResult};
pub use searcher::{Options, OptionsError, Searcher};
pub use signals::Signals;
pub use tablebase::{Tablebase, TablebaseRoot, Wdl};
