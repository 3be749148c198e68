//! Bartizan's search layer: it finds the best move of a position within limits.
//!
//! Its searches implement [`Searcher`](searcher::Searcher), which is declared with all that goes through it in the crate
//! `bartizan-searcher`. This crate never prints and contains no protocol text.
//!
//! Two searches stand on the modules that every search needs and do not know each other:
//! [`mod@reference`] has plain minimax and alpha-beta, and `pvs` is the engine's search.

mod abort;
pub mod params;
mod prefetch;
mod pv;
mod pvs;
pub mod reference;
mod registry;
mod time_manager;
mod tt;

pub use params::SearchParams;
pub use pvs::{MovePruning, NodeEnd, Pvs, ReductionTerms, SearchEvent, SearchObserver};
pub use reference::{AlphaBeta, Minimax};
pub use registry::{DEFAULT, NAMES, build};
pub use tt::{TranspositionTable, TtEntry, tt_key};

/// The benchmark, with the depth that this search has in it.
pub mod bench {
    pub use searcher::bench::*;

    /// Depth that the benchmark has unless told otherwise.
    pub const DEFAULT_DEPTH: u32 = 12;
}
