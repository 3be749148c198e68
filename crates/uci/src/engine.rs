//! The one place where the parts are named and put together: the default pair by an alias, the
//! others by the names that the options `Search`, `Evaluation` and `Ordering` take.

use eval::{Centre, Classical, Evaluator};
use ordering::{Modern, Ordering, SchemeVisitor};
use search::{AlphaBeta, FullSearch, Minimax, Thinker};

/// The engine as it plays when nothing is set.
pub type Engine = FullSearch<Classical, Modern>;

/// How to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SearchKind {
    /// The full search.
    #[default]
    Full,
    /// Plain alpha-beta with quiescence, without a hash table.
    AlphaBeta,
    /// Plain minimax.
    Minimax,
}

impl SearchKind {
    /// All kinds, the default first.
    pub const ALL: [Self; 3] = [Self::Full, Self::AlphaBeta, Self::Minimax];
    /// Their names, in the order of [`SearchKind::ALL`].
    pub const NAMES: [&str; 3] = ["full", "alpha-beta", "minimax"];
}

/// How to evaluate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Evaluation {
    /// The centre-map evaluation.
    Centre,
    /// The tapered hand-made evaluation.
    #[default]
    Classical,
}

impl Evaluation {
    /// All kinds, from small to large.
    pub const ALL: [Self; 2] = [Self::Centre, Self::Classical];
    /// Their names, in the order of [`Evaluation::ALL`].
    pub const NAMES: [&str; 2] = ["centre", "classical"];
}

/// A combination of parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The search.
    pub search: SearchKind,
    /// The evaluation.
    pub evaluation: Evaluation,
    /// The name of the move ordering, one of [`ordering::NAMES`].
    pub ordering: &'static str,
}

impl Default for Choice {
    fn default() -> Self {
        Self {
            search: SearchKind::default(),
            evaluation: Evaluation::default(),
            ordering: ordering::DEFAULT,
        }
    }
}

/// Builds the engine of a choice, with default options.
#[must_use]
pub fn build(choice: Choice) -> Box<dyn Thinker> {
    match choice.evaluation {
        Evaluation::Centre => build_with::<Centre>(choice),
        Evaluation::Classical => build_with::<Classical>(choice),
    }
}

fn build_with<E: Evaluator + Default + Send + 'static>(choice: Choice) -> Box<dyn Thinker> {
    if choice.search == SearchKind::Minimax {
        return Box::new(Minimax::<E>::default());
    }
    let visitor = Build::<E> { search: choice.search, evaluator: std::marker::PhantomData };
    match ordering::dispatch(choice.ordering, visitor) {
        Some(thinker) => thinker,
        // No choice holds another name than one of the registry's.
        None => Box::new(Engine::default()),
    }
}

struct Build<E> {
    search: SearchKind,
    evaluator: std::marker::PhantomData<E>,
}

impl<E: Evaluator + Default + Send + 'static> SchemeVisitor for Build<E> {
    type Out = Box<dyn Thinker>;

    fn visit<O: Ordering>(self) -> Self::Out {
        match self.search {
            SearchKind::AlphaBeta => Box::new(AlphaBeta::<E, O>::default()),
            SearchKind::Full | SearchKind::Minimax => Box::new(FullSearch::<E, O>::default()),
        }
    }
}
