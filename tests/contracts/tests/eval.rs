//! The evaluator's contract on every registered evaluator, and on networks of random weights.

use eval::nnue::{Architecture, Network, Parameters};
use eval::{Evaluator, EvaluatorVisitor, Nnue};
use std::sync::Arc;
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
        eval::dispatch(name, Contract).expect("an evaluator of that name");
    }
}

/// For these every square, king square and number of pieces matters, and threats too if they see them.
#[test]
fn random_networks() {
    for threats in [false, true] {
        let king_buckets = std::array::from_fn(|square| (square % 5) as u8);
        let architecture = Architecture { king_buckets, threats, ..Architecture::new(64) };
        let mut rng = Rng::new(46);
        let parameters = Parameters::from_fn(&architecture, || (rng.below(64) as i32 - 32) as i8);
        let network = Network::new(architecture, 400, "random", &parameters);
        let network = Arc::new(network.expect("weights within bounds"));
        contracts::evaluator_of(|| Nnue::new(Arc::clone(&network)));
    }
}
