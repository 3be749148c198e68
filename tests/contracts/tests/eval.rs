//! The evaluator's contract on every registered evaluator.

use eval::{Evaluator, EvaluatorVisitor};

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
