//! Builds an engine from the names of its search, evaluation and move ordering. The names are those
//! of the registries [`search::NAMES`], [`eval::NAMES`] and [`ordering::NAMES`].

use eval::nnue::Network;
use eval::{Classical, Evaluator, EvaluatorVisitor, Nnue};
use ordering::{Modern, MoveOrdering, SchemeVisitor, TunableParam};
use searcher::Searcher;
use std::sync::{Arc, LazyLock};

/// The parts that an engine is built from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineConfig {
    /// One of [`search::NAMES`].
    pub search: &'static str,
    /// One of [`eval::NAMES`].
    pub evaluation: &'static str,
    /// The network of the evaluation `nnue`; `None` for that of the binary.
    pub network: Option<Arc<Network>>,
    /// One of [`ordering::NAMES`].
    pub ordering: &'static str,
    /// Whether the ordering counts what it does, for the command `stats`. In a debug build it may
    /// count in any case.
    pub statistics: bool,
}

impl Default for EngineConfig {
    fn default() -> Self {
        Self {
            search: search::DEFAULT,
            evaluation: eval::DEFAULT,
            network: None,
            ordering: ordering::DEFAULT,
            statistics: false,
        }
    }
}

/// The tunable parameters of the default engine; none without the feature `tune`.
#[must_use]
pub fn tunable_parameters() -> &'static [TunableParam] {
    static PARAMETERS: LazyLock<Vec<TunableParam>> = LazyLock::new(|| {
        let parameters = build(EngineConfig::default()).parameters();
        parameters.into_iter().map(|(parameter, _)| parameter).collect()
    });
    if cfg!(feature = "tune") { &PARAMETERS } else { &[] }
}

impl EngineConfig {
    /// The network that the evaluation uses, if it is `nnue`.
    #[must_use]
    pub fn network_in_use(&self) -> Option<Arc<Network>> {
        (self.evaluation == Nnue::NAME)
            .then(|| self.network.clone().unwrap_or_else(Network::embedded))
    }
}

/// Builds an engine with default options.
///
/// # Panics
/// When a name of `config` is in no registry.
#[must_use]
pub fn build(config: EngineConfig) -> Box<dyn Searcher> {
    let search = config.search;
    // The types of the default names, with either of the two evaluators that engines are made to play
    // with, so that the evaluator is no trait object.
    let default = EngineConfig { evaluation: config.evaluation, ..EngineConfig::default() };
    let is_default = EngineConfig { network: None, ..config.clone() } == default;
    let engine = match config.evaluation {
        Nnue::NAME if is_default => {
            let network = config.network.clone().unwrap_or_else(Network::embedded);
            search::build::<Nnue, Modern>(search, move || Nnue::new(Arc::clone(&network)))
        }
        Classical::NAME if is_default => {
            search::build::<Classical, Modern>(search, Classical::default)
        }
        _ => ordering::dispatch(config.ordering, EngineBuilder(config.clone())).flatten(),
    };
    engine.unwrap_or_else(|| panic!("{config:?} has a name that is in no registry"))
}

/// A new evaluator of the engine.
///
/// # Panics
/// When the evaluation of `config` is none of [`eval::NAMES`].
#[must_use]
pub fn evaluator(config: &EngineConfig) -> Box<dyn Evaluator + Send> {
    struct NewEvaluator;

    impl EvaluatorVisitor for NewEvaluator {
        type Output = Box<dyn Evaluator + Send>;

        fn visit<E: Evaluator + Default + Send + 'static>(self) -> Self::Output {
            Box::new(E::default())
        }
    }

    if let Some(network) = config.network_in_use() {
        return Box::new(Nnue::new(network));
    }
    let name = config.evaluation;
    eval::dispatch(name, NewEvaluator).unwrap_or_else(|| panic!("no evaluation is called {name}"))
}

/// Builds any engine whose parts have no types of their own in [`build`]. The evaluator is a trait
/// object, so that the number of searches to compile does not grow with the number of evaluators.
struct EngineBuilder(EngineConfig);

impl SchemeVisitor for EngineBuilder {
    type Output = Option<Box<dyn Searcher>>;

    fn visit<O: MoveOrdering>(self) -> Self::Output {
        let config = self.0;
        let (search, statistics) = (config.search, config.statistics);
        let new_evaluator = move || evaluator(&config);
        // In a debug build these engines count in any case: one search to compile for each ordering,
        // not two.
        if statistics || cfg!(debug_assertions) {
            search::build_counting::<_, O>(search, new_evaluator)
        } else {
            search::build::<_, O>(search, new_evaluator)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::Position;
    use game::Game;
    use searcher::{Limits, NullReporter, Signals};

    /// Some engines are compiled from types, not from the names.
    #[test]
    fn engines_have_the_parts_of_their_names() {
        for evaluation in [Classical::NAME, Nnue::NAME] {
            let config = EngineConfig { evaluation, ..EngineConfig::default() };
            let mut named = ordering::dispatch(config.ordering, EngineBuilder(config.clone()))
                .flatten()
                .expect("registered names");
            let mut built = build(config);
            let position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
            let game = Game::new(Position::from_fen(position).expect("a position"));
            let search = |engine: &mut dyn Searcher| {
                let limits = Limits::depth(7);
                engine.search(&game, &limits, &Signals::new(), &mut NullReporter)
            };
            assert_eq!(search(built.as_mut()), search(named.as_mut()));
        }
    }
}
