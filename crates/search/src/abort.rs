//! How a search ends early: a type that travels with `?`.

use eval::Score;

/// The search was stopped by a limit or a signal, so there is no score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Aborted;

/// A score (or another value) unless the search was stopped.
pub(crate) type Abortable<T = Score> = Result<T, Aborted>;
