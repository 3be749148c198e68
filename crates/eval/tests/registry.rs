//! The registry of evaluators: dispatch by name in any case, default, explanations.

use bartizan_eval::{Evaluator, EvaluatorVisitor};
use board::Position;

/// The evaluation of a position with an extra white queen, from White's side.
struct QueenUp;

impl EvaluatorVisitor for QueenUp {
    type Output = i32;

    fn visit<E: Evaluator + Default + Send + 'static>(self) -> i32 {
        let fen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let position = Position::from_fen(fen).expect("a position");
        // Through a box, as the engine keeps an evaluator that is chosen at run time.
        let mut boxed: Box<dyn Evaluator + Send> = Box::new(E::default());
        let score = boxed.evaluate(&position, 0);
        boxed.reset();
        assert_eq!(boxed.evaluate(&position, 0), score);
        score.raw()
    }
}

#[test]
fn dispatch_ignores_case() {
    for name in bartizan_eval::NAMES {
        let queen = bartizan_eval::dispatch(&name.to_uppercase(), QueenUp).expect("a known name");
        assert!(queen > 500, "{name}: {queen}");
    }
    assert_eq!(bartizan_eval::dispatch("no such evaluator", QueenUp), None);
    assert!(bartizan_eval::NAMES.contains(&bartizan_eval::DEFAULT));
}

#[test]
fn explanations_belong_to_the_named_evaluator() {
    let start = Position::startpos();
    let terms = |name| bartizan_eval::explain(name, &start).expect("an explanation").terms.len();
    assert_eq!((terms("centre"), terms("Classical")), (7, 13));
    assert_eq!(bartizan_eval::explain("no such evaluator", &start), None);
}
