//! `classic`: system D whole, in its eight stages with its priorities.
//!
//! | move | priority |
//! |---|---|
//! | hash move | 10,000,000 |
//! | winning or equal capture (SEE) | 1,000,000 + MVV-LVA by formula |
//! | promotion without capture | 950,000 |
//! | killers | 900,000 and 800,000 |
//! | countermove | 700,000 |
//! | other quiet moves | history, ±10,000 |
//! | losing capture | MVV-LVA − 1,000,000 |
//!
//! Where the source contradicts itself: SEE decides whether a capture is good or bad
//! and MVV-LVA orders within; the countermove's priority is 700,000, not its history
//! plus that; history has a lower bound; promotions and the countermove have a place
//! in the stages; a killer that has become a capture is yielded once, as a capture.

use super::ALL;
use crate::picker::{StagedPicker, StagedScheme};
use crate::scoring::formula::value;
use crate::tables::{CounterMoves, DepthSquaredHistory, KillerMoves};
use crate::{Guarantees, MoveOrdering, NodeResult, NodeView, Stage};
use board::Move;
use movegen::{SeeValues, see_ge};

const CAPTURES: i32 = 1_000_000;
const PROMOTION: i32 = 950_000;
const COUNTER_MOVE: i32 = 700_000;

/// Hash move, captures by exchange and formula, killers, countermove, and depth²
/// history with malus.
#[derive(Default)]
pub struct Classic {
    killers: KillerMoves,
    counter_moves: CounterMoves,
    history: DepthSquaredHistory,
}

impl MoveOrdering for Classic {
    type Picker = StagedPicker<Self>;
    const NAME: &'static str = "classic";
    const GUARANTEES: Guarantees = ALL;

    fn picker(&self, node: &NodeView<'_>) -> Self::Picker {
        StagedPicker::new(node)
    }

    fn update(&mut self, outcome: &NodeResult<'_>) {
        let (node, depth) = (outcome.node, outcome.bonus_depth);
        if !outcome.failed_high || depth <= 0 || !outcome.best.is_quiet() {
            return;
        }
        let side = node.position.side_to_move();
        self.killers.store(node.ply, outcome.best);
        self.counter_moves.store(node.previous_move(1), outcome.best);
        self.history.reward(side, outcome.best, depth);
        for &mv in outcome.quiets_searched {
            self.history.punish(side, mv, depth);
        }
    }

    fn history(&self, node: &NodeView<'_>, mv: Move) -> i32 {
        if mv.is_quiet() { self.history.get(node.position.side_to_move(), mv) } else { 0 }
    }

    fn new_search(&mut self) {
        self.killers.clear();
    }

    fn clear(&mut self) {
        self.killers.clear();
        self.counter_moves.clear();
        self.history.clear();
    }
}

impl StagedScheme for Classic {
    const HASH_SCORE: i32 = 10_000_000;
    const KILLER_SCORES: [i32; 2] = [900_000, 800_000];
    const BAD_NOISY_SHIFT: i32 = -2 * CAPTURES;

    fn score_noisy(&self, node: &NodeView<'_>, mv: Move) -> i32 {
        if mv.is_capture() { CAPTURES + value(node.position, mv) } else { PROMOTION }
    }

    fn is_good(&self, node: &NodeView<'_>, mv: Move, _score: i32) -> bool {
        !mv.is_capture() || see_ge(node.position, mv, 0, &SeeValues::DEFAULT)
    }

    fn good_stage(mv: Move) -> Stage {
        if mv.is_capture() { Stage::GoodNoisy } else { Stage::Promotion }
    }

    fn killers(&self, node: &NodeView<'_>) -> [Option<Move>; 2] {
        self.killers.get(node.ply)
    }

    fn quiet_scorer<'a>(&'a self, node: &'a NodeView<'a>) -> impl Fn(Move) -> i32 + 'a {
        let side = node.position.side_to_move();
        let counter_move = self.counter_moves.get(node.previous_move(1));
        move |mv| {
            if Some(mv) == counter_move { COUNTER_MOVE } else { self.history.get(side, mv) }
        }
    }

    fn quiet_stage(score: i32) -> Stage {
        if score == COUNTER_MOVE { Stage::CounterMove } else { Stage::Quiet }
    }
}
