//! Panics inside a search: the engine still returns a move.

use super::*;
use eval::Evaluator;
use search::{AlphaBeta, Minimax};

/// Panics after some calls.
struct PanicsAfterCalls(u32);

impl Default for PanicsAfterCalls {
    fn default() -> Self {
        Self(2_000)
    }
}

impl Evaluator for PanicsAfterCalls {
    fn evaluate(&mut self, position: &Position, _: usize) -> Score {
        self.0 = self.0.checked_sub(1).expect("this evaluator was made to fail");
        Score::new(position.key() as i32 % 100)
    }

    fn reset(&mut self) {}
}

/// Panics at the first call.
#[derive(Default)]
struct AlwaysPanics;

impl Evaluator for AlwaysPanics {
    fn evaluate(&mut self, _: &Position, _: usize) -> Score {
        panic!("this evaluator was made to fail")
    }

    fn reset(&mut self) {}
}

#[test]
fn panicking_search_returns_legal_move_and_reports_error() {
    let game = Game::default();
    let legal = movegen::legal_moves(&game.position);
    let mut engines: [Box<dyn Searcher>; 4] = [
        Box::new(Pvs::<PanicsAfterCalls, Modern>::default()),
        Box::new(Pvs::<AlwaysPanics, Modern>::default()),
        Box::new(AlphaBeta::<PanicsAfterCalls, Modern>::default()),
        Box::new(Minimax::<AlwaysPanics>::default()),
    ];
    for engine in &mut engines {
        for threads in [0, 1, 2] {
            engine.set_options(&Options { threads, ..Options::default() }).unwrap();
            let (result, reporter) = run_search_with(engine.as_mut(), &game, &Limits::depth(20));
            assert!(result.best.is_some_and(|mv| legal.contains(&mv)));
            assert_eq!(reporter.reports.last().map(|report| &report.pv), Some(&result.pv));
            assert!(
                reporter.messages.iter().any(|message| message.contains("made to fail")),
                "{:?}",
                reporter.messages
            );
        }
    }
}
