//! The interface of a search: what a program says to one, and what it gets back.
//!
//! A program holds a [`Searcher`] and hands it a [`Game`](game::Game) and [`Limits`]; [`Signals`] stop it. Lines are
//! reported through a [`Reporter`], and the decision is a [`SearchResult`]. Nothing here searches: a crate
//! that replaces the search implements the trait, and what uses a search uses this crate.

pub mod bench;
mod finish;
mod limits;
mod report;
mod searcher;
mod tablebase;

pub use finish::{SearchEnd, catch_panic, finish, legal_pv};
pub use limits::{Limits, Signals};
pub use report::{Bound, NullReporter, Report, Reporter, SearchResult};
pub use searcher::{Options, OptionsError, STACK_SIZE, Searcher, TtAllocationError};
pub use tablebase::{Dtz, Tablebase, TablebaseOptions, WdlScore};
