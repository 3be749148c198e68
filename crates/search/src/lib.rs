//! Bartizan's search layer: it finds the best move of a position within limits.
//!
//! A program holds a [`Searcher`] and hands it a [`Game`] and [`Limits`]. Lines are
//! reported through a [`Reporter`], and the decision is a [`SearchResult`]. This crate never prints
//! and contains no protocol text.
//!
//! Two searches stand on the modules that every search needs and do not know each other:
//! [`mod@reference`] has plain minimax and alpha-beta, and `pvs` is the engine's search.

pub mod bench;
mod finish;
mod game;
mod limits;
pub mod params;
mod prefetch;
mod pv;
mod pvs;
pub mod reference;
mod registry;
mod report;
mod searcher;
mod signals;
mod status;
mod tablebase;
mod time_manager;
mod tt;

pub use game::{Game, Termination};
pub use limits::Limits;
pub use params::SearchParams;
pub use pv::legal_pv;
pub use pvs::{MovePruning, NodeEnd, Pvs, ReductionTerms, SearchEvent, SearchObserver};
pub use reference::{AlphaBeta, Minimax};
pub use registry::{DEFAULT, NAMES, build};
pub use report::{NullReporter, Report, Reporter, SearchResult};
pub use searcher::{Options, OptionsError, STACK_SIZE, Searcher};
pub use signals::Signals;
pub use status::{SearchStatus, SharedStatus};
pub use tablebase::{Dtz, Tablebase, TablebaseOptions, WdlScore};
pub use tt::{Bound, TranspositionTable, TtAllocationError, TtEntry, tt_key};
