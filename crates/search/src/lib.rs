//! Bartizan's search layer: it finds the best move of a position within limits.
//!
//! Its searches implement [`Searcher`](searcher::Searcher), which is declared with all that goes through it in the crate
//! `bartizan-searcher`. This crate never prints and contains no protocol text.
//!
//! Two searches stand on the modules that every search needs and do not know each other:
//! [`mod@reference`] has plain minimax and alpha-beta, and `pvs` is the engine's search.

mod ablation;
mod observer;
pub mod params;
mod pv;
mod pvs;
pub mod reference;
mod registry;
mod time_manager;
mod tt;

pub use ablation::{ABLATIONS, Ablation};
pub use observer::{
    Counting, MovePruning, NodeEnd, ReductionTerms, RuleNumbers, SearchEvent, SearchObserver,
};
pub use params::SearchParams;
pub use pvs::Pvs;
pub use reference::{AlphaBeta, Minimax};
pub use registry::{DEFAULT, NAMES, build, build_counting, build_observed};
pub use tt::{TranspositionTable, TtEntry, tt_key};

/// The search was stopped by a limit or a signal, so there is no score. It travels with `?`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Aborted;

/// A score (or another value) unless the search was stopped.
type Abortable<T = eval::Score> = Result<T, Aborted>;

/// The benchmark, with the depth that this search has in it.
pub mod bench {
    pub use searcher::bench::*;

    /// Depth that the benchmark has unless told otherwise.
    pub const DEFAULT_DEPTH: u32 = 12;
}
