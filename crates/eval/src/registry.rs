//! The evaluators by name, for options and command lines. A name is resolved to a type once;
//! from there on everything is statically dispatched.

use board::Position;

use crate::{Centre, Classical, Evaluator, Explain, Explanation, Nnue};

/// An operation on an evaluator that is known only by name.
pub trait EvaluatorVisitor {
    /// The result of the operation.
    type Output;
    /// Called with the evaluator's type.
    fn visit<E: Evaluator + Default + Send + 'static>(self) -> Self::Output;
}

macro_rules! registry {
    ($($name:literal => $evaluator:ty $(: $explain:ident)?),* $(,)?) => {
        /// The names of all evaluators.
        pub const NAMES: &[&str] = &[$($name),*];

        /// Calls the visitor with the evaluator called `name`, ignoring case; `None` if there
        /// is no such evaluator.
        pub fn dispatch<V: EvaluatorVisitor>(name: &str, visitor: V) -> Option<V::Output> {
            $(
                if name.eq_ignore_ascii_case($name) {
                    return Some(visitor.visit::<$evaluator>());
                }
            )*
            None
        }

        /// The terms of the evaluation of `position` by a new evaluator called `name`, ignoring
        /// case; `None` if there is no such evaluator or it does not implement [`Explain`].
        #[must_use]
        pub fn explain(name: &str, position: &Position) -> Option<Explanation> {
            $($(
                if name.eq_ignore_ascii_case($name) {
                    return Some($explain::explain(&mut <$evaluator>::default(), position));
                }
            )?)*
            None
        }
    };
}

/// The name of the evaluator that the engine plays with.
pub const DEFAULT: &str = "nnue";

// One line an evaluator: its name, its type, and `: Explain` if it implements that.
registry! {
    "centre" => Centre: Explain,
    "classical" => Classical: Explain,
    "nnue" => Nnue,
}
