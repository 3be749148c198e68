//! Faults inside a search: the engine still answers.

use super::*;
use eval::Evaluator;
use search::Options;

/// Evaluates a while, then fails.
struct Brittle(u32);

impl Default for Brittle {
    fn default() -> Self {
        Self(2_000)
    }
}

impl Evaluator for Brittle {
    fn evaluate(&mut self, position: &Position, _: usize) -> Score {
        self.0 = self.0.checked_sub(1).expect("this evaluator was made to fail");
        Score::new(position.key() as i32 % 100)
    }

    fn reset(&mut self) {}
}

/// Fails at once.
#[derive(Default)]
struct Broken;

impl Evaluator for Broken {
    fn evaluate(&mut self, _: &Position, _: usize) -> Score {
        panic!("this evaluator was made to fail")
    }

    fn reset(&mut self) {}
}

#[test]
fn a_search_that_panics_answers_with_a_legal_move() {
    let game = Game::default();
    let legal = movegen::legal_moves(&game.position);
    let mut engines: [Box<dyn Searcher>; 2] =
        [Box::new(Pvs::<Brittle, Modern>::new()), Box::new(Pvs::<Broken, Modern>::new())];
    for engine in &mut engines {
        for threads in [1, 2] {
            engine.set_options(&Options { threads, ..Options::default() }).unwrap();
            let (result, notes) = think_with(engine.as_mut(), &game, &Limits::depth(20));
            assert!(result.best.is_some_and(|mv| legal.contains(&mv)));
            assert!(
                notes.notes.iter().any(|note| note.contains("made to fail")),
                "{:?}",
                notes.notes
            );
        }
    }
}
