//! The one place where the parts are named and put together: the default pair by an alias, the
//! others by the names that the options `Search`, `Evaluation` and `MoveOrdering` take.

use board::Position;
use eval::{Centre, Classical, Evaluator, Score};
use ordering::{CountingOrdering, Modern, MoveOrdering, SchemeVisitor};
use search::{AlphaBeta, Minimax, Pvs, Searcher};

/// The engine as it plays when nothing is set.
pub type Engine = Pvs<Classical, Modern>;

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
pub struct EngineConfig {
    /// The search.
    pub search: SearchKind,
    /// The evaluation.
    pub evaluation: Evaluation,
    /// The name of the move ordering, one of [`ordering::NAMES`].
    pub ordering: &'static str,
    /// Whether the ordering counts what it does, for the command `stats`.
    pub statistics: bool,
}

impl Default for EngineConfig {
    fn default() -> Self {
        Self {
            search: SearchKind::default(),
            evaluation: Evaluation::default(),
            ordering: ordering::DEFAULT,
            statistics: false,
        }
    }
}

/// Builds the engine of a choice, with default options.
#[must_use]
pub fn build(config: EngineConfig) -> Box<dyn Searcher> {
    if config == EngineConfig::default() {
        return Box::new(Engine::default());
    }
    if config.search == SearchKind::Minimax {
        return Box::new(Minimax::with_evaluator(AnyEvaluator::new(config.evaluation)));
    }
    // No choice holds another name than one of the registry's.
    ordering::dispatch(config.ordering, EngineBuilder(config))
        .unwrap_or_else(|| Box::new(Engine::default()))
}

/// Builds everything but the default. These combinations share one evaluator type, so that a new
/// evaluator does not mean twice as many searches to compile.
struct EngineBuilder(EngineConfig);

impl EngineBuilder {
    fn with_ordering<O: MoveOrdering>(&self) -> Box<dyn Searcher> {
        let evaluation = self.0.evaluation;
        let evaluator = move || AnyEvaluator::new(evaluation);
        match self.0.search {
            SearchKind::AlphaBeta => Box::new(AlphaBeta::<_, O>::with_evaluator(evaluator())),
            SearchKind::Full | SearchKind::Minimax => {
                Box::new(Pvs::<_, O>::with_evaluator(evaluator))
            }
        }
    }
}

impl SchemeVisitor for EngineBuilder {
    type Output = Box<dyn Searcher>;

    fn visit<O: MoveOrdering>(self) -> Self::Output {
        if self.0.statistics {
            self.with_ordering::<CountingOrdering<O>>()
        } else {
            self.with_ordering::<O>()
        }
    }
}

/// An evaluator chosen while the program runs.
pub enum AnyEvaluator {
    /// The centre-map evaluation.
    Centre(Centre),
    /// The tapered hand-made evaluation.
    Classical(Box<Classical>),
}

impl AnyEvaluator {
    /// The evaluator of this kind.
    #[must_use]
    pub fn new(evaluation: Evaluation) -> Self {
        match evaluation {
            Evaluation::Centre => Self::Centre(Centre),
            Evaluation::Classical => Self::Classical(Box::default()),
        }
    }
}

impl Evaluator for AnyEvaluator {
    fn evaluate(&mut self, position: &Position, ply: usize) -> Score {
        match self {
            Self::Centre(evaluator) => evaluator.evaluate(position, ply),
            Self::Classical(evaluator) => evaluator.evaluate(position, ply),
        }
    }

    fn reset(&mut self) {
        match self {
            Self::Centre(evaluator) => evaluator.reset(),
            Self::Classical(evaluator) => evaluator.reset(),
        }
    }
}
