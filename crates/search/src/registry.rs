//! The searches by name, for options and command lines.

use crate::{AlphaBeta, Counting, Minimax, Pvs, SearchObserver};
use eval::Evaluator;
use ordering::MoveOrdering;
use searcher::Searcher;

macro_rules! registry {
    ($($name:literal => |$evaluator:ident| $search:expr),* $(,)?) => {
        /// The names of all searches.
        pub const NAMES: &[&str] = &[$($name),*];

        /// As [`build`], with observers of the type `W`.
        pub fn build_observed<E, O, W>(
            name: &str,
            evaluator: impl Fn() -> E + Send + 'static,
        ) -> Option<Box<dyn Searcher>>
        where
            E: Evaluator + Send + 'static,
            O: MoveOrdering,
            W: SearchObserver,
        {
            $(
                if name.eq_ignore_ascii_case($name) {
                    let $evaluator = evaluator;
                    return Some(Box::new($search));
                }
            )*
            None
        }
    };
}

/// The name of the search that the engine plays with.
pub const DEFAULT: &str = "full";

/// A new search called `name`, ignoring case, with evaluators that `evaluator` makes and
/// the move ordering `O`; `None` if there is no such search.
pub fn build<E: Evaluator + Send + 'static, O: MoveOrdering>(
    name: &str,
    evaluator: impl Fn() -> E + Send + 'static,
) -> Option<Box<dyn Searcher>> {
    build_observed::<E, O, ()>(name, evaluator)
}

/// The same with a search that counts what the move ordering does, for [`Searcher::statistics`].
pub fn build_counting<E: Evaluator + Send + 'static, O: MoveOrdering>(
    name: &str,
    evaluator: impl Fn() -> E + Send + 'static,
) -> Option<Box<dyn Searcher>> {
    build_observed::<E, O, Counting>(name, evaluator)
}

// One line a search: its name and how it is made from a function that makes evaluators.
registry! {
    "full" => |evaluator| Pvs::<E, O, W>::observed(evaluator),
    "alpha-beta" => |evaluator| AlphaBeta::<E, O, W>::observed(evaluator()),
    "minimax" => |evaluator| Minimax::observed(evaluator()),
}
