//! A worked example of a replaced layer: a search crate with the public names that `uci` uses of
//! `search`, and another algorithm. What goes through a search is declared in the crate `searcher`.
//!
//! | module | task |
//! |---|---|
//! | `mtdf` | [`MtdF`]: iterative deepening, MTD(f), time, reports |
//! | `alpha_beta` | the zero-window search of one depth, and quiescence |
//! | `tt` | the transposition table |

mod alpha_beta;
mod mtdf;
mod tt;

pub use mtdf::MtdF;

use searcher::Searcher;

/// The name of the search that the engine plays with.
pub const DEFAULT: &str = "mtdf";

/// The names of all searches.
pub const NAMES: &[&str] = &[DEFAULT];

/// The benchmark.
pub mod bench {
    pub use searcher::bench::*;

    /// Depth that the benchmark has unless told otherwise.
    pub const DEFAULT_DEPTH: u32 = 5;
}

/// This search does not count what the ordering does.
pub use self::build as build_counting;

/// A new search called `name`, ignoring case, with an evaluator that `evaluator` makes and the move
/// ordering `O`; `None` if there is no such search.
pub fn build<E: eval::Evaluator + Send + 'static, O: ordering::MoveOrdering>(
    name: &str,
    evaluator: impl Fn() -> E + Send + 'static,
) -> Option<Box<dyn Searcher>> {
    let found = name.eq_ignore_ascii_case(DEFAULT);
    found.then(|| Box::new(MtdF::<E, O>::with_evaluator(evaluator())) as Box<dyn Searcher>)
}
