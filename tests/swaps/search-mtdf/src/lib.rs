//! A worked example of a replaced layer: a search crate with the public names that `uci` uses of
//! `search`, and another algorithm.
//!
//! | module | task |
//! |---|---|
//! | `interface`, `signals`, `tablebase` | the names that every search crate has: plain types and one trait |
//! | [`mod@bench`] | the benchmark |
//! | `mtdf` | [`MtdF`]: iterative deepening, MTD(f), time, reports |
//! | `alpha_beta` | the zero-window search of one depth, and quiescence |
//! | `tt` | the transposition table |

mod alpha_beta;
pub mod bench;
mod interface;
mod mtdf;
mod signals;
mod tablebase;
mod tt;

pub use interface::{
    Bound, Game, Limits, NullReporter, Options, OptionsError, Report, Reporter, STACK_SIZE,
    SearchResult, Searcher, Termination,
};
pub use mtdf::MtdF;
pub use signals::{SearchStatus, SharedStatus, Signals};
pub use tablebase::{Dtz, Tablebase, TablebaseOptions, WdlScore};

/// The name of the search that the engine plays with.
pub const DEFAULT: &str = "mtdf";

/// The names of all searches.
pub const NAMES: &[&str] = &[DEFAULT];

/// A new search called `name`, ignoring case, with an evaluator that `evaluator` makes and the move
/// ordering `O`; `None` if there is no such search.
pub fn build<E: eval::Evaluator + Send + 'static, O: ordering::MoveOrdering>(
    name: &str,
    evaluator: impl Fn() -> E + Send + 'static,
) -> Option<Box<dyn Searcher>> {
    let found = name.eq_ignore_ascii_case(DEFAULT);
    found.then(|| Box::new(MtdF::<E, O>::with_evaluator(evaluator())) as Box<dyn Searcher>)
}
