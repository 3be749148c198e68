//! The evaluator's contract on every registered evaluator, and on networks of random weights.

use eval::nnue::{Architecture, Network, Parameters};
use eval::{Evaluator, EvaluatorVisitor, Nnue, Score};
use std::sync::{Arc, LazyLock};
use testkit::Rng;

struct Contract;

impl EvaluatorVisitor for Contract {
    type Output = ();

    fn visit<E: Evaluator + Default + Send + 'static>(self) {
        contracts::evaluator::<E>();
    }
}

#[test]
fn registered_evaluators() {
    for name in eval::NAMES {
        eval::dispatch(name, Contract).unwrap_or_else(|| panic!("no evaluator is called {name}"));
    }
}

/// A network for which every square, king square and number of pieces matters, and threats too if it sees
/// them.
struct RandomNetwork<const THREATS: bool>(Nnue);

impl<const THREATS: bool> Default for RandomNetwork<THREATS> {
    fn default() -> Self {
        static NETWORKS: LazyLock<[Arc<Network>; 2]> =
            LazyLock::new(|| [false, true].map(|threats| Arc::new(random_weights(threats))));
        Self(Nnue::new(Arc::clone(&NETWORKS[usize::from(THREATS)])))
    }
}

fn random_weights(threats: bool) -> Network {
    let king_buckets = std::array::from_fn(|square| (square % 5) as u8);
    let architecture = Architecture { king_buckets, threats, ..Architecture::new(64) };
    let mut rng = Rng::new(46);
    let parameters = Parameters::from_fn(&architecture, || (rng.below(64) as i32 - 32) as i8);
    Network::new(architecture, 400, "random", &parameters).expect("weights within bounds")
}

impl<const THREATS: bool> Evaluator for RandomNetwork<THREATS> {
    fn evaluate(&mut self, position: &board::Position, ply: usize) -> Score {
        self.0.evaluate(position, ply)
    }

    fn reset(&mut self) {
        self.0.reset();
    }
}

#[test]
fn random_networks() {
    contracts::evaluator::<RandomNetwork<false>>();
    contracts::evaluator::<RandomNetwork<true>>();
}
